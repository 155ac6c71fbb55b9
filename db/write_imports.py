"""The import log: one row an import, whose status alone makes its rows visible."""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, insert, select, text, update

from db.models import imports


class RunningImport(NamedTuple):
    """An import that is not finished, as its row says."""

    import_id: int
    file_name: str
    details: Mapping[str, object]


def queue_up(connection: Connection) -> None:
    """Let imports look and enter one at a time; on SQLite the writing transaction does that."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(7274640)"))


def running_imports(connection: Connection) -> list[RunningImport]:
    """Every import that has not finished."""
    rows = connection.execute(
        select(imports.c.import_id, imports.c.file_name, imports.c.details).where(
            imports.c.status == "running"
        )
    )
    return [RunningImport(*row) for row in rows]


def start_import(
    connection: Connection,
    kind: str,
    file_name: str,
    started_at: datetime,
    details: Mapping[str, object],
) -> int:
    """Insert a running import and give its id."""
    made = connection.execute(
        insert(imports).values(
            kind=kind,
            file_name=file_name,
            file_hash="",
            status="running",
            started_at=started_at,
            details=dict(details),
        )
    )
    key = made.inserted_primary_key
    return int(key[0]) if key is not None else 0


def beat(connection: Connection, import_id: int, details: Mapping[str, object]) -> None:
    """Say that the import is alive."""
    connection.execute(
        update(imports).where(imports.c.import_id == import_id).values(details=dict(details))
    )


def finish_import(
    connection: Connection,
    import_id: int,
    finished_at: datetime,
    counts: Mapping[str, int],
    file_hash: str,
    details: Mapping[str, object],
) -> None:
    """Make the import's rows visible, all at once."""
    connection.execute(
        update(imports)
        .where(imports.c.import_id == import_id)
        .values(
            status="done",
            finished_at=finished_at,
            file_hash=file_hash,
            details=dict(details),
            **counts,
        )
    )


def mark_swept(connection: Connection, import_id: int, finished_at: datetime) -> None:
    """Say that the import's rows are gone."""
    connection.execute(
        update(imports)
        .where(imports.c.import_id == import_id)
        .values(status="swept", finished_at=finished_at)
    )
