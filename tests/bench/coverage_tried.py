"""What else was tried against the weakest cells of the headline interval, by simulation.

Each try is an array form of base limits for `mover`. The grid tells which is best where the shapes
were looked for; cells off the grid, drawn at random, tell whether that was luck.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from scipy import special

from tests.bench.coverage_grid import (
    DESIGNS,
    Cell,
    FloatArray,
    IntArray,
    Limits,
    Tables,
    outcome,
    simulate,
)
from tests.bench.coverage_intervals import CONFIDENCE, guarded_jeffreys, jeffreys, mover

LabelledLimits = Callable[[Tables], Limits]
LowerLimit = Callable[[FloatArray, FloatArray], FloatArray]

TAIL = (1 - CONFIDENCE) / 2
OFF_GRID = 400
OFF_GRID_LABELS = (40, 60, 80, 120, 150, 250)
OFF_GRID_ITEMS = (400, 1_000, 5_000, 50_000)
BAR = 0.94


class Fit(NamedTuple):
    """How a try fares over some cells; `width` is beside that of plain Jeffreys limits."""

    lowest: float
    n_below: int
    mean: float
    width: float


def _mirrored(lower: LowerLimit) -> Callable[[IntArray, IntArray], Limits]:
    """Makes both limits from a lower one of hits and misses, which hits = 0 sets to 0."""

    def base(hits: IntArray, n: IntArray) -> Limits:
        pairs, place = np.unique(np.column_stack([hits, n]), axis=0, return_inverse=True)
        x, misses = pairs[:, 0].astype(float), (pairs[:, 1] - pairs[:, 0]).astype(float)
        low = np.where(x == 0, 0.0, lower(np.maximum(x, 1), misses))
        high = np.where(misses == 0, 1.0, 1 - lower(np.maximum(misses, 1), x))
        return Limits(low[place], high[place])

    return base


def _beta(shift: Callable[[FloatArray, FloatArray], FloatArray]) -> LowerLimit:
    def lower(x: FloatArray, misses: FloatArray) -> FloatArray:
        s = shift(x, misses)
        limits: FloatArray = special.betaincinv(x + s, misses + 1 - s, TAIL)
        return limits

    return lower


def _mid_p(x: FloatArray, misses: FloatArray) -> FloatArray:
    """Gives the share at which P(more hits) + P(as many hits) / 2 is the tail, by halving."""
    low, high = np.zeros_like(x), np.ones_like(x)
    n = x + misses
    log_choose = special.gammaln(n + 1) - special.gammaln(x + 1) - special.gammaln(misses + 1)
    for _ in range(50):
        share = (low + high) / 2
        alike = np.exp(log_choose + special.xlogy(x, share) + special.xlog1py(misses, -share))
        beyond = special.betainc(x, misses + 1, share) - alike / 2
        high = np.where(beyond > TAIL, share, high)
        low = np.where(beyond > TAIL, low, share)
    return (low + high) / 2


def _third(x: FloatArray, misses: FloatArray) -> FloatArray:
    limits: FloatArray = special.betaincinv(x + 1 / 3, misses + 1 / 3, TAIL)
    return limits


def _exact_up_to(few: int) -> LowerLimit:
    return _beta(lambda x, _: np.where(x <= few, 0.0, 0.5))


def _eased(clean: float) -> LowerLimit:
    return _beta(lambda x, misses: np.where(misses == 0, clean, 0.5 - 0.5 / x))


def _student(tables: Tables) -> Limits:
    """Gives MOVER-Jeffreys with each reach times t/z, t at Satterthwaite's degrees of freedom."""
    low, high = mover(tables)
    n_items = tables.n_flagged + tables.n_passed
    parts = (
        (tables.n_flagged / n_items, tables.tp, tables.tp + tables.fp),
        (tables.n_passed / n_items, tables.fn, tables.fn + tables.tn),
    )
    variances, squares, point = 0.0, 0.0, 0.0
    for share, hits, n in parts:
        smoothed = (hits + 0.5) / (n + 1)
        variance = share**2 * smoothed * (1 - smoothed) / np.maximum(n, 1)
        variances = variances + variance
        squares = squares + variance**2 / np.maximum(n - 1, 1)
        point = point + share * hits / np.maximum(n, 1)
    stretch = special.stdtrit(variances**2 / squares, 1 - TAIL) / special.ndtri(1 - TAIL)
    is_labelled = (parts[0][2] > 0) & (parts[1][2] > 0)
    return Limits(
        np.where(is_labelled, np.maximum(0, point - stretch * (point - low)), low),
        np.where(is_labelled, np.minimum(1, point + stretch * (high - point)), high),
    )


def _on(base: Callable[[IntArray, IntArray], Limits]) -> LabelledLimits:
    return lambda tables: mover(tables, base)


TRIED: Mapping[str, LabelledLimits] = {
    "Jeffreys (headline)": _on(jeffreys),
    "**eased from exact at one hit to Jeffreys, .525 where clean** (guarded)": _on(
        guarded_jeffreys
    ),
    "the same, .5 where clean": _on(_mirrored(_eased(0.5))),
    "the same, .55 where clean": _on(_mirrored(_eased(0.55))),
    "exact at one hit, else Jeffreys": _on(_mirrored(_exact_up_to(1))),
    "exact at one and two hits, else Jeffreys": _on(_mirrored(_exact_up_to(2))),
    "Beta(1/3, 1/3) for Jeffreys' Beta(1/2, 1/2)": _on(_mirrored(_third)),
    "Jeffreys, Student's t for z": _student,
    "mid-P": _on(_mirrored(_mid_p)),
    "exact (Clopper-Pearson)": _on(_mirrored(_exact_up_to(10**9))),
}


def off_grid(n_cells: int, seed: int) -> list[Cell]:
    """Gives cells at random: the designs in turn, failing shares from .01 to .6, weaker judges."""
    rng = np.random.default_rng([seed, 400])
    return [
        Cell(
            DESIGNS[number % len(DESIGNS)],
            int(rng.choice(OFF_GRID_LABELS)),
            int(rng.choice(OFF_GRID_ITEMS)),
            float(np.exp(rng.uniform(np.log(0.01), np.log(0.6)))),
            float(rng.uniform(0.6, 1)),
            float(rng.uniform(0, 0.35)),
        )
        for number in range(n_cells)
    ]


def fits(cells: Sequence[Cell], n_runs: int, seed: int) -> dict[str, Fit]:
    """Gives how every try fares over the cells, all on the same draws."""
    coverage: dict[str, list[float]] = {name: [] for name in TRIED}
    width: dict[str, list[float]] = {name: [] for name in TRIED}
    for number, cell in enumerate(cells):
        tables = simulate(cell, n_runs, np.random.default_rng([seed, number]))
        for name, limits in TRIED.items():
            result = outcome(cell, limits(tables), np.zeros(n_runs, bool))
            coverage[name].append(result.coverage)
            width[name].append(result.width)
    plain = float(np.mean(width["Jeffreys (headline)"]))
    return {
        name: Fit(
            min(values),
            sum(value < BAR for value in values),
            float(np.mean(values)),
            float(np.mean(width[name])) / plain,
        )
        for name, values in coverage.items()
    }


def section(cells: Sequence[Cell], n_runs: int, seed: int) -> str:
    """Gives the section of docs/coverage.md."""
    on_grid, elsewhere = fits(cells, n_runs, seed), fits(off_grid(OFF_GRID, seed), n_runs, seed)
    lines = [
        "## Tried against the weakest cells",
        "",
        f"Base limits for the same square-and-add interval; {n_runs:,} replicates a cell, seed "
        f"{seed}, simulation error of a cell {(0.95 * 0.05 / n_runs) ** 0.5:.4f}.",
        f"The grid is that above; off the grid are {OFF_GRID} cells at random (labels "
        f"{OFF_GRID_LABELS[0]} to {OFF_GRID_LABELS[-1]}, items {OFF_GRID_ITEMS[0]} to "
        f"{OFF_GRID_ITEMS[-1]:,}, failing",
        "shares .01 to .6, sensitivity .6 to 1, false-positive rate 0 to .35), where no shape was"
        " looked for. Width is beside Jeffreys'.",
        "",
        f"| base limits | grid: lowest | cells below {BAR} | mean | width"
        f" | off the grid: lowest | cells below {BAR} | mean | width |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for name, fit in on_grid.items():
        other = elsewhere[name]
        lines.append(
            f"| {name} | {fit.lowest:.3f} | {fit.n_below} | {fit.mean:.3f} | {fit.width:.3f} "
            f"| {other.lowest:.3f} | {other.n_below} | {other.mean:.3f} | {other.width:.3f} |"
        )
    return "\n".join(lines) + "\n"
