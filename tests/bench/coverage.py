"""How often the headline interval holds the true failing share, by simulation.

Run from the root: `python -m tests.bench.coverage`. Writes docs/coverage.md, leaves the sections
that other programs write there, and exits 1 if any cell of the grid covers less than 91 % or the
mean is below 95 %. Beside it, on the same draws, the guarded interval and the methods of other
packages.
"""

import argparse
import re
import sys
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import NamedTuple

import numpy as np

from tests.bench import coverage_buckets, coverage_clusters, coverage_peers, coverage_tried
from tests.bench.coverage_grid import (
    DESIGN_WORDS,
    DESIGNS,
    ITEMS,
    JUDGES,
    LABELS,
    PERFECT,
    PREVALENCES,
    Cell,
    Outcome,
    grid,
    outcome,
    simulate,
)
from tests.bench.coverage_intervals import guarded_jeffreys, mover
from tests.bench.coverage_peers import PEER_ITEMS, Row, Settings

CELL_BAR, MEAN_BAR = 0.91, 0.95
N_WEAKEST = 10


class Pair(NamedTuple):
    """One cell under both intervals, on the same draws."""

    headline: Outcome
    guarded: Outcome


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


def weakest(*results: Sequence[Outcome]) -> list[int]:
    """Gives the numbers of the cells that are among the weakest of any method, in order."""
    numbers = {
        number
        for outcomes in results
        for number in sorted(range(len(outcomes)), key=lambda n: outcomes[n].coverage)[:N_WEAKEST]
    }
    return sorted(numbers)


def anew(cells: Sequence[Cell], numbers: Sequence[int], n_runs: int, seed: int) -> list[Pair]:
    """Gives headline and guarded outcome of some cells on other draws, the weakest first.

    The lowest of many measured cells is low by luck too; draws that did not choose the cells are
    free of that.
    """
    pairs = []
    for number in numbers:
        cell = cells[number]
        tables = simulate(cell, n_runs, np.random.default_rng([seed, number, 2]))
        nowhere = np.zeros(n_runs, bool)
        pairs.append(
            Pair(
                outcome(cell, mover(tables), nowhere),
                outcome(cell, mover(tables, guarded_jeffreys), nowhere),
            )
        )
    return sorted(pairs, key=lambda pair: pair.headline.coverage)


def weak_cells(pairs: Sequence[Pair], n_runs: int, seed: int) -> str:
    """Gives the section on the weakest cells."""
    lines = [
        "## The weakest cells",
        "",
        f"The {N_WEAKEST} weakest cells of either interval, measured anew on other draws: "
        f"{n_runs:,} replicates, seed {seed},",
        f"simulation error {(0.95 * 0.05 / n_runs) ** 0.5:.4f}. The lowest of hundreds of cells is"
        " low by luck too; these figures are free of that.",
        "",
        "Where failures are rare and the judge misses many, a single labelled failure among passed",
        "items lifts the lower limit over the truth; the guarded interval mends that. Where the",
        "judge misses nothing, all 25 flagged labels may be wrong ones by luck; that is a single",
        "share's own weakness, which only a wider interval would mend.",
        "",
        "| labels drawn | labels | items | prevalence | sensitivity | false-positive rate"
        " | coverage | width | guarded coverage | guarded width |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for result, other in pairs:
        cell = result.cell
        lines.append(
            f"| {cell.design} | {cell.n_labels} | {cell.n_items:,} | {cell.prevalence} "
            f"| {cell.sensitivity} | {cell.false_positive_rate} "
            f"| {result.coverage:.3f} | {result.width:.3f} "
            f"| {other.coverage:.3f} | {other.width:.3f} |"
        )
    return "\n".join(lines) + "\n"


def holds(outcomes: Sequence[Outcome]) -> bool:
    """Says whether every cell and the mean reach their bars."""
    coverages = [result.coverage for result in outcomes]
    return min(coverages) >= CELL_BAR and float(np.mean(coverages)) >= MEAN_BAR


def report(
    headline: Sequence[Outcome],
    guarded: Sequence[Outcome],
    peers: Sequence[Row],
    settings: Settings,
) -> str:
    """Gives the main part of docs/coverage.md."""
    n_runs, seed = settings.n_drawn, settings.seed
    peer_error = (0.95 * 0.05 / settings.n_runs) ** 0.5
    coverages = [result.coverage for result in headline]
    lines = [
        "# Measured coverage",
        "",
        "Made by `python -m tests.bench.coverage"
        f" --replicates {n_runs} --peer-replicates {settings.n_runs}"
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
    lines += [
        _row(row.method, row.design, PEER_ITEMS, row.outcomes, settings.n_runs, seed)
        for row in peers
    ]
    lines += [
        "",
        '"No point": a verdict occurred without a label. The product then gives limits with that',
        "verdict's share anywhere from 0 to 1 and no point; those limits are counted here.",
        "",
        f"The packages read the first {settings.n_runs:,} data sets of each cell, without the judge"
        f" without errors {PERFECT}.",
        f"Simulation error of a cell there: {peer_error:.3f}, so the lowest of 48 cells at .95"
        f" shows about {0.95 - 2.2 * peer_error:.2f}.",
        '"No point" is their share of refusals; coverage and width are over their answers.',
        f"judgy takes {settings.n_bootstrap} bootstrap samples each. judgy, PPI++ as it ships and"
        " truescore's audit ask for",
        "uniform labels; the other designs show what happens when nobody asks how labels were",
        "drawn. PPI++ with weights and truescore's post-stratified score have been told. Their",
        "intervals are normal ones and lose their level where a rate is near 0 or 1.",
    ]
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
    if not part:
        return f"| {method} | {DESIGN_WORDS[design]} | {n_items:,} | not installed | | | | | | |"
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


def with_other_sections(page: str, before: str) -> str:
    """Gives the page followed by those sections of the former one that others make."""
    own = set(re.findall(r"^## .+$", page, flags=re.MULTILINE))
    others = [
        section.rstrip() + "\n"
        for section in re.split(r"^(?=## )", before, flags=re.MULTILINE)[1:]
        if section.split("\n", 1)[0] not in own
    ]
    return "\n".join((page, *others))


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the grid, writes the page and gives the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--replicates", type=int, default=10_000)
    parser.add_argument("--peer-replicates", type=int, default=400)
    parser.add_argument("--bootstrap", type=int, default=500)
    parser.add_argument("--anew-replicates", type=int, default=200_000)
    parser.add_argument("--tried-replicates", type=int, default=5_000)
    parser.add_argument("--table-replicates", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("-o", "--output", type=Path, default=Path("docs/coverage.md"))
    chosen = parser.parse_args(arguments)
    settings = Settings(chosen.replicates, chosen.peer_replicates, chosen.bootstrap, chosen.seed)
    cells = list(grid())
    headline, guarded = run(cells, settings.n_drawn, settings.seed)
    pairs = anew(cells, weakest(headline, guarded), chosen.anew_replicates, settings.seed)
    page = "\n".join(
        (
            report(headline, guarded, coverage_peers.run(cells, settings), settings),
            weak_cells(pairs, chosen.anew_replicates, settings.seed),
            coverage_tried.section(cells, chosen.tried_replicates, settings.seed),
            coverage_buckets.section(chosen.table_replicates, settings.seed),
            coverage_clusters.section(chosen.table_replicates, settings.seed),
        )
    )
    before = chosen.output.read_text(encoding="utf-8") if chosen.output.exists() else ""
    page = with_other_sections(page, before)
    chosen.output.write_text(page, encoding="utf-8")
    print(page)
    return 0 if holds(headline) else 1


if __name__ == "__main__":
    sys.exit(main())
