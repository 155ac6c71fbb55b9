"""Agreement between two raters beyond chance, with the indices that say how to read it.

Chosen: intervals from a Dirichlet with 1/2 added to each cell (kappa at least .925, AC1 .931).
Rejected: the delta interval every library prints (.46) and the percentile bootstrap (.48). Kappa
falls with a skewed prevalence although raters agree, so the prevalence and bias index travel with
it. Labels drawn by verdict or from a queue have their cells weighted up to the target set first.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from workbench.errors import NotEnoughLabels
from workbench.stats.begg_greenes import verdict_draws
from workbench.stats.counts import ConfusionCounts
from workbench.stats.draws import FloatArray, interval_from_draws
from workbench.stats.interval import Estimate, proportion

METHOD = "Dirichlet draws"


@dataclass(frozen=True, slots=True)
class Agreement:
    """Agreement of judge and human; `kappa` or `alpha` is None where undefined, with `reason`.

    1 is perfect, 0 chance, below 0 worse than chance. `pabak` is kappa if both classes were equally
    frequent and both raters alike. `prevalence_index` is (both wrong - both right) / n,
    `bias_index` (judge only - human only) / n.
    """

    observed: Estimate
    kappa: Estimate | None
    ac1: Estimate
    alpha: Estimate | None
    pabak: float
    prevalence_index: float
    bias_index: float
    human_prevalence: float
    judge_prevalence: float
    reason: str | None = None


class _Cells(NamedTuple):
    """Shares of the four cells; floats for a point, arrays for draws."""

    both: FloatArray
    judge_only: FloatArray
    human_only: FloatArray
    neither: FloatArray


def agreement(
    counts: ConfusionCounts,
    rng: np.random.Generator,
    confidence: float = 0.95,
    n_draws: int = 50_000,
) -> Agreement:
    """Gives the agreement of judge and human on uniformly drawn labels.

    Parameters
    ----------
    counts : ConfusionCounts
        Labels drawn uniformly; two people's verdicts serve too, the first in the judge's place.
    rng : numpy.random.Generator
        Source of the draws.
    confidence : float
        Level of the intervals.
    n_draws : int
        Number of draws.

    Returns
    -------
    Agreement
        `observed` with Wilson's interval, the others from draws.

    Raises
    ------
    NotEnoughLabels
        If nothing is labelled.

    Notes
    -----
    With p_o observed and p the mean prevalence of both raters: kappa (p_o - p_e)/(1 - p_e) with p_e
    from each rater's own prevalence; AC1 with p_e = 2 p (1-p); alpha (two raters, nominal)
    1 - (2n-1)/n (1-p_o) / (4 p (1-p)) with the small-sample factor. Kappa is undefined if either
    rater used one class only, alpha if both used the same one. Without any disagreement the
    upper limit is 1.

    References
    ----------
    Cohen 1960, Educ. Psychol. Meas. 20, 37-46; Byrt, Bishop & Carlin 1993, J. Clin. Epidemiol. 46;
    Gwet 2008, Br. J. Math. Stat. Psychol. 61; Krippendorff 2011, Computing Krippendorff's
    Alpha-Reliability.
    """
    if counts.n == 0:
        raise NotEnoughLabels("no item has a verdict of both raters")
    table = np.array([counts.tp, counts.fp, counts.fn, counts.tn], float)
    draws = rng.dirichlet(table + 0.5, n_draws)
    observed = proportion(counts.tp + counts.tn, counts.n, confidence)
    return _agreement(_Cells(*(table / counts.n)), _Cells(*draws.T), counts, confidence, observed)


def agreement_weighted(
    n_flagged_target: int,
    n_passed_target: int,
    counts: ConfusionCounts,
    rng: np.random.Generator,
    confidence: float = 0.95,
    n_draws: int = 50_000,
) -> Agreement:
    """Gives the agreement of judge and human in the target set, labels drawn by verdict.

    Parameters
    ----------
    n_flagged_target, n_passed_target, counts, rng, n_draws
        As `workbench.stats.begg_greenes.verdict_draws`.
    confidence : float
        Level of the intervals.

    Returns
    -------
    Agreement
        From cells weighted W_h times their share within the verdict, intervals from draws.

    Raises
    ------
    NotEnoughLabels
        If a verdict that occurs has no label, or nothing is labelled.
    """
    seen = verdict_draws(n_flagged_target, n_passed_target, counts, rng, n_draws)
    share = n_flagged_target / (n_flagged_target + n_passed_target)
    flagged = share / max(counts.n_flagged, 1)
    passed = (1 - share) / max(counts.n_unflagged, 1)
    points = _Cells(
        *np.array(
            [counts.tp * flagged, counts.fp * flagged, counts.fn * passed, counts.tn * passed]
        )
    )
    shares, wrong, missed = (
        seen.flagged.draws,
        seen.wrong_if_flagged.draws,
        seen.wrong_if_passed.draws,
    )
    draws = _Cells(
        shares * wrong,
        shares * (1 - wrong),
        (1 - shares) * missed,
        (1 - shares) * (1 - missed),
    )
    return _agreement(points, draws, counts, confidence, None)


def krippendorff_alpha_nominal(ratings: Sequence[Sequence[Hashable | None]]) -> float | None:
    """Gives Krippendorff's alpha for any number of raters and missing ratings.

    Parameters
    ----------
    ratings : sequence of sequences
        One row per rater, one column per item, None where that rater gave no answer.

    Returns
    -------
    float or None
        1 perfect, 0 chance; None where fewer than two classes were used on items with two or
        more ratings, since there is then nothing to disagree about.

    Raises
    ------
    ValueError
        If rows differ in length.

    Notes
    -----
    1 - D_o/D_e from the coincidence matrix; items with one rating are left out.

    References
    ----------
    Krippendorff 2011, Computing Krippendorff's Alpha-Reliability, section C.
    """
    totals: dict[Hashable, float] = {}
    disagreement = 0.0
    for item in zip(*ratings, strict=True):
        values = [value for value in item if value is not None]
        if len(values) < 2:
            continue
        frequencies: dict[Hashable, int] = {}
        for value in values:
            frequencies[value] = frequencies.get(value, 0) + 1
        for value, count in frequencies.items():
            totals[value] = totals.get(value, 0) + count
            disagreement += count * (len(values) - count) / (len(values) - 1)
    if len(totals) < 2:
        return None
    n = sum(totals.values())
    expected = sum(count * (n - count) for count in totals.values())
    return 1 - (n - 1) * disagreement / expected


def _agreement(
    points: _Cells,
    draws: _Cells,
    counts: ConfusionCounts,
    confidence: float,
    observed: Estimate | None,
) -> Agreement:
    is_perfect = counts.fp + counts.fn == 0

    def estimate(point: float, values: FloatArray) -> Estimate:
        ceiling = np.ones_like(values) if is_perfect else values
        interval = interval_from_draws(values, ceiling, confidence, point)
        return Estimate(point, interval, METHOD, counts.n)

    judge = float(points.both + points.judge_only)
    human = float(points.both + points.human_only)
    reason = None
    kappa = alpha = None
    if 0 in (counts.n_failed, counts.n_passed, counts.n_flagged, counts.n_unflagged):
        reason = "ONE_CLASS_ONLY: kappa is not defined, one rater used one class only"
    else:
        kappa = estimate(float(_kappa(points)), _kappa(draws))
    if counts.n not in (counts.tp, counts.tn):
        alpha = estimate(float(_alpha(points, counts.n)), _alpha(draws, counts.n))
    point_observed = float(points.both + points.neither)
    return Agreement(
        observed or estimate(point_observed, draws.both + draws.neither),
        kappa,
        estimate(float(_ac1(points)), _ac1(draws)),
        alpha,
        2 * point_observed - 1,
        float(points.both - points.neither),
        float(points.judge_only - points.human_only),
        human,
        judge,
        reason,
    )


def _kappa(cells: _Cells) -> FloatArray:
    judge, human = cells.both + cells.judge_only, cells.both + cells.human_only
    chance = judge * human + (1 - judge) * (1 - human)
    return (cells.both + cells.neither - chance) / (1 - chance)


def _ac1(cells: _Cells) -> FloatArray:
    mean = cells.both + (cells.judge_only + cells.human_only) / 2
    chance = 2 * mean * (1 - mean)
    return (cells.both + cells.neither - chance) / (1 - chance)


def _alpha(cells: _Cells, n: int) -> FloatArray:
    mean = cells.both + (cells.judge_only + cells.human_only) / 2
    disagreement = cells.judge_only + cells.human_only
    return 1 - (2 * n - 1) / n * disagreement / (4 * mean * (1 - mean))
