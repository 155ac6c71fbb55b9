"""Pass two of a trace import: one batch of spooled traces into the store.

A trace whose content is the same stays, with its labels; changed content becomes a new
version and the old one counts no longer. Details that no annotator sees are replaced in
place, after the import is done.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from itertools import count, repeat
from typing import Any

from db import read_imports, write_traces
from db.bulk import Connection, take_ids
from db.models import queries, traces
from workbench.services.importing.spool import Spool
from workbench.services.importing.spool_traces import SpooledOpinion, query_key, short_hash
from workbench.services.importing.trace_rows import TraceRows
from workbench.services.importing.write_gold_sets import put_gold

Row = tuple[object, ...]


N_NAMED = 20
"""Request ids of changed traces that a report names."""


@dataclass(slots=True)
class TraceWriting:
    """What stays the same over the batches of one import, and what was counted."""

    import_id: int
    now_text: str
    run_ids: dict[str, int]
    runs_with_traces: set[str]
    judge_ids: list[int]
    meanings: dict[tuple[int, str], tuple[str | None, str | None]]
    last_gold: dict[bytes, bytes]
    updates: Spool | None = None
    counts: Counter[str] = field(default_factory=Counter)
    changed: list[str] = field(default_factory=list)


class _Rows:
    def __init__(self) -> None:
        self.traces: list[Row] = []
        self.hits: list[Row] = []
        self.signals: list[Row] = []
        self.probes: list[Row] = []
        self.verdicts: list[Row] = []
        self.superseded: list[int] = []
        self.superseded_verdicts: list[int] = []
        self.updates: list[Row] = []


def write_batch(connection: Connection, batch: Any, writing: TraceWriting) -> None:
    """Write one batch as it was spooled, inside the caller's transaction."""
    spooled, passages, has_repeats = batch
    items = [(TraceRows(*values), opinions) for values, opinions in spooled]
    if has_repeats:
        writing.runs_with_traces.update(rows.run for rows, _ in items)
    ids_of_queries = _query_ids(connection, [rows for rows, _ in items])
    states, versions = _states(connection, [rows for rows, _ in items], writing)
    is_new = [
        (state := states.get((rows.run, rows.request_id))) is None
        or state.content_hash != rows.content_hash
        for rows, _ in items
    ]
    new_ids = iter(take_ids(connection, traces, sum(is_new)))
    made = _Rows()
    unchanged: list[tuple[int, list[SpooledOpinion]]] = []
    gold: dict[int, str] = {}
    for (rows, opinions), is_written in zip(items, is_new, strict=True):
        key = query_key(rows)
        query_id = ids_of_queries[key]
        counting = writing.last_gold.get(short_hash(key)) if rows.gold is not None else None
        if rows.gold is not None and counting == short_hash(rows.gold):
            gold[query_id] = rows.gold
        state = states.get((rows.run, rows.request_id))
        if is_written:
            trace_id = next(new_ids)
            if state is not None:
                made.superseded.append(state.trace_id)
            version = versions.get((rows.run, rows.request_id), 0) + 1
            _add_trace(made, writing, rows, trace_id, query_id, version)
            for opinion in opinions:
                made.verdicts.append(_verdict_row(opinion, trace_id, writing))
            writing.counts["new" if state is None else "changed"] += 1
            if state is not None and len(writing.changed) < N_NAMED:
                writing.changed.append(rows.request_id)
        elif state is not None:
            writing.counts["unchanged"] += not has_repeats
            unchanged.append((state.trace_id, opinions))
            if (state.details_hash, state.query_id) != (rows.details_hash, query_id):
                details = (rows.details_hash, query_id, *rows.values[4:], state.trace_id)
                made.updates.append((details, rows.signals, rows.probe))
    add_verdict_changes(connection, unchanged, writing, made)
    _write(connection, made, passages, writing)
    put_gold(connection, gold, writing.import_id, writing.now_text, writing.counts)


def _query_ids(connection: Connection, items: Sequence[TraceRows]) -> dict[str, int]:
    wanted = {query_key(rows): rows.question_id for rows in items}
    return ensure_queries(connection, wanted)


def ensure_queries(connection: Connection, wanted: dict[str, str | None]) -> dict[str, int]:
    """Give the ids of queries by key, inserting those that do not exist."""
    known = read_imports.query_ids(connection, list(wanted))
    missing = [key for key in wanted if key not in known]
    if missing:
        taken = dict(zip(missing, take_ids(connection, queries, len(missing)), strict=True))
        write_traces.insert_queries(
            connection, [(number, key, wanted[key]) for key, number in taken.items()]
        )
        known |= taken
    return known


States = dict[tuple[str, str], read_imports.TraceState]


def _states(
    connection: Connection, items: Sequence[TraceRows], writing: TraceWriting
) -> tuple[States, dict[tuple[str, str], int]]:
    states: States = {}
    versions: dict[tuple[str, str], int] = {}
    for run in {rows.run for rows in items} & writing.runs_with_traces:
        run_id = writing.run_ids[run]
        wanted = [rows.request_id for rows in items if rows.run == run]
        found = read_imports.trace_states(connection, run_id, wanted, writing.import_id)
        states |= {(run, request_id): state for request_id, state in found.items()}
        last = read_imports.last_versions(connection, run_id, wanted)
        versions |= {(run, request_id): version for request_id, version in last.items()}
    return states, versions


def _add_trace(
    made: _Rows, writing: TraceWriting, rows: TraceRows, trace_id: int, query_id: int, version: int
) -> None:
    made.traces.append(
        (
            trace_id,
            writing.run_ids[rows.run],
            rows.request_id,
            version,
            writing.import_id,
            query_id,
            rows.content_hash,
            rows.details_hash,
            *rows.values,
        )
    )
    for number, doc_ids, ranks, scores, hashes in rows.hits:
        made.hits.extend(
            zip(repeat(trace_id), repeat(number), count(), doc_ids, ranks, scores, hashes)
        )
    made.signals.extend((trace_id, name, value) for name, value in rows.signals)
    if rows.probe is not None:
        made.probes.append((trace_id, writing.import_id, *rows.probe))


def _verdict_row(opinion: SpooledOpinion, trace_id: int, writing: TraceWriting) -> Row:
    judge_no, word, score, threshold, rationale, own_reason = opinion
    verdict, reason = writing.meanings[judge_no, word]
    return (
        writing.judge_ids[judge_no],
        trace_id,
        writing.import_id,
        verdict,
        word,
        own_reason or reason,
        score,
        threshold,
        rationale,
    )


def add_verdict_changes(
    connection: Connection,
    unchanged: Collection[tuple[int, list[SpooledOpinion]]],
    writing: TraceWriting,
    made: _Rows,
) -> None:
    """Add the verdicts that are new, or differ from what the judge said before."""
    judged = [trace_id for trace_id, opinions in unchanged if opinions]
    if not judged:
        return
    states = read_imports.verdict_states(connection, judged, writing.import_id)
    for trace_id, opinions in unchanged:
        for opinion in opinions:
            state = states.get((trace_id, writing.judge_ids[opinion[0]]))
            if state is not None:
                before = (state.raw_verdict, state.score, state.threshold, state.rationale)
                if before == opinion[1:5]:
                    writing.counts["verdicts_unchanged"] += 1
                    continue
                made.superseded_verdicts.append(state.judge_verdict_id)
            writing.counts["verdicts_new" if state is None else "verdicts_changed"] += 1
            made.verdicts.append(_verdict_row(opinion, trace_id, writing))


def _write(connection: Connection, made: _Rows, passages: list[Row], writing: TraceWriting) -> None:
    if made.superseded:
        write_traces.supersede_traces(connection, made.superseded, writing.import_id)
    if made.superseded_verdicts:
        write_traces.supersede_judge_verdicts(
            connection, made.superseded_verdicts, writing.import_id
        )
    write_traces.insert_passages(connection, passages)
    write_traces.insert_traces(connection, made.traces)
    write_traces.insert_hits(connection, made.hits)
    write_traces.insert_signals(connection, made.signals)
    write_traces.insert_probes(connection, made.probes)
    write_traces.insert_judge_verdicts(connection, made.verdicts)
    if made.updates and writing.updates is not None:
        writing.updates.put(made.updates)
        writing.counts["details"] += len(made.updates)


def write_verdicts(
    connection: Connection,
    judged: Collection[tuple[int, list[SpooledOpinion]]],
    writing: TraceWriting,
) -> None:
    """Write judge verdicts on traces that are there, where they say something new."""
    made = _Rows()
    add_verdict_changes(connection, judged, writing, made)
    _write(connection, made, [], writing)


def write_details(connection: Connection, updates: Any, import_id: int) -> None:
    """Replace the details of traces whose content stayed, as a batch was put aside."""
    write_traces.update_details(connection, [details for details, _, _ in updates])
    trace_ids = [details[-1] for details, _, _ in updates]
    write_traces.delete_signals(connection, trace_ids)
    write_traces.delete_probes(connection, trace_ids)
    write_traces.insert_signals(
        connection,
        [(details[-1], name, value) for details, given, _ in updates for name, value in given],
    )
    write_traces.insert_probes(
        connection,
        [(details[-1], import_id, *probe) for details, _, probe in updates if probe is not None],
    )
