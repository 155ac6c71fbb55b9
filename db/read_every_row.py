"""Every row of every table as plain JSON values, so that a store can move whole.

Chosen: tables as they are, keys included, read from the metadata: a table added later travels
without a line here, and SQLite and PostgreSQL read each other's rows. Left out are leases,
which say who labels what this minute.
"""

from collections.abc import Iterator
from datetime import datetime

from sqlalchemy import Connection, Table, func, select

from db.models import leases, metadata

ROWS_PER_READ = 1_000

PlainRow = dict[str, object]


def moving_tables() -> list[Table]:
    """Tables that travel, each after those its rows point to."""
    return [table for table in metadata.sorted_tables if table is not leases]


def count_rows(connection: Connection, table: Table) -> int:
    """How many rows a table has."""
    return int(connection.scalar(select(func.count()).select_from(table)) or 0)


def read_rows(connection: Connection, table: Table) -> Iterator[PlainRow]:
    """Give every row in the order of its key: instants as UTC texts, bytes as hex."""
    statement = select(table).order_by(*table.primary_key.columns)
    streaming = connection.execution_options(yield_per=ROWS_PER_READ)
    names = [column.name for column in table.columns]
    for row in streaming.execute(statement):
        yield {name: _value(value) for name, value in zip(names, row, strict=True)}


def _value(value: object) -> object:
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, bytes | memoryview):
        return bytes(value).hex()
    return value
