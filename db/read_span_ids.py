"""Which spans the traces of a run were put together from, for annotations that name a span."""

from typing import NamedTuple

from sqlalchemy import Connection, select

from db.models import current_traces, runs


class TraceExtra(NamedTuple):
    """One trace's request id and its further fields."""

    request_id: str
    extra: dict[str, object] | None


def extras_of(connection: Connection, run: str) -> list[TraceExtra]:
    """The further fields of every counting trace of the run."""
    trace = current_traces.c
    rows = connection.execute(
        select(trace.request_id, trace.extra)
        .join(runs, runs.c.run_id == trace.run_id)
        .where(runs.c.name == run)
    )
    return [TraceExtra(request_id, extra) for request_id, extra in rows]
