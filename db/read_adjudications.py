"""Where annotators differ, what was decided, and for whom an item is still open; one SELECT each.

Never touches a table of the judges: what is decided here is what the judges are measured by.
"""

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, Select, and_, exists, func, or_, select, true

from db.item_conditions import is_full
from db.models import (
    adjudications,
    annotators,
    current_traces,
    human_entries,
    leases,
    queue_items,
    runs,
    traces,
)
from workbench.domain.vocabulary import EntryKind


class OpinionRow(NamedTuple):
    """What counts of one annotator on one trace, as it was given before anybody decided."""

    entry_id: int
    trace_id: int
    request_id: str
    run: str
    annotator: str
    answer: str | None
    stage: str | None
    error_type: str | None
    unresolved: str | None
    note: str | None
    confidence: str | None
    is_flagged: bool


class DecisionRow(NamedTuple):
    """One adjudication, whether it counts or not."""

    adjudication_id: int
    trace_id: int
    request_id: str
    run: str
    annotator: str
    answer: str
    stage: str | None
    error_type: str | None
    reason: str
    note: str | None
    decided_at: datetime
    is_current: bool


class CaseRow(NamedTuple):
    """The texts of a trace, for whoever decides."""

    trace_id: int
    request_id: str
    run: str
    query: str
    rewritten_query: str | None
    reference_answer: str | None
    answer: str | None
    error: str | None


def read_shared_opinions(
    connection: Connection,
    run_ids: Collection[int] | None = None,
    trace_id: int | None = None,
) -> list[OpinionRow]:
    """Current verdicts on current traces that more than one annotator has a verdict on."""
    return _read_opinions(connection, _shared_traces(), run_ids, trace_id)


def read_differing_opinions(
    connection: Connection, run_ids: Collection[int] | None = None
) -> list[OpinionRow]:
    """Those of the shared verdicts that are not word for word the same, or were decided between."""
    entry, decision = human_entries.c, adjudications.c
    words = (entry.answer, entry.stage, entry.error_type, entry.unresolved)
    differ = or_(*(func.count(word.distinct()) > 1 for word in words))
    # Of a word that only some gave, there is one distinct value and fewer values than verdicts.
    given_by_some = or_(
        *(func.count(word).between(1, func.count() - 1) for word in (entry.answer, entry.stage))
    )
    decided = select(decision.trace_id).where(decision.is_current)
    chosen = _shared_traces().having(
        or_(differ, given_by_some, entry.trace_id.in_(decided)),
    )
    return _read_opinions(connection, chosen, run_ids, None)


def _shared_traces() -> Select[int]:
    entry = human_entries.c
    return (
        select(entry.trace_id.label("trace_id"))
        .where(entry.is_current.is_(true()), entry.kind == EntryKind.VERDICT)
        .group_by(entry.trace_id)
        .having(func.count() > 1)
    )


def _read_opinions(
    connection: Connection,
    chosen: Select[int],
    run_ids: Collection[int] | None,
    trace_id: int | None,
) -> list[OpinionRow]:
    entry = human_entries.c
    statement = (
        select(
            entry.entry_id,
            entry.trace_id,
            traces.c.request_id,
            runs.c.name,
            annotators.c.name,
            entry.answer,
            entry.stage,
            entry.error_type,
            entry.unresolved,
            entry.note,
            entry.confidence,
            entry.is_flagged,
        )
        .select_from(human_entries)
        .join(traces, traces.c.trace_id == entry.trace_id)
        .join(runs, runs.c.run_id == traces.c.run_id)
        .join(annotators, annotators.c.annotator_id == entry.annotator_id)
        .where(
            entry.is_current.is_(true()),
            entry.kind == EntryKind.VERDICT,
            entry.trace_id.in_(chosen),
            exists().where(current_traces.c.trace_id == entry.trace_id),
        )
        .order_by(entry.trace_id, entry.entry_id)
    )
    if run_ids is not None:
        statement = statement.where(traces.c.run_id.in_(sorted(run_ids)))
    if trace_id is not None:
        statement = statement.where(entry.trace_id == trace_id)
    return [OpinionRow._make(row) for row in connection.execute(statement)]


def read_adjudications(
    connection: Connection,
    run_ids: Collection[int] | None = None,
    trace_id: int | None = None,
) -> list[DecisionRow]:
    """Every decision in the order taken, superseded and withdrawn ones with it."""
    decision = adjudications.c
    statement = (
        select(
            decision.adjudication_id,
            decision.trace_id,
            traces.c.request_id,
            runs.c.name,
            annotators.c.name,
            decision.answer,
            decision.stage,
            decision.error_type,
            decision.reason,
            decision.note,
            decision.decided_at,
            decision.is_current,
        )
        .select_from(adjudications)
        .join(traces, traces.c.trace_id == decision.trace_id)
        .join(runs, runs.c.run_id == traces.c.run_id)
        .join(annotators, annotators.c.annotator_id == decision.annotator_id)
        .order_by(decision.adjudication_id)
    )
    if run_ids is not None:
        statement = statement.where(traces.c.run_id.in_(sorted(run_ids)))
    if trace_id is not None:
        statement = statement.where(decision.trace_id == trace_id)
    return [DecisionRow._make(row) for row in connection.execute(statement)]


def read_case(connection: Connection, trace_id: int) -> CaseRow | None:
    """The texts of one current trace; None where there is none."""
    trace = current_traces.c
    row = connection.execute(
        select(
            trace.trace_id,
            trace.request_id,
            runs.c.name,
            trace.query,
            trace.rewritten_query,
            trace.reference_answer,
            trace.answer,
            trace.error,
        )
        .join(runs, runs.c.run_id == trace.run_id)
        .where(trace.trace_id == trace_id)
    ).one_or_none()
    return None if row is None else CaseRow._make(row)


def read_still_open(
    connection: Connection, annotator_id: int, trace_ids: Collection[int], now: datetime
) -> set[int]:
    """Those of the traces that some queue would still put before the annotator.

    An item is open where the annotator has no verdict on it and it wants more labels, or where
    the annotator holds it right now.
    """
    item, own, lease = queue_items.c, human_entries.alias("own"), leases.c
    has_verdict = exists().where(
        own.c.trace_id == item.trace_id,
        own.c.annotator_id == annotator_id,
        own.c.is_current,
        own.c.kind == EntryKind.VERDICT,
    )
    holds_it = exists().where(
        and_(lease.queue_id == item.queue_id, lease.trace_id == item.trace_id),
        lease.annotator_id == annotator_id,
        lease.expires_at > now,
    )
    statement = select(item.trace_id).where(
        item.trace_id.in_(sorted(trace_ids)),
        item.removed_at.is_(None),
        ~has_verdict,
        or_(~is_full(annotator_id), holds_it),
    )
    return set(connection.scalars(statement))
