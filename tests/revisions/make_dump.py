"""Writes the dump of the newest revision: python -m tests.revisions.make_dump FOLDER.

Run once when a revision is released; a released dump is never made again.
"""

import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path

from db import migrate
from db.engine import open_engine
from db.store import Store
from tests.db.rows import fill


def write_dump(folder: Path) -> Path:
    """Dump a small filled store at the newest revision as SQL text."""
    target = folder / f"{migrate.head()}.sql"
    with tempfile.TemporaryDirectory() as temporary:
        path = Path(temporary) / "store.db"
        store = Store(open_engine(f"sqlite:///{path}"))
        migrate.upgrade(store.engine)
        with store.writing() as connection:
            fill(connection)
        store.close()
        with closing(sqlite3.connect(path)) as connection:
            lines = list(connection.iterdump())
    target.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return target


if __name__ == "__main__":
    write_dump(Path(sys.argv[1]))
