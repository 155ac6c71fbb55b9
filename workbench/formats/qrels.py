"""Relevance judgements, TREC and BEIR: three or four columns, header or none.

Four columns are query, iteration, passage, grade; three are query, passage, grade. The first line
says what parts them: tabs, commas as in our own CSV, or blanks. A line that begins with # is a
comment, unless it has the shape of a judgement: ids may begin so too.
"""

import csv
import re
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
BLANKS_IN_LINE = " \t\r"


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
        if "\x00" in line:
            findings.refuse(number, None, "holds a NUL character: take it out.")
            continue
        if not line.strip(BLANKS_IN_LINE):
            continue
        if _is_comment(line):
            findings.remark("comments", "lines that begin with # were passed over", number)
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
    return "," if is_parted_by_commas and len(blank_parted(line)) not in (3, 4) else BLANKS


def _cells(line: str, separator: str) -> list[str]:
    if separator == ",":
        try:
            return [cell.strip() for cell in next(csv.reader([line]), [])]
        except csv.Error:
            return [line]
    # Other separators of Unicode, such as U+2028, are text of an id.
    cells = line.split("\t") if separator == "\t" else blank_parted(line)
    return [cell.strip(BLANKS_IN_LINE) for cell in cells]


def blank_parted(line: str) -> list[str]:
    """Give the columns of a line that blanks and tabs part."""
    return [cell for cell in re.split(r"[ \t\r\f\v]+", line) if cell]


def _is_comment(line: str) -> bool:
    if not line.startswith("#") or "\t" in line:
        return False
    cells = _cells(line, _separator(line))
    return cells[0] == "#" or len(cells) not in (3, 4) or _grade(cells[-1]) is None


def _grade(text: str) -> int | None:
    try:
        number = float(text)
        return int(number) if number.is_integer() and abs(number) < 2**31 else None
    except (ValueError, OverflowError):
        return None


def looks_like_qrels(lines: Iterable[str]) -> bool:
    """Whether the first lines are judgements: three or four columns, the last a whole number."""
    usable = [line for line in lines if line.strip() and not _is_comment(line)]
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
