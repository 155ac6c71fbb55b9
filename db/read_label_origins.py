"""How the labels in the store were drawn: their queues, and what was declared of outside ones."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, func, select, true

from db.models import current_traces, human_entries, label_sets, queue_items, queue_strata, queues
from db.read_triage import verdict_of


class QueueRow(NamedTuple):
    """How a queue was drawn; `n_target` traces it could have been drawn from, over all strata."""

    queue_id: int
    name: str
    run_id: int
    judge_id: int | None
    size: int
    n_uniform: int
    strata_by: str
    filters: Mapping[str, object]
    reveals_judge: bool
    created_at: datetime
    paired_queue_id: int | None
    n_census: int
    n_target: int


class LabelSetRow(NamedTuple):
    """What was declared of a set of labels from outside."""

    label_set_id: int
    run_id: int
    design: str
    was_blind: bool | None
    was_tuned_on: bool
    judge_id: int | None


def read_queue_rows(connection: Connection, queue_ids: Collection[int]) -> dict[int, QueueRow]:
    """How each of the queues was drawn, by key."""
    n_census = (
        select(func.count())
        .select_from(queue_items)
        .where(
            queue_items.c.queue_id == queues.c.queue_id,
            queue_items.c.slice == "census",
        )
        .correlate(queues)
        .scalar_subquery()
    )
    n_target = (
        select(func.coalesce(func.sum(queue_strata.c.n_target), 0))
        .where(queue_strata.c.queue_id == queues.c.queue_id)
        .correlate(queues)
        .scalar_subquery()
    )
    statement = select(
        queues.c.queue_id,
        queues.c.name,
        queues.c.run_id,
        queues.c.judge_id,
        queues.c.size,
        queues.c.n_uniform,
        queues.c.strata_by,
        queues.c.filters,
        queues.c.reveals_judge,
        queues.c.created_at,
        queues.c.paired_queue_id,
        n_census,
        n_target,
    ).where(queues.c.queue_id.in_(sorted(queue_ids)))
    return {row[0]: QueueRow._make(row) for row in connection.execute(statement)}


def read_label_sets(
    connection: Connection, label_set_ids: Collection[int]
) -> dict[int, LabelSetRow]:
    """What was declared of each of the label sets, by key."""
    statement = select(
        label_sets.c.label_set_id,
        label_sets.c.run_id,
        label_sets.c.design,
        label_sets.c.was_blind,
        label_sets.c.was_tuned_on,
        label_sets.c.judge_id,
    ).where(label_sets.c.label_set_id.in_(sorted(label_set_ids)))
    return {row[0]: LabelSetRow._make(row) for row in connection.execute(statement)}


def read_copies(
    connection: Connection, run_ids: Collection[int], trace_ids: Collection[int]
) -> set[int]:
    """Other traces of the runs with the very question and answer of one of these."""
    trace = current_traces.c
    given = {
        (row.query, row.answer)
        for row in connection.execute(
            select(trace.query, trace.answer).where(trace.trace_id.in_(sorted(trace_ids)))
        )
    }
    rows = connection.execute(
        select(trace.trace_id, trace.query, trace.answer).where(
            trace.run_id.in_(sorted(run_ids)),
            trace.query.in_(sorted({query for query, _ in given})),
            trace.trace_id.not_in(sorted(trace_ids)),
        )
    )
    return {row.trace_id for row in rows if (row.query, row.answer) in given}


def read_verdicts_on_set(
    connection: Connection, label_set_id: int, judge_id: int
) -> dict[int, str | None]:
    """A judge's verdict on the trace of each current verdict of a label set, by entry."""
    statement = (
        select(human_entries.c.entry_id, verdict_of(judge_id))
        .select_from(human_entries)
        .join(current_traces, current_traces.c.trace_id == human_entries.c.trace_id)
        .where(
            human_entries.c.label_set_id == label_set_id,
            human_entries.c.kind == "verdict",
            human_entries.c.is_current.is_(true()),
        )
    )
    return {row[0]: row[1] for row in connection.execute(statement)}
