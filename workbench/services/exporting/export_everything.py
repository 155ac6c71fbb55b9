"""The whole store as one file, to be read into an empty one: labels, histories, queues and all.

For moving a store, also from SQLite to PostgreSQL; a running one is copied more quickly by
`workbench backup`.
"""

import io
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from db import migrate
from db.read_every_row import PlainRow, count_rows, moving_tables, read_rows
from workbench.formats.store_archive import Contents, write_archive
from workbench.services.exporting.asked_file import Asked, File
from workbench.services.open_store import Store


def everything_file(store: Store, _asked: Asked) -> File:
    """Give the whole store as one file."""
    out = io.BytesIO()
    n_rows = write_everything(store, out)
    return File(out.getvalue(), n_rows)


def write_everything(store: Store, out: IO[bytes] | Path) -> int:
    """Write the whole store to a file; gives how many rows there were."""
    # One reading transaction: what is labelled meanwhile is not half in it.
    with store.reading() as connection:
        n_rows = {table.name: count_rows(connection, table) for table in moving_tables()}

        def tables() -> Iterator[tuple[str, Iterator[PlainRow]]]:
            for table in moving_tables():
                yield table.name, read_rows(connection, table)

        write_archive(out, Contents(migrate.head(), n_rows), tables())
    return sum(n_rows.values())
