"""How often the rows of a corrected triage table hold their true shares, by simulation.

Uses the shipped functions as they are. Two scenarios: a judge that errs alike at every stage, and
one that does not. Labels are drawn half and half by verdict, so some stages may lack labels; their
rows then count with their limits.
"""

from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from workbench.errors import NotEnoughLabels
from workbench.stats.buckets import (
    BucketRow,
    BucketStratum,
    BucketTable,
    VerdictGroup,
    bucket_shares,
    bucket_shares_by_verdict,
    bucket_shares_by_verdict_jointly,
    bucket_shares_jointly,
)

STAGES = ("coverage_gap", "retrieval_miss", "packed_out", "generation_error")
SHARES = (0.05, 0.20, 0.05, 0.70)
WRONG = (0.9, 0.8, 0.7, 0.1)
SCENARIOS = {
    "errs alike at all stages": ((0.9, 0.15),) * 4,
    "errs differently by stage": ((0.95, 0.4), (0.9, 0.3), (0.8, 0.2), (0.7, 0.05)),
}
N_ITEMS = 2_000
LABELS = (60, 100, 200, 400)
N_DRAWS = 4_000
ROWS = (*STAGES, "evaluation_error", "correct")

IntArray = NDArray[np.int64]


class Tally(NamedTuple):
    """Coverage of each row and of all rows at once, mean width, share of rows without a point."""

    rows: NDArray[np.float64]
    at_once: float
    width: float
    refused: float


def _truth(judge: tuple[tuple[float, float], ...]) -> NDArray[np.float64]:
    """Gives the shares of (stage, flagged or passed, wrong or right)."""
    cells = np.zeros((4, 2, 2))
    for stage, (share, wrong, (found, alarms)) in enumerate(zip(SHARES, WRONG, judge, strict=True)):
        cells[stage] = share * np.array(
            [
                [wrong * found, (1 - wrong) * alarms],
                [wrong * (1 - found), (1 - wrong) * (1 - alarms)],
            ]
        )
    return cells


def _true_rows(cells: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.array([*cells[:, :, 0].sum(axis=1), cells[:, 0, 1].sum(), cells[:, 1, 1].sum()])


def _labelled(items: IntArray, n_labels: int, rng: np.random.Generator) -> IntArray:
    labelled = np.zeros_like(items)
    for verdict in range(2):
        column = items[:, verdict, :].ravel()
        n_drawn = min(n_labels // 2, int(column.sum()))
        drawn = rng.multivariate_hypergeometric(column, n_drawn, method="marginals")
        labelled[:, verdict, :] = drawn.reshape(4, 2)
    return labelled


def _strata(items: IntArray, labelled: IntArray) -> list[BucketStratum]:
    return [
        BucketStratum(
            stage,
            verdict == 0,
            int(items[place, verdict].sum()),
            int(labelled[place, verdict].sum()),
            int(labelled[place, verdict, 0]),
        )
        for (place, stage), verdict in product(enumerate(STAGES), range(2))
    ]


def _groups(items: IntArray, labelled: IntArray) -> list[VerdictGroup]:
    groups = []
    for verdict, right in enumerate(("evaluation_error", "correct")):
        counts = {stage: int(labelled[place, verdict, 0]) for place, stage in enumerate(STAGES)}
        counts[right] = int(labelled[:, verdict, 1].sum())
        groups.append(VerdictGroup(int(items[:, verdict].sum()), counts))
    return groups


def simulate(scenario: str, n_labels: int, n_runs: int, seed: list[int]) -> dict[str, Tally]:
    """Gives the tally of each method in one scenario."""
    rng = np.random.default_rng(seed)
    cells = _truth(SCENARIOS[scenario])
    truth = _true_rows(cells)
    held: dict[str, list[list[bool]]] = {}
    widths: dict[str, list[float]] = {}
    refused: dict[str, list[float]] = {}
    for _ in range(n_runs):
        items = rng.multinomial(N_ITEMS, cells.ravel()).reshape(4, 2, 2)
        labelled = _labelled(items, n_labels, rng)
        for method, table in _tables(items, labelled, rng).items():
            rows = {row.bucket: row for row in table.rows}
            ordered: list[BucketRow] = [rows[name] for name in ROWS]
            held.setdefault(method, []).append(
                [
                    bool(row.interval.low <= share <= row.interval.high)
                    for row, share in zip(ordered, truth, strict=True)
                ]
            )
            refused.setdefault(method, []).append(
                float(np.mean([row.estimate is None for row in ordered]))
            )
            widths.setdefault(method, []).append(
                float(np.mean([row.interval.high - row.interval.low for row in ordered]))
            )
    return {
        method: Tally(
            np.mean(runs, axis=0),
            float(np.all(runs, axis=1).mean()),
            float(np.mean(widths[method])),
            float(np.mean(refused[method])),
        )
        for method, runs in held.items()
    }


def _tables(
    items: IntArray, labelled: IntArray, rng: np.random.Generator
) -> dict[str, BucketTable]:
    strata, groups = _strata(items, labelled), _groups(items, labelled)
    tables = {
        "stage and verdict": bucket_shares(strata),
        "stage and verdict, jointly": bucket_shares_jointly(strata),
    }
    try:
        tables["verdict only"] = bucket_shares_by_verdict(groups, ROWS, rng, 0.95, N_DRAWS)
        tables["verdict only, jointly"] = bucket_shares_by_verdict_jointly(
            groups, ROWS, rng, 0.95, N_DRAWS
        )
    except NotEnoughLabels:
        return tables
    return tables


def section(n_runs: int, seed: int) -> str:
    """Gives the section of docs/coverage.md."""
    lines = [
        "## The triage table",
        "",
        f"Six rows (four stages, evaluation error, correct), {N_ITEMS:,} items, labels half and",
        f"half by verdict, {n_runs:,} replicates a cell, seed {seed}; shipped functions,",
        f"{N_DRAWS:,} draws where they draw. Jointly (Bonferroni) all six rows are meant to hold",
        "at once, otherwise each by itself. A row that needs a stratum without labels has limits",
        "only.",
        "",
        "| strata | judge | labels | lowest row | mean of rows | all rows at once | mean width"
        " | rows without a point |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for (place, scenario), n_labels in product(enumerate(SCENARIOS), LABELS):
        for method, tally in simulate(scenario, n_labels, n_runs, [seed, place, n_labels]).items():
            lines.append(
                f"| {method} | {scenario} | {n_labels} | {tally.rows.min():.3f} "
                f"| {tally.rows.mean():.3f} | {tally.at_once:.3f} | {tally.width:.3f} "
                f"| {tally.refused:.1%} |"
            )
    return "\n".join(lines) + "\n"
