"""Writes people's entries from a file: append-only, in one transaction.

The newest `labelled_at` of a trace and annotator counts; without times the order of the
file does, and an entry that was stored with a later time stays the one that counts. A
verdict counts before a skip or a note. One transaction, since a label is read through no
import record and half a file must not show. Whoever is named in the file saves before it or
after it, as two tabs of one person do: what counts is told from what stands meanwhile.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from db import read_entries, write_entries, write_imports
from db.bulk import Connection, take_ids
from db.models import human_entries
from db.read_entries import CurrentTrace, StoredEntry
from db.store import Store
from workbench.domain.triage import should_have_declined
from workbench.domain.vocabulary import Design, EntryKind
from workbench.formats.problems import Findings
from workbench.formats.verdict_csv import VerdictRow
from workbench.services.importing.entry_places import entry_places, file_id
from workbench.services.importing.label_sets import (
    Declared,
    LabelSets,
    declare_stored,
    remark_tuned_on,
)
from workbench.services.importing.running_import import content_mark
from workbench.services.importing.verdict_records import chunks

EARLIEST = datetime.min.replace(tzinfo=UTC)
Identity = tuple[object, ...]


@dataclass(slots=True)
class HumanReading:
    """Rows of a file that found their trace, and what became of the others."""

    run_id: int
    rows: list[VerdictRow]
    traces: dict[str, CurrentTrace]
    n_read: int
    n_unchanged: int = 0
    n_changed: int = 0
    n_new: int = 0
    rejected: set[int] = field(default_factory=set)


def write_human_entries(
    store: Store, path: Path, reading: HumanReading, declared: Declared, findings: Findings
) -> int:
    """Write what is new, declare the design, and give the import's id; fills in the counts."""
    now = datetime.now(UTC)
    with store.writing() as connection:
        annotators = write_entries.ensure_annotators(
            connection, {row.entry.annotator for row in reading.rows}, now
        )
        import_id = write_imports.start_import(connection, "human", path.name, now, {})
        stored: list[StoredEntry] = []
        for some in chunks(reading.traces):
            stored += read_entries.stored_entries(connection, reading.run_id, some)
        there: dict[Identity, StoredEntry] = {_identity(*item[2:11]): item for item in stored}
        new: dict[Identity, VerdictRow] = {}
        known: list[StoredEntry] = []
        for row in reading.rows:
            identity = _row_identity(row)
            if identity in there:
                known.append(there[identity])
                reading.n_unchanged += 1
            elif identity in new:
                findings.remark("identical_lines", "identical rows were taken once", row.line)
            else:
                new[identity] = row
        _remark_stale(known, reading, findings)
        sets = LabelSets(connection, reading.run_id, import_id, now)
        tuned_back = declare_stored(connection, known, declared, sets, findings)
        requests = [row.entry.request_id for row in reading.rows]
        remark_tuned_on(requests, declared, findings)
        inserted = list(new.values())
        _insert(connection, inserted, annotators, stored, reading, declared, sets, findings)
        write_imports.finish_import(
            connection,
            import_id,
            now,
            {
                "n_new": reading.n_new,
                "n_changed": reading.n_changed,
                "n_unchanged": reading.n_unchanged,
                "n_rejected": len(reading.rejected),
            },
            content_mark(repr(_row_identity(row)) for row in reading.rows),
            {
                "design": str(declared.design or Design.UNKNOWN),
                "drawn_by": None if declared.judge is None else str(declared.judge.judge),
                "tuned_on": None if declared.tuned_on is None else sorted(declared.tuned_on),
                "tuned_back": None if declared.tuned_on is None else tuned_back,
                "was_blind": declared.was_blind,
                "notices": findings.logged(),
            },
        )
    return import_id


def _identity(
    request_id: str,
    annotator: str,
    kind: str,
    answer: str | None,
    stage: str | None,
    unresolved: str | None,
    note: str | None,
    labelled_at: datetime | None,
    labelled_at_text: str | None,
) -> Identity:
    return (
        request_id, annotator, kind, answer, stage, unresolved, note, labelled_at, labelled_at_text
    )  # fmt: skip


def _row_identity(row: VerdictRow) -> Identity:
    entry = row.entry
    return _identity(
        entry.request_id,
        entry.annotator,
        entry.kind.value,
        entry.answer.value if entry.answer else None,
        entry.stage.value if entry.stage else None,
        entry.unresolved.value if entry.unresolved else None,
        entry.note,
        entry.labelled_at,
        entry.labelled_at_text,
    )


def _remark_stale(known: list[StoredEntry], reading: HumanReading, findings: Findings) -> None:
    n_stale = sum(item.trace_id != reading.traces[item.request_id].trace_id for item in known)
    if n_stale:
        findings.remark(
            "on_older_version",
            "{n} {verdict stays|verdicts stay} with an older version of {its|their} trace: the "
            "answer has changed since",
            n=n_stale,
        )


def _insert(
    connection: Connection,
    rows: list[VerdictRow],
    annotators: Mapping[str, int],
    stored: list[StoredEntry],
    reading: HumanReading,
    declared: Declared,
    sets: LabelSets,
    findings: Findings,
) -> None:
    if not rows:
        return
    now = sets.now
    places = entry_places(
        connection,
        rows,
        reading.run_id,
        {k: t.trace_id for k, t in reading.traces.items()},
        findings,
    )
    ids = list(take_ids(connection, human_entries, len(rows)))
    by_file_id = {file_id(row, row.entry_id): i for i, row in zip(ids, rows, strict=True)}
    values = []
    for entry_id, row, place in zip(ids, rows, places, strict=True):
        trace = reading.traces[row.entry.request_id]
        values.append(
            {
                **_values(row, trace, findings),
                "entry_id": entry_id,
                "trace_id": trace.trace_id,
                "annotator_id": annotators[row.entry.annotator],
                **place._asdict(),
                "label_set_id": sets.of_new(row.entry.request_id, place.queue_id, declared),
                "recorded_at": now,
                "undoes_entry_id": by_file_id.get(file_id(row, row.undoes_entry_id))
                if row.undoes_entry_id
                else None,
            }
        )
    write_entries.insert_entries(connection, values)
    _let_newest_count(connection, list(zip(ids, rows, strict=True)), stored, reading, findings)


def _values(row: VerdictRow, trace: CurrentTrace, findings: Findings) -> dict[str, object]:
    entry = row.entry
    if entry.stage is not None and entry.stage not in trace.logged:
        findings.remark(
            "stage_not_logged",
            "verdicts name a stage that was not logged for their trace: it counts all the same",
            row.line,
        )
    gold = () if trace.is_gold_empty else None
    return {
        "kind": entry.kind,
        "answer": entry.answer,
        "stage": entry.stage,
        "error_type": entry.error_type,
        "unresolved": entry.unresolved,
        "is_override": entry.is_override,
        "override_reason": entry.override_reason,
        "should_have_declined": entry.should_have_declined
        or should_have_declined(gold, entry.answer),
        "gold_changes": [dict(change) for change in entry.gold_changes],
        "claims": [dict(claim) for claim in entry.claims] or None,
        "confidence": entry.confidence,
        "note": entry.note,
        "is_flagged": entry.is_flagged,
        "seconds_spent": entry.seconds_spent,
        "labelled_at": entry.labelled_at,
        "labelled_at_text": entry.labelled_at_text,
        "is_after_reveal": entry.is_after_reveal,
        "raw_verdict": entry.raw_verdict,
    }


def _let_newest_count(
    connection: Connection,
    inserted: list[tuple[int, VerdictRow]],
    stored: list[StoredEntry],
    reading: HumanReading,
    findings: Findings,
) -> None:
    undone = {file_id(row, row.undoes_entry_id) for _, row in inserted if row.undoes_entry_id}
    Rank = tuple[bool, bool, datetime, int]
    best: dict[tuple[int, str], tuple[Rank, int]] = {}
    before: dict[tuple[int, str], int] = {}
    n_brought: Counter[tuple[int, str]] = Counter()
    for item in stored:
        if item.is_current:
            pair = (item.trace_id, item.annotator)
            before[pair] = item.entry_id
            rank = (
                not item.is_after_reveal,
                item.kind == EntryKind.VERDICT,
                item.labelled_at or EARLIEST,
                -1,
            )
            best[pair] = (rank, item.entry_id)
    for order, (entry_id, row) in enumerate(inserted):
        entry = row.entry
        is_out = entry.kind is EntryKind.UNDO or row.is_current is False
        pair = (reading.traces[entry.request_id].trace_id, entry.annotator)
        reading.n_new += pair not in before
        reading.n_changed += pair in before
        if is_out or (row.entry_id and file_id(row, row.entry_id) in undone):
            continue
        n_brought[pair] += 1
        rank = (
            not entry.is_after_reveal,
            entry.kind is EntryKind.VERDICT,
            entry.labelled_at or EARLIEST,
            order,
        )
        if pair not in best or rank > best[pair][0]:
            best[pair] = (rank, entry_id)
    n_behind = sum(n for pair, n in n_brought.items() if before.get(pair) == best[pair][1])
    if n_behind:
        findings.remark(
            "stored_counts",
            "{n} {verdict is|verdicts are} kept in the history: the one of the same person that "
            "was there before still counts",
            n=n_behind,
        )
    starting = [entry_id for pair, (_, entry_id) in best.items() if before.get(pair) != entry_id]
    ending = [entry_id for pair, entry_id in before.items() if best[pair][1] != entry_id]
    for some in chunks(ending):
        write_entries.end_entries(connection, some)
    for some in chunks(starting):
        write_entries.let_entries_count(connection, some)
