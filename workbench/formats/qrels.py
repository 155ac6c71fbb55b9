"""Relevance judgements, TREC and BEIR: three or four columns, header or none.

Four columns are query, iteration, passage, grade; three are query, passage, grade. The first line
says what parts them: tabs, commas as in our own CSV, or blanks.
"""

import csv
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from workbench.formats.problems import Findings
from workbench.formats.spreadsheet_cells import unprotect_cell
from workbench.formats.text_lines import encoding_message, numbered_lines

HEADER_WORDS = frozenset({"query-id", "query_id", "qid", "queryid", "topic"})
GRADE_WORDS = frozenset({"score", "grade", "rel", "relevance", "label"})
QREL_COLUMNS = ("query_id", "doc_id", "grade")
"""Columns of our own CSV, whose cells are harmless to spreadsheets."""
BLANKS = " "


class Judgement(NamedTuple):
    """One passage's grade for one query; relevant from 1."""

    query_id: str
    doc_id: str
    grade: int
    line: int


def read_qrels(path: Path, findings: Findings) -> list[Judgement]:
    """Read every judgement; lines that fit neither shape go to `findings`."""
    judgements: list[Judgement] = []
    width: int | None = None
    separator: str | None = None
    is_our_csv = False
    for number, content in numbered_lines(path):
        try:
            line = content.decode("utf-8")
        except UnicodeDecodeError as error:
            findings.refuse(number, None, encoding_message(content, error))
            continue
        if not line.strip() or (line.startswith("#") and "\t" not in line):
            continue
        separator = separator or _separator(line)
        cells = _cells(line, separator)
        if not judgements and cells[0].casefold() in HEADER_WORDS:
            is_our_csv = separator == "," and tuple(cells) == QREL_COLUMNS
            continue
        if len(cells) not in (3, 4) or len(cells) != (width or len(cells)):
            shape = f"{width} columns as before" if width else "3 or 4 columns"
            findings.refuse(number, None, f"has {len(cells)} columns; {shape} are needed.")
            continue
        grade = _grade(cells[-1])
        if grade is None:
            findings.refuse(number, "grade", f"{cells[-1][:40]!r} is no whole number.")
            continue
        if is_our_csv:
            cells = [unprotect_cell(cell) for cell in cells]
        width = len(cells)
        judgements.append(Judgement(cells[0], cells[-2], grade, number))
    return judgements


def _separator(line: str) -> str:
    if "\t" in line:
        return "\t"
    is_parted_by_commas = len(_cells(line, ",")) in (3, 4)
    return "," if is_parted_by_commas and len(line.split()) not in (3, 4) else BLANKS


def _cells(line: str, separator: str) -> list[str]:
    if separator == ",":
        try:
            return [cell.strip() for cell in next(csv.reader([line]), [])]
        except csv.Error:
            return [line]
    cells = line.split("\t") if separator == "\t" else line.split()
    return [cell.strip() for cell in cells]


def _grade(text: str) -> int | None:
    try:
        number = float(text)
        return int(number) if number.is_integer() and abs(number) < 2**31 else None
    except (ValueError, OverflowError):
        return None


def looks_like_qrels(lines: Iterable[str]) -> bool:
    """Whether the first lines are judgements: three or four columns, the last a whole number."""
    usable = [line for line in lines if line.strip() and not line.startswith("#")]
    separator = _separator(usable[0]) if usable else BLANKS
    cells = [_cells(line, separator) for line in usable]
    if cells and cells[0][0].casefold() in HEADER_WORDS:
        cells = cells[1:]
    return bool(cells) and all(len(c) in (3, 4) and _grade(c[-1]) is not None for c in cells)


def has_qrels_header(lines: Iterable[str]) -> bool:
    """Whether the first line names the columns of relevance judgements."""
    first = next(iter(lines), "")
    cells = [cell.casefold() for cell in _cells(first, _separator(first))]
    return len(cells) in (3, 4) and cells[0] in HEADER_WORDS and cells[-1] in GRADE_WORDS
