"""A query's gold as the label screen needs it: what counts, what a file gave, what was edited."""

from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, select

from db.item_conditions import OF_QUERY
from db.models import current_gold, gold_versions, imports, traces


class GoldRow(NamedTuple):
    """The gold that counts for a query."""

    gold_version_id: int
    sets: list[list[str]]


class GoldEdit(NamedTuple):
    """One change of gold that an annotator made while labelling."""

    gold_version_id: int
    details: dict[str, Any]
    created_at: datetime


def read_query_of_trace(connection: Connection, trace_id: int) -> int | None:
    """Key of the query that a trace ran."""
    found: int | None = connection.scalar(
        select(traces.c.query_id).where(traces.c.trace_id == trace_id)
    )
    return found


_gold = (
    select(current_gold.c.gold_version_id, current_gold.c.sets)
    .where(current_gold.c.query_id == OF_QUERY)
    .order_by(current_gold.c.gold_version_id.desc())
    .limit(1)
)


def read_gold(connection: Connection, query_id: int) -> GoldRow | None:
    """The gold that counts for a query; None where it is not known."""
    row = connection.execute(_gold, {"of_query": query_id}).one_or_none()
    return None if row is None else GoldRow(*row)


def read_imported_gold(connection: Connection, query_id: int) -> GoldRow | None:
    """The newest gold of a query that came from a file; None where no file gave any."""
    g = gold_versions.c
    row = connection.execute(
        select(g.gold_version_id, g.sets)
        .join(imports, imports.c.import_id == g.import_id)
        .where(g.query_id == query_id, imports.c.kind != "gold_edit", imports.c.status == "done")
        .order_by(g.gold_version_id.desc())
        .limit(1)
    ).one_or_none()
    return None if row is None else GoldRow(*row)


_gold_edits = (
    select(gold_versions.c.gold_version_id, imports.c.details, gold_versions.c.created_at)
    .join(imports, imports.c.import_id == gold_versions.c.import_id)
    .where(
        gold_versions.c.query_id == OF_QUERY,
        gold_versions.c.author == bindparam("by_author"),
        imports.c.kind == "gold_edit",
    )
    .order_by(gold_versions.c.gold_version_id)
)


def read_gold_edits(connection: Connection, query_id: int, author: str) -> list[GoldEdit]:
    """Changes that one annotator made to a query's gold while labelling, oldest first."""
    rows = connection.execute(_gold_edits, {"of_query": query_id, "by_author": author})
    return [GoldEdit(*row) for row in rows]
