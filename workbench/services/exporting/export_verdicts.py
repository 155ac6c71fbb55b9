"""Human verdicts out without loss, and gold as relevance judgements."""

import json
from collections.abc import Collection, Mapping
from typing import Any

from db import read_export
from db.read_export import AnyRow
from workbench.domain.records import HumanEntry
from workbench.domain.vocabulary import Answer, EntryKind, ErrorType, Stage, Unresolved
from workbench.formats.gold_sets import sets_mark
from workbench.formats.verdict_csv import VERDICT_COLUMNS, VerdictRow, entries_to_rows
from workbench.services.exporting.export_traces import selection_text
from workbench.services.exporting.ranking_file import refuse_blanks
from workbench.services.open_store import Store

TRUTHS = ("is_override", "should_have_declined", "is_flagged", "is_after_reveal", "is_current")
LISTS = ("gold_changes", "claims")
QUERIES_PER_READ = 500


def verdict_rows(
    store: Store, run_ids: Collection[int], where: Mapping[str, str], with_history: bool
) -> list[VerdictRow]:
    """Give every entry of the selection, current ones alone unless history is wanted."""
    with store.reading() as connection:
        rows = read_export.read_entries(connection, run_ids, where, with_history)
    return [_verdict_row(row) for row in rows]


def verdict_cells(
    rows: list[VerdictRow], where: Mapping[str, str], is_protecting: bool
) -> tuple[list[dict[str, str]], tuple[str, ...]]:
    """Give the rows as texts with their columns; a selection adds a column that says so."""
    cells = entries_to_rows(rows, is_protecting)
    selection = selection_text(where)
    if selection is None:
        return cells, VERDICT_COLUMNS
    return [{**row, "selection": selection} for row in cells], (*VERDICT_COLUMNS, "selection")


def verdict_objects(rows: list[VerdictRow]) -> list[dict[str, object]]:
    """Give the rows as JSON objects: truths, numbers and lists as such, empty cells as null."""
    objects = []
    for cells in entries_to_rows(rows, is_protecting=False):
        value: dict[str, object] = {name: text or None for name, text in cells.items()}
        for name in TRUTHS:
            value[name] = cells[name] == "true" if cells[name] else None
        for name in LISTS:
            value[name] = json.loads(cells[name]) if cells[name] else []
        seconds = cells["seconds_spent"]
        value["seconds_spent"] = float(seconds) if seconds else None
        del value["is_protected"]
        objects.append(value)
    return objects


def _verdict_row(row: AnyRow) -> VerdictRow:
    entry = HumanEntry(
        request_id=row.request_id,
        annotator=row.annotator,
        kind=EntryKind(row.kind),
        answer=_word(Answer, row.answer),
        stage=_word(Stage, row.stage),
        error_type=_word(ErrorType, row.error_type),
        unresolved=_word(Unresolved, row.unresolved),
        is_override=row.is_override,
        override_reason=row.override_reason,
        should_have_declined=row.should_have_declined,
        gold_changes=tuple(row.gold_changes or ()),
        confidence=row.confidence,
        note=row.note,
        is_flagged=row.is_flagged,
        seconds_spent=row.seconds_spent,
        labelled_at=row.labelled_at,
        labelled_at_text=row.labelled_at_text,
        is_after_reveal=row.is_after_reveal,
        raw_verdict=row.raw_verdict,
        claims=tuple(row.claims or ()),
    )
    return VerdictRow(
        entry,
        run=row.run,
        queue=row.queue,
        is_current=row.is_current,
        gold_version=None if row.seen_sets is None else sets_mark(row.seen_sets),
        entry_id=str(row.place),
        undoes_entry_id=None if row.undoes_entry_id is None else str(row.undoes_place),
        guideline=None if row.guideline is None else str(row.guideline),
    )


def _word(words: Any, text: str | None) -> Any:
    return None if text is None else words(text)


def qrel_rows(
    store: Store, run_ids: Collection[int], where: Mapping[str, str]
) -> tuple[list[dict[str, object]], int]:
    """Give gold and graded judgements as query, passage and grade; and how many sets need all.

    Relevance judgements cannot say that several passages are needed together: each member is
    written with grade 1, and the number of such sets is given back to be said.
    """
    rows: list[dict[str, object]] = []
    n_joint = 0
    with store.reading() as connection:
        queries = read_export.read_queries(connection, run_ids, where)
        for start in range(0, len(queries), QUERIES_PER_READ):
            some = queries[start : start + QUERIES_PER_READ]
            names = {row.query_id: row.question_id or row.request_id for row in some}
            gold = read_export.read_gold(connection, list(names))
            grades: dict[int, dict[str, int]] = {query_id: {} for query_id in names}
            for row in read_export.read_relevance(connection, list(names)):
                grades[row.query_id][row.doc_id] = row.grade
            for query_id, version in gold.items():
                for gold_set in version.sets:
                    n_joint += len(gold_set) > 1
                    for doc_id in gold_set:
                        grade = grades[query_id].get(doc_id, 0)
                        grades[query_id][doc_id] = max(grade, 1)
            for query_id, name in names.items():
                rows += [
                    {"query_id": name, "doc_id": doc_id, "grade": grade}
                    for doc_id, grade in grades[query_id].items()
                ]
    return rows, n_joint


def qrel_lines(rows: list[dict[str, object]]) -> bytes:
    """Give judgements as lines of query, 0, passage and grade; raises InputError for blanks."""
    refuse_blanks(
        ((str(row["query_id"]), str(row["doc_id"])) for row in rows),
        "Export the judgements as CSV, which is read back, or traces.",
    )
    return "".join(f"{row['query_id']} 0 {row['doc_id']} {row['grade']}\n" for row in rows).encode(
        "utf-8"
    )
