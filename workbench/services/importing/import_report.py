"""What an import did, in the same shape for every kind of file."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from workbench.formats.problems import Findings, Notice, Problem

Progress = Callable[[int, int], None]
"""Called with the bytes done and the bytes in all; may raise KeyboardInterrupt."""

Meaning = Literal["fail", "pass", "not_usable"]

KEEPS_GOOD = frozenset({"traces", "judge", "human"})
"""Kinds of file whose good lines can be imported without the rejected ones."""


@dataclass(frozen=True, slots=True)
class JudgeWord:
    """A word a judge used, how often, and what it means; None where a person must say."""

    judge: str
    word: str
    meaning: Meaning | None
    n: int


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What was read, written and refused; `is_imported` False means the store is unchanged."""

    kind: str
    file_name: str
    run: str | None
    is_imported: bool
    n_read: int = 0
    n_new: int = 0
    n_changed: int = 0
    n_unchanged: int = 0
    n_rejected: int = 0
    problems: tuple[Problem, ...] = ()
    notices: tuple[Notice, ...] = ()
    rejects_file: Path | None = None
    import_id: int | None = None
    judge_words: tuple[JudgeWord, ...] = ()

    @property
    def can_keep_good(self) -> bool:
        """Whether the file, refused now, could be imported without its rejected lines."""
        is_part = 0 < self.n_rejected < self.n_read
        return not self.is_imported and is_part and self.kind in KEEPS_GOOD

    @property
    def summary(self) -> str:
        """One sentence with the counts; says plainly when nothing was imported."""
        if not self.is_imported:
            return (
                f"0 of {self.n_read} imported from {self.file_name}: "
                f"{self.n_rejected} rejected, the store is unchanged."
            )
        n_kept = self.n_read - self.n_rejected
        parts = f"{self.n_new} new, {self.n_changed} changed, {self.n_unchanged} unchanged"
        rejected = f", {self.n_rejected} rejected" if self.n_rejected else ""
        return f"{n_kept} of {self.n_read} imported from {self.file_name}: {parts}{rejected}."


def refusal(
    kind: str,
    path: Path,
    findings: Findings,
    run: str | None = None,
    n_read: int = 0,
    n_rejected: int = 0,
) -> ImportReport:
    """Give the report of a file of which nothing was imported, with every reason."""
    return ImportReport(
        kind=kind,
        file_name=path.name,
        run=run,
        is_imported=False,
        n_read=n_read,
        n_rejected=n_rejected,
        problems=tuple(findings.problems),
        notices=findings.notices(),
    )
