"""One statement per function that writes who decided between annotators; opens no transaction."""

from collections.abc import Mapping

from sqlalchemy import Connection, insert, select, update

from db.models import adjudications, traces


def hold_trace(connection: Connection, trace_id: int) -> None:
    """Let nobody else decide on the trace before this transaction ends."""
    connection.execute(
        select(traces.c.trace_id).where(traces.c.trace_id == trace_id).with_for_update()
    )


def insert_adjudication(connection: Connection, values: Mapping[str, object]) -> int:
    """Append one decision; gives its id."""
    statement = insert(adjudications).values(**values).returning(adjudications.c.adjudication_id)
    return int(connection.execute(statement).scalar_one())


def end_adjudications(connection: Connection, trace_id: int) -> bool:
    """Let no decision on the trace count; says whether one did. They stay in the history."""
    decision = adjudications.c
    ended = connection.execute(
        update(adjudications)
        .where(decision.trace_id == trace_id, decision.is_current)
        .values(is_current=False)
    )
    return ended.rowcount > 0
