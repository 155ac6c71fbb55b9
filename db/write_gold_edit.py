"""One statement per function that writes a person's change of gold; never opens a transaction."""

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, insert, update

from db.models import gold_members, gold_versions, imports
from workbench.domain.records import GoldSets


def insert_gold_edit(connection: Connection, details: dict[str, Any], now: datetime) -> int:
    """Log a change of gold as a finished import of its own; gives its id."""
    return int(
        connection.execute(
            insert(imports)
            .values(
                kind="gold_edit",
                file_name="",
                file_hash="",
                status="done",
                started_at=now,
                finished_at=now,
                n_new=0,
                n_changed=1,
                n_unchanged=0,
                n_rejected=0,
                details=details,
            )
            .returning(imports.c.import_id)
        ).scalar_one()
    )


def supersede_gold(connection: Connection, query_id: int, import_id: int) -> None:
    """Let every version of a query's gold so far give way to the edit."""
    g = gold_versions.c
    connection.execute(
        update(gold_versions)
        .where(g.query_id == query_id, g.superseded_by_import_id.is_(None))
        .values(superseded_by_import_id=import_id)
    )


def insert_gold(
    connection: Connection,
    query_id: int,
    import_id: int,
    author: str,
    reason: str | None,
    sets: GoldSets,
    now: datetime,
    is_known: bool = True,
) -> int:
    """Add a version of a query's gold; gives its id. Its members follow.

    With `is_known` False the version is superseded from the start: it says who took the last
    source away and when, and the gold is not known again.
    """
    return int(
        connection.execute(
            insert(gold_versions)
            .values(
                query_id=query_id,
                import_id=import_id,
                author=author,
                reason=reason,
                created_at=now,
                sets=[list(gold_set) for gold_set in sets],
                n_sets=len(sets),
                superseded_by_import_id=None if is_known else import_id,
            )
            .returning(gold_versions.c.gold_version_id)
        ).scalar_one()
    )


def insert_gold_members(connection: Connection, gold_version_id: int, sets: GoldSets) -> None:
    """Add the passages of every set of a gold version."""
    rows = [
        {"gold_version_id": gold_version_id, "set_no": set_no, "doc_id": doc_id}
        for set_no, gold_set in enumerate(sets)
        for doc_id in dict.fromkeys(gold_set)
    ]
    if rows:
        connection.execute(insert(gold_members), rows)
