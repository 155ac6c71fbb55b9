"""Rows of gold: versions, their members, and grades of relevance."""

from collections.abc import Collection

from sqlalchemy import Connection, update

from db.bulk import Rows, insert_rows
from db.models import gold_members, gold_versions, relevance

GOLD_COLUMNS = (
    "gold_version_id", "query_id", "import_id", "author", "reason", "created_at", "sets", "n_sets",
)  # fmt: skip


def insert_gold_versions(connection: Connection, rows: Rows) -> None:
    """Insert gold versions, values in the order of GOLD_COLUMNS."""
    insert_rows(connection, gold_versions, GOLD_COLUMNS, rows)


def insert_gold_members(connection: Connection, rows: Rows) -> None:
    """Insert members as (gold_version_id, set_no, doc_id)."""
    insert_rows(connection, gold_members, ("gold_version_id", "set_no", "doc_id"), rows)


def supersede_gold(
    connection: Connection, gold_version_ids: Collection[int], import_id: int
) -> None:
    """Let the versions count no longer once the import is done."""
    connection.execute(
        update(gold_versions)
        .where(gold_versions.c.gold_version_id.in_(gold_version_ids))
        .values(superseded_by_import_id=import_id)
    )


def put_relevance(connection: Connection, rows: Rows) -> None:
    """Insert or replace grades as (query_id, doc_id, grade, import_id)."""
    insert_rows(
        connection,
        relevance,
        ("query_id", "doc_id", "grade", "import_id"),
        rows,
        "ON CONFLICT (query_id, doc_id) DO UPDATE SET grade = excluded.grade, "
        "import_id = excluded.import_id",
    )
