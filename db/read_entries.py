"""What an import of people's verdicts must know: the traces, and what was said of them."""

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, select

from db.models import (
    annotators,
    current_gold,
    current_traces,
    human_entries,
    label_sets,
    queue_items,
    queues,
    traces,
)
from workbench.domain.vocabulary import Stage


class CurrentTrace(NamedTuple):
    """The counting trace of a request, which stages were logged, and whether gold is empty."""

    trace_id: int
    request_id: str
    logged: frozenset[Stage]
    is_gold_empty: bool


class StoredEntry(NamedTuple):
    """One entry in the store, with what makes a row of a file the same."""

    entry_id: int
    trace_id: int
    request_id: str
    annotator: str
    kind: str
    answer: str | None
    stage: str | None
    unresolved: str | None
    note: str | None
    labelled_at: datetime | None
    labelled_at_text: str | None
    is_current: bool
    is_after_reveal: bool
    queue_id: int | None
    design: str | None
    drawn_by: int | None
    was_tuned_on: bool | None
    was_blind: bool | None


def current_requests(
    connection: Connection, run_id: int, request_ids: Collection[str]
) -> dict[str, CurrentTrace]:
    """The counting trace of each request of the run that exists."""
    trace = current_traces.c
    rows = connection.execute(
        select(
            trace.trace_id,
            trace.request_id,
            trace.rewritten_query,
            trace.has_candidates,
            trace.has_reranked,
            trace.has_prompt,
            current_gold.c.n_sets,
        )
        .outerjoin(current_gold, current_gold.c.query_id == trace.query_id)
        .where(trace.run_id == run_id, trace.request_id.in_(request_ids))
    )
    found = {}
    for row in rows:
        logged = {Stage.COVERAGE, Stage.EMBEDDING, Stage.GENERATION}
        logged |= {Stage.REWRITING} if row.rewritten_query else set()
        logged |= {Stage.RETRIEVAL} if row.has_candidates else set()
        logged |= {Stage.RERANKING} if row.has_reranked else set()
        logged |= {Stage.PACKING} if row.has_prompt else set()
        found[row.request_id] = CurrentTrace(
            row.trace_id, row.request_id, frozenset(logged), row.n_sets == 0
        )
    return found


def stored_entries(
    connection: Connection, run_id: int, request_ids: Collection[str]
) -> list[StoredEntry]:
    """Every entry on any version of the requests, oldest first."""
    entry = human_entries.c
    rows = connection.execute(
        select(
            entry.entry_id,
            entry.trace_id,
            traces.c.request_id,
            annotators.c.name,
            entry.kind,
            entry.answer,
            entry.stage,
            entry.unresolved,
            entry.note,
            entry.labelled_at,
            entry.labelled_at_text,
            entry.is_current,
            entry.is_after_reveal,
            entry.queue_id,
            label_sets.c.design,
            label_sets.c.judge_id,
            label_sets.c.was_tuned_on,
            label_sets.c.was_blind,
        )
        .join(traces, traces.c.trace_id == entry.trace_id)
        .join(annotators, annotators.c.annotator_id == entry.annotator_id)
        .outerjoin(label_sets, label_sets.c.label_set_id == entry.label_set_id)
        .where(traces.c.run_id == run_id, traces.c.request_id.in_(request_ids))
        .order_by(entry.entry_id)
    )
    return [StoredEntry._make(row) for row in rows]


def queue_ids(connection: Connection, names: Collection[str], run_id: int) -> dict[str, int]:
    """Ids of the run's queues of these names."""
    rows = connection.execute(
        select(queues.c.name, queues.c.queue_id).where(
            queues.c.name.in_(names), queues.c.run_id == run_id
        )
    )
    return {row.name: row.queue_id for row in rows}


def queued(connection: Connection, queue_ids: Collection[int]) -> set[tuple[int, int]]:
    """Every (queue, trace) of the queues."""
    rows = connection.execute(
        select(queue_items.c.queue_id, queue_items.c.trace_id).where(
            queue_items.c.queue_id.in_(queue_ids)
        )
    )
    return {(row.queue_id, row.trace_id) for row in rows}
