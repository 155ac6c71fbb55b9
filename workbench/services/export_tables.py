"""Tables out: triage, verdicts, calibration, traces and qrels, to files or as bytes."""

from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from workbench.services.open_store import Store
from workbench.services.results import ExportReport

What = Literal["triage", "verdicts", "calibration", "traces", "qrels"]
Format = Literal["csv", "parquet", "json", "jsonl", "md", "txt"]


def export(
    store: Store,
    what: What,
    format: Format,  # noqa: A002
    path: Path,
    run: str | None = None,
    judge: str | None = None,
    where: Mapping[str, str] | None = None,
    with_history: bool = False,
    calibrated_on: str | None = None,
) -> ExportReport:
    """Write one table to `path`; gives what was written."""
    raise NotImplementedError


def table_bytes(
    store: Store,
    what: What,
    format: Format,  # noqa: A002
    run: str | None = None,
    judge: str | None = None,
    where: Mapping[str, str] | None = None,
    with_history: bool = False,
    calibrated_on: str | None = None,
) -> bytes:
    """Give the same file as bytes, for a download button."""
    raise NotImplementedError
