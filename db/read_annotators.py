"""What annotators did and how long it took, one SELECT per function.

`read_revealed` alone reads the judge: it measures what the sight of a verdict did.
"""

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import Connection, and_, exists, select

from db.models import (
    annotators,
    current_traces,
    human_entries,
    queues,
    runs,
    traces,
)
from db.read_triage import verdict_of
from workbench.domain.vocabulary import EntryKind


class ActRow(NamedTuple):
    """One entry of an annotator's history, in the order recorded."""

    entry_id: int
    trace_id: int
    annotator: str
    queue_id: int | None
    kind: str
    answer: str | None
    unresolved: str | None
    is_flagged: bool
    seconds_spent: float | None
    is_current: bool
    is_after_reveal: bool


class TextsRow(NamedTuple):
    """What an annotator has to read of a trace before answering."""

    trace_id: int
    request_id: str
    run: str
    query: str
    reference_answer: str | None
    answer: str | None


class RevealedRow(NamedTuple):
    """A verdict of somebody who was shown the judge right after the first one."""

    trace_id: int
    annotator: str
    answer: str | None
    unresolved: str | None
    is_current: bool
    is_after_reveal: bool
    verdict: str | None


def read_acts(
    connection: Connection, run_ids: Collection[int] | None, annotator: str | None = None
) -> list[ActRow]:
    """Everything that people recorded on the runs' traces, or one of them, oldest first."""
    entry = human_entries.c
    statement = (
        select(
            entry.entry_id,
            entry.trace_id,
            annotators.c.name,
            entry.queue_id,
            entry.kind,
            entry.answer,
            entry.unresolved,
            entry.is_flagged,
            entry.seconds_spent,
            entry.is_current,
            entry.is_after_reveal,
        )
        .select_from(human_entries)
        .join(annotators, annotators.c.annotator_id == entry.annotator_id)
        .order_by(entry.entry_id)
    )
    if run_ids is not None:
        statement = statement.join(traces, traces.c.trace_id == entry.trace_id).where(
            traces.c.run_id.in_(sorted(run_ids))
        )
    if annotator is not None:
        statement = statement.where(annotators.c.name == annotator)
    return [ActRow._make(row) for row in connection.execute(statement)]


def read_timed_texts(
    connection: Connection, run_ids: Collection[int] | None, annotator: str | None = None
) -> dict[int, TextsRow]:
    """Texts of the traces that somebody took a measured time for, by trace."""
    t, entry = traces.c, human_entries.c
    timed = and_(entry.trace_id == t.trace_id, entry.seconds_spent.is_not(None))
    if annotator is not None:
        own = select(annotators.c.annotator_id).where(annotators.c.name == annotator)
        timed = and_(timed, entry.annotator_id == own.scalar_subquery())
    statement = (
        select(t.trace_id, t.request_id, runs.c.name, t.query, t.reference_answer, t.answer)
        .join(runs, runs.c.run_id == t.run_id)
        .where(exists().where(timed))
    )
    if run_ids is not None:
        statement = statement.where(t.run_id.in_(sorted(run_ids)))
    return {row[0]: TextsRow._make(row) for row in connection.execute(statement)}


def read_revealed(
    connection: Connection, run_ids: Collection[int], judge_id: int
) -> list[RevealedRow]:
    """Verdicts in queues that show the judge after a save, oldest first, beside that judge's.

    Of each person on each trace: what counts, given blind, and what was said after it.
    """
    entry = human_entries.c
    statement = (
        select(
            entry.trace_id,
            annotators.c.name,
            entry.answer,
            entry.unresolved,
            entry.is_current,
            entry.is_after_reveal,
            verdict_of(judge_id),
        )
        .select_from(human_entries)
        .join(current_traces, current_traces.c.trace_id == entry.trace_id)
        .join(queues, queues.c.queue_id == entry.queue_id)
        .join(annotators, annotators.c.annotator_id == entry.annotator_id)
        .where(
            current_traces.c.run_id.in_(sorted(run_ids)),
            queues.c.reveals_judge,
            entry.kind == EntryKind.VERDICT,
        )
        .order_by(entry.trace_id, entry.entry_id)
    )
    return [RevealedRow._make(row) for row in connection.execute(statement)]
