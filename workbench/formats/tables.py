"""Any table with a header row: CSV with its separator found, TSV, or parquet, as rows of text.

Chosen: every cell stays the text that was written, since ids that look like numbers are ids.
The separator is the one that parts the header; a row with more or fewer cells than the
header is a problem with its line, never shifted.
"""

import csv
import io
import json
import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from workbench.errors import InputError
from workbench.formats import text_lines
from workbench.formats.problems import Findings
from workbench.formats.text_lines import OpenedFile, line_heads, read_text

SEPARATORS = (",", "\t", ";", "|")
LARGEST_CELL = 1 << 27
NUL = "\x00"
BEYOND = ""
"""The name under which a rejected row has the cells behind its last column."""
LONE_RETURN = re.compile("\r(?!\n)")
SEPARATOR_LINE = re.compile(r'\A"?sep=(.)"?(?=\r?\n|\r|\Z)', re.IGNORECASE)


class TableRow(NamedTuple):
    """One row by column name, and the line it begins on."""

    line: int
    cells: dict[str, str]


class Table(NamedTuple):
    """Columns in their order, the separator, and the rows."""

    columns: tuple[str, ...]
    separator: str
    rows: list[TableRow]


def is_parquet(path: Path) -> bool:
    """Whether the file is parquet, by its first bytes."""
    try:
        with path.open("rb") as file:
            return file.read(4) == b"PAR1"
    except OSError:
        return False


def separator_of(header: str) -> str:
    """Give the separator that parts a header row most often; a comma where none does."""
    outside = "".join(part for at, part in enumerate(header.split('"')) if at % 2 == 0)
    return max(SEPARATORS, key=outside.count)


def looks_like_table(path: Path) -> bool:
    """Whether the first line is a header of several columns and no JSON."""
    if is_parquet(path):
        return True
    opened = OpenedFile(path)
    try:
        first = next((line for line in line_heads(opened) if line.strip()), b"").strip()
    except (OSError, EOFError):
        return False
    finally:
        opened.close()
    if first[:1] in (b"{", b"["):
        return False
    text = first.decode("utf-8", "replace")
    return text.count(separator_of(text)) >= 1


def read_table(path: Path, findings: Findings, n_rows: int | None = None) -> Table:
    """Read a table; uneven rows go to `findings`, a broken file raises InputError."""
    if is_parquet(path):
        return _parquet(path, n_rows)
    text = read_text(path)
    if NUL in text:
        findings.remark("nul_characters", "NUL characters were replaced", n=text.count(NUL))
        text = text.replace(NUL, "\ufffd")
    has_lone_returns = "\n" in text and LONE_RETURN.search(text) is not None
    if has_lone_returns:
        # Where lines end in a line feed, a carriage return alone is text of its cell; NUL,
        # which is gone by now, stands for it while the rows are parted.
        text = LONE_RETURN.sub(NUL, text)
    # Spreadsheet programs write `sep=;` above the header; an empty line keeps the numbers.
    named = SEPARATOR_LINE.match(text)
    text = text[named.end() :] if named else text
    start = len(text) - len(text.lstrip("\r\n"))
    header_end = text.find("\n", start)
    header = text[start : header_end if header_end >= 0 else len(text)]
    separator = named[1] if named else separator_of(header)
    rows = _rows(text, separator, path, findings)
    columns = next(rows, None)
    if columns is None:
        raise InputError(f"{path.name} is empty: a table needs a header row and rows.")
    names = tuple(name.strip() for name in columns.cells)
    if len(names) == 1 and names[0].startswith("#"):
        raise InputError(
            f"{path.name}, line {columns.line}: begins with # and is no header. Take out the lines "
            "above the header."
        )
    if len(set(names)) < len(names):
        twice = sorted({name for name in names if names.count(name) > 1})
        raise InputError(
            f"{path.name}, line {columns.line}: the header names {', '.join(twice)} twice. "
            "Give every column its own name."
        )
    table = Table(names, separator, [])
    for line, read in rows:
        cells = [cell.replace(NUL, "\r") for cell in read] if has_lone_returns else read
        if len(cells) != len(names):
            findings.refuse(
                line,
                None,
                f"has {len(cells)} cells where the header has {len(names)} columns.",
                (_uneven(names, cells),),
            )
            continue
        table.rows.append(TableRow(line, dict(zip(names, cells, strict=True))))
        if n_rows is not None and len(table.rows) >= n_rows:
            break
    return table


def _uneven(names: Sequence[str], cells: Sequence[str]) -> dict[str, object]:
    """Give the cells of an uneven row by column, null where one is missing, with those beyond."""
    row: dict[str, object] = dict(zip_longest(names, cells[: len(names)]))
    return {**row, BEYOND: cells[len(names) :]} if len(cells) > len(names) else row


class _Cells(NamedTuple):
    line: int
    cells: list[str]


def _rows(text: str, separator: str, path: Path, findings: Findings) -> Iterator[_Cells]:
    csv.field_size_limit(LARGEST_CELL)
    # A quote inside a cell is common in tab-separated files; one that never closes is not.
    is_strict = _is_well_quoted(text, separator)
    if not is_strict:
        findings.remark("loose_quotes", "cells with text after a closing quote were read as are")
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=is_strict)
    line = 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield _Cells(line, cells)
            line = reader.line_num + 1
    except csv.Error as error:
        message = f"a quoted cell is never closed ({error}); nothing from here on was read."
        if line == 1:
            raise InputError(f"{path.name}, line 1: {message}") from error
        findings.refuse(line, None, message, b"")


def _is_well_quoted(text: str, separator: str) -> bool:
    if '"' not in text:
        return True
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    try:
        for _ in reader:
            pass
    except csv.Error as error:
        return "end of data" in str(error)
    return True


def _parquet(path: Path, n_rows: int | None) -> Table:
    import pandas as pd

    if path.stat().st_size > text_lines.LARGEST_WHOLE_FILE:
        raise text_lines.too_large(path)
    try:
        frame = pd.read_parquet(path)
    except (OSError, ValueError) as error:
        raise InputError(f"{path.name} cannot be read as parquet: {error}") from error
    if n_rows is not None:
        frame = frame.head(n_rows)
    names = tuple(str(name) for name in frame.columns)
    records = zip(*(frame[name].tolist() for name in frame.columns), strict=True)
    rows = [
        TableRow(number, dict(zip(names, map(_cell, record), strict=True)))
        for number, record in enumerate(records, start=1)
    ]
    return Table(names, "parquet", rows)


def _cell(value: object) -> str:
    if isinstance(value, str):
        return value
    if hasattr(value, "tolist"):
        value = value.tolist()
    if value is None or value != value:
        return ""
    if isinstance(value, bool | list | dict):
        return json.dumps(value, ensure_ascii=False, default=str)
    return str(value)
