"""Draws in which some items of a stratum are likelier than others, each by a known probability.

Chosen: one systematic draw over randomly ordered items, which has exactly the size asked and
exactly the probabilities given. Rejected: two independent draws united, whose size varies, and
draws one by one with probability proportional to what is left, whose probabilities nobody can say.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

NEAREST_TIMES = 5.0
"""How much likelier the nearest item is than the farthest.

With sizes spread evenly from 1 to 5 the labels are worth 83 % of as many equal ones (Kish), the
price of seeing more of the doubtful ones.
"""

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]


def nearness(distances: FloatArray) -> FloatArray:
    """Gives each item's size measure by the rank of its distance.

    Parameters
    ----------
    distances : ndarray of float, shape (n,)
        How far each item is from the other verdict; NaN where nobody knows.

    Returns
    -------
    ndarray of float, shape (n,)
        From NEAREST_TIMES for the nearest down to 1 for the farthest, linear in the rank; items
        equally far share a measure, and those of unknown distance have the middle one.

    Notes
    -----
    Ranks and not distances, since a judge's scores keep no scale.
    """
    middle = (1 + NEAREST_TIMES) / 2
    sizes = np.full(distances.shape, middle)
    is_known = ~np.isnan(distances)
    known = distances[is_known]
    if known.size < 2:
        return sizes
    values, place, n_equal = np.unique(known, return_inverse=True, return_counts=True)
    if values.size == 1:
        return sizes
    rank = np.cumsum(n_equal) - (n_equal + 1) / 2
    sizes[is_known] = NEAREST_TIMES - (NEAREST_TIMES - 1) * rank[place] / (known.size - 1)
    return sizes


def mixed_probabilities(
    sizes: Sequence[FloatArray], n_targeted: Sequence[int], n_uniform: int
) -> list[FloatArray]:
    """Gives each item's probability in a draw that is part uniform and part by size measure.

    Parameters
    ----------
    sizes : sequence of ndarray
        Size measures above 0 of the items of each stratum.
    n_targeted : sequence of int
        Items wanted from each stratum in proportion to the measures.
    n_uniform : int
        Items wanted from all alike.

    Returns
    -------
    list of ndarray
        Probabilities in (0, 1], adding up to n_uniform + sum(n_targeted). Where an item would be
        above 1 it is certain, and the others of its stratum make up for it.

    Raises
    ------
    ValueError
        If lengths differ, a measure is not above 0, or more items are wanted than exist.
    """
    if len(sizes) != len(n_targeted):
        raise ValueError(f"n_targeted must match sizes, got {len(n_targeted)} for {len(sizes)}")
    if any(stratum.size and stratum.min() <= 0 for stratum in sizes):
        raise ValueError("size measures must all be above 0")
    n_total = sum(stratum.size for stratum in sizes)
    if min([n_uniform, *n_targeted]) < 0 or n_uniform > n_total:
        raise ValueError(f"n_uniform must lie in [0, {n_total}], got {n_uniform}")
    base = n_uniform / n_total if n_total else 0.0
    return [
        base + _capped(stratum, wanted, 1 - base)
        for stratum, wanted in zip(sizes, n_targeted, strict=True)
    ]


def _capped(sizes: FloatArray, n: int, cap: float) -> FloatArray:
    """Split n in proportion to sizes, no part above the cap."""
    if n > cap * sizes.size * (1 + 1e-12):
        raise ValueError(f"a stratum of {sizes.size} items cannot give {n} beside the uniform part")
    parts = np.zeros(sizes.size)
    is_full = np.zeros(sizes.size, bool)
    while n:
        left = n - cap * is_full.sum()
        parts = np.where(is_full, cap, 0.0)
        if not (~is_full).any():
            break
        parts[~is_full] = left * sizes[~is_full] / sizes[~is_full].sum()
        over = parts > cap * (1 + 1e-12)
        if not over.any():
            break
        is_full |= over
    return parts


def draw_systematic(probabilities: FloatArray, rng: np.random.Generator) -> IntArray:
    """Gives the positions of a draw in which each item has its probability.

    Parameters
    ----------
    probabilities : ndarray of float, shape (n,)
        Chances in [0, 1] that add up to a whole number. Items that stand together and whose chances
        add up to a whole number give exactly that many.
    rng : numpy.random.Generator
        Source of the random start.

    Returns
    -------
    ndarray of int
        Ascending positions, as many as the probabilities add up to.

    Raises
    ------
    ValueError
        If a probability lies outside [0, 1].

    Notes
    -----
    Systematic sampling with a random start over the running sum. Put the items into random order
    first: neighbours are never drawn together where their probabilities are small.

    References
    ----------
    Madow 1949, Ann. Math. Stat. 20, 333-354.
    """
    if probabilities.size and not (probabilities.min() >= 0 and probabilities.max() <= 1 + 1e-9):
        raise ValueError("probabilities must all lie in [0, 1]")
    running = np.cumsum(probabilities)
    n = round(float(running[-1])) if running.size else 0
    points = np.arange(n) + rng.uniform()
    # Rounding of the sum must not push the last point off its end.
    drawn = np.minimum(np.searchsorted(running, points, side="right"), probabilities.size - 1)
    return np.unique(drawn).astype(np.int64)
