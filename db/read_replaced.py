"""Which of some traces an import has replaced."""

from collections.abc import Sequence

from sqlalchemy import Connection, select

from db.models import current_traces

IDS_PER_STATEMENT = 500


def read_replaced(connection: Connection, trace_ids: Sequence[int]) -> set[int]:
    """Those of some traces that are not current any more."""
    current: set[int] = set()
    for start in range(0, len(trace_ids), IDS_PER_STATEMENT):
        some = trace_ids[start : start + IDS_PER_STATEMENT]
        statement = select(current_traces.c.trace_id).where(current_traces.c.trace_id.in_(some))
        current.update(connection.execute(statement).scalars())
    return set(trace_ids) - current
