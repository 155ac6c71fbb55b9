"""How many labels an interval of a given width takes, were one to begin anew.

`workbench.stats.planning` says how many more labels are needed beside those there are. To hold
two judges against each other that is unfair to the one the labels were not drawn for, so here
only the rates are taken from the labels, and the best split is found from nothing.
"""

from typing import NamedTuple

from workbench.errors import NotEnoughLabels, StatisticsError
from workbench.stats.planning import LABEL_FLOOR, SPLITS, half_width_now
from workbench.stats.stratum import Stratum


class JudgedShares(NamedTuple):
    """Items a judge flagged and passed, and the wrong share expected in each."""

    n_flagged: int
    n_passed: int
    wrong_if_flagged: float
    wrong_if_passed: float


def labels_needed(judged: JudgedShares, half_width: float, confidence: float = 0.95) -> int:
    """Gives the labels that a half-width takes, drawn by verdict in the best split of tenths.

    Parameters
    ----------
    judged : JudgedShares
        Sizes and expected shares; smooth a share seen at 0 or 1 first.
    half_width : float
        Wanted half-width as a fraction, above 0.
    confidence : float
        Level of the interval.

    Returns
    -------
    int
        Labels in total, at least 10 (or all) in each verdict that has items.

    Raises
    ------
    ValueError
        If half_width is not above 0, or a share lies outside [0, 1].
    NotEnoughLabels
        If nothing was judged.
    StatisticsError
        If labelling every item would not reach it.
    """
    if not half_width > 0:
        raise ValueError(f"half_width must be above 0, got {half_width}")
    for share in (judged.wrong_if_flagged, judged.wrong_if_passed):
        if not 0 <= share <= 1:
            raise ValueError(f"shares must lie in [0, 1], got {share}")
    n_target = judged.n_flagged + judged.n_passed
    if n_target == 0:
        raise NotEnoughLabels("the target set is empty: no item has a verdict of this judge")
    if _half_width(judged, judged.n_flagged, judged.n_passed, confidence) > half_width:
        raise StatisticsError(
            f"labelling all {n_target} items would still not give ± {100 * half_width:.1f} points; "
            "more items are needed"
        )
    return min(_smallest(judged, split, half_width, confidence) for split in SPLITS)


def _smallest(judged: JudgedShares, split: float, half_width: float, confidence: float) -> int:
    """The smallest total of one split, by bisection; all items where it starves one verdict."""
    n_target = judged.n_flagged + judged.n_passed
    low, high = 0, 20 * n_target
    while high - low > 1:
        middle = (low + high) // 2
        labels = _labels(judged, split, middle)
        if _half_width(judged, *labels, confidence) > half_width:
            low = middle
        else:
            high = middle
    return sum(_labels(judged, split, high))


def _labels(judged: JudgedShares, split: float, n: int) -> tuple[int, int]:
    flagged = min(judged.n_flagged, max(LABEL_FLOOR, round(n * split)))
    return flagged, min(judged.n_passed, max(LABEL_FLOOR, n - round(n * split)))


def _half_width(judged: JudgedShares, flagged: int, passed: int, confidence: float) -> float:
    return half_width_now(
        [
            Stratum(judged.n_flagged, flagged, judged.wrong_if_flagged * flagged),
            Stratum(judged.n_passed, passed, judged.wrong_if_passed * passed),
        ],
        confidence,
    )
