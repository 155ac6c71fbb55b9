"""Imports annotators' verdicts on traces of one run."""

from collections.abc import Mapping
from pathlib import Path

from db.store import Store
from workbench.domain.vocabulary import Design
from workbench.services.import_report import ImportReport


def import_human_verdicts(
    store: Store,
    path: Path,
    *,
    run: str,
    design: Design | None = None,
    keep_good: bool = False,
    mapping: Mapping[str, object] | None = None,
    words: Mapping[str, str] | None = None,
) -> ImportReport:
    """Import a verdict table; `design` says how the labelled traces were drawn."""
    raise NotImplementedError
