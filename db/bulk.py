"""Many rows into one table through the driver, and ids taken ahead for them.

Chosen: the driver's own executemany with positional values, since building three million
parameter dictionaries costs more than inserting the rows. Ids are taken inside the writing
transaction, so that rows of several tables can be made before any is written.
"""

from collections.abc import Sequence

from sqlalchemy import Connection, Table, func, select, text

from db.models import metadata

__all__ = ["Connection", "Rows", "insert_rows", "table_named", "take_ids"]

Rows = Sequence[tuple[object, ...]]


def insert_rows(
    connection: Connection,
    table: Table,
    columns: Sequence[str],
    rows: Rows,
    on_conflict: str = "",
) -> None:
    """Insert rows whose values stand in the order of `columns`; none is fine."""
    if not rows:
        return
    mark = "?" if connection.dialect.paramstyle == "qmark" else "%s"
    listed = ", ".join(columns)
    marks = ", ".join([mark] * len(columns))
    connection.exec_driver_sql(
        f"INSERT INTO {table.name} ({listed}) VALUES ({marks}) {on_conflict}", list(rows)
    )


def take_ids(connection: Connection, table: Table, n: int) -> range | list[int]:
    """Take `n` ids of a table that nobody else will use; holds within this transaction."""
    key = next(iter(table.primary_key.columns))
    if connection.dialect.name == "sqlite":
        last = connection.execute(select(func.max(key))).scalar() or 0
        return range(last + 1, last + 1 + n)
    taken = connection.execute(
        text("SELECT nextval(pg_get_serial_sequence(:table, :key)) FROM generate_series(1, :n)"),
        {"table": table.name, "key": key.name, "n": n},
    )
    return [int(row[0]) for row in taken]


def table_named(name: str) -> Table:
    """The table of that name."""
    return metadata.tables[name]
