"""Which queries the ids of a gold file mean."""

from collections.abc import Collection

from sqlalchemy import Connection, select

from db.models import current_traces, queries, runs


def question_ids(connection: Connection, wanted: Collection[str]) -> set[str]:
    """Those ids that some query carries as its question id."""
    return set(
        connection.execute(
            select(queries.c.question_id).where(
                queries.c.query_key.in_([f"question:{name}" for name in wanted])
            )
        ).scalars()
    )


def keys_of_requests(
    connection: Connection, request_ids: Collection[str], run: str | None
) -> list[tuple[str, str]]:
    """Request id and query key of the current traces with these ids, of one run or of all."""
    trace = current_traces.c
    statement = (
        select(trace.request_id, queries.c.query_key)
        .join(queries, queries.c.query_id == trace.query_id)
        .join(runs, runs.c.run_id == trace.run_id)
        .where(trace.request_id.in_(request_ids))
    )
    if run is not None:
        statement = statement.where(runs.c.name == run)
    return [(row.request_id, row.query_key) for row in connection.execute(statement)]
