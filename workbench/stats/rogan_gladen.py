"""The share that truly fails when the judge's error rates were measured elsewhere.

Chosen: Rogan and Gladen's estimate with Lang and Reiczigel's interval, which lets both error rates
and the observed share vary (coverage at least .938, mean .966). Labels drawn by verdict or from a
queue need `workbench.stats.rogan_gladen_by_verdict` instead. Rejected: the percentile bootstrap
(.27 in its worst cell with the observed share held fixed), Wald (.40), Fieller (.40).

The estimate can leave [0, 1]. It is cut, flagged, and the uncut number kept: a point at exactly 0
would look like a finding. Where even the interval lies outside, the judge cannot have the measured
error rates here, and the answer is a refusal.
"""

from math import sqrt

from workbench.errors import NotEnoughLabels, StatisticsError, UninformativeJudge
from workbench.stats.counts import ConfusionCounts
from workbench.stats.interval import (
    Estimate,
    Interval,
    clopper_pearson_interval,
    difference_of_proportions,
    normal_quantile,
)

ASSUMPTION = "assumes the judge errs as often here as where the labels came from"
OUTSIDE = "OBSERVED_OUTSIDE_RANGE"
ROUNDING = 1e-15


def rogan_gladen_point(observed: float, sensitivity: float, false_positive_rate: float) -> float:
    """Gives the share that truly fails, given the share flagged and both error rates.

    Parameters
    ----------
    observed : float
        Fraction flagged, in [0, 1].
    sensitivity, false_positive_rate : float
        Fractions in [0, 1].

    Returns
    -------
    float
        (observed - fpr) / (sensitivity - fpr), not clipped; never minus zero.

    Raises
    ------
    ValueError
        If an argument lies outside [0, 1].
    UninformativeJudge
        If sensitivity <= false-positive rate.

    References
    ----------
    Rogan & Gladen 1978, Am. J. Epidemiol. 107, 71-76.
    """
    for name, value in (
        ("observed", observed),
        ("sensitivity", sensitivity),
        ("false_positive_rate", false_positive_rate),
    ):
        if not 0 <= value <= 1:
            raise ValueError(f"{name} must lie in [0, 1], got {value}")
    if sensitivity <= false_positive_rate:
        raise UninformativeJudge(
            f"JUDGE_UNINFORMATIVE: sensitivity {sensitivity:.3f} is not above the "
            f"false-positive rate {false_positive_rate:.3f}; no correction is possible"
        )
    excess = observed - false_positive_rate
    # 0.1 - (1 - 0.9) is 2e-17 short of zero; such a difference is rounding, not a finding.
    if abs(excess) <= ROUNDING:
        return 0.0
    return excess / (sensitivity - false_positive_rate)


def rogan_gladen(
    n_flagged: int, n_judged: int, counts: ConfusionCounts, confidence: float = 0.95
) -> Estimate:
    """Gives the share of the judged items that truly fail, labels measured elsewhere.

    Parameters
    ----------
    n_flagged, n_judged : int
        Target items flagged, and target items with a verdict.
    counts : ConfusionCounts
        Labels from elsewhere, drawn uniformly or by true class; not by verdict.
    confidence : float
        Level of the interval.

    Returns
    -------
    Estimate
        Fraction, point and limits cut to [0, 1]; `unclipped` keeps the point. Flag
        OBSERVED_OUTSIDE_RANGE when the flagged share lies outside [fpr, sensitivity].

    Raises
    ------
    ValueError
        If n_flagged lies outside [0, n_judged] or n_judged is 0.
    NotEnoughLabels
        If a human class has no label.
    UninformativeJudge
        If the interval of sensitivity minus false-positive rate includes 0.
    StatisticsError
        If the whole interval lies outside [0, 1]: the assumption is contradicted.

    Notes
    -----
    With n' = n + z^2, r' = (k + z^2/2)/n', s' = (tp+1)/(m1+2), c' = (tn+1)/(m0+2),
    J = s' + c' - 1, t = (r' + c' - 1)/J and shift
    d = 2 z^2 [t s'(1-s')/(m1+2) - (1-t) c'(1-c')/(m0+2)]:
    SE = sqrt(r'(1-r')/n' + t^2 s'(1-s')/(m1+2) + (1-t)^2 c'(1-c')/(m0+2))/J, limits t + d -+ z SE.
    The paper's variance prints (1+P)^2 where (1-P)^2 is meant.

    References
    ----------
    Rogan & Gladen 1978, Am. J. Epidemiol. 107; Lang & Reiczigel 2014, Prev. Vet. Med. 113, 13-22.
    """
    check_observed(n_flagged, n_judged)
    _need_informative(counts, confidence)
    n_failed, n_passed = counts.n_failed, counts.n_passed
    # Whole numbers until the last division: 45/50, 15/100 and 120/400 give 0.2 and not 0.19999…
    excess = n_failed * (n_flagged * n_passed - counts.fp * n_judged)
    informedness = n_judged * (counts.tp * n_passed - counts.fp * n_failed)
    unclipped = excess / informedness
    z = normal_quantile(confidence)
    n_adjusted = n_judged + z * z
    observed = (n_flagged + z * z / 2) / n_adjusted
    sensitivity = (counts.tp + 1) / (n_failed + 2)
    specificity = (counts.tn + 1) / (n_passed + 2)
    youden = sensitivity + specificity - 1
    centre = (observed + specificity - 1) / youden
    sensitivity_variance = sensitivity * (1 - sensitivity) / (n_failed + 2)
    specificity_variance = specificity * (1 - specificity) / (n_passed + 2)
    shift = 2 * z * z * (centre * sensitivity_variance - (1 - centre) * specificity_variance)
    error = (
        sqrt(
            observed * (1 - observed) / n_adjusted
            + centre**2 * sensitivity_variance
            + (1 - centre) ** 2 * specificity_variance
        )
        / youden
    )
    low, high = centre + shift - z * error, centre + shift + z * error
    return clipped(unclipped, low, high, "Rogan-Gladen, Lang-Reiczigel", counts.n)


def rogan_gladen_known(
    n_flagged: int,
    n_judged: int,
    sensitivity: float,
    false_positive_rate: float,
    confidence: float = 0.95,
) -> Estimate:
    """Gives the corrected share when both error rates are taken as known exactly.

    Parameters
    ----------
    n_flagged, n_judged : int
        Target items flagged, and target items with a verdict.
    sensitivity, false_positive_rate : float
        Fractions in [0, 1], known without error.
    confidence : float
        Level of the interval.

    Returns
    -------
    Estimate
        Clopper-Pearson limits of the flagged share, transformed like the point and cut to [0, 1].
        Too narrow if the error rates were measured on a sample; then use `rogan_gladen`.

    Raises
    ------
    ValueError
        If a share is outside [0, 1] or n_judged is 0.
    UninformativeJudge
        If sensitivity <= false-positive rate.
    StatisticsError
        If the whole interval lies outside [0, 1].

    References
    ----------
    Reiczigel, Foldi & Ozsvari 2010, Epidemiol. Infect. 138, 1674-1678.
    """
    check_observed(n_flagged, n_judged)
    unclipped = rogan_gladen_point(n_flagged / n_judged, sensitivity, false_positive_rate)
    limits = clopper_pearson_interval(n_flagged, n_judged, confidence)
    low, high = (rogan_gladen_point(limit, sensitivity, false_positive_rate) for limit in limits)
    return clipped(unclipped, low, high, "Rogan-Gladen, error rates known", n_judged)


def check_observed(n_flagged: int, n_judged: int) -> None:
    """Refuses a flagged count that the judged one cannot hold."""
    if n_judged < 1 or not 0 <= n_flagged <= n_judged:
        raise ValueError(
            f"n_flagged must lie in [0, n_judged] with n_judged at least 1, "
            f"got n_flagged={n_flagged} with n_judged={n_judged}"
        )


def _need_informative(counts: ConfusionCounts, confidence: float) -> None:
    for n_class, name in ((counts.n_failed, "human-fail"), (counts.n_passed, "human-pass")):
        if n_class == 0:
            raise NotEnoughLabels(
                f"ONE_CLASS_ONLY: 0 {name} items among the labels, so one error rate is unknown; "
                f"label items that the judge {'failed' if name == 'human-fail' else 'passed'}"
            )
    youden = difference_of_proportions(
        counts.tp, counts.n_failed, counts.fp, counts.n_passed, confidence
    ).interval
    if youden.low <= 0:
        raise UninformativeJudge(uninformative(youden))


def uninformative(youden: Interval) -> str:
    """Gives the sentence that goes with a refusal for want of a better judge."""
    return (
        "JUDGE_UNINFORMATIVE: sensitivity minus false-positive rate lies between "
        f"{youden.low:.3f} and {youden.high:.3f}, so the judge may be no better than chance; "
        "use the human labels alone, or label items of the target set itself"
    )


def clipped(unclipped: float, low: float, high: float, method: str, n: int) -> Estimate:
    """Gives the estimate cut to [0, 1] with its uncut point and flag.

    Raises
    ------
    StatisticsError
        If the whole interval lies outside [0, 1].
    """
    if high <= 0 or low >= 1:
        raise StatisticsError(
            f"{OUTSIDE}: the flagged share cannot come from a judge with the measured error "
            f"rates (corrected {unclipped:.3f}, limits {low:.3f} to {high:.3f}); the judge behaves "
            "differently here, label items of this set"
        )
    return Estimate(
        estimate=min(1.0, max(0.0, unclipped)) + 0.0,
        interval=Interval(max(0.0, low), min(1.0, high)),
        method=method,
        n=n,
        assumption=ASSUMPTION,
        unclipped=unclipped + 0.0,
        flags=(OUTSIDE,) if not 0 <= unclipped <= 1 else (),
    )
