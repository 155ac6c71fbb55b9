"""Imports gold passages, as JSON lines or relevance judgements."""

from pathlib import Path

from db.store import Store
from workbench.services.import_report import ImportReport


def import_gold(store: Store, path: Path, *, run: str | None = None) -> ImportReport:
    """Import gold for questions, or for requests of `run` where the id is no question's."""
    raise NotImplementedError
