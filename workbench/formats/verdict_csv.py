"""People's verdicts as a table, in and out: what is written is read back the same.

One row an entry. `verdict` is the word as it came, or the answer; `kind` and the columns
after it are ours, and where they are filled they decide. In a row marked `is_protected`
cells that a spreadsheet would run carry an apostrophe, which is taken away again.
"""

import csv
import io
import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from math import isfinite
from typing import TypeVar

from workbench.domain.records import HumanEntry, JsonObject
from workbench.domain.vocabulary import Answer, EntryKind, ErrorType, Stage, Unresolved
from workbench.formats.human_words import HumanWord, own_word, read_human_word
from workbench.formats.mapped_table import MappedRecord
from workbench.formats.problems import Findings
from workbench.formats.spreadsheet_cells import protect_cell, unprotect_cell
from workbench.formats.timestamps import read_time, remark_time, time_text

VERDICT_COLUMNS = (
    "request_id", "run", "annotator", "verdict", "notes", "labelled_at", "kind", "answer",
    "stage", "error_type", "unresolved", "is_override", "override_reason", "should_have_declined",
    "gold_changes", "claims", "confidence", "is_flagged", "seconds_spent", "is_after_reveal",
    "queue", "guideline", "is_current", "gold_version", "entry_id", "undoes_entry_id",
    "is_protected",
)  # fmt: skip
NEEDED = ("request_id", "annotator", "verdict")
TRUE_WORDS = frozenset({"true", "1", "yes"})
Word = TypeVar("Word", bound=StrEnum)


@dataclass(frozen=True, slots=True)
class VerdictRow:
    """One entry of a table. `is_current` None where the table does not say.

    `entry_id` numbers the entries of a request, `gold_version` names by its content the gold
    that was seen, and `guideline` is the version of the queue's: none is a key of a store.
    """

    entry: HumanEntry
    line: int = 0
    run: str | None = None
    queue: str | None = None
    is_current: bool | None = None
    gold_version: str | None = None
    entry_id: str | None = None
    undoes_entry_id: str | None = None
    guideline: str | None = None


def rows_to_entries(
    records: Iterable[MappedRecord], findings: Findings, said: Mapping[str, str]
) -> list[VerdictRow]:
    """Read every row; unknown words are one problem a word, with how often it comes."""
    rows: list[VerdictRow] = []
    unknown: Counter[str] = Counter()
    first_lines: dict[str, int] = {}
    for line, fields, _ in records:
        cells = _cells(fields)
        word = cells.get("verdict", "")
        meaning = _meaning(cells, said)
        if meaning is None:
            unknown[word] += 1
            first_lines.setdefault(word, line)
            continue
        try:
            rows.append(_row(line, cells, meaning, findings))
        except ValueError as error:
            findings.refuse(line, None, str(error))
    for word, n in unknown.most_common():
        findings.refuse(
            first_lines[word],
            "verdict",
            f"{word!r} (on {n} {'row' if n == 1 else 'rows'}) is no known verdict. "
            "Say what it means in the mapping: "
            f'"words": {{{json.dumps(word, ensure_ascii=False)}: "correct"}} or "wrong", a stage, '
            '"cant_tell" or "skip".',
        )
    return rows


def _cells(fields: Mapping[str, object]) -> dict[str, str]:
    cells = {name: _text(value) for name, value in fields.items()}
    if cells.get("is_protected", "").strip().casefold() == "true":
        return {name: unprotect_cell(text) for name, text in cells.items()}
    return cells


def _text(value: object) -> str:
    if isinstance(value, list | dict):
        return json.dumps(value, ensure_ascii=False)
    return "" if value is None else str(value)


def _meaning(cells: Mapping[str, str], said: Mapping[str, str]) -> HumanWord | None:
    if cells.get("kind"):
        try:
            kind = EntryKind(cells["kind"].strip())
            answer = Answer(cells["answer"].strip()) if cells.get("answer") else None
        except ValueError:
            return None
        return HumanWord(kind, answer)
    word = cells.get("verdict", "")
    if word.strip():
        return read_human_word(word, said)
    return HumanWord(EntryKind.VERDICT if cells.get("unresolved") else EntryKind.NOTE)


def _row(line: int, cells: Mapping[str, str], meaning: HumanWord, findings: Findings) -> VerdictRow:
    request_id, annotator = cells.get("request_id", ""), cells.get("annotator", "").strip()
    if not request_id:
        raise ValueError("request_id is empty.")
    if not annotator:
        raise ValueError("annotator is empty: every verdict needs its author.")
    note = cells.get("notes") or None
    if meaning.kind is EntryKind.NOTE and not (note or "").strip():
        raise ValueError("has neither a verdict nor a note.")
    read = read_time(cells.get("labelled_at"))
    remark_time(read, "labelled_at", line, findings)
    if read == (None, None, None) and meaning.kind is not EntryKind.UNDO:
        findings.remark("no_time", "verdicts without a time: it stays missing", line)
    word = cells.get("verdict", "")
    has_own_word = word.strip().casefold() == own_word(meaning.kind, meaning.answer)
    entry = HumanEntry(
        request_id=request_id,
        annotator=annotator,
        kind=meaning.kind,
        answer=meaning.answer,
        stage=meaning.stage or _word(cells, "stage", Stage),
        error_type=_word(cells, "error_type", ErrorType),
        unresolved=meaning.unresolved or _word(cells, "unresolved", Unresolved),
        is_override=_truth(cells, "is_override"),
        override_reason=cells.get("override_reason") or None,
        should_have_declined=_truth(cells, "should_have_declined"),
        gold_changes=_objects(cells, "gold_changes"),
        confidence=cells.get("confidence") or None,
        note=note,
        is_flagged=_truth(cells, "is_flagged"),
        seconds_spent=_seconds(cells, line, findings),
        labelled_at=read.instant,
        labelled_at_text=read.text,
        is_after_reveal=_truth(cells, "is_after_reveal"),
        raw_verdict=None if has_own_word or not word.strip() else word,
        claims=_objects(cells, "claims"),
    )
    return VerdictRow(
        entry,
        line,
        cells.get("run") or None,
        cells.get("queue") or None,
        _truth(cells, "is_current") if cells.get("is_current") else None,
        cells.get("gold_version") or None,
        cells.get("entry_id") or None,
        cells.get("undoes_entry_id") or None,
        cells.get("guideline") or None,
    )


def _word(cells: Mapping[str, str], name: str, words: type[Word]) -> Word | None:
    text = cells.get(name, "").strip()
    if not text:
        return None
    try:
        return words(text)
    except ValueError:
        raise ValueError(f"{name} is {text!r}; it must be one of {', '.join(words)}.") from None


def _truth(cells: Mapping[str, str], name: str) -> bool:
    return cells.get(name, "").strip().casefold() in TRUE_WORDS


def _seconds(cells: Mapping[str, str], line: int, findings: Findings) -> float | None:
    text = cells.get("seconds_spent", "").strip()
    try:
        seconds = float(text) if text else None
    except ValueError:
        raise ValueError(f"seconds_spent is {text!r}; it must be a number.") from None
    if seconds is None or (isfinite(seconds) and seconds >= 0):
        return seconds
    findings.remark("no_seconds", "times spent that nobody can spend were taken as missing", line)
    return None


def _objects(cells: Mapping[str, str], name: str) -> tuple[JsonObject, ...]:
    text = cells.get(name, "").strip()
    if not text:
        return ()
    try:
        objects = json.loads(text)
    except ValueError:
        objects = None
    if not isinstance(objects, list) or not all(isinstance(item, dict) for item in objects):
        raise ValueError(f"{name} must be a JSON list of objects.")
    return tuple(objects)


def entries_to_rows(rows: Iterable[VerdictRow], is_protecting: bool = True) -> list[dict[str, str]]:
    """Write every entry as cells under VERDICT_COLUMNS; `rows_to_entries` reads them back."""
    return [_written(row, is_protecting) for row in rows]


def _written(row: VerdictRow, is_protecting: bool) -> dict[str, str]:
    entry = row.entry
    cells = {
        "request_id": entry.request_id,
        "run": row.run or "",
        "annotator": entry.annotator,
        "verdict": entry.raw_verdict or own_word(entry.kind, entry.answer),
        "notes": entry.note or "",
        "labelled_at": time_text(entry.labelled_at, entry.labelled_at_text),
        "kind": entry.kind.value,
        "answer": entry.answer.value if entry.answer else "",
        "stage": entry.stage.value if entry.stage else "",
        "error_type": entry.error_type.value if entry.error_type else "",
        "unresolved": entry.unresolved.value if entry.unresolved else "",
        "is_override": _said(entry.is_override),
        "override_reason": entry.override_reason or "",
        "should_have_declined": _said(entry.should_have_declined),
        "gold_changes": _json(entry.gold_changes),
        "claims": _json(entry.claims),
        "confidence": entry.confidence or "",
        "is_flagged": _said(entry.is_flagged),
        "seconds_spent": "" if entry.seconds_spent is None else repr(entry.seconds_spent),
        "is_after_reveal": _said(entry.is_after_reveal),
        "queue": row.queue or "",
        "guideline": row.guideline or "",
        "is_current": "" if row.is_current is None else _said(row.is_current),
        "gold_version": row.gold_version or "",
        "entry_id": row.entry_id or "",
        "undoes_entry_id": row.undoes_entry_id or "",
    }
    safe = {name: protect_cell(text) for name, text in cells.items()} if is_protecting else cells
    return {**safe, "is_protected": _said(safe != cells)}


def _json(objects: tuple[JsonObject, ...]) -> str:
    return json.dumps([dict(each) for each in objects], ensure_ascii=False) if objects else ""


def _said(is_so: bool) -> str:
    return "true" if is_so else "false"


def verdict_csv(rows: Iterable[VerdictRow], is_protecting: bool = True) -> str:
    """Write entries as CSV with a header; line breaks inside notes stay as they are.

    Rows end in CRLF, so that a carriage return inside a note is quoted.
    """
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, VERDICT_COLUMNS, lineterminator="\r\n")
    writer.writeheader()
    writer.writerows(entries_to_rows(rows, is_protecting))
    return out.getvalue()
