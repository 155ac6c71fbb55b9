"""The settings of the coverage simulation, its draws, and how an interval fares on them.

Items are drawn from a system with a known failing share, labels from the items by one of three
designs. Everything is counted, nothing is drawn item by item: ten thousand data sets of a cell
take a moment.
"""

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]

LABELS = (50, 100, 200)
ITEMS = (200, 2_000, 100_000)
PREVALENCES = (0.02, 0.1, 0.3, 0.5)
JUDGES = ((0.9, 0.15), (0.99, 0.02), (0.7, 0.3), (1.0, 0.0), (1.0, 0.05))
DESIGNS = ("uniform", "by verdict", "queue")
DESIGN_WORDS = {
    "uniform": "uniform",
    "by verdict": "by verdict, half and half",
    "queue": "queue: 30 % uniform, the rest half and half",
}
PERFECT = (1.0, 0.0)


class Cell(NamedTuple):
    """One setting of the grid."""

    design: str
    n_labels: int
    n_items: int
    prevalence: float
    sensitivity: float
    false_positive_rate: float


class Tables(NamedTuple):
    """Labelled counts and target sizes of many simulated data sets, one entry each."""

    n_flagged: IntArray
    n_passed: IntArray
    tp: IntArray
    fp: IntArray
    fn: IntArray
    tn: IntArray


class Limits(NamedTuple):
    """Lower and upper limits of many intervals."""

    low: FloatArray
    high: FloatArray


class Outcome(NamedTuple):
    """What one method did in one cell; coverage and width are over its answers only."""

    cell: Cell
    coverage: float
    width: float
    refused: float


def grid() -> Iterator[Cell]:
    """Gives every cell where fewer items are labelled than exist."""
    for design, n_labels, n_items, prevalence, judge in product(
        DESIGNS, LABELS, ITEMS, PREVALENCES, JUDGES
    ):
        if n_labels < n_items:
            yield Cell(design, n_labels, n_items, prevalence, *judge)


def simulate(cell: Cell, n_runs: int, rng: np.random.Generator) -> Tables:
    """Gives labelled tables: items drawn from a system, labels drawn from the items."""
    wrong, right = cell.prevalence, 1 - cell.prevalence
    shares = [
        wrong * cell.sensitivity,
        right * cell.false_positive_rate,
        wrong * (1 - cell.sensitivity),
        right * (1 - cell.false_positive_rate),
    ]
    # Columns: flagged and wrong, flagged and right, passed and wrong, passed and right.
    items = rng.multinomial(cell.n_items, shares, n_runs)
    n_uniform = {"uniform": cell.n_labels, "by verdict": 0}.get(
        cell.design, round(0.3 * cell.n_labels)
    )
    uniform = _uniform(items, n_uniform, rng)
    left = items - uniform
    in_flagged, in_passed = left[:, :2].sum(axis=1), left[:, 2:].sum(axis=1)
    n_targeted = cell.n_labels - n_uniform
    # What one verdict lacks the other gives, as in the queue.
    from_flagged = np.minimum(n_targeted // 2, in_flagged)
    from_passed = np.minimum(n_targeted - from_flagged, in_passed)
    from_flagged = np.minimum(n_targeted - from_passed, in_flagged)
    tp = rng.hypergeometric(left[:, 0], left[:, 1], from_flagged)
    fn = rng.hypergeometric(left[:, 2], left[:, 3], from_passed)
    labelled = uniform + np.column_stack([tp, from_flagged - tp, fn, from_passed - fn])
    return Tables(
        items[:, :2].sum(axis=1),
        items[:, 2:].sum(axis=1),
        labelled[:, 0],
        labelled[:, 1],
        labelled[:, 2],
        labelled[:, 3],
    )


def _uniform(items: IntArray, n: int, rng: np.random.Generator) -> IntArray:
    drawn = np.zeros_like(items)
    still, rest = np.full(len(items), n), items.sum(axis=1)
    for column in range(items.shape[1]):
        rest = rest - items[:, column]
        drawn[:, column] = rng.hypergeometric(items[:, column], rest, still)
        still = still - drawn[:, column]
    return drawn


def outcome(cell: Cell, limits: Limits, refused: NDArray[np.bool_]) -> Outcome:
    """Gives coverage and mean width over the answers, and the share of refusals."""
    answered = ~np.isnan(limits.low)
    low, high = limits.low[answered], limits.high[answered]
    held = (low <= cell.prevalence + 1e-12) & (high >= cell.prevalence - 1e-12)
    return Outcome(
        cell,
        float(held.mean()) if held.size else float("nan"),
        float((high - low).mean()) if held.size else float("nan"),
        float(refused.mean()),
    )
