"""Says what a file holds before anything is written."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from db.store import Store
from workbench.formats.problems import Notice, Problem
from workbench.services.import_report import JudgeWord


@dataclass(frozen=True, slots=True)
class Preview:
    """What the first records of a file say; `is_complete` when they were all.

    `decidable` and `missing` name stages that the logged lists can and cannot decide.
    `columns` are a table's, with `suggested_mapping` from our fields to them.
    """

    kind: str
    format: str
    n_records_sampled: int
    is_complete: bool
    fields: tuple[str, ...] = ()
    decidable: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    rows: tuple[dict[str, object], ...] = ()
    problems: tuple[Problem, ...] = ()
    notices: tuple[Notice, ...] = ()
    columns: tuple[str, ...] = ()
    suggested_mapping: dict[str, object] = field(default_factory=dict)
    judge_words: tuple[JudgeWord, ...] = ()


def preview_file(
    path: Path, kind: str | None = None, mapping: Mapping[str, object] | None = None
) -> Preview:
    """Read the first records; `kind` is traces, judge, human, gold, corpus or counts."""
    raise NotImplementedError


def save_mapping(store: Store, name: str, kind: str, columns: Mapping[str, object]) -> None:
    """Save a column mapping under a name, to be offered again."""
    raise NotImplementedError


def read_mappings(store: Store) -> dict[str, dict[str, object]]:
    """Saved column mappings by name."""
    raise NotImplementedError
