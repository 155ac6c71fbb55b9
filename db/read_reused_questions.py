"""Question ids that an import gave to other queries than the runs before it."""

from typing import NamedTuple

from sqlalchemy import Connection, and_, func, select

from db.models import current_traces, gold_versions, runs, traces


class ReusedIn(NamedTuple):
    """A run whose gold an import replaced under queries that read differently there."""

    run: str
    n: int


def read_reused_questions(connection: Connection, import_id: int) -> list[ReusedIn]:
    """Give the other runs whose questions got gold from this import under another query text."""
    n = func.count(traces.c.query_id.distinct())
    statement = (
        select(runs.c.name, n)
        .select_from(traces)
        .join(
            gold_versions,
            and_(
                gold_versions.c.query_id == traces.c.query_id,
                gold_versions.c.import_id == import_id,
            ),
        )
        .join(
            current_traces,
            and_(
                current_traces.c.query_id == traces.c.query_id,
                current_traces.c.run_id != traces.c.run_id,
                current_traces.c.query != traces.c.query,
            ),
        )
        .join(runs, runs.c.run_id == current_traces.c.run_id)
        .where(traces.c.import_id == import_id)
        .group_by(runs.c.name)
        .order_by(n.desc(), runs.c.name)
    )
    return [ReusedIn(*row) for row in connection.execute(statement)]
