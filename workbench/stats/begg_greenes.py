"""A judge's error rates from labels that were drawn by its own verdicts, or from a queue.

Chosen: Begg and Greenes' weights with Jeffreys draws and the boundary convention (coverage at
least .913, mean .95 and more). Rejected: reading the rates off the table (.39 on average), and the
closed forms: logit delta (fails when the sensitivity is 1), MOVER for ratios (ignores the noise in
the verdict rate, .67).
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from workbench.errors import NotEnoughLabels
from workbench.stats.counts import ConfusionCounts
from workbench.stats.draws import FloatArray, ShareDraws, interval_from_draws, jeffreys_draws
from workbench.stats.interval import Estimate, Interval

METHOD = "Begg-Greenes, Beta draws"


@dataclass(frozen=True, slots=True)
class JudgeAccuracy:
    """Both error rates of a judge, and the interval of their difference (Youden's index)."""

    sensitivity: Estimate
    false_positive_rate: Estimate
    youden: Interval


class VerdictDraws(NamedTuple):
    """Draws and plain points of q, PPV and FOR, for labels taken by verdict.

    `flagged` is the share flagged (q), `wrong_if_flagged` the share wrong among flagged items
    (PPV) and `wrong_if_passed` among the others (FOR).
    """

    flagged: ShareDraws
    wrong_if_flagged: ShareDraws
    wrong_if_passed: ShareDraws


def verdict_draws(
    n_flagged_target: int,
    n_passed_target: int,
    counts: ConfusionCounts,
    rng: np.random.Generator,
    n_draws: int = 50_000,
) -> VerdictDraws:
    """Gives draws of the flagged share and of the two wrong shares behind it.

    Parameters
    ----------
    n_flagged_target, n_passed_target : int
        Items the judge flagged and passed in the set the labels were drawn from.
    counts : ConfusionCounts
        Labels, exchangeable within each verdict.
    rng : numpy.random.Generator
        Source of the draws.
    n_draws : int
        Number of draws.

    Returns
    -------
    VerdictDraws
        Jeffreys draws of q, PPV and FOR; a verdict that does not occur is drawn from its prior.

    Raises
    ------
    ValueError
        If more items of a verdict are labelled than exist.
    NotEnoughLabels
        If a verdict that occurs has no label, or the set is empty.
    """
    for verdict, n_target, n_labelled in (
        ("flagged", n_flagged_target, counts.n_flagged),
        ("passed", n_passed_target, counts.n_unflagged),
    ):
        if n_labelled > n_target:
            raise ValueError(
                f"n_{verdict}_target must be at least the labels of that verdict, "
                f"got {n_target} with {n_labelled} labelled"
            )
        if n_target > 0 and n_labelled == 0:
            raise NotEnoughLabels(
                f"STRATUM_UNLABELLED: none of the {n_target} items that the judge {verdict} "
                f"is labelled; label a random part of them"
            )
    n_target = n_flagged_target + n_passed_target
    if n_target == 0:
        raise NotEnoughLabels("the target set is empty: no item has a verdict of this judge")
    return VerdictDraws(
        jeffreys_draws(n_flagged_target, n_target, rng, n_draws),
        jeffreys_draws(counts.tp, counts.n_flagged, rng, n_draws),
        jeffreys_draws(counts.fn, counts.n_unflagged, rng, n_draws),
    )


def begg_greenes(
    n_flagged_target: int,
    n_passed_target: int,
    counts: ConfusionCounts,
    rng: np.random.Generator,
    confidence: float = 0.95,
    n_draws: int = 50_000,
) -> JudgeAccuracy:
    """Gives both rates for labels drawn by verdict or from a queue.

    Parameters
    ----------
    n_flagged_target, n_passed_target, counts, rng, n_draws
        As `verdict_draws`; 50,000 draws keep the third decimal still.
    confidence : float
        Level of the intervals.

    Returns
    -------
    JudgeAccuracy
        Fractions; intervals from draws with the boundary convention.

    Raises
    ------
    NotEnoughLabels
        If a verdict that occurs has no label, or one human class was never found; then one of
        `begg_greenes_sensitivity` and `begg_greenes_false_positive_rate` may still answer.

    Notes
    -----
    sensitivity = q PPV / (q PPV + (1-q) FOR) and
    false-positive rate = q (1-PPV) / (q (1-PPV) + (1-q) (1-FOR)), with q the flagged share,
    PPV the wrong share among flagged items, FOR among passed ones. Rogan-Gladen fed with q and
    these two rates gives the post-stratified share exactly. Boundary: a share seen at 0 or at
    n of n is exactly 0 or 1 in the limit it pulls.

    References
    ----------
    Begg & Greenes 1983, Biometrics 39, 207-215.
    """
    _need_failures(counts)
    _need_passes(counts)
    draws = verdict_draws(n_flagged_target, n_passed_target, counts, rng, n_draws)
    found, false_alarm = sensitivity_draws(draws), false_positive_draws(draws)
    points = accuracy_points(n_flagged_target, n_passed_target, counts)
    return JudgeAccuracy(
        _estimate(points.sensitivity, found, confidence, counts),
        _estimate(points.false_positive_rate, false_alarm, confidence, counts),
        interval_from_draws(
            found.for_low - false_alarm.for_high,
            found.for_high - false_alarm.for_low,
            confidence,
            points.sensitivity - points.false_positive_rate,
        ),
    )


def begg_greenes_sensitivity(
    n_flagged_target: int,
    n_passed_target: int,
    counts: ConfusionCounts,
    rng: np.random.Generator,
    confidence: float = 0.95,
    n_draws: int = 50_000,
) -> Estimate:
    """Gives the sensitivity alone; parameters and formula as `begg_greenes`.

    Raises
    ------
    NotEnoughLabels
        If a verdict that occurs has no label, or no labelled item is wrong.
    """
    _need_failures(counts)
    draws = verdict_draws(n_flagged_target, n_passed_target, counts, rng, n_draws)
    point = accuracy_points(n_flagged_target, n_passed_target, counts).sensitivity
    return _estimate(point, sensitivity_draws(draws), confidence, counts)


def begg_greenes_false_positive_rate(
    n_flagged_target: int,
    n_passed_target: int,
    counts: ConfusionCounts,
    rng: np.random.Generator,
    confidence: float = 0.95,
    n_draws: int = 50_000,
) -> Estimate:
    """Gives the false-positive rate alone; parameters and formula as `begg_greenes`.

    Raises
    ------
    NotEnoughLabels
        If a verdict that occurs has no label, or no labelled item is right.
    """
    _need_passes(counts)
    draws = verdict_draws(n_flagged_target, n_passed_target, counts, rng, n_draws)
    point = accuracy_points(n_flagged_target, n_passed_target, counts).false_positive_rate
    return _estimate(point, false_positive_draws(draws), confidence, counts)


class AccuracyPoints(NamedTuple):
    """Both rates without intervals."""

    sensitivity: float
    false_positive_rate: float


def accuracy_points(
    n_flagged_target: int, n_passed_target: int, counts: ConfusionCounts
) -> AccuracyPoints:
    """Gives both plain rates, each verdict's labels weighted up to its size in the target set.

    A rate whose human class was not found is 0; callers refuse it before asking.
    """
    flagged_weight = n_flagged_target / counts.n_flagged if counts.n_flagged else 0.0
    passed_weight = n_passed_target / counts.n_unflagged if counts.n_unflagged else 0.0
    found, missed = counts.tp * flagged_weight, counts.fn * passed_weight
    alarms, quiet = counts.fp * flagged_weight, counts.tn * passed_weight
    return AccuracyPoints(
        found / (found + missed) if found + missed else 0.0,
        alarms / (alarms + quiet) if alarms + quiet else 0.0,
    )


class LimitDraws(NamedTuple):
    """Draws of one quantity as its lower and as its upper limit see it."""

    for_low: FloatArray
    for_high: FloatArray


def sensitivity_of(
    flagged: FloatArray, wrong_if_flagged: FloatArray, wrong_if_passed: FloatArray
) -> FloatArray:
    """Gives q PPV / (q PPV + (1-q) FOR) for each draw; with 1-PPV and 1-FOR the false alarms."""
    found = flagged * wrong_if_flagged
    total = found + (1 - flagged) * wrong_if_passed
    # Draws may underflow to 0 in both; such a draw says nothing and counts as 0.
    return np.divide(found, total, out=np.zeros_like(total), where=total > 0)


def sensitivity_draws(draws: VerdictDraws) -> LimitDraws:
    """Gives draws of the sensitivity; the lower limit is pulled by a low PPV and a high FOR."""
    flagged, in_flagged, in_passed = draws
    return LimitDraws(
        sensitivity_of(flagged.draws, in_flagged.floor, in_passed.ceiling),
        sensitivity_of(flagged.draws, in_flagged.ceiling, in_passed.floor),
    )


def false_positive_draws(draws: VerdictDraws) -> LimitDraws:
    """Gives draws of the false-positive rate; its lower limit is pulled by a high PPV."""
    flagged, in_flagged, in_passed = draws
    return LimitDraws(
        sensitivity_of(flagged.draws, 1 - in_flagged.ceiling, 1 - in_passed.floor),
        sensitivity_of(flagged.draws, 1 - in_flagged.floor, 1 - in_passed.ceiling),
    )


def _estimate(
    point: float, draws: LimitDraws, confidence: float, counts: ConfusionCounts
) -> Estimate:
    interval = interval_from_draws(draws.for_low, draws.for_high, confidence, point)
    return Estimate(point, interval, METHOD, counts.n)


def _need_failures(counts: ConfusionCounts) -> None:
    if counts.n_failed == 0:
        raise NotEnoughLabels(
            "sensitivity is not estimable: 0 human-fail items; "
            "label more items that the judge flagged"
        )


def _need_passes(counts: ConfusionCounts) -> None:
    if counts.n_passed == 0:
        raise NotEnoughLabels(
            "the false-positive rate is not estimable: 0 human-pass items; "
            "label more items that the judge passed"
        )
