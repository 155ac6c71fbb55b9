"""Whether a mean moved between two groups of questions, by Welch's interval.

Chosen: Welch, since the two groups differ in size and spread, over one value for each question.
Rejected: a test of a trend over all periods, which calls a slow season a change.
"""

from math import sqrt

import numpy as np
from numpy.typing import NDArray
from scipy import special

from workbench.errors import NotEnoughLabels
from workbench.stats.interval import Estimate, Interval

METHOD = "Welch, one value for each question"


def mean_difference(
    first: NDArray[np.float64], second: NDArray[np.float64], confidence: float = 0.95
) -> Estimate:
    """Gives the mean of the first group minus that of the second, with its interval.

    Parameters
    ----------
    first, second : ndarray
        One value for each question, in any one unit.
    confidence : float
        Level of the interval, strictly between 0 and 1.

    Returns
    -------
    Estimate
        In the unit of the values; n is the size of the smaller group. Without any spread in
        either group the interval has no width.

    Raises
    ------
    NotEnoughLabels
        If a group holds fewer than two values.
    ValueError
        If confidence is not strictly between 0 and 1.

    References
    ----------
    Welch 1947, Biometrika 34, 28-35; degrees of freedom after Satterthwaite.
    """
    if not 0 < confidence < 1:
        raise ValueError(f"confidence must be strictly between 0 and 1, got {confidence}")
    n = min(first.size, second.size)
    if n < 2:
        raise NotEnoughLabels(
            f"one of the two groups holds {n} of the two questions that it needs at least"
        )
    gap = float(first.mean() - second.mean())
    parts = [float(group.var(ddof=1)) / group.size for group in (first, second)]
    spread = sum(parts)
    if spread == 0:
        return Estimate(gap, Interval(gap, gap), METHOD, n)
    sizes = (first.size, second.size)
    freedom = spread**2 / sum(part**2 / (size - 1) for part, size in zip(parts, sizes, strict=True))
    reach = float(special.stdtrit(freedom, 0.5 + confidence / 2)) * sqrt(spread)
    return Estimate(gap, Interval(gap - reach, gap + reach), METHOD, n)
