"""Rogan and Gladen's share when the labels elsewhere were drawn by verdict or from a queue.

Such a table's own rates are biased, so the error rates are Begg and Greenes' and the interval comes
from draws of both sets. Rejected: Lang and Reiczigel's interval on the plain table, which covers
.56 on average for labels drawn this way.
"""

import numpy as np

from workbench.errors import UninformativeJudge
from workbench.stats.begg_greenes import (
    accuracy_points,
    begg_greenes,
    sensitivity_of,
    verdict_draws,
)
from workbench.stats.counts import ConfusionCounts
from workbench.stats.draws import FloatArray, interval_from_draws, jeffreys_draws
from workbench.stats.interval import Estimate
from workbench.stats.rogan_gladen import (
    check_observed,
    clipped,
    rogan_gladen_point,
    uninformative,
)


def rogan_gladen_by_verdict(
    n_flagged: int,
    n_judged: int,
    n_flagged_source: int,
    n_passed_source: int,
    counts: ConfusionCounts,
    rng: np.random.Generator,
    confidence: float = 0.95,
    n_draws: int = 50_000,
) -> Estimate:
    """Gives the corrected share when the labels elsewhere were drawn by verdict or from a queue.

    Parameters
    ----------
    n_flagged, n_judged : int
        Target items flagged, and target items with a verdict.
    n_flagged_source, n_passed_source : int
        Items the judge flagged and passed in the set the labels were drawn from.
    counts : ConfusionCounts
        Labels, exchangeable within each verdict.
    rng : numpy.random.Generator
        Source of the draws.
    confidence : float
        Level of the interval.
    n_draws : int
        Number of draws.

    Returns
    -------
    Estimate
        As `rogan_gladen`, from Begg-Greenes rates.

    Raises
    ------
    NotEnoughLabels, UninformativeJudge, StatisticsError
        As `rogan_gladen` and `begg_greenes`.

    Notes
    -----
    Each draw takes one flagged share here and one set of shares there. A share seen at 0 (or n of
    n) is exactly 0 (or 1) in the limit it pulls, as if both populations were alike. A draw whose
    rates are in the wrong order knows nothing: it counts as 0 below and as 1 above.

    References
    ----------
    Begg & Greenes 1983, Biometrics 39; Rogan & Gladen 1978, Am. J. Epidemiol. 107.
    """
    check_observed(n_flagged, n_judged)
    accuracy = begg_greenes(n_flagged_source, n_passed_source, counts, rng, confidence, n_draws)
    if accuracy.youden.low <= 0:
        raise UninformativeJudge(uninformative(accuracy.youden))
    points = accuracy_points(n_flagged_source, n_passed_source, counts)
    unclipped = rogan_gladen_point(
        n_flagged / n_judged, points.sensitivity, points.false_positive_rate
    )
    draws = verdict_draws(n_flagged_source, n_passed_source, counts, rng, n_draws)
    observed = jeffreys_draws(n_flagged, n_judged, rng, n_draws)
    flagged, wrong_if_flagged, wrong_if_passed = draws
    low_draws = _corrected_draws(
        observed.floor, flagged.draws, wrong_if_flagged.floor, wrong_if_passed.floor, 0.0
    )
    high_draws = _corrected_draws(
        observed.ceiling, flagged.draws, wrong_if_flagged.ceiling, wrong_if_passed.ceiling, 1.0
    )
    interval = interval_from_draws(low_draws, high_draws, confidence, unclipped)
    return clipped(unclipped, *interval, "Rogan-Gladen, Begg-Greenes draws", counts.n)


def _corrected_draws(
    observed: FloatArray,
    flagged: FloatArray,
    wrong_if_flagged: FloatArray,
    wrong_if_passed: FloatArray,
    unknown: float,
) -> FloatArray:
    found = sensitivity_of(flagged, wrong_if_flagged, wrong_if_passed)
    # False alarms are to right answers what finds are to wrong ones.
    alarm = sensitivity_of(flagged, 1 - wrong_if_flagged, 1 - wrong_if_passed)
    informedness = found - alarm
    filled = np.full_like(observed, unknown)
    return np.divide(observed - alarm, informedness, out=filled, where=informedness > 0)
