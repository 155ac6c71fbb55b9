"""A file of rejects that was mended, read as the file that its records came from.

Each line of it holds one rejected record under `content`: a line as it stood there, the cells of
a row by their columns, or the steps of one trace on lines of their own. Their numbers are those
of the lines that these make.
"""

import csv
import json
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from workbench.formats.tables import BEYOND
from workbench.formats.text_lines import numbered_lines
from workbench.services.importing.rejects_file import ENDING

TABLES = (".csv", ".tsv", ".parquet")


@contextmanager
def as_mended(path: Path) -> Iterator[Path]:
    """Give the file to read: for one of rejects the records that it holds, else the file itself."""
    if not path.name.endswith(ENDING) or not path.is_file():
        yield path
        return
    name = path.name
    while name.endswith(ENDING):
        name = name.removesuffix(ENDING)
    name = name.removesuffix(".gz") or "rejects.jsonl"
    is_table = name.lower().endswith(TABLES)
    if is_table:
        name = f"{Path(name).stem}.csv"
    with tempfile.TemporaryDirectory() as folder:
        inner = Path(folder) / name
        with inner.open("w", encoding="utf-8", newline="") as file:
            if is_table:
                _write_rows(path, file)
            else:
                for content in _contents(path):
                    file.write(f"{_on_one_line(content)}\n")
        yield inner


def _contents(path: Path) -> Iterator[str]:
    for _, line in numbered_lines(path):
        text = line.decode("utf-8", "replace").strip()
        held = _object(text)
        if held is None or not {"line", "problem", "content"} <= held.keys():
            # Somebody wrote the mended record in place of the rejected one.
            yield text
            continue
        content = held["content"]
        yield content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)


def _object(text: str) -> dict[str, object] | None:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _on_one_line(content: str) -> str:
    # A line break that is no escape stands between the names and values of one object, unless
    # several objects stand below each other.
    return " ".join(content.splitlines()) if _object(content) is not None else content


def _write_rows(path: Path, file: TextIO) -> None:
    rows = [
        row
        for content in _contents(path)
        for text in ([content] if _object(content) is not None else content.split("\n"))
        if (row := _object(text)) is not None
    ]
    names = [name for name in dict.fromkeys(n for row in rows for n in row) if name != BEYOND]
    writer = csv.writer(file)
    writer.writerow(names)
    writer.writerows(_cells(row, names) for row in rows)


def _cells(row: Mapping[str, object], names: list[str]) -> list[str]:
    """Give a row's cells; one that is null was not there, so that the row is still uneven."""
    cells = [row.get(name, "") for name in names]
    beyond = row.get(BEYOND)
    cells += beyond if isinstance(beyond, list) else []
    return [
        cell if isinstance(cell, str) else json.dumps(cell, ensure_ascii=False)
        for cell in cells
        if cell is not None
    ]
