"""Many rows into one table through the driver, and ids taken ahead for them.

Chosen: positional values, 32 rows a statement, straight to the driver: half the time of one
row a statement, and building three million parameter dictionaries costs more than inserting the
rows. Ids are taken inside the writing transaction, so that rows of several tables can be made
before any is written.
"""

from collections.abc import Sequence
from itertools import chain

from sqlalchemy import Connection, Table, func, select, text

__all__ = ["Connection", "Rows", "insert_rows", "take_ids"]

GROUP = 32

Rows = Sequence[tuple[object, ...]]


def insert_rows(
    connection: Connection,
    table: Table,
    columns: Sequence[str],
    rows: Rows,
    on_conflict: str = "",
) -> None:
    """Insert rows whose values stand in the order of `columns`; none is fine.

    With an update on conflict, no two rows may have the same key.
    """
    n_grouped = len(rows) - len(rows) % GROUP
    if n_grouped:
        grouped = [
            tuple(chain.from_iterable(rows[start : start + GROUP]))
            for start in range(0, n_grouped, GROUP)
        ]
        _insert(connection, table, columns, GROUP, grouped, on_conflict)
    if n_grouped < len(rows):
        _insert(connection, table, columns, 1, list(rows[n_grouped:]), on_conflict)


def _insert(
    connection: Connection,
    table: Table,
    columns: Sequence[str],
    n_rows: int,
    values: list[tuple[object, ...]],
    on_conflict: str,
) -> None:
    mark = "?" if connection.dialect.paramstyle == "qmark" else "%s"
    row = f"({', '.join([mark] * len(columns))})"
    connection.exec_driver_sql(
        f"INSERT INTO {table.name} ({', '.join(columns)}) VALUES {', '.join([row] * n_rows)} "
        f"{on_conflict}",
        values,
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
