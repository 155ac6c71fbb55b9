"""What is in the store, counted; one SELECT per function."""

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, and_, distinct, func, select

from db.models import (
    adjudications,
    current_gold,
    current_judge_verdicts,
    current_traces,
    human_entries,
    imports,
    judges,
    label_sets,
    queue_items,
    queues,
    runs,
    verdict_words,
)
from workbench.domain.vocabulary import EntryKind, JudgeVerdict


class TraceCounts(NamedTuple):
    """One run's current traces: all, without an answer (endpoint failed), and with known gold.

    `probe_of` is the run that this one repeats with the gold passages in the prompt.
    """

    run: str
    n_traces: int
    n_unavailable: int
    n_with_gold: int
    probe_of: str | None


class JudgedCounts(NamedTuple):
    """One judge on one run: current verdicts, those usable, and those that flag."""

    run: str
    judge_id: int
    name: str
    version: str
    prompt_fingerprint: str
    n_verdicts: int
    n_usable: int
    n_flagged: int


class LabelledCounts(NamedTuple):
    """One run's current human verdicts: traces that have one, and who gave them."""

    run: str
    n_labelled: int
    n_annotators: int


class QueueCounts(NamedTuple):
    """One queue: its judge's key, its items, and those with a current verdict of anybody."""

    queue_id: int
    name: str
    run: str
    judge_id: int | None
    n_items: int
    n_labelled: int


class StoreMark(NamedTuple):
    """What changes whenever anything does that a screen's figures rest on."""

    n_finished: int
    last_finished_at: datetime | None
    last_entry: int | None
    last_queue: int | None
    n_removed: int
    last_design_at: datetime | None
    last_word_at: datetime | None
    last_adjudication: int | None
    n_decided: int


class ImportRow(NamedTuple):
    """One row of the import log."""

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


def count_traces(connection: Connection) -> tuple[TraceCounts, ...]:
    """Current traces of every run, runs in the order they came."""
    origin = runs.alias("origin")
    statement = (
        select(
            runs.c.name,
            func.count(current_traces.c.trace_id),
            func.count(current_traces.c.error),
            func.count(current_gold.c.gold_version_id),
            origin.c.name,
        )
        .outerjoin(origin, origin.c.run_id == runs.c.probe_of_run_id)
        .join(current_traces, current_traces.c.run_id == runs.c.run_id)
        .outerjoin(current_gold, current_gold.c.query_id == current_traces.c.query_id)
        .group_by(runs.c.run_id, runs.c.name, origin.c.name)
        .order_by(runs.c.run_id)
    )
    return tuple(TraceCounts(*row) for row in connection.execute(statement))


def count_judged(connection: Connection) -> tuple[JudgedCounts, ...]:
    """Current judge verdicts of every judge on every run."""
    verdict = current_judge_verdicts.c.verdict
    named = (judges.c.name, judges.c.version, judges.c.prompt_fingerprint)
    is_flag = verdict == JudgeVerdict.FAIL
    statement = (
        select(
            runs.c.name,
            judges.c.judge_id,
            *named,
            func.count(),
            func.count(verdict),
            func.count(verdict).filter(is_flag),
        )
        .select_from(current_judge_verdicts)
        .join(judges, judges.c.judge_id == current_judge_verdicts.c.judge_id)
        .join(current_traces, current_traces.c.trace_id == current_judge_verdicts.c.trace_id)
        .join(runs, runs.c.run_id == current_traces.c.run_id)
        .group_by(runs.c.run_id, runs.c.name, judges.c.judge_id, *named)
        .order_by(runs.c.run_id, *named)
    )
    return tuple(JudgedCounts(*row) for row in connection.execute(statement))


def count_labelled(connection: Connection) -> tuple[LabelledCounts, ...]:
    """Current human verdicts on current traces, for every run that has one."""
    statement = (
        select(
            runs.c.name,
            func.count(distinct(human_entries.c.trace_id)),
            func.count(distinct(human_entries.c.annotator_id)),
        )
        .select_from(human_entries)
        .join(current_traces, current_traces.c.trace_id == human_entries.c.trace_id)
        .join(runs, runs.c.run_id == current_traces.c.run_id)
        .where(human_entries.c.is_current, human_entries.c.kind == EntryKind.VERDICT)
        .group_by(runs.c.run_id, runs.c.name)
    )
    return tuple(LabelledCounts(*row) for row in connection.execute(statement))


def count_queues(connection: Connection) -> tuple[QueueCounts, ...]:
    """Items of every queue, newest queue first, and how many of them have a current verdict."""
    labelled = (
        select(human_entries.c.trace_id)
        .where(human_entries.c.is_current, human_entries.c.kind == EntryKind.VERDICT)
        .distinct()
        .subquery()
    )
    statement = (
        select(
            queues.c.queue_id,
            queues.c.name,
            runs.c.name,
            queues.c.judge_id,
            func.count(queue_items.c.trace_id),
            func.count(labelled.c.trace_id),
        )
        .join(runs, runs.c.run_id == queues.c.run_id)
        .join(
            queue_items,
            and_(
                queue_items.c.queue_id == queues.c.queue_id,
                queue_items.c.removed_at.is_(None),
            ),
        )
        .outerjoin(labelled, labelled.c.trace_id == queue_items.c.trace_id)
        .group_by(queues.c.queue_id, queues.c.name, queues.c.judge_id, runs.c.name)
        .order_by(queues.c.queue_id.desc())
    )
    return tuple(QueueCounts(*row) for row in connection.execute(statement))


def read_mark(connection: Connection) -> StoreMark:
    """The mark of the store as it is now, from keys and instants that only grow."""
    done = imports.c.status != "running"
    statement = select(
        select(func.count()).select_from(imports).where(done).scalar_subquery(),
        select(func.max(imports.c.finished_at)).scalar_subquery(),
        select(func.max(human_entries.c.entry_id)).scalar_subquery(),
        select(func.max(queues.c.queue_id)).scalar_subquery(),
        select(func.count(queue_items.c.removed_at)).scalar_subquery(),
        select(func.max(label_sets.c.declared_at)).scalar_subquery(),
        select(func.max(verdict_words.c.confirmed_at)).scalar_subquery(),
        select(func.max(adjudications.c.adjudication_id)).scalar_subquery(),
        # A decision taken back adds no row.
        select(func.count())
        .select_from(adjudications)
        .where(adjudications.c.is_current)
        .scalar_subquery(),
    )
    return StoreMark._make(connection.execute(statement).one())


def read_import_log(connection: Connection, limit: int) -> tuple[ImportRow, ...]:
    """The newest imports first, gold edited while labelling left out."""
    statement = (
        select(
            imports.c.import_id,
            imports.c.kind,
            imports.c.file_name,
            imports.c.status,
            imports.c.started_at,
            imports.c.finished_at,
            imports.c.n_new,
            imports.c.n_changed,
            imports.c.n_unchanged,
            imports.c.n_rejected,
        )
        .where(imports.c.kind != "gold_edit")
        .order_by(imports.c.import_id.desc())
        .limit(limit)
    )
    return tuple(ImportRow._make(row) for row in connection.execute(statement))
