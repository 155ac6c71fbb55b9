"""How often the headline interval holds the true failing share, by simulation.

Run from the root: `python -m tests.bench.coverage`. Writes docs/coverage.md and exits 1 if any cell
of the grid covers less than 91 % or the mean is below 95 %. The interval is the shipped
`post_stratified`, rewritten for arrays; a test holds the two equal on random tables. Beside it, on
the same draws, the method of judgy 0.1.0, rewritten from its formula: Rogan-Gladen cut to [0, 1],
percentile bootstrap of the labelled pairs, the observed share held fixed.
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import special

from tests.bench import coverage_buckets, coverage_clusters

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
CELL_BAR, MEAN_BAR = 0.91, 0.95
CONFIDENCE = 0.95
JUDGY_ITEMS = 2_000


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


class Settings(NamedTuple):
    """How large the simulation is."""

    n_runs: int
    judgy_runs: int
    n_bootstrap: int
    seed: int


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


def jeffreys(hits: IntArray, n: IntArray) -> Limits:
    """Gives Jeffreys' limits for arrays, pinned at 0 and n, (0, 1) where n is 0."""
    pairs, place = np.unique(np.column_stack([hits, n]), axis=0, return_inverse=True)
    x, m = pairs[:, 0], pairs[:, 1]
    tail = (1 - CONFIDENCE) / 2
    low = np.where(x == 0, 0.0, special.betaincinv(x + 0.5, m - x + 0.5, tail))
    high = np.where(x == m, 1.0, special.betaincinv(x + 0.5, m - x + 0.5, 1 - tail))
    return Limits(low[place], high[place])


def guarded_jeffreys(hits: IntArray, n: IntArray) -> Limits:
    """Gives the same limits with Clopper-Pearson's beside a single hit or miss."""
    low, high = jeffreys(hits, n)
    tail = (1 - CONFIDENCE) / 2
    # For one hit of n, Beta(1, n) has the quantile 1 - (1 - tail)^(1/n).
    stray = 1 - (1 - tail) ** (1 / np.maximum(n, 1))
    return Limits(np.where(hits == 1, stray, low), np.where(n - hits == 1, 1 - stray, high))


def mover(tables: Tables, base: Callable[[IntArray, IntArray], Limits] = jeffreys) -> Limits:
    """Gives the shipped interval for two verdicts; an unlabelled one bounds it from 0 to 1."""
    n_items = tables.n_flagged + tables.n_passed
    share = tables.n_flagged / n_items
    in_flagged, in_passed = tables.tp + tables.fp, tables.fn + tables.tn
    flagged, passed = base(tables.tp, in_flagged), base(tables.fn, in_passed)
    mix = base(tables.n_flagged, n_items)
    has_both = (tables.n_flagged > 0) & (tables.n_passed > 0)

    def rates(unknown: float) -> tuple[FloatArray, FloatArray]:
        return (
            np.where(in_flagged > 0, tables.tp / np.maximum(in_flagged, 1), unknown),
            np.where(in_passed > 0, tables.fn / np.maximum(in_passed, 1), unknown),
        )

    if_flagged, if_passed = rates(0.0)
    gap = if_flagged - if_passed
    mix_down = np.where(has_both, gap * np.where(gap >= 0, share - mix.low, mix.high - share), 0)
    down = np.sqrt(
        (share * (if_flagged - flagged.low)) ** 2
        + ((1 - share) * (if_passed - passed.low)) ** 2
        + mix_down**2
    )
    low = np.maximum(0, share * if_flagged + (1 - share) * if_passed - down)
    if_flagged, if_passed = rates(1.0)
    gap = if_flagged - if_passed
    mix_up = np.where(has_both, gap * np.where(gap >= 0, mix.high - share, share - mix.low), 0)
    up = np.sqrt(
        (share * (flagged.high - if_flagged)) ** 2
        + ((1 - share) * (passed.high - if_passed)) ** 2
        + mix_up**2
    )
    high = np.minimum(1, share * if_flagged + (1 - share) * if_passed + up)
    return Limits(low, high)


def judgy(tables: Tables, n_bootstrap: int, rng: np.random.Generator) -> Limits:
    """Gives judgy's limits; NaN where it refuses (one class only, or no better than chance)."""
    cells = np.column_stack([tables.tp, tables.fp, tables.fn, tables.tn])
    n_labels = cells.sum(axis=1)
    observed = tables.n_flagged / (tables.n_flagged + tables.n_passed)
    resampled = rng.multinomial(
        n_labels[:, None], (cells / n_labels[:, None])[:, None, :], (len(cells), n_bootstrap)
    )
    draws = _clipped_rogan_gladen(resampled, observed[:, None])
    # A judge it refuses on the labels themselves gets no answer at all.
    draws[np.isnan(_clipped_rogan_gladen(cells, observed))] = np.nan
    answered = ~np.isnan(draws).all(axis=1)
    low, high = np.full(len(cells), np.nan), np.full(len(cells), np.nan)
    tail = (1 - CONFIDENCE) / 2
    if answered.any():
        low[answered], high[answered] = np.nanquantile(draws[answered], [tail, 1 - tail], axis=1)
    return Limits(low, high)


def _clipped_rogan_gladen(cells: IntArray, observed: FloatArray) -> FloatArray:
    tp, fp, fn, tn = np.moveaxis(cells, -1, 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        sensitivity, alarms = tp / (tp + fn), fp / (fp + tn)
        share = np.clip((observed - alarms) / (sensitivity - alarms), 0, 1)
        # Undefined replicates are dropped, which NaN stands for.
        return np.where(sensitivity > alarms, share, np.nan)


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


def run(cells: Sequence[Cell], n_runs: int, seed: int) -> tuple[list[Outcome], list[Outcome]]:
    """Gives the headline's and the guarded interval's outcome in every cell, on the same draws."""
    headline, guarded = [], []
    for number, cell in enumerate(cells):
        tables = simulate(cell, n_runs, np.random.default_rng([seed, number]))
        unlabelled = ((tables.n_flagged > 0) & (tables.tp + tables.fp == 0)) | (
            (tables.n_passed > 0) & (tables.fn + tables.tn == 0)
        )
        headline.append(outcome(cell, mover(tables), unlabelled))
        guarded.append(outcome(cell, mover(tables, guarded_jeffreys), unlabelled))
    return headline, guarded


def run_judgy(cells: Sequence[Cell], settings: Settings) -> list[Outcome]:
    """Gives judgy's outcome on the first of the same draws, at one number of items."""
    outcomes = []
    for number, cell in enumerate(cells):
        if cell.n_items != JUDGY_ITEMS:
            continue
        seed = settings.seed
        tables = simulate(cell, settings.n_runs, np.random.default_rng([seed, number]))
        first = Tables(*(column[: settings.judgy_runs] for column in tables))
        limits = judgy(first, settings.n_bootstrap, np.random.default_rng([seed, number, 1]))
        outcomes.append(outcome(cell, limits, np.isnan(limits.low)))
    return outcomes


def holds(outcomes: Sequence[Outcome]) -> bool:
    """Says whether every cell and the mean reach their bars."""
    coverages = [result.coverage for result in outcomes]
    return min(coverages) >= CELL_BAR and float(np.mean(coverages)) >= MEAN_BAR


def report(
    headline: Sequence[Outcome],
    guarded: Sequence[Outcome],
    peer: Sequence[Outcome],
    settings: Settings,
) -> str:
    """Gives the main part of docs/coverage.md."""
    n_runs, seed = settings.n_runs, settings.seed
    coverages = [result.coverage for result in headline]
    lines = [
        "# Measured coverage",
        "",
        "Made by `python -m tests.bench.coverage"
        f" --replicates {n_runs} --judgy-replicates {settings.judgy_runs}"
        f" --bootstrap {settings.n_bootstrap} --seed {seed}`; do not edit.",
        "",
        "How often a 95 % interval holds the true failing share of the system, over",
        f"{len(headline)} cells: labels {_list(LABELS)}; items {_list(ITEMS)} (more than labels);"
        f" prevalence {_list(PREVALENCES)};",
        f"judges (sensitivity, false-positive rate) {_list(JUDGES)}.",
        "",
        f"**Headline over all cells: lowest {min(coverages):.3f}, mean {np.mean(coverages):.3f}.** "
        f"Bar: every cell at least {CELL_BAR}, mean at least {MEAN_BAR}: "
        f"{'held' if holds(headline) else 'MISSED'}. "
        f"Simulation error of a cell: {(0.95 * 0.05 / n_runs) ** 0.5:.4f}.",
        "",
        "| method | labels drawn | items | cells | replicates a cell | seed"
        " | lowest coverage | mean coverage | mean width | no point |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for name, outcomes in (
        ("**post-stratified, MOVER-Jeffreys** (headline)", headline),
        ("post-stratified, MOVER-Jeffreys, guarded ends", guarded),
    ):
        for design, n_items in product(DESIGNS, ITEMS):
            part = [r for r in outcomes if r.cell.design == design and r.cell.n_items == n_items]
            lines.append(_row(name, design, n_items, part, n_runs, seed))
    for design in DESIGNS:
        part = [r for r in peer if r.cell.design == design and r.cell[-2:] != PERFECT]
        lines.append(
            _row(
                "judgy 0.1.0, by its formula", design, JUDGY_ITEMS, part, settings.judgy_runs, seed
            )
        )
    lines += [
        "",
        '"No point": a verdict occurred without a label. The product then gives limits with that',
        "verdict's share anywhere from 0 to 1 and no point; those limits are counted here.",
        "",
        "judgy's column is its refusals and its coverage is over its answers,",
        f"{settings.n_bootstrap} bootstrap samples each. Its rows leave out the judge without",
        f"errors {PERFECT}: it holds the flagged share fixed, so its interval has no width there",
        "and speaks for these items only. It asks for uniform labels; the other designs show what",
        "happens when nobody asks how labels were drawn.",
        "",
        "## The ten weakest cells",
        "",
        "Where failures are rare and the judge misses many, a single labelled failure among passed",
        "items lifts the lower limit over the truth. The guarded interval mends that place.",
        "",
        "| labels drawn | labels | items | prevalence | sensitivity | false-positive rate"
        " | coverage | width | guarded coverage | guarded width |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    pairs = sorted(zip(headline, guarded, strict=True), key=lambda pair: pair[0].coverage)
    for result, other in pairs[:10]:
        cell = result.cell
        lines.append(
            f"| {cell.design} | {cell.n_labels} | {cell.n_items:,} | {cell.prevalence} "
            f"| {cell.sensitivity} | {cell.false_positive_rate} "
            f"| {result.coverage:.3f} | {result.width:.3f} "
            f"| {other.coverage:.3f} | {other.width:.3f} |"
        )
    guarded_coverages = [result.coverage for result in guarded]
    lines += [
        "",
        f"Over all cells the guarded interval covers at least {min(guarded_coverages):.3f}, mean "
        f"{np.mean(guarded_coverages):.3f}, mean width "
        f"{np.mean([result.width for result in guarded]):.4f} against "
        f"{np.mean([result.width for result in headline]):.4f}.",
    ]
    return "\n".join(lines) + "\n"


def _row(
    method: str, design: str, n_items: int, part: Sequence[Outcome], n_runs: int, seed: int
) -> str:
    coverages = [result.coverage for result in part]
    return (
        f"| {method} | {DESIGN_WORDS[design]} | {n_items:,} | {len(part)} | {n_runs:,} | {seed} "
        f"| {np.nanmin(coverages):.3f} | {np.nanmean(coverages):.3f} "
        f"| {np.nanmean([result.width for result in part]):.3f} "
        f"| {np.mean([result.refused for result in part]):.1%} |"
    )


def _list(values: Sequence[object]) -> str:
    return ", ".join(
        f"({value[0]}, {value[1]})" if isinstance(value, tuple) else f"{value:,}"
        for value in values
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the grid, writes the page and gives the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--replicates", type=int, default=10_000)
    parser.add_argument("--judgy-replicates", type=int, default=400)
    parser.add_argument("--bootstrap", type=int, default=500)
    parser.add_argument("--table-replicates", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("-o", "--output", type=Path, default=Path("docs/coverage.md"))
    chosen = parser.parse_args(arguments)
    settings = Settings(chosen.replicates, chosen.judgy_replicates, chosen.bootstrap, chosen.seed)
    cells = list(grid())
    headline, guarded = run(cells, settings.n_runs, settings.seed)
    page = "\n".join(
        (
            report(headline, guarded, run_judgy(cells, settings), settings),
            coverage_buckets.section(chosen.table_replicates, settings.seed),
            coverage_clusters.section(chosen.table_replicates, settings.seed),
        )
    )
    chosen.output.write_text(page, encoding="utf-8")
    print(page)
    return 0 if holds(headline) else 1


if __name__ == "__main__":
    sys.exit(main())
