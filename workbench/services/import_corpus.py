"""Imports which passages an index version held, so that coverage is a fact."""

from pathlib import Path

from db.store import Store
from workbench.services.import_report import ImportReport, Progress


def import_corpus(
    store: Store,
    path: Path,
    *,
    index_version: str | None = None,
    progress: Progress | None = None,
) -> ImportReport:
    """Import a corpus for `index_version` where the file names none."""
    raise NotImplementedError
