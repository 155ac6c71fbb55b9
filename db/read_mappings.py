"""Saved column mappings."""

import json
from collections.abc import Mapping
from datetime import datetime

from sqlalchemy import Connection, select

from db.bulk import insert_rows
from db.models import column_mappings


def all_mappings(connection: Connection) -> dict[str, dict[str, object]]:
    """Every saved mapping by name."""
    rows = connection.execute(
        select(column_mappings.c.name, column_mappings.c.columns).order_by(column_mappings.c.name)
    )
    return {row.name: dict(row.columns) for row in rows}


def put_mapping(
    connection: Connection, name: str, kind: str, columns: Mapping[str, object], saved_at: datetime
) -> None:
    """Insert or replace the mapping of that name."""
    insert_rows(
        connection,
        column_mappings,
        ("name", "kind", "columns", "saved_at"),
        [(name, kind, json.dumps(dict(columns)), saved_at.strftime("%Y-%m-%d %H:%M:%S.%f"))],
        "ON CONFLICT (name) DO UPDATE SET kind = excluded.kind, columns = excluded.columns, "
        "saved_at = excluded.saved_at",
    )
