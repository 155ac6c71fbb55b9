"""Seeded draws of the calibration set, with the probability each item had of being drawn.

Chosen: a uniform slice of all items first, then the targeted part of each stratum from what the
slice left. The slice alone stays a plain random sample; within a stratum the union is one too, so
weighting by stratum is valid; and the queue has exactly the size asked. Rejected: two independent
draws united, whose size varies with their overlap, and targeting first, which spoils the slice.

With exactly U + m items from a stratum of N_h, U uniform ones among them, each item's probability
is E[U + m] / N_h = n_uniform/N + m/N_h. Only where a stratum can run out does this need a sum over
the slice's possible outcomes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy import special

N_OUTCOMES = 10_000

IntArray = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class DrawnItem:
    """One drawn item: its stratum, its position within the stratum's list, and how it came.

    `inclusion_probability` is the chance, before the draw, that this item would be in the queue.
    """

    position: int
    stratum: int
    slice: Literal["uniform", "targeted"]
    inclusion_probability: float


@dataclass(frozen=True, slots=True)
class StratifiedDraw:
    """All drawn items by stratum and position; `notes` says where a stratum ran out."""

    items: tuple[DrawnItem, ...]
    notes: tuple[str, ...]


def split_evenly(n: int, sizes: Sequence[int]) -> tuple[int, ...]:
    """Gives n split among strata as evenly as their sizes allow.

    Parameters
    ----------
    n : int
        Items to split, at most the sum of the sizes.
    sizes : sequence of int
        Items in each stratum.

    Returns
    -------
    tuple of int
        Adds up to n, no part above its size; earlier strata get the odd ones.

    Raises
    ------
    ValueError
        If n is below 0 or above the sum of the sizes.
    """
    if not 0 <= n <= sum(sizes):
        raise ValueError(f"n must lie in [0, {sum(sizes)}], got {n}")
    # The level every stratum is filled to, as far as it goes.
    level, ceiling = 0, max(sizes, default=0)
    while level < ceiling:
        middle = (level + ceiling + 1) // 2
        if sum(min(size, middle) for size in sizes) <= n:
            level = middle
        else:
            ceiling = middle - 1
    parts = [min(size, level) for size in sizes]
    left = n - sum(parts)
    for place, size in enumerate(sizes):
        if left and size > level:
            parts[place] += 1
            left -= 1
    return tuple(parts)


def draw_stratified(
    sizes: Sequence[int],
    n_targeted: Sequence[int],
    n_uniform: int,
    rng: np.random.Generator,
) -> StratifiedDraw:
    """Gives a queue: a uniform slice of everything and a targeted part of each stratum.

    Parameters
    ----------
    sizes : sequence of int
        Items in each stratum; positions count from 0 within the stratum.
    n_targeted : sequence of int
        Items wanted from each stratum beside the uniform slice.
    n_uniform : int
        Items of the uniform slice.
    rng : numpy.random.Generator
        Source of the draw.

    Returns
    -------
    StratifiedDraw
        Exactly n_uniform + sum(n_targeted) items. What a stratum lacks is taken from the others in
        proportion to what they have left, and a note says so.

    Raises
    ------
    ValueError
        If a number is below 0, lengths differ, or more items are wanted than exist.

    Notes
    -----
    Inclusion probability: E[items drawn from the stratum] / its size. Where no stratum can run
    out that is n_uniform/N + n_targeted/size exactly. Otherwise it is summed over the slice's
    outcomes, with their hypergeometric chances; of more than 10,000 outcomes as many are drawn.

    References
    ----------
    Horvitz & Thompson 1952, J. Am. Stat. Assoc. 47, 663-685.
    """
    if len(sizes) != len(n_targeted):
        raise ValueError(f"n_targeted must match sizes, got {len(n_targeted)} for {len(sizes)}")
    if min([n_uniform, *sizes, *n_targeted]) < 0:
        raise ValueError("sizes, n_targeted and n_uniform must all be at least 0")
    n_total = sum(sizes)
    if n_uniform + sum(n_targeted) > n_total:
        raise ValueError(
            f"the queue must not exceed the {n_total} items there are, "
            f"got {n_uniform + sum(n_targeted)}"
        )
    targeted = np.asarray(n_targeted, dtype=np.int64)
    size_array = np.asarray(sizes, dtype=np.int64)
    uniform_counts = _slice_counts(size_array, n_uniform, rng, 1)[0]
    targeted_counts = _targeted_counts(size_array, targeted, uniform_counts)
    probabilities = _inclusion_probabilities(size_array, targeted, n_uniform, rng)
    items: list[DrawnItem] = []
    for stratum, size in enumerate(sizes):
        n_slice = int(uniform_counts[stratum])
        n_drawn = n_slice + int(targeted_counts[stratum])
        # Given its count per stratum, a uniform slice is a random sample within each stratum.
        drawn = rng.choice(size, n_drawn, replace=False) if n_drawn else np.empty(0, np.int64)
        origin = {int(place): "uniform" for place in drawn[:n_slice]}
        for place in sorted(int(place) for place in drawn):
            items.append(
                DrawnItem(
                    place,
                    stratum,
                    "uniform" if place in origin else "targeted",
                    float(probabilities[stratum]),
                )
            )
    notes = tuple(
        f"stratum {stratum} had {int(taken)} of {wanted} items left to target; "
        "the others made up for it"
        for stratum, (taken, wanted) in enumerate(zip(targeted_counts, n_targeted, strict=True))
        if taken < wanted
    )
    return StratifiedDraw(tuple(items), notes)


def _slice_counts(
    sizes: IntArray, n_uniform: int, rng: np.random.Generator, n_outcomes: int
) -> IntArray:
    if not len(sizes):
        return np.zeros((n_outcomes, 0), np.int64)
    counts = rng.multivariate_hypergeometric(sizes, n_uniform, n_outcomes, method="marginals")
    return np.asarray(counts, np.int64)


def _targeted_counts(sizes: IntArray, targeted: IntArray, uniform_counts: IntArray) -> IntArray:
    counts: IntArray = np.minimum(targeted, sizes - uniform_counts)
    missing = int(targeted.sum() - counts.sum())
    while missing:
        room = sizes - uniform_counts - counts
        exact = missing * room / room.sum()
        extra = np.minimum(np.floor(exact).astype(np.int64), room)
        # The largest remainders take the odd ones, the earlier stratum first.
        for place in np.argsort(-(exact - extra), kind="stable"):
            if extra.sum() < missing and extra[place] < room[place]:
                extra[place] += 1
        counts = counts + extra
        missing -= int(extra.sum())
    return counts


def _inclusion_probabilities(
    sizes: IntArray, targeted: IntArray, n_uniform: int, rng: np.random.Generator
) -> NDArray[np.float64]:
    occupied = np.maximum(sizes, 1)
    plain = n_uniform / max(int(sizes.sum()), 1) + targeted / occupied
    if np.all(targeted + np.minimum(n_uniform, sizes) <= sizes) or not targeted.any():
        return plain
    if np.prod(np.minimum(sizes, n_uniform)[:-1] + 1.0) <= N_OUTCOMES:
        outcomes, chances = _all_outcomes(sizes, n_uniform)
    else:
        drawn = _slice_counts(sizes, n_uniform, rng, N_OUTCOMES)
        outcomes, repeats = np.unique(drawn, axis=0, return_counts=True)
        chances = repeats / N_OUTCOMES
    # Only the departure from the plain plan is averaged: the rest is known exactly.
    runs_out = (outcomes + targeted > sizes).any(axis=1)
    departure = np.zeros(len(sizes))
    for outcome, chance in zip(outcomes[runs_out], chances[runs_out], strict=True):
        departure += chance * (_targeted_counts(sizes, targeted, outcome) - targeted)
    return np.minimum(plain + departure / occupied, 1.0)


def _all_outcomes(sizes: IntArray, n_uniform: int) -> tuple[IntArray, NDArray[np.float64]]:
    ranges = [np.arange(min(int(size), n_uniform) + 1) for size in sizes[:-1]]
    grid = np.stack([axis.ravel() for axis in np.meshgrid(*ranges)], axis=1) if ranges else None
    others = np.zeros((1, 0), np.int64) if grid is None else grid
    last = n_uniform - others.sum(axis=1)
    is_possible = (last >= 0) & (last <= sizes[-1])
    outcomes = np.column_stack([others[is_possible], last[is_possible]])
    log_chance = _log_choose(sizes, outcomes).sum(axis=1) - _log_choose(
        sizes.sum(), np.array(n_uniform)
    )
    return outcomes, np.exp(log_chance)


def _log_choose(n: IntArray, k: IntArray) -> NDArray[np.float64]:
    return np.asarray(
        special.gammaln(n + 1) - special.gammaln(k + 1) - special.gammaln(n - k + 1), np.float64
    )
