"""Which gold the queries of traces have had, for verdicts that say which one was seen."""

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import Connection, select

from db.models import gold_versions, traces


class SeenGold(NamedTuple):
    """One version of the gold of a trace's query."""

    trace_id: int
    gold_version_id: int
    sets: list[list[str]]


def read_gold_versions(connection: Connection, trace_ids: Collection[int]) -> list[SeenGold]:
    """Every version of the gold of the traces' queries, the oldest first."""
    version = gold_versions.c
    rows = connection.execute(
        select(traces.c.trace_id, version.gold_version_id, version.sets)
        .join(gold_versions, version.query_id == traces.c.query_id)
        .where(traces.c.trace_id.in_(trace_ids))
        .order_by(version.gold_version_id)
    )
    return [SeenGold._make(row) for row in rows]
