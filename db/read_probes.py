"""Traces beside their gold-context probes: what to hand over, what came back, what was said.

A probe's answer came with the trace's file (table `probes`) or is the answer of the trace with
the same request id in a run that repeats this one (`runs.probe_of_run_id`).
"""

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from sqlalchemy import Connection, and_, case, func, or_, select

from db.chosen_traces import chosen
from db.models import (
    corpus_passages,
    current_traces,
    gold_versions,
    hits,
    human_entries,
    passages,
    probes,
    queries,
    runs,
    trace_evidence,
)
from db.read_triage import verdict_of
from workbench.domain.vocabulary import EntryKind, ErrorType, Evidence

CHUNK = 500


class ProbedTrace(NamedTuple):
    """A trace of a run, with what the ids say of it."""

    trace_id: int
    request_id: str
    query_id: int
    query: str
    answer: str | None
    evidence: Evidence
    n_found: int | None
    n_needed: int | None
    n_sets: int | None


class FileProbe(NamedTuple):
    """The newest probe that came with a trace's file."""

    answer: str | None
    is_correct: bool | None


class PacketRow(NamedTuple):
    """What stays the same when the gold passages are handed over, and the gold itself."""

    trace_id: int
    request_id: str
    question_id: str | None
    query: str
    rewritten_query: str | None
    reference_answer: str | None
    prompt_text: str | None
    model: str | None
    settings: dict[str, Any] | None
    index_version: str
    extra: dict[str, Any]
    sets: list[list[str]] | None


def read_probed(connection: Connection, run_id: int) -> list[ProbedTrace]:
    """Every current trace of a run that has an answer."""
    t, e = current_traces.c, trace_evidence.c
    rows = connection.execute(
        select(
            t.trace_id,
            t.request_id,
            t.query_id,
            t.query,
            t.answer,
            func.coalesce(e.evidence, Evidence.UNKNOWN.value),
            e.n_found,
            e.n_needed,
            gold_versions.c.n_sets,
        )
        .select_from(current_traces)
        .outerjoin(trace_evidence, e.trace_id == t.trace_id)
        .outerjoin(gold_versions, gold_versions.c.gold_version_id == e.gold_version_id)
        .where(t.run_id == run_id, t.error.is_(None))
        .order_by(t.trace_id)
    )
    return [ProbedTrace(*row[:5], Evidence(row[5]), *row[6:]) for row in rows]


def read_file_probes(connection: Connection, run_id: int) -> dict[int, FileProbe]:
    """The newest probe of each trace of a run that came with its file."""
    rows = connection.execute(
        select(probes.c.trace_id, probes.c.answer, probes.c.is_correct)
        .join(current_traces, current_traces.c.trace_id == probes.c.trace_id)
        .where(current_traces.c.run_id == run_id)
        .order_by(probes.c.probe_id)
    )
    return {trace_id: FileProbe(answer, is_correct) for trace_id, answer, is_correct in rows}


def read_probe_runs(connection: Connection, run_id: int) -> list[tuple[int, str]]:
    """Key and name of the runs that repeat this one with the gold passages, oldest first."""
    rows = connection.execute(
        select(runs.c.run_id, runs.c.name)
        .where(runs.c.probe_of_run_id == run_id)
        .order_by(runs.c.run_id)
    )
    return [(key, name) for key, name in rows]


def read_probe_origin(connection: Connection, run: str) -> tuple[int, int | None] | None:
    """Key of the run of that name and of the run it repeats; None where there is no such run."""
    row = connection.execute(
        select(runs.c.run_id, runs.c.probe_of_run_id).where(runs.c.name == run)
    ).one_or_none()
    return None if row is None else (row[0], row[1])


def read_said(
    connection: Connection, run_ids: Collection[int], where: Mapping[str, str]
) -> dict[int, str | None]:
    """Chosen traces on which a verdict of a person counts, with the error type named."""
    e = human_entries.c
    rows = connection.execute(
        select(e.trace_id, e.error_type)
        .join(current_traces, current_traces.c.trace_id == e.trace_id)
        .where(
            chosen(run_ids, where),
            e.is_current,
            e.kind == EntryKind.VERDICT,
        )
        # An incomplete answer is told by anybody who named it so.
        .order_by(e.trace_id, case((e.error_type == ErrorType.INCOMPLETE, 1), else_=0), e.entry_id)
    )
    return {row[0]: row[1] for row in rows}


def read_verdicts_of(
    connection: Connection, run_ids: Collection[int], judge_id: int, where: Mapping[str, str]
) -> dict[int, str]:
    """The judge's usable verdicts on chosen traces, looked up one by one: for a few of them."""
    rows = connection.execute(
        select(current_traces.c.trace_id, verdict_of(judge_id)).where(chosen(run_ids, where))
    )
    return {trace_id: verdict for trace_id, verdict in rows if verdict is not None}


def read_packet_rows(connection: Connection, trace_ids: Collection[int]) -> list[PacketRow]:
    """What is handed over for each of the traces, in the order they came."""
    t = current_traces.c
    found: list[PacketRow] = []
    ordered = sorted(trace_ids)
    for start in range(0, len(ordered), CHUNK):
        rows = connection.execute(
            select(
                t.trace_id,
                t.request_id,
                queries.c.question_id,
                t.query,
                t.rewritten_query,
                t.reference_answer,
                t.prompt_text,
                t.model,
                t.settings,
                t.index_version,
                t.extra,
                gold_versions.c.sets,
            )
            .select_from(current_traces)
            .join(queries, queries.c.query_id == t.query_id)
            .outerjoin(trace_evidence, trace_evidence.c.trace_id == t.trace_id)
            .outerjoin(
                gold_versions, gold_versions.c.gold_version_id == trace_evidence.c.gold_version_id
            )
            .where(t.trace_id.in_(ordered[start : start + CHUNK]))
            .order_by(t.trace_id)
        )
        found += [PacketRow._make(row) for row in rows]
    return found


def read_passage_texts(
    connection: Connection, index_version: str, doc_ids: Collection[str]
) -> dict[str, str]:
    """Text by id of an index version: of its imported corpus, else as any of its traces had it."""
    known: dict[str, str] = {}
    ordered = sorted(doc_ids)
    for start in range(0, len(ordered), CHUNK):
        some = ordered[start : start + CHUNK]
        c = corpus_passages.c
        held = connection.execute(
            select(c.doc_id, passages.c.text)
            .join(passages, passages.c.text_hash == c.text_hash)
            .where(c.index_version == index_version, c.doc_id.in_(some))
        )
        known |= {row[0]: row[1] for row in held}
        # No index leads from a passage to the traces that listed it: only what is missing.
        some = [doc_id for doc_id in some if doc_id not in known]
        if not some:
            continue
        logged = connection.execute(
            select(hits.c.doc_id, passages.c.text)
            .select_from(current_traces)
            .join(
                hits,
                and_(hits.c.trace_id == current_traces.c.trace_id, hits.c.doc_id.in_(some)),
            )
            .join(passages, passages.c.text_hash == hits.c.text_hash)
            .where(current_traces.c.index_version == index_version)
            .distinct()
        )
        known |= {row[0]: row[1] for row in logged}
    return known


def read_probe_answers(
    connection: Connection, run_ids: Collection[int], where: Mapping[str, str]
) -> dict[str, tuple[int, str | None]]:
    """Trace and answer by request id in the runs that repeat one, of the newest run."""
    t = current_traces.c
    rows = connection.execute(
        select(t.request_id, t.trace_id, t.answer)
        .where(chosen(run_ids, where), or_(t.error.is_(None), t.answer.is_not(None)))
        .order_by(t.run_id)
    )
    return {request_id: (trace_id, answer) for request_id, trace_id, answer in rows}
