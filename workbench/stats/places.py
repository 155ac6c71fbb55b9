"""Whether an answer is right, by the place of its evidence in the prompt.

Chosen: three places (first, last, anything between), because what is reported of long prompts is
a dip in the middle, and a dozen places hold too few answers each. Shares count a question once,
however often it was asked. Rejected: a line through rank and correctness, which cannot see a dip.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from workbench.stats.cluster_bootstrap import (
    FloatArray,
    IntArray,
    cluster_means,
    mean_over_clusters,
)
from workbench.stats.interval import Estimate, Interval

PLACES = ("first", "middle", "last")
SHORTEST_LIST = 3


@dataclass(frozen=True, slots=True)
class PlaceShare:
    """Answers whose evidence stood at one place: how many, of how many questions, share right."""

    place: str
    n: int
    n_questions: int
    right: Estimate | None


def place_of(rank: int, n: int) -> str | None:
    """Gives the place of a rank in a list of n, None where n is too short for a middle.

    Parameters
    ----------
    rank : int
        From 1 to n.
    n : int
        Length of the list.

    Returns
    -------
    str or None
        One of `PLACES`.

    Raises
    ------
    ValueError
        If rank lies outside 1 to n.
    """
    if not 1 <= rank <= n:
        raise ValueError(f"rank must lie from 1 to n={n}, got {rank}")
    if n < SHORTEST_LIST:
        return None
    if rank == 1:
        return "first"
    return "last" if rank == n else "middle"


def right_by_place(
    is_right: Sequence[bool],
    places: Sequence[str],
    question_of: Sequence[int],
    rng: np.random.Generator,
    confidence: float = 0.95,
) -> tuple[PlaceShare, ...]:
    """Gives the share of right answers at each place, with intervals resampled by question.

    Parameters
    ----------
    is_right, places, question_of : sequences of equal length
        One answer each: whether it was right, its evidence's place, the question it belongs to.
    rng : numpy.random.Generator
        Source of the draws.
    confidence : float
        Level of the intervals.

    Returns
    -------
    tuple of PlaceShare
        In the order of `PLACES`; no share where a place holds no answer.

    Raises
    ------
    ValueError
        If the lengths differ.
    """
    if not len(is_right) == len(places) == len(question_of):
        raise ValueError(
            f"is_right, places and question_of must be equally long, got {len(is_right)}, "
            f"{len(places)} and {len(question_of)}"
        )
    values: FloatArray = np.asarray(is_right, dtype=np.float64)
    questions: IntArray = np.unique(np.asarray(question_of, dtype=np.int64), return_inverse=True)[1]
    found = []
    for place in PLACES:
        here = np.array([one == place for one in places], dtype=bool)
        if not here.any():
            found.append(PlaceShare(place, 0, 0, None))
            continue
        means = cluster_means(values[here], questions[here])
        share = mean_over_clusters(means, rng, confidence=confidence)
        found.append(PlaceShare(place, int(here.sum()), int(means.size), share))
    return tuple(found)


def difference_of_shares(first: Estimate, second: Estimate) -> Estimate:
    """Gives first minus second with its interval, by square-and-add of their own limits.

    Parameters
    ----------
    first, second : Estimate
        Two shares in [0, 1] of different answers, at one level.

    Returns
    -------
    Estimate
        In [-1, 1]; n is the smaller of the two.

    Notes
    -----
    L = d - sqrt((p1 - l1)^2 + (u2 - p2)^2), U = d + sqrt((u1 - p1)^2 + (p2 - l2)^2). A question
    with answers at both places makes the two shares alike, and the interval too wide, not too
    narrow.

    References
    ----------
    Newcombe 1998, Stat. Med. 17, 873-890, method 10, with the given limits in Wilson's place.
    """
    gap = first.estimate - second.estimate
    down = sqrt((first.estimate - first.low) ** 2 + (second.high - second.estimate) ** 2)
    up = sqrt((first.high - first.estimate) ** 2 + (second.estimate - second.low) ** 2)
    interval = Interval(max(-1.0, gap - down), min(1.0, gap + up))
    return Estimate(gap, interval, "square-and-add", min(first.n, second.n))
