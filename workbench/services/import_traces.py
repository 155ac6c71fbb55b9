"""Imports a trace file: whole or not at all, and without blocking anybody's labelling."""

from collections.abc import Mapping
from pathlib import Path

from db.store import Store
from workbench.services.import_report import ImportReport, Progress


def import_traces(
    store: Store,
    path: Path,
    *,
    run: str | None = None,
    keep_good: bool = False,
    progress: Progress | None = None,
    judge_fail_value: str | None = None,
    mapping: Mapping[str, object] | None = None,
) -> ImportReport:
    """Import native JSONL or a table through a column mapping."""
    raise NotImplementedError
