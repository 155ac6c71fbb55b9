"""Intervals for several shares of one count, all holding at once.

Chosen: Goodman's, which are Wilson's at a level divided among the rows (.947 and more). Rejected:
Sison-Glaz, below its level and with one half-width for all cells.
"""

from collections.abc import Sequence

from workbench.stats.bucket_table import row_confidence
from workbench.stats.interval import Interval, wilson_interval


def goodman_intervals(counts: Sequence[int], confidence: float = 0.95) -> tuple[Interval, ...]:
    """Gives an interval for each share; all hold together at the asked level.

    Parameters
    ----------
    counts : sequence of int
        Items of each class.
    confidence : float
        Joint level.

    Returns
    -------
    tuple of Interval
        Fractions in [0, 1], in the order of the counts.

    Raises
    ------
    ValueError
        If a count is below 0.

    References
    ----------
    Goodman 1965, Technometrics 7, 247-254 (with Bonferroni's level).
    """
    n = sum(counts)
    level = row_confidence(len(counts), confidence)
    return tuple(wilson_interval(count, n, level) for count in counts)
