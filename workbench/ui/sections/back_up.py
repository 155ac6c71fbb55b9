"""A copy of the whole store, made while it is in use."""

import tempfile
from datetime import UTC, datetime
from pathlib import Path

from workbench.services.housekeeping.backup_store import backup_store
from workbench.services.housekeeping.read_overview import Overview
from workbench.services.open_store import Store
from workbench.settings import database_url
from workbench.ui import parts, takeaway


def draw(store: Store, _overview: Overview) -> None:
    """Draw the download of a consistent copy, or how a database server is copied."""
    parts.section(
        "Backup",
        "The expensive thing in the store is what people said. A copy taken here is consistent "
        "even while somebody labels.",
    )
    if not store.is_sqlite:
        parts.callout(
            "note",
            "The store is a database server's",
            "It is copied with the server's own tool.",
            "pg_dump --format=custom --file=workbench.dump DATABASE",
        )
        return
    day = datetime.now(UTC).strftime("%Y-%m-%d")
    takeaway.downloads(
        [
            takeaway.FileOffer(
                "Download a copy of the store",
                f"workbench-{day}.db",
                "application/vnd.sqlite3",
                _copy,
            )
        ],
        key="backup",
    )
    parts.reading("From a terminal: workbench backup FILE. To use a copy: workbench serve --db.")


def _copy() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "copy.db"
        backup_store(database_url(), path)
        return path.read_bytes()
