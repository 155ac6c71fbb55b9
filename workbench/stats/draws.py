"""Posterior draws of shares, with the boundary convention of the intervals made from them.

Chosen: Jeffreys' Beta(x+1/2, n-x+1/2) draws, and for a share that was seen at 0 (or at n of n)
exactly 0 (or 1) in the one limit it pulls. Rejected: plain draws, which lift the lower limit off
zero by prior mass alone and cover as little as .88 when a rate is truly 0.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from workbench.stats.interval import Interval

FloatArray = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class ShareDraws:
    """Draws of one share; `floor` and `ceiling` are the copies for limits it pulls down or up.

    `floor` is 0 throughout when no hit was seen, `ceiling` is 1 throughout when every item was
    a hit; otherwise both are the draws themselves.
    """

    draws: FloatArray
    floor: FloatArray
    ceiling: FloatArray


def jeffreys_draws(n_hits: float, n: float, rng: np.random.Generator, n_draws: int) -> ShareDraws:
    """Gives draws from Beta(n_hits + 1/2, n - n_hits + 1/2) with their boundary copies.

    Parameters
    ----------
    n_hits, n : float
        Items with the property, and items looked at; n = 0 gives draws from the prior.
    rng : numpy.random.Generator
        Source of the draws.
    n_draws : int
        Number of draws, at least 1.

    Returns
    -------
    ShareDraws
        Arrays of length n_draws, values in [0, 1].

    Raises
    ------
    ValueError
        If n_hits lies outside [0, n] or n_draws is below 1.
    """
    if not 0 <= n_hits <= n:
        raise ValueError(f"n_hits must lie in [0, n], got n_hits={n_hits} with n={n}")
    if n_draws < 1:
        raise ValueError(f"n_draws must be at least 1, got {n_draws}")
    draws = rng.beta(n_hits + 0.5, n - n_hits + 0.5, n_draws)
    floor = np.zeros(n_draws) if n_hits == 0 else draws
    ceiling = np.ones(n_draws) if n_hits == n else draws
    return ShareDraws(draws, floor, ceiling)


def interval_from_draws(
    for_low: FloatArray, for_high: FloatArray, confidence: float, point: float
) -> Interval:
    """Gives the equal-tailed interval, lower limit and upper limit from their own draws.

    Parameters
    ----------
    for_low, for_high : ndarray
        Draws of the quantity as each limit sees it.
    confidence : float
        Level of the interval, strictly between 0 and 1.
    point : float
        The estimate the interval belongs to; a limit that the draws put beyond it is moved to it.

    Returns
    -------
    Interval
        Limits in the unit of the draws, low <= point <= high.

    Raises
    ------
    ValueError
        If confidence is not strictly between 0 and 1.
    """
    if not 0 < confidence < 1:
        raise ValueError(f"confidence must be strictly between 0 and 1, got {confidence}")
    tail = (1 - confidence) / 2
    low = float(np.quantile(for_low, tail))
    high = float(np.quantile(for_high, 1 - tail))
    return Interval(min(low, point), max(high, point))
