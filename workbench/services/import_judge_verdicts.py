"""Imports a judge's verdicts on traces that are in the store already."""

from collections.abc import Mapping
from pathlib import Path

from db.store import Store
from workbench.services.import_report import ImportReport, Progress


def import_judge_verdicts(
    store: Store,
    path: Path,
    *,
    run: str,
    judge: str | None = None,
    keep_good: bool = False,
    judge_fail_value: str | None = None,
    mapping: Mapping[str, object] | None = None,
    progress: Progress | None = None,
) -> ImportReport:
    """Import verdicts of `judge` (NAME@VERSION) where the file names none."""
    raise NotImplementedError
