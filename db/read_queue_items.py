"""Which traces a queue holds, by the stratum they were drawn from."""

from typing import NamedTuple

from sqlalchemy import Connection, select

from db.models import queue_items, traces


class DrawnTrace(NamedTuple):
    """One item of a queue."""

    stratum_id: int
    trace_id: int
    request_id: str


def drawn_traces(connection: Connection, queue_id: int) -> tuple[DrawnTrace, ...]:
    """Every trace of the queue, by stratum and then in the queue's order."""
    statement = (
        select(queue_items.c.stratum_id, queue_items.c.trace_id, traces.c.request_id)
        .join(traces, traces.c.trace_id == queue_items.c.trace_id)
        .where(queue_items.c.queue_id == queue_id)
        .order_by(queue_items.c.stratum_id, queue_items.c.order_key)
    )
    return tuple(DrawnTrace(*row) for row in connection.execute(statement))
