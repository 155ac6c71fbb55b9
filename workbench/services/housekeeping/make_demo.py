"""Makes the demo store: the sample data, a drawn queue, and part of it labelled by Ada.

Made in a file beside the target and moved there at the end, so that a demo cut short leaves
nothing half done. A demo that stands is kept with everything a visitor labelled in it.
"""

import csv
import os
from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

import numpy as np

from db.read_queue_items import DrawnTrace, drawn_traces
from db.store import Store
from workbench.domain.questions import Answers, LadderFacts, next_question
from workbench.domain.vocabulary import Answer, EntryKind, ErrorType, Stage
from workbench.errors import InputError
from workbench.resources import sample_data
from workbench.services.housekeeping.upgrade_store import upgrade_store
from workbench.services.importing.import_corpus import import_corpus
from workbench.services.importing.import_traces import import_traces
from workbench.services.labelling.build_queue import build_queue
from workbench.services.labelling.label_traces import read_item
from workbench.services.labelling.record_entry import record_entry
from workbench.services.labelling.submission import Submission
from workbench.services.open_store import open_store

ANNOTATOR = "ada"
RUN = "spring"
JUDGE = "strict@2"
QUEUE_SIZE = 100
LABELLED_SHARE = 0.6
SEED = 7


@dataclass(frozen=True, slots=True)
class DemoReport:
    """Where the demo is; the counts are None where it was made before."""

    path: Path
    n_traces: int | None
    n_labelled: int | None

    @property
    def sentence(self) -> str:
        """Say what is in it."""
        if self.n_traces is None:
            return f"The demo in {self.path} goes on where you left it."
        return (
            f"Made {self.path}: {self.n_traces} traces of a bookshop's assistant, "
            f"{QUEUE_SIZE} of them drawn to be labelled, {self.n_labelled} labelled by "
            f"{ANNOTATOR}; {QUEUE_SIZE - (self.n_labelled or 0)} are left for you."
        )


def make_demo(path: Path, say: Callable[[str], None]) -> DemoReport:
    """Make the demo store at `path` unless it stands there; then only bring it up to date.

    Raises
    ------
    StoreUnavailable
        The file cannot be written, or is something else.
    """
    if path.exists():
        upgrade_store(f"sqlite:///{path.resolve()}")
        return DemoReport(path, None, None)
    unfinished = path.with_name(f"{path.name}.unfinished")
    _remove(unfinished)
    url = f"sqlite:///{unfinished.resolve()}"
    upgrade_store(url)
    store = open_store(url)
    try:
        say("Importing the sample data …")
        n_traces, n_labelled = fill_demo(store)
    finally:
        # Closing the last connection folds the log into the file.
        store.close()
    os.replace(unfinished, path)
    _remove(unfinished)
    return DemoReport(path, n_traces, n_labelled)


def fill_demo(store: Store) -> tuple[int, int]:
    """Import, draw and label in an empty store; gives the traces and the labels."""
    folder = sample_data()
    traces = import_traces(store, folder / "traces.jsonl")
    corpus = import_corpus(store, folder / "corpus.jsonl")
    for report in (traces, corpus):
        if not report.is_imported:
            raise InputError(f"The sample data is damaged: {report.summary} Install again.")
    queue = build_queue(
        store, run=RUN, judge=JUDGE, size=QUEUE_SIZE, by=("verdict", "stage"), seed=SEED
    )
    with store.reading() as connection:
        drawn = drawn_traces(connection, queue.queue_id)
    truth = _truth(folder / "truth.csv")
    chosen = _part_of_each_stratum(drawn)
    for item in chosen:
        _label(store, queue.queue_id, item.trace_id, truth[item.request_id])
    return traces.n_new, len(chosen)


def _remove(path: Path) -> None:
    for name in (path.name, f"{path.name}-wal", f"{path.name}-shm"):
        path.with_name(name).unlink(missing_ok=True)


def _truth(path: Path) -> dict[str, dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return {row["request_id"]: row for row in csv.DictReader(file)}


def _part_of_each_stratum(drawn: tuple[DrawnTrace, ...]) -> list[DrawnTrace]:
    """Give a random 60 % of the queue: that part of every stratum, and at least one."""
    rng = np.random.default_rng(SEED)
    placed = []
    for _, group in groupby(drawn, key=lambda item: item.stratum_id):
        items = list(group)
        order = rng.permutation(len(items)).tolist()
        placed += [((place + 0.5) / len(items), items[at]) for place, at in enumerate(order)]
    # A stratum's first item stands at 0.5 or before, so none goes without a label.
    return [item for _, item in sorted(placed)][: round(LABELLED_SHARE * len(drawn))]


def _label(store: Store, queue_id: int, trace_id: int, truth: dict[str, str]) -> None:
    item = read_item(store, queue_id, ANNOTATOR, trace_id)
    record_entry(
        store,
        Submission(
            queue_id,
            trace_id,
            ANNOTATOR,
            EntryKind.VERDICT,
            answers=true_answers(item.facts, truth),
            expected_entry_id=item.expected_entry_id,
            gold_version_id=item.gold_version_id,
        ),
    )


def true_answers(facts: LadderFacts, truth: dict[str, str]) -> Answers:
    """Give what an annotator who knows the truth answers, question by question."""
    held: dict[Stage, bool] = {}
    answer: Answer | None = None
    error_type: ErrorType | None = None
    while True:
        answers = Answers(held=dict(held), answer=answer, error_type=error_type)
        question = next_question(facts, answers)
        if question is None:
            return answers
        if question.key == "answer":
            answer = Answer(truth["answer_verdict"])
        elif question.key == "error_type":
            error_type = ErrorType(truth["error_type"] or ErrorType.UNSUPPORTED_CLAIM)
        else:
            stage = Stage(question.key.removeprefix("rung:"))
            held[stage] = truth["stage"] != stage
