"""Rows of a whole store written into an empty one; never opens a transaction."""

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime

from sqlalchemy import JSON, Column, Connection, LargeBinary, Table, bindparam, text, update
from sqlalchemy.exc import DataError, IntegrityError

from db.bulk import insert_rows
from db.instants import Instant

ROWS_IN_BATCH = 500


class UnfitRow(ValueError):
    """A row that the table cannot hold; says which column and why."""


def own_references(table: Table) -> list[str]:
    """Columns that point to rows of the same table, which may come later."""
    return [
        column.name
        for column in table.columns
        if any(key.column.table is table for key in column.foreign_keys)
    ]


def write_rows(connection: Connection, table: Table, rows: Iterable[Mapping[str, object]]) -> int:
    """Insert every row with its key, give their number; references within the table follow after.

    Raises
    ------
    UnfitRow
        A value of the wrong kind, a column that has to be filled and is not there, a key that
        comes twice, or a reference to nothing.
    """
    try:
        return _write(connection, table, rows)
    except (IntegrityError, DataError) as error:
        raise UnfitRow(str(error.orig)) from error


def _write(connection: Connection, table: Table, rows: Iterable[Mapping[str, object]]) -> int:
    columns = list(table.columns)
    names = [column.name for column in columns]
    own = own_references(table)
    key = next(iter(table.primary_key.columns))
    later: dict[str, list[dict[str, object]]] = {name: [] for name in own}
    batch: list[tuple[object, ...]] = []
    n_rows = 0
    for row in rows:
        n_rows += 1
        for name in own:
            if row.get(name) is not None:
                later[name].append({"row_key": row[key.name], "points_to": row[name]})
        batch.append(
            tuple(None if column.name in own else _stored(column, row) for column in columns)
        )
        if len(batch) >= ROWS_IN_BATCH:
            insert_rows(connection, table, names, batch)
            batch = []
    insert_rows(connection, table, names, batch)
    for name, pairs in later.items():
        _point(connection, table, key, name, pairs)
    return n_rows


def _point(
    connection: Connection,
    table: Table,
    key: Column[object],
    name: str,
    pairs: Sequence[Mapping[str, object]],
) -> None:
    if pairs:
        statement = (
            update(table).where(key == bindparam("row_key")).values({name: bindparam("points_to")})
        )
        connection.execute(statement, list(pairs))


def _stored(column: Column[object], row: Mapping[str, object]) -> object:
    value = row.get(column.name)
    if isinstance(column.type, JSON):
        is_none = value is None and column.nullable
        return None if is_none else json.dumps(value, ensure_ascii=False)
    if value is None:
        default = column.default.arg if column.default is not None else None  # type: ignore[attr-defined]
        if default is None and not column.nullable:
            raise UnfitRow(f"{column.name} is missing")
        return default if column.name not in row else None
    try:
        if isinstance(column.type, Instant):
            return _instant_text(str(value))
        if isinstance(column.type, LargeBinary):
            return bytes.fromhex(str(value))
    except ValueError as error:
        raise UnfitRow(f"{column.name} is {value!r}: {error}") from None
    return value


def _instant_text(value: str) -> str:
    at = datetime.fromisoformat(value).astimezone(UTC)
    return at.strftime("%Y-%m-%d %H:%M:%S.%f")


def go_on_counting(connection: Connection, table: Table) -> None:
    """Let the next row of the table get a key above every key there is."""
    key = next(iter(table.primary_key.columns))
    is_counted = len(table.primary_key.columns) == 1 and not key.foreign_keys
    if connection.dialect.name == "sqlite" or not is_counted:
        return
    sequence = connection.scalar(
        text("SELECT pg_get_serial_sequence(:table, :key)"),
        {"table": table.name, "key": key.name},
    )
    if sequence is not None:
        connection.exec_driver_sql(
            f"SELECT setval('{sequence}', COALESCE((SELECT max({key.name}) FROM {table.name}), 0)"
            " + 1, false)"
        )
