"""A mapping from our fields to a table's columns, and the records that it gives.

A field is mapped to a column, to a list of columns (joined by a bar: an id made of several)
or to {"const": value}. A name with a dot, as in `judge.verdict`, fills a field of an object.
"""

import ast
import json
import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from workbench.errors import InputError
from workbench.formats.careful_reading import remark_reading
from workbench.formats.json_values import parse_faithfully
from workbench.formats.problems import Findings
from workbench.formats.spreadsheet_cells import unprotected_row
from workbench.formats.tables import TableRow
from workbench.formats.trace_jsonl import FIELDS

JOINER = "|"
JSON_FIELDS = frozenset(
    {
        "gold_passages", "gold_strings", "candidates", "reranked", "prompt_passages", "settings",
        "signals", "probe", "judge", "judges",
    }
)  # fmt: skip
OBJECT_FIELDS = frozenset({"settings", "signals", "probe", "judge"})
SYNONYMS: dict[str, tuple[str, ...]] = {
    "request_id": ("id", "trace_id", "qid", "example_id"),
    "question_id": ("query_id",),
    "query": ("question", "user_input", "input", "prompt"),
    "answer": ("response", "model_answer", "output", "prediction", "actual_output"),
    "reference_answer": ("reference", "ground_truth", "gold_answer", "expected_output"),
    "gold_passages": ("reference_context_ids", "gold_ids"),
    "candidates": ("retrieved_contexts", "contexts", "retrieved_context_ids"),
    "verdict": ("label", "judgement", "judgment", "acceptable", "grade"),
    "annotator": ("rater", "labeler", "labeller", "reviewer", "user"),
    "notes": ("note", "comment", "comments", "feedback"),
    "labelled_at": ("labeled_at", "timestamp", "created_at", "time", "date"),
    "judge": ("judge_name", "evaluator"),
    "score": ("judge_score",),
    "rationale": ("reason", "explanation", "justification"),
}
RESERVED = frozenset({"words"})
UNSTORABLE = re.compile("NaN|Infinity|\\\\u0000|[\ud800-\udfff]")
"""What JSON from other programs may hold and no store can: numbers that are none, half letters."""


class MappedRecord(NamedTuple):
    """One row under our field names, and the line it begins on."""

    line: int
    fields: dict[str, object]
    cells: Mapping[str, str]


def plain_name(name: str) -> str:
    """Give a column's name without case, blanks and punctuation, to compare by."""
    return re.sub(r"[^a-z0-9]+", "_", name.casefold()).strip("_")


def suggest_mapping(columns: Iterable[str], fields: Iterable[str] = FIELDS) -> dict[str, object]:
    """Guess which column holds which field, from the names alone; to be confirmed."""
    by_plain = {plain_name(column): column for column in reversed(list(columns))}
    suggested: dict[str, object] = {}
    for field in fields:
        for name in (field, *SYNONYMS.get(field, ())):
            column = by_plain.get(name)
            if column is not None and column not in suggested.values():
                suggested[field] = column
                break
    return suggested


def mapping_example(
    columns: Iterable[str], needed: Iterable[str], fields: Iterable[str] = FIELDS
) -> str:
    """Give a --mapping to begin with: what the names suggest, and COLUMN where they say nothing."""
    example = dict.fromkeys(needed, "COLUMN") | suggest_mapping(columns, fields)
    return f"--mapping '{json.dumps(example, ensure_ascii=False)}'"


def check_mapping(mapping: Mapping[str, object], columns: Iterable[str], file_name: str) -> None:
    """Raise InputError where the mapping names columns that are not there."""
    there = list(columns)
    for field, source in mapping.items():
        if field in RESERVED or _constant(source) is not None:
            continue
        wanted = source if isinstance(source, list) else [source]
        absent = [str(name) for name in wanted if name not in there]
        if absent or not wanted:
            raise InputError(
                f"{file_name}: {field} is mapped to {', '.join(absent) or 'nothing'}, which is no "
                f"column. The columns are: {', '.join(there)}."
            )


def mapped_records(
    rows: Iterable[TableRow], mapping: Mapping[str, object], findings: Findings
) -> list[MappedRecord]:
    """Give every row under our field names; empty cells are null.

    Rows of our own files that were made harmless for spreadsheets are as they were before. What
    no store can hold of a cell with JSON, such as NaN, goes to `findings` as in JSON lines.
    """
    plain = ((line, unprotected_row(cells)) for line, cells in rows)
    return [
        MappedRecord(line, _fields(cells, mapping, line, findings), cells) for line, cells in plain
    ]


def _fields(
    cells: Mapping[str, str], mapping: Mapping[str, object], line: int, findings: Findings
) -> dict[str, object]:
    fields: dict[str, object] = {}
    for field, source in mapping.items():
        if field in RESERVED:
            continue
        value = _value(field, cells, source, line, findings)
        outer, dot, inner = field.partition(".")
        if dot:
            held = fields.setdefault(outer, {})
            if isinstance(held, dict):
                held[inner] = value
        else:
            fields[field] = value
    return fields


def _constant(source: object) -> tuple[object] | None:
    if isinstance(source, Mapping) and "const" in source:
        return (source["const"],)
    return None


def _value(
    field: str, cells: Mapping[str, str], source: object, line: int, findings: Findings
) -> object:
    constant = _constant(source)
    if constant is not None:
        return constant[0]
    if isinstance(source, list):
        parts = [cells[str(name)] for name in source]
        return JOINER.join(parts) if any(part.strip() for part in parts) else None
    text = cells[str(source)]
    if field.endswith("verdict") or field == "notes":
        return text
    if not text.strip():
        return None
    return _structured(field, text, line, findings) if field in JSON_FIELDS else text


def _structured(field: str, text: str, line: int, findings: Findings) -> object:
    if text.strip()[0] not in "[{":
        return text if field in OBJECT_FIELDS else [text.strip()]
    try:
        value = _parsed(text)
        written = json.dumps(value, ensure_ascii=False)
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        # The field that needs a list or an object says so of a text.
        return text
    if not UNSTORABLE.search(written):
        return value
    reading = parse_faithfully(json.dumps(value).encode("ascii"))
    remark_reading(reading, b"", line, findings, is_kept=False)
    return reading.value


def _parsed(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return ast.literal_eval(text.strip())
