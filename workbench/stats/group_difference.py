"""Groups side by side: how many labels would tell two apart, and whether many differ at all.

Chosen: the interval of the difference itself, and for many groups exact intervals widened so that
all hold at once (Bonferroni). Rejected: reading overlap of two intervals as "no difference",
and naming the extremes of a dozen groups, one of which is always extreme.
"""

from collections.abc import Sequence
from typing import NamedTuple

from workbench.stats.interval import clopper_pearson_interval, difference_of_proportions

LARGEST_SAMPLE = 100_000


class GroupCount(NamedTuple):
    """Items with the property, and items looked at, in one group."""

    n_hits: int
    n: int


def labels_to_tell_apart(
    first_share: float, second_share: float, confidence: float = 0.95
) -> int | None:
    """Gives the labels each of two groups needs before their difference excludes 0.

    Parameters
    ----------
    first_share, second_share : float
        Shares seen so far, fractions in [0, 1].
    confidence : float
        Level of the interval.

    Returns
    -------
    int or None
        Equal number of labels for each group at which the Newcombe interval comes to exclude 0 if
        the shares stay as they are; None where they are equal or 100,000 would not do.

    Notes
    -----
    Search by halving: the interval narrows as n grows. Hits are whole, so a few labels fewer may
    happen to do as well.
    """
    if first_share == second_share:
        return None
    low, high = 1, LARGEST_SAMPLE
    if not _tells_apart(first_share, second_share, high, confidence):
        return None
    while low < high:
        middle = (low + high) // 2
        if _tells_apart(first_share, second_share, middle, confidence):
            high = middle
        else:
            low = middle + 1
    return low


def has_group_beyond_chance(groups: Sequence[GroupCount], confidence: float = 0.95) -> bool:
    """Gives whether some group's share lies away from the total by more than chance allows.

    Parameters
    ----------
    groups : sequence of GroupCount
        All groups looked at; empty ones say nothing.
    confidence : float
        Level at which all groups' intervals hold at once.

    Returns
    -------
    bool
        True if the total lies outside some group's exact interval at level
        1 - (1 - confidence)/K for the K groups that are not empty.

    Notes
    -----
    Where all groups are alike the answer is yes in at most 1 - confidence of cases: the interval is
    Clopper-Pearson's, and a group is part of the total it is held against, which pulls the two
    together. With Wilson's, 30 groups of 20 at a share of .02 said yes in 24 % of cases.
    """
    looked_at = [group for group in groups if group.n]
    if not looked_at:
        return False
    share = sum(group.n_hits for group in looked_at) / sum(group.n for group in looked_at)
    level = 1 - (1 - confidence) / len(looked_at)
    intervals = [clopper_pearson_interval(group.n_hits, group.n, level) for group in looked_at]
    return any(not interval.low <= share <= interval.high for interval in intervals)


def _tells_apart(first: float, second: float, n: int, confidence: float) -> bool:
    n_first, n_second = round(first * n), round(second * n)
    low, high = difference_of_proportions(n_first, n, n_second, n, confidence).interval
    return low > 0 or high < 0
