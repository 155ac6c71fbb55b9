"""What is in the store and what to do next, for the first screen and every choice of a run.

Chosen: exactly one next step at a time, found in the order of the work (import, queue, label,
read). Rejected: a list of everything that could be done, which leaves the choice to somebody
who has just arrived.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from itertools import groupby

from db import read_overview as read
from db.read_queues import read_judges
from db.store import Store
from workbench.domain.records import JudgeId
from workbench.services.find_judge import judge_names

SUGGESTED_LABELS = 100


class Step(StrEnum):
    """The steps of the work, in order."""

    IMPORT = "import"
    QUEUE = "queue"
    LABEL = "label"
    RESULTS = "results"


@dataclass(frozen=True, slots=True)
class JudgedRun:
    """One judge on one run: `n_usable` verdicts, of which `n_flagged` say failing.

    `text` names the judge as services take it, with its prompt's fingerprint where two prompts
    share a version, and as NAME@ where it has no version and others of its name have one.
    """

    judge: JudgeId
    text: str
    n_verdicts: int
    n_usable: int
    n_flagged: int


@dataclass(frozen=True, slots=True)
class RunOverview:
    """One run: its traces, who judged them, how many a person labelled.

    `probe_of` is the run that it repeats with the gold passages in the prompt, if it does.
    """

    run: str
    n_traces: int
    n_unavailable: int
    n_with_gold: int
    n_labelled: int
    n_annotators: int
    judges: tuple[JudgedRun, ...]
    probe_of: str | None = None


@dataclass(frozen=True, slots=True)
class QueueOverview:
    """One queue: the judge it was drawn by, its items, and those that somebody labelled."""

    queue_id: int
    name: str
    run: str
    judge: str | None
    n_items: int
    n_labelled: int

    @property
    def n_open(self) -> int:
        """Items that nobody labelled yet."""
        return self.n_items - self.n_labelled


@dataclass(frozen=True, slots=True)
class NextStep:
    """The one thing to do next: where in the work, for which run or queue, how many items."""

    step: Step
    run: str | None = None
    queue: QueueOverview | None = None
    n: int = 0


@dataclass(frozen=True, slots=True)
class Overview:
    """What the store holds: runs in the order they came, queues newest first."""

    runs: tuple[RunOverview, ...]
    queues: tuple[QueueOverview, ...]

    @property
    def own_runs(self) -> tuple[RunOverview, ...]:
        """Runs of the system itself, without those that repeat one with gold passages."""
        return tuple(run for run in self.runs if run.probe_of is None)

    @property
    def n_traces(self) -> int:
        """Current traces of all runs."""
        return sum(run.n_traces for run in self.runs)

    @property
    def n_labelled(self) -> int:
        """Traces with a current human verdict."""
        return sum(run.n_labelled for run in self.runs)

    @property
    def n_judged(self) -> int:
        """Usable verdicts of all judges."""
        return sum(judged.n_usable for run in self.runs for judged in run.judges)

    @property
    def n_judges(self) -> int:
        """Judges with a verdict on any run; a changed version or prompt is another judge."""
        return len({judged.judge for run in self.runs for judged in run.judges})


@dataclass(frozen=True, slots=True)
class LoggedImport:
    """One line of the import log."""

    import_id: int
    kind: str
    file_name: str
    status: str
    started_at: datetime
    finished_at: datetime | None
    n_new: int
    n_changed: int
    n_unchanged: int
    n_rejected: int


def read_overview(store: Store) -> Overview:
    """Counts of everything in the store, all from one moment."""
    with store.reading() as connection:
        traces = read.count_traces(connection)
        judged = read.count_judged(connection)
        labelled = {row.run: row for row in read.count_labelled(connection)}
        queues = read.count_queues(connection)
        known = read_judges(connection)
    names = {row.judge_id: name for row, name in zip(known, judge_names(known), strict=True)}
    by_run = {run: tuple(rows) for run, rows in groupby(judged, lambda row: row.run)}
    return Overview(
        tuple(
            RunOverview(
                run=row.run,
                n_traces=row.n_traces,
                n_unavailable=row.n_unavailable,
                n_with_gold=row.n_with_gold,
                n_labelled=labelled[row.run].n_labelled if row.run in labelled else 0,
                n_annotators=labelled[row.run].n_annotators if row.run in labelled else 0,
                judges=tuple(_judged(entry, names) for entry in by_run.get(row.run, ())),
                probe_of=row.probe_of,
            )
            for row in traces
        ),
        tuple(
            QueueOverview(
                row.queue_id,
                row.name,
                row.run,
                names.get(row.judge_id) if row.judge_id is not None else None,
                row.n_items,
                row.n_labelled,
            )
            for row in queues
        ),
    )


def _judged(row: read.JudgedCounts, names: Mapping[int, str]) -> JudgedRun:
    judge = JudgeId(row.name, row.version, row.prompt_fingerprint)
    return JudgedRun(judge, names[row.judge_id], row.n_verdicts, row.n_usable, row.n_flagged)


def store_mark(store: Store) -> str:
    """A text that differs whenever anything changed that figures rest on: a key for caching."""
    with store.reading() as connection:
        return f"{store.address} {read.read_mark(connection)}"


def next_step(overview: Overview) -> NextStep:
    """The first step of the work that is not done, looking at the newest run."""
    if not overview.runs:
        return NextStep(Step.IMPORT)
    unfinished = [queue for queue in overview.queues if queue.n_open]
    if unfinished:
        return NextStep(Step.LABEL, unfinished[0].run, unfinished[0], unfinished[0].n_open)
    without = _without_labels(overview.own_runs)
    if without is not None:
        n = min(SUGGESTED_LABELS, without.n_traces - without.n_unavailable)
        return NextStep(Step.QUEUE, without.run, n=n)
    return NextStep(Step.RESULTS, (overview.own_runs or overview.runs)[-1].run)


def _without_labels(runs: Sequence[RunOverview]) -> RunOverview | None:
    unlabelled = [run for run in runs if not run.n_labelled and run.n_traces > run.n_unavailable]
    return unlabelled[-1] if len(unlabelled) == len(runs) and unlabelled else None


def import_log(store: Store, limit: int = 200) -> tuple[LoggedImport, ...]:
    """The newest `limit` imports, newest first."""
    with store.reading() as connection:
        return tuple(LoggedImport(*row) for row in read.read_import_log(connection, limit))
