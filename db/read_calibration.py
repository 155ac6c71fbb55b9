"""Human labels beside the judge's verdicts, one row per current entry on a current trace."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, func, null, select, true

from db.chosen_traces import chosen, field_of
from db.models import (
    adjudications,
    annotators,
    current_judge_verdicts,
    current_traces,
    human_entries,
    queue_items,
    runs,
    trace_evidence,
    verdict_words,
)
from db.read_triage import verdict_of


class LabelRow(NamedTuple):
    """One current human entry with what the ids and the judge say of its trace."""

    entry_id: int
    trace_id: int
    request_id: str
    run: str
    query_id: int
    annotator: str
    kind: str
    answer: str | None
    stage: str | None
    unresolved: str | None
    is_override: bool
    should_have_declined: bool
    queue_id: int | None
    label_set_id: int | None
    inclusion_probability: float | None
    evidence: str
    verdict: str | None
    is_truncated: bool | None
    recorded_at: datetime
    group: str | None


class AdjudicationRow(NamedTuple):
    """The agreed verdict on one trace."""

    trace_id: int
    answer: str
    stage: str | None


class ReadingRow(NamedTuple):
    """Texts of a trace with the judge's verdict, for reading a disagreement."""

    trace_id: int
    query: str
    reference_answer: str | None
    answer: str | None
    rationale: str | None


def read_labels(
    connection: Connection,
    run_ids: Collection[int],
    judge_id: int | None,
    where: Mapping[str, str],
    group: str | None = None,
) -> list[LabelRow]:
    """Every current human entry on the chosen traces; `group` adds the value of a field."""
    entry = human_entries.c
    grouped: ColumnElement[Any] = null() if group is None else field_of(group)
    statement = (
        select(
            entry.entry_id,
            entry.trace_id,
            current_traces.c.request_id,
            runs.c.name,
            current_traces.c.query_id,
            annotators.c.name,
            entry.kind,
            entry.answer,
            entry.stage,
            entry.unresolved,
            entry.is_override,
            entry.should_have_declined,
            entry.queue_id,
            entry.label_set_id,
            queue_items.c.inclusion_probability,
            func.coalesce(trace_evidence.c.evidence, "unknown"),
            verdict_of(judge_id),
            current_traces.c.is_truncated,
            entry.recorded_at,
            grouped,
        )
        .select_from(human_entries)
        .join(current_traces, current_traces.c.trace_id == entry.trace_id)
        .join(runs, runs.c.run_id == current_traces.c.run_id)
        .join(annotators, annotators.c.annotator_id == entry.annotator_id)
        .outerjoin(trace_evidence, trace_evidence.c.trace_id == entry.trace_id)
        .outerjoin(
            queue_items,
            and_(
                queue_items.c.queue_id == entry.queue_id,
                queue_items.c.trace_id == entry.trace_id,
            ),
        )
        .where(entry.is_current.is_(true()), chosen(run_ids, where))
        .order_by(entry.trace_id, entry.entry_id)
    )
    return [LabelRow._make(row) for row in connection.execute(statement)]


def read_adjudications(connection: Connection, run_ids: Collection[int]) -> list[AdjudicationRow]:
    """The current agreed verdicts on the runs' traces."""
    statement = (
        select(adjudications.c.trace_id, adjudications.c.answer, adjudications.c.stage)
        .select_from(adjudications)
        .join(current_traces, current_traces.c.trace_id == adjudications.c.trace_id)
        .where(adjudications.c.is_current.is_(true()), current_traces.c.run_id.in_(sorted(run_ids)))
        .order_by(adjudications.c.adjudication_id)
    )
    return [AdjudicationRow._make(row) for row in connection.execute(statement)]


def read_runs_with_labels(connection: Connection, judge_id: int) -> list[tuple[int, str]]:
    """Key and name of the runs where the judge gave a verdict on a labelled trace."""
    verdict = current_judge_verdicts.c
    statement = (
        select(runs.c.run_id, runs.c.name)
        .select_from(human_entries)
        .join(current_traces, current_traces.c.trace_id == human_entries.c.trace_id)
        .join(runs, runs.c.run_id == current_traces.c.run_id)
        .join(
            current_judge_verdicts,
            and_(verdict.trace_id == human_entries.c.trace_id, verdict.judge_id == judge_id),
        )
        .where(
            human_entries.c.is_current.is_(true()),
            human_entries.c.kind == "verdict",
            runs.c.probe_of_run_id.is_(None),
        )
        .distinct()
        .order_by(runs.c.run_id)
    )
    return [(run_id, name) for run_id, name in connection.execute(statement)]


def read_runs_of_judge(connection: Connection, judge_id: int) -> list[tuple[int, str]]:
    """Key and name of the runs the judge gave verdicts on."""
    verdict = current_judge_verdicts.c
    statement = (
        select(runs.c.run_id, runs.c.name)
        .select_from(current_judge_verdicts)
        .join(current_traces, current_traces.c.trace_id == verdict.trace_id)
        .join(runs, runs.c.run_id == current_traces.c.run_id)
        .where(verdict.judge_id == judge_id, runs.c.probe_of_run_id.is_(None))
        .distinct()
        .order_by(runs.c.run_id)
    )
    return [(run_id, name) for run_id, name in connection.execute(statement)]


def read_words(
    connection: Connection, run_ids: Collection[int], judge_id: int, where: Mapping[str, str]
) -> list[tuple[str, str | None, str | None, int]]:
    """Word, verdict it was read as, reason where none, and count, over the chosen traces."""
    verdict = current_judge_verdicts.c
    columns = (verdict.raw_verdict, verdict.verdict, verdict.reason)
    statement = (
        select(*columns, func.count())
        .select_from(current_judge_verdicts)
        .join(current_traces, current_traces.c.trace_id == verdict.trace_id)
        .where(verdict.judge_id == judge_id, chosen(run_ids, where))
        .group_by(*columns)
        .order_by(*columns)
    )
    return [
        (word, read_as, reason, n) for word, read_as, reason, n in connection.execute(statement)
    ]


def read_confirmed_words(connection: Connection, judge_id: int) -> dict[str, str]:
    """Meaning that a person confirmed for each word of a judge."""
    statement = select(verdict_words.c.word, verdict_words.c.meaning).where(
        verdict_words.c.judge_id == judge_id
    )
    return {row.word: row.meaning for row in connection.execute(statement)}


def read_texts(
    connection: Connection, trace_ids: Collection[int], judge_id: int
) -> dict[int, ReadingRow]:
    """Texts of the traces with the judge's rationale, by trace."""
    verdict = current_judge_verdicts.c
    statement = (
        select(
            current_traces.c.trace_id,
            current_traces.c.query,
            current_traces.c.reference_answer,
            current_traces.c.answer,
            verdict.rationale,
        )
        .select_from(current_judge_verdicts)
        .join(current_traces, current_traces.c.trace_id == verdict.trace_id)
        .where(verdict.judge_id == judge_id, verdict.trace_id.in_(sorted(trace_ids)))
    )
    return {row[0]: ReadingRow._make(row) for row in connection.execute(statement)}


def read_notes(
    connection: Connection, trace_ids: Collection[int]
) -> dict[tuple[int, str], str | None]:
    """Notes of the current entries on the traces, by trace and annotator."""
    entry = human_entries.c
    statement = (
        select(entry.trace_id, annotators.c.name, entry.note)
        .select_from(human_entries)
        .join(annotators, annotators.c.annotator_id == entry.annotator_id)
        .where(entry.is_current.is_(true()), entry.trace_id.in_(sorted(trace_ids)))
    )
    return {(trace_id, name): note for trace_id, name, note in connection.execute(statement)}
