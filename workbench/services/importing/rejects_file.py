"""Rejected lines written beside their file, so that they can be mended and imported again."""

import json
from pathlib import Path

from workbench.formats.mapped_table import MappedRecord
from workbench.formats.problems import Findings


class Rejects:
    """Rejected lines, kept only where the rest of the file is to be imported."""

    def __init__(self, path: Path, is_wanted: bool) -> None:
        self.path = path.with_name(f"{path.name}.rejects.jsonl")
        self.is_wanted = is_wanted
        self._lines: list[str] = []

    def add(self, line: int, content: bytes, findings: Findings) -> None:
        """Keep a line with the problem that was recorded last."""
        if not self.is_wanted:
            return
        problem = findings.problems[-1] if findings.problems else None
        named = problem if problem is not None and problem.line == line else None
        self._lines.append(
            json.dumps(
                {
                    "line": line,
                    "field": named.field if named else None,
                    "problem": named.message if named else None,
                    "content": content.decode("utf-8", "backslashreplace"),
                },
                ensure_ascii=False,
            )
        )

    def add_record(self, record: MappedRecord, findings: Findings) -> None:
        """Keep a record of a table, its cells by their names."""
        cells = json.dumps(dict(record.cells), ensure_ascii=False)
        self.add(record.line, cells.encode("utf-8", "replace"), findings)

    def write(self) -> Path | None:
        """Write the file beside the imported one; None where nothing was rejected."""
        if not self._lines:
            return None
        self.path.write_text("\n".join(self._lines) + "\n", encoding="utf-8", newline="\n")
        return self.path
