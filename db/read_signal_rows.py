"""Traces and labels that signals lead to: misses, what a signal points at, counts of a span."""

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import Connection, and_, case, func, select, true

from db.models import current_traces, human_entries, queue_items, trace_evidence, traces
from db.read_triage import Cell, verdict_of
from db.signal_values import Asked, are_asked, is_low, signal_values, top_score
from workbench.domain.signals import Signal
from workbench.domain.vocabulary import (
    FAILING_ANSWERS,
    PASSING_ANSWERS,
    EntryKind,
    Evidence,
    JudgeVerdict,
    Stage,
)


class MissScore(NamedTuple):
    """The top score of a labelled trace, and whether people found a retrieval miss."""

    score: float
    is_miss: bool


class SignalRow(NamedTuple):
    """A trace as the draw by a signal sees it; `value` None where it has none."""

    trace_id: int
    request_id: str
    value: float | None
    verdict: str | None


def read_miss_scores(connection: Connection, run_ids: Collection[int]) -> list[MissScore]:
    """Top scores of the runs' labelled traces, those that lost the evidence at retrieval marked."""
    entry, t = human_entries.c, current_traces.c
    is_failing = entry.answer.in_(sorted(FAILING_ANSWERS))
    stage = func.coalesce(entry.stage, trace_evidence.c.evidence)
    is_miss = and_(is_failing, stage == Stage.RETRIEVAL.value)
    score = top_score().label("score")
    # Not by the index of runs: a few labels are looked up sooner than all traces of the runs.
    is_of_runs = (t.run_id + 0).in_(sorted(run_ids))
    labelled = (
        select(score, func.max(case((is_miss, 1), else_=0)).label("is_miss"))
        .select_from(human_entries)
        .join(current_traces, t.trace_id == entry.trace_id)
        .outerjoin(trace_evidence, trace_evidence.c.trace_id == entry.trace_id)
        .where(
            entry.is_current.is_(true()),
            entry.kind == EntryKind.VERDICT.value,
            entry.answer.in_(sorted(FAILING_ANSWERS | PASSING_ANSWERS)),
            is_of_runs,
        )
        .group_by(t.trace_id)
        .subquery()
    )
    rows = connection.execute(select(labelled).where(labelled.c.score.is_not(None)))
    return [MissScore(float(value), bool(is_missed)) for value, is_missed in rows]


def read_signal_rows(connection: Connection, asked: Asked, signal: Signal) -> list[SignalRow]:
    """Answered traces of the span in the order of import, each with one signal's value."""
    t = current_traces.c
    value = (
        is_low(top_score(), asked.low_score)
        if signal is Signal.LOW_TOP_SCORE
        else signal_values(connection, asked.judge_id)[signal]
    )
    rows = connection.execute(
        select(t.trace_id, t.request_id, value, verdict_of(asked.judge_id))
        .select_from(current_traces)
        .where(are_asked(asked), t.error.is_(None))
        .order_by(t.trace_id)
    )
    return [
        SignalRow(trace_id, request_id, None if number is None else float(number), verdict)
        for trace_id, request_id, number, verdict in rows
    ]


def read_span_cells(connection: Connection, asked: Asked) -> list[Cell]:
    """Counts of the span's traces by evidence, verdict and truncation."""
    rows = (
        select(
            trace_evidence.c.evidence,
            verdict_of(asked.judge_id).label("verdict"),
            current_traces.c.is_truncated,
        )
        .select_from(current_traces)
        .join(trace_evidence, trace_evidence.c.trace_id == current_traces.c.trace_id)
        .where(are_asked(asked))
        .subquery()
    )
    columns = (rows.c.evidence, rows.c.verdict, rows.c.is_truncated)
    statement = select(*columns, func.count()).group_by(*columns)
    return [
        Cell(Evidence(evidence), None if verdict is None else JudgeVerdict(verdict), is_cut, n)
        for evidence, verdict, is_cut, n in connection.execute(statement)
    ]


def read_removed(connection: Connection, run_ids: Collection[int]) -> set[int]:
    """Traces of the runs that somebody took out of a queue."""
    statement = (
        select(queue_items.c.trace_id)
        .join(traces, traces.c.trace_id == queue_items.c.trace_id)
        .where(queue_items.c.removed_at.is_not(None), traces.c.run_id.in_(sorted(run_ids)))
    )
    return set(connection.scalars(statement))
