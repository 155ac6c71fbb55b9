"""What may change of an item while it is on somebody's screen, in one SELECT."""

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, func, select

from db.item_conditions import OF_QUEUE, OF_TRACE
from db.models import annotators, current_gold, guidelines, human_entries, leases, traces
from db.read_labels import TRACE_OF_QUEUE, TraceRow, trace_row


class ItemState(NamedTuple):
    """A queue's item for one annotator: what was logged of it, and what stands of it now.

    `annotator_id` is None for a name that nobody has used, `held_until` is when the annotator's
    lease ends, `entry_id` the annotator's newest entry; each None where there is none.
    """

    trace: TraceRow
    annotator_id: int | None
    held_until: datetime | None
    entry_id: int | None
    gold_version_id: int | None
    guideline_id: int | None


_state = TRACE_OF_QUEUE.outerjoin(annotators, annotators.c.name == bindparam("named")).add_columns(
    annotators.c.annotator_id,
    select(func.max(leases.c.expires_at))
    .where(
        leases.c.queue_id == OF_QUEUE,
        leases.c.trace_id == OF_TRACE,
        leases.c.annotator_id == annotators.c.annotator_id,
    )
    .scalar_subquery(),
    select(func.max(human_entries.c.entry_id))
    .where(
        human_entries.c.trace_id == OF_TRACE,
        human_entries.c.annotator_id == annotators.c.annotator_id,
    )
    .scalar_subquery(),
    select(func.max(current_gold.c.gold_version_id))
    .where(current_gold.c.query_id == traces.c.query_id)
    .scalar_subquery(),
    select(func.max(guidelines.c.guideline_id))
    .where(guidelines.c.queue_id == OF_QUEUE)
    .scalar_subquery(),
)


def read_item_state(
    connection: Connection, queue_id: int, trace_id: int, annotator: str
) -> ItemState | None:
    """State of an item; None where the queue does not hold it."""
    values = {"of_queue": queue_id, "of_trace": trace_id, "named": annotator}
    row = connection.execute(_state, values).one_or_none()
    if row is None:
        return None
    n_logged = len(TraceRow._fields)
    return ItemState(trace_row(row[:n_logged]), *row[n_logged:])
