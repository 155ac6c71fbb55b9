"""Is the judge too pessimistic or too lenient? One difference, its interval and a word.

The bias is the share the judge flags minus the share a person finds wrong. Uniform labels: exact
McNemar for the p-value (the form that gives the values people quote; chi-square forms do not) and
Bonett-Price for the interval (at least .936; Wald .36). Labels by verdict or from a queue: the
same test rejects a true "no bias" in up to 99.8 % of cases, because its two counts follow the
sampling; there the difference is weighted and drawn.

The word needs both: an interval that excludes 0 and a p-value below 1 - confidence. Where the two
disagree, or either sits exactly on its bound, the reading is "no clear bias".
"""

from dataclasses import dataclass
from math import sqrt
from typing import Literal

import numpy as np
from scipy import special

from workbench.errors import NotEnoughLabels
from workbench.stats.begg_greenes import verdict_draws
from workbench.stats.counts import ConfusionCounts
from workbench.stats.draws import interval_from_draws
from workbench.stats.interval import Estimate, Interval, normal_quantile

Reading = Literal["too_pessimistic", "too_lenient", "no_clear_bias"]


@dataclass(frozen=True, slots=True)
class BiasResult:
    """Share the judge flags minus share a person finds wrong, with test and reading."""

    difference: float
    interval: Interval
    p_value: float
    method: str
    reading: Reading
    n: int


def exact_mcnemar(n_first_only: int, n_second_only: int) -> float:
    """Gives the two-sided exact p-value for paired yes/no answers.

    Parameters
    ----------
    n_first_only, n_second_only : int
        Items where only the first, or only the second, says yes.

    Returns
    -------
    float
        P-value in [0, 1]; 1 when the two never differ.

    Raises
    ------
    ValueError
        If a count is below 0.

    References
    ----------
    Fagerland, Lydersen & Laake 2017, Statistical Analysis of Contingency Tables, section 8.5.
    """
    if min(n_first_only, n_second_only) < 0:
        raise ValueError(f"counts must be at least 0, got {n_first_only} and {n_second_only}")
    n = n_first_only + n_second_only
    if n == 0:
        return 1.0
    return min(1.0, 2 * float(special.bdtr(min(n_first_only, n_second_only), n, 0.5)))


def bonett_price_difference(
    both: int, first_only: int, second_only: int, neither: int, confidence: float = 0.95
) -> Estimate:
    """Gives the first share minus the second on the same items.

    Parameters
    ----------
    both, first_only, second_only, neither : int
        Items by who says yes.
    confidence : float
        Level of the interval.

    Returns
    -------
    Estimate
        Difference in [-1, 1]; limits cut to that range.

    Raises
    ------
    ValueError
        If a count is below 0 or there is no item.

    Notes
    -----
    With p12 = (first_only+1)/(n+2) and p21 = (second_only+1)/(n+2):
    p12 - p21 -+ z sqrt((p12 + p21 - (p12 - p21)^2)/(n+2)). The point is the plain difference.

    References
    ----------
    Bonett & Price 2012, J. Educ. Behav. Stat. 37, 479-488.
    """
    if min(both, first_only, second_only, neither) < 0:
        raise ValueError(
            f"counts must be at least 0, got {both}, {first_only}, {second_only}, {neither}"
        )
    n = both + first_only + second_only + neither
    if n == 0:
        raise ValueError("there must be at least one pair")
    first = (first_only + 1) / (n + 2)
    second = (second_only + 1) / (n + 2)
    shrunk = first - second
    reach = normal_quantile(confidence) * sqrt((first + second - shrunk**2) / (n + 2))
    interval = Interval(max(-1.0, shrunk - reach), min(1.0, shrunk + reach))
    return Estimate((first_only - second_only) / n, interval, "Bonett-Price", n)


def judge_bias_uniform(counts: ConfusionCounts, confidence: float = 0.95) -> BiasResult:
    """Gives the judge's bias from labels drawn uniformly.

    Parameters
    ----------
    counts : ConfusionCounts
        Labels drawn uniformly from the judged items.
    confidence : float
        Level of the interval; the p-value is held against 1 - confidence.

    Returns
    -------
    BiasResult
        Difference (fp - fn)/n in [-1, 1]; positive: the judge flags more than a person.

    Raises
    ------
    NotEnoughLabels
        If nothing is labelled.
    """
    if counts.n == 0:
        raise NotEnoughLabels("no item has both a human and a judge verdict")
    difference = bonett_price_difference(counts.tp, counts.fp, counts.fn, counts.tn, confidence)
    p_value = exact_mcnemar(counts.fp, counts.fn)
    return BiasResult(
        difference.estimate,
        difference.interval,
        p_value,
        "exact McNemar, Bonett-Price interval",
        _reading(difference.interval, p_value, confidence),
        counts.n,
    )


def judge_bias_weighted(
    n_flagged_target: int,
    n_passed_target: int,
    counts: ConfusionCounts,
    rng: np.random.Generator,
    confidence: float = 0.95,
    n_draws: int = 50_000,
) -> BiasResult:
    """Gives the judge's bias from labels drawn by verdict or from a queue.

    Parameters
    ----------
    n_flagged_target, n_passed_target, counts, rng, n_draws
        As `workbench.stats.begg_greenes.verdict_draws`.
    confidence : float
        Level of the interval; the p-value is held against 1 - confidence.

    Returns
    -------
    BiasResult
        Difference q (1-PPV) - (1-q) FOR in [-1, 1]; positive: the judge flags more than a person.

    Raises
    ------
    NotEnoughLabels
        If a verdict that occurs has no label.

    Notes
    -----
    The p-value is twice the smaller share of draws beyond 0, each side from the draws of its own
    limit, so it agrees with the interval; (k+1)/(n_draws+1) keeps it from being 0. A verdict
    seen without a single error is exactly without error in the limit it pulls. Type-I error
    .03 to .08 in simulation.
    """
    draws = verdict_draws(n_flagged_target, n_passed_target, counts, rng, n_draws)
    flagged, in_flagged, in_passed = draws
    share = flagged.draws
    for_low = share * (1 - in_flagged.ceiling) - (1 - share) * in_passed.ceiling
    for_high = share * (1 - in_flagged.floor) - (1 - share) * in_passed.floor
    n_target = n_flagged_target + n_passed_target
    alarms = n_flagged_target * counts.fp / max(counts.n_flagged, 1)
    misses = n_passed_target * counts.fn / max(counts.n_unflagged, 1)
    point = (alarms - misses) / n_target
    interval = interval_from_draws(for_low, for_high, confidence, point)
    beyond = min(int((for_low <= 0).sum()), int((for_high >= 0).sum()))
    p_value = min(1.0, 2 * (beyond + 1) / (n_draws + 1))
    return BiasResult(
        point,
        interval,
        p_value,
        "weighted by verdict, Beta draws",
        _reading(interval, p_value, confidence),
        counts.n,
    )


def _reading(interval: Interval, p_value: float, confidence: float) -> Reading:
    if p_value >= 1 - confidence:
        return "no_clear_bias"
    if interval.low > 0:
        return "too_pessimistic"
    if interval.high < 0:
        return "too_lenient"
    return "no_clear_bias"
