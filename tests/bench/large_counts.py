"""How long calibration and correction take once the counts of a large run are read.

The labels are real rows of a small store; the counts of its target set are then multiplied to the
asked size, as if a lake had been counted. What follows the reading is all that is timed: the
judge card's rates, and the corrected share with its table of buckets.
"""

import dataclasses
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np

from tests.services.test_correct_prevalence import FAIL, OWL, PASS, fill
from workbench.services.calibration.calibrate_judge import judge_rates
from workbench.services.calibration.correct_prevalence import SEED, correct_target
from workbench.services.calibration.read_labels_of import LabelsOf, read_labels_of
from workbench.services.housekeeping.upgrade_store import upgrade_store
from workbench.services.open_store import open_store
from workbench.services.triage.observe_run import Target, read_target
from workbench.stats.agreement import agreement_weighted
from workbench.stats.begg_greenes import begg_greenes
from workbench.stats.buckets_by_verdict import VerdictGroup, bucket_shares_by_verdict
from workbench.stats.counts import ConfusionCounts

N_JUDGED = 1_000_000
N_FEW = 10_000
N_DRAWS = 50_000
N_READINGS = 7
# By what the ids say and the judge says: traces, labelled ones, wrong ones of these.
CELLS = {
    ("reached", FAIL): (240, 200, 140),
    ("reached", PASS): (1_140, 300, 15),
    ("retrieval", FAIL): (260, 200, 170),
    ("retrieval", PASS): (140, 100, 25),
    ("packing", FAIL): (110, 100, 80),
    ("packing", PASS): (110, 100, 20),
}
BUCKETS = ("retrieval_miss", "packed_out", "generation_error", "evaluation_error", "correct")


class LargeCounts(NamedTuple):
    """Processor seconds of each part, and megabytes at most with few and with many traces."""

    n_judged: int
    n_labels: int
    card_seconds: float
    draws_seconds: list[tuple[str, float]]
    megabytes_few: float
    megabytes_many: float


def measure(folder: Path) -> LargeCounts:
    """Time the card and the draws; the store made for it lies in the folder."""
    target, labels = _read(folder / "counts.db")
    many, few = (_multiplied(target, n // target.n) for n in (N_JUDGED, N_FEW))
    return LargeCounts(
        many.n_judged,
        labels.counts().n,
        _fastest(lambda: _card(many, labels)),
        [(name, _fastest(call)) for name, call in _draws(many, labels).items()],
        _peak(lambda: _card(few, labels)),
        _peak(lambda: _card(many, labels)),
    )


def lines(found: LargeCounts) -> list[str]:
    """The section of the page."""
    return [
        "## Counts of a large run",
        "",
        f"{found.n_judged:,} judged traces, {found.n_labels:,} labels; from the counts read to the "
        f"numbers, fastest of {N_READINGS}.",
        "",
        "| what | processor seconds |",
        "|---|---|",
        f"| calibrate and correct: card, share, buckets each and jointly | {found.card_seconds:.2f}"
        " |",
        *(
            f"| {N_DRAWS:,} draws: {name} | {seconds:.3f} |"
            for name, seconds in found.draws_seconds
        ),
        "",
        f"Memory taken at most: {found.megabytes_many:.1f} MB, with {N_FEW:,} traces "
        f"{found.megabytes_few:.1f} MB.",
    ]


def _read(file: Path) -> tuple[Target, LabelsOf]:
    url = f"sqlite:///{file}"
    upgrade_store(url)
    store = open_store(url)
    fill(store, CELLS)
    target = read_target(store, "r", f"{OWL.name}@{OWL.version}", {})
    labels = read_labels_of(store, target.run_ids, target.judge_id, target.n_judged, {})
    store.close()
    return target, labels


def _multiplied(target: Target, factor: int) -> Target:
    cells = tuple(cell._replace(n=cell.n * factor) for cell in target.cells)
    return dataclasses.replace(target, cells=cells)


def _card(target: Target, labels: LabelsOf) -> None:
    judge_rates(target, labels, np.random.default_rng(SEED))
    correct_target(target, labels, "system", False, SEED)


def _draws(target: Target, labels: LabelsOf) -> dict[str, Callable[[], object]]:
    four = labels.counts()
    counts = ConfusionCounts(four.tp, four.fn, four.fp, four.tn)
    sizes = target.n_flagged, target.n_passed
    groups = [
        VerdictGroup(sizes[0], dict(zip(BUCKETS, (200, 150, 100, 50, 0), strict=True))),
        VerdictGroup(sizes[1], dict(zip(BUCKETS, (10, 15, 25, 0, 450), strict=True))),
    ]

    def rng() -> np.random.Generator:
        return np.random.default_rng(SEED)

    return {
        "both error rates, labels by verdict": lambda: begg_greenes(
            *sizes, counts, rng(), n_draws=N_DRAWS
        ),
        "agreement, labels by verdict": lambda: agreement_weighted(
            *sizes, counts, rng(), n_draws=N_DRAWS
        ),
        "five buckets by verdict": lambda: bucket_shares_by_verdict(
            groups, BUCKETS, rng(), n_draws=N_DRAWS
        ),
    }


def _fastest(call: Callable[[], object]) -> float:
    # Processor time, and the least of it: nothing here waits for a disk or another process.
    spent = []
    for _ in range(N_READINGS):
        began = time.process_time()
        call()
        spent.append(time.process_time() - began)
    return min(spent)


def _peak(call: Callable[[], object]) -> float:
    tracemalloc.start()
    call()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak / 1e6
