"""Imports the counts of a target set whose traces stay elsewhere."""

from pathlib import Path

from db.store import Store
from workbench.services.import_report import ImportReport


def import_counts(store: Store, path: Path, *, name: str, judge: str) -> ImportReport:
    """Import counts per stratum as the target set `name` of `judge` (NAME@VERSION)."""
    raise NotImplementedError
