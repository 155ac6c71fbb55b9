"""Rejected records written beside their file, so that they can be mended and imported again.

Chosen: each is written to a temporary file the moment it is rejected, since a large file may be
rejected whole; and a record of another tool's file is written as that tool wrote it, every step
of its trace on a line of its own, so that what is mended is read like the file it came from.
"""

import json
import shutil
import tempfile
from pathlib import Path
from typing import BinaryIO

from workbench.formats.mapped_table import MappedRecord
from workbench.formats.problems import Findings, Problem, Said
from workbench.services.written_file import written_file

ENDING = ".rejects.jsonl"


class Rejects:
    """Rejected records, kept only where the rest of the file is to be imported."""

    def __init__(self, path: Path, is_wanted: bool) -> None:
        self.path = path.with_name(f"{path.name}{ENDING}")
        self._file: BinaryIO | None = tempfile.TemporaryFile() if is_wanted else None  # noqa: SIM115
        self._n = 0

    def keep(self, problem: Problem, said: Said) -> None:
        """Keep what was refused with its problem."""
        if self._file is None:
            return
        line = {
            "line": problem.line,
            "field": problem.field,
            "problem": problem.message,
            "content": _written(said),
        }
        text = json.dumps(line, ensure_ascii=False)
        self._file.write(text.encode("utf-8", "replace") + b"\n")
        self._n += 1

    def add(self, line: int, said: Said, findings: Findings) -> None:
        """Keep what a line says, with the problem that was recorded last."""
        last = findings.last
        is_its_own = last is not None and last.line == line
        self.keep(last if last is not None and is_its_own else Problem(line, None, ""), said)

    def add_record(self, record: MappedRecord, findings: Findings) -> None:
        """Keep a record of verdicts, by the names that its file gives."""
        self.add(record.line, (as_in_file(record),), findings)

    def write(self) -> Path | None:
        """Write the file beside the imported one; None where nothing was rejected."""
        if self._file is None or not self._n:
            return None
        self._file.seek(0)
        with written_file(self.path) as file:
            shutil.copyfileobj(self._file, file)
        return self.path

    def close(self) -> None:
        """Let go of what was kept."""
        if self._file is not None:
            self._file.close()


def as_in_file(record: MappedRecord) -> dict[str, object]:
    """Give a record of verdicts by the names of its columns, or as the JSON object it is."""
    return {name: text or record.fields.get(name, text) for name, text in record.cells.items()}


def _written(said: Said) -> str:
    if isinstance(said, bytes):
        return said.decode("utf-8", "backslashreplace")
    return "\n".join(json.dumps(record, ensure_ascii=False, default=str) for record in said)
