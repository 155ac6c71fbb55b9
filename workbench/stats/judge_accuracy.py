"""How often the judge finds a failure, and how often it flags what a person passes.

The question is always: how were the labels drawn? A uniform sample gives both rates by counting
(Wilson). Labels drawn by verdict or from a queue do not: there the false-positive rate read off
the table covers its true value in 39 % of cases, so `workbench.stats.begg_greenes` corrects it.
Its functions are public here too: a reader looks for both in one place.
"""

from workbench.errors import NotEnoughLabels
from workbench.stats.begg_greenes import (
    JudgeAccuracy,
    begg_greenes,
    begg_greenes_false_positive_rate,
    begg_greenes_sensitivity,
)
from workbench.stats.counts import ConfusionCounts
from workbench.stats.interval import (
    Estimate,
    Interval,
    difference_of_proportions,
    proportion,
)

__all__ = [
    "ConfusionCounts",
    "JudgeAccuracy",
    "accuracy_uniform",
    "begg_greenes",
    "begg_greenes_false_positive_rate",
    "begg_greenes_sensitivity",
    "false_positive_rate_uniform",
    "sensitivity_uniform",
    "youden_interval",
]


def sensitivity_uniform(counts: ConfusionCounts, confidence: float = 0.95) -> Estimate:
    """Gives the share of human-found failures that the judge flags, for uniform labels.

    Parameters
    ----------
    counts : ConfusionCounts
        Labels drawn uniformly, or by true class.
    confidence : float
        Level of the interval.

    Returns
    -------
    Estimate
        Fraction with Wilson's interval; n counts the human-failed items.

    Raises
    ------
    NotEnoughLabels
        If no item was found wrong by a person.
    """
    if counts.n_failed == 0:
        raise NotEnoughLabels(
            "sensitivity is not estimable: 0 human-fail items; "
            "label items that the judge flagged, failures are most frequent there"
        )
    return proportion(counts.tp, counts.n_failed, confidence)


def false_positive_rate_uniform(counts: ConfusionCounts, confidence: float = 0.95) -> Estimate:
    """Gives the share of human-passed items that the judge flags, for uniform labels.

    Parameters
    ----------
    counts : ConfusionCounts
        Labels drawn uniformly, or by true class.
    confidence : float
        Level of the interval.

    Returns
    -------
    Estimate
        Fraction with Wilson's interval; n counts the human-passed items.

    Raises
    ------
    NotEnoughLabels
        If no item was passed by a person.
    """
    if counts.n_passed == 0:
        raise NotEnoughLabels(
            "the false-positive rate is not estimable: 0 human-pass items; "
            "label items that the judge passed"
        )
    return proportion(counts.fp, counts.n_passed, confidence)


def youden_interval(counts: ConfusionCounts, confidence: float = 0.95) -> Interval:
    """Gives the interval of sensitivity minus false-positive rate, for uniform labels.

    Parameters
    ----------
    counts : ConfusionCounts
        Labels drawn uniformly, or by true class, both human classes present.
    confidence : float
        Level of the interval.

    Returns
    -------
    Interval
        Limits in [-1, 1] (Newcombe); if 0 is inside, the judge may be no better than chance.

    Raises
    ------
    NotEnoughLabels
        If one human class is empty.
    """
    sensitivity_uniform(counts, confidence)
    false_positive_rate_uniform(counts, confidence)
    return difference_of_proportions(
        counts.tp, counts.n_failed, counts.fp, counts.n_passed, confidence
    ).interval


def accuracy_uniform(counts: ConfusionCounts, confidence: float = 0.95) -> JudgeAccuracy:
    """Gives both rates and Youden's interval for uniform labels.

    Raises
    ------
    NotEnoughLabels
        If one human class is empty; the single functions may still give the other rate.
    """
    return JudgeAccuracy(
        sensitivity_uniform(counts, confidence),
        false_positive_rate_uniform(counts, confidence),
        youden_interval(counts, confidence),
    )
