"""A line through two measured quantities, neither of which explains the other exactly.

Chosen: the reduced major axis. Rejected: least squares, whose slope is too flat wherever the first
quantity stands in for another one (characters for tokens): on prompts cut at a budget it put 130
tokens where 100 were true, this line 111.
"""

import numpy as np
from numpy.typing import NDArray


def symmetric_slope(first: NDArray[np.float64], second: NDArray[np.float64]) -> float | None:
    """Gives how much the second quantity rises with the first.

    Parameters
    ----------
    first, second : ndarray of equal length
        The two quantities, item by item.

    Returns
    -------
    float or None
        Units of the second for one of the first; None where they do not rise together or one of
        them never varies.

    Raises
    ------
    ValueError
        If the two differ in length.

    Notes
    -----
    The ratio of the two standard deviations, with the sign of their correlation.

    References
    ----------
    Smith 2009, Am. J. Phys. Anthropol. 140, 476-486, on when a symmetric line is the right one.
    """
    if first.shape != second.shape:
        raise ValueError(
            f"first and second must be equally long, got {first.shape} and {second.shape}"
        )
    if first.size < 2 or np.ptp(first) == 0 or np.ptp(second) == 0:
        return None
    if float(np.corrcoef(first, second)[0, 1]) <= 0:
        return None
    return float(second.std() / first.std())
