"""Questions that went through two runs, paired and counted in the database.

A pair is one question with exactly one current trace in each run: the same `question_id`, or the
same `request_id` where a trace has none. A question with several traces in a run is no pair: which
of them to take would decide the result.
"""

from collections.abc import Collection
from typing import Any, NamedTuple

from sqlalchemy import (
    CTE,
    ColumnElement,
    Connection,
    FromClause,
    Select,
    and_,
    case,
    func,
    literal,
    null,
    or_,
    select,
    true,
)

from db.models import (
    current_judge_verdicts,
    current_traces,
    human_entries,
    queries,
    trace_evidence,
)
from workbench.domain.vocabulary import Evidence, JudgeVerdict


class PairCounts(NamedTuple):
    """Questions of each run, those in both, and those of them with one trace in each.

    Of these pairs, `n_reworded` have a query that reads otherwise in the other run.
    """

    n_a: int
    n_b: int
    n_common: int
    n_pairs: int
    n_reworded: int


class PairCell(NamedTuple):
    """How many pairs share what ids and judge say of their two traces."""

    evidence_a: Evidence
    verdict_a: JudgeVerdict | None
    evidence_b: Evidence
    verdict_b: JudgeVerdict | None
    n: int


class PairRow(NamedTuple):
    """One pair by its traces, with what ids and judge say of them."""

    trace_a: int
    trace_b: int
    evidence_a: Evidence
    verdict_a: JudgeVerdict | None
    evidence_b: Evidence
    verdict_b: JudgeVerdict | None


class TraceText(NamedTuple):
    """What a person reads of a trace, with the judge's reasons."""

    trace_id: int
    request_id: str
    question_id: str | None
    query: str
    reference_answer: str | None
    answer: str | None
    rationale: str | None


def count_pairs(connection: Connection, run_a: int, run_b: int) -> PairCounts:
    """Questions of two runs, counted one by one and together."""
    side_a, side_b = side_of(run_a, "side_a"), side_of(run_b, "side_b")
    text_a, text_b = current_traces.alias("text_a"), current_traces.alias("text_b")
    is_single = and_(side_a.c.n == 1, side_b.c.n == 1)
    is_reworded = and_(is_single, text_a.c.query != text_b.c.query)
    common = (
        select(
            func.count().label("n_common"),
            func.coalesce(func.sum(case((is_single, 1), else_=0)), 0).label("n_pairs"),
            func.coalesce(func.sum(case((is_reworded, 1), else_=0)), 0).label("n_reworded"),
        )
        .select_from(
            side_a.join(side_b, side_a.c.question == side_b.c.question)
            .join(text_a, text_a.c.trace_id == side_a.c.trace_id)
            .join(text_b, text_b.c.trace_id == side_b.c.trace_id)
        )
        .subquery("common")
    )
    statement = select(
        select(func.count()).select_from(side_a).scalar_subquery(),
        select(func.count()).select_from(side_b).scalar_subquery(),
        common.c.n_common,
        common.c.n_pairs,
        common.c.n_reworded,
    )
    return PairCounts(*connection.execute(statement).one())


def read_question_keys(connection: Connection, run_id: int, limit: int) -> list[tuple[str, str]]:
    """Some questions of a run as pairs find them: `question` or `request`, and the id."""
    side = side_of(run_id, "side")
    statement = select(side.c.question).order_by(side.c.question).limit(limit)
    keys = connection.execute(statement).scalars()
    return [(kind, key) for kind, _, key in (key.partition(":") for key in keys)]


def read_pair_cells(
    connection: Connection, run_a: int, run_b: int, judge_id: int | None
) -> list[PairCell]:
    """Counts of the pairs by evidence and verdict on both sides."""
    rows = pairs_of_runs(run_a, run_b, judge_id).subquery("pairs")
    columns = (rows.c.evidence_a, rows.c.verdict_a, rows.c.evidence_b, rows.c.verdict_b)
    statement = select(*columns, func.count()).group_by(*columns).order_by(*columns)
    return [
        PairCell(Evidence(ev_a), verdict_from(ver_a), Evidence(ev_b), verdict_from(ver_b), n)
        for ev_a, ver_a, ev_b, ver_b, n in connection.execute(statement)
    ]


def read_labelled_pairs(
    connection: Connection, run_a: int, run_b: int, judge_id: int | None
) -> list[PairRow]:
    """Pairs of which people have labelled at least one trace."""
    side_a, side_b = side_of(run_a, "side_a"), side_of(run_b, "side_b")
    return _rows(
        connection,
        _pairs_of(side_a, side_b, judge_id).where(
            or_(_is_labelled(side_a.c.trace_id), _is_labelled(side_b.c.trace_id))
        ),
    )


def read_flipped_pairs(
    connection: Connection, run_a: int, run_b: int, judge_id: int | None, limit: int
) -> list[PairRow]:
    """Pairs on which the judge's two verdicts differ, at most `limit` of each direction."""
    rows = pairs_of_runs(run_a, run_b, judge_id).subquery("pairs")
    place = (
        func.row_number()
        .over(partition_by=rows.c.verdict_a, order_by=rows.c.trace_a)
        .label("place")
    )
    flipped = select(*rows.c, place).where(rows.c.verdict_a != rows.c.verdict_b).subquery("flipped")
    columns = [column for column in flipped.c if column.name != "place"]
    return _rows(connection, select(*columns).where(flipped.c.place <= limit))


def read_trace_texts(
    connection: Connection, trace_ids: Collection[int], judge_id: int | None
) -> dict[int, TraceText]:
    """Texts of the traces with the judge's reasons, by trace."""
    t = current_traces.c
    statement = (
        select(
            t.trace_id,
            t.request_id,
            queries.c.question_id,
            t.query,
            t.reference_answer,
            t.answer,
            _of_judge(t.trace_id, judge_id, "rationale"),
        )
        .select_from(current_traces.join(queries, queries.c.query_id == t.query_id))
        .where(t.trace_id.in_(sorted(trace_ids)))
    )
    return {row[0]: TraceText._make(row) for row in connection.execute(statement)}


def side_of(run_id: int, name: str) -> CTE:
    """A run's questions with one of their traces and the number of them."""
    question = case(
        (queries.c.question_id.is_not(None), literal("question:") + queries.c.question_id),
        else_=literal("request:") + current_traces.c.request_id,
    ).label("question")
    return (
        select(
            question,
            func.min(current_traces.c.trace_id).label("trace_id"),
            func.count().label("n"),
        )
        .select_from(current_traces.join(queries, queries.c.query_id == current_traces.c.query_id))
        .where(current_traces.c.run_id == run_id)
        .group_by(question)
        .cte(name)
    )


def pairs_of_runs(run_a: int, run_b: int, judge_id: int | None) -> Select[Any]:
    """A statement that gives every pair of two runs with what ids and judge say of it."""
    return _pairs_of(side_of(run_a, "side_a"), side_of(run_b, "side_b"), judge_id)


def _pairs_of(side_a: FromClause, side_b: FromClause, judge_id: int | None) -> Select[Any]:
    evidence_a, evidence_b = trace_evidence.alias("evidence_a"), trace_evidence.alias("evidence_b")
    return (
        select(
            side_a.c.trace_id.label("trace_a"),
            side_b.c.trace_id.label("trace_b"),
            evidence_a.c.evidence.label("evidence_a"),
            _of_judge(side_a.c.trace_id, judge_id, "verdict").label("verdict_a"),
            evidence_b.c.evidence.label("evidence_b"),
            _of_judge(side_b.c.trace_id, judge_id, "verdict").label("verdict_b"),
        )
        .select_from(
            side_a.join(side_b, side_a.c.question == side_b.c.question)
            .join(evidence_a, evidence_a.c.trace_id == side_a.c.trace_id)
            .join(evidence_b, evidence_b.c.trace_id == side_b.c.trace_id)
        )
        .where(side_a.c.n == 1, side_b.c.n == 1)
    )


def _of_judge(
    trace_id: ColumnElement[int], judge_id: int | None, column: str
) -> ColumnElement[Any]:
    """Looked up per trace: a left join to the view would be scanned once per trace by SQLite."""
    if judge_id is None:
        return null()
    verdict = current_judge_verdicts.c
    return (
        select(verdict[column])
        .where(verdict.trace_id == trace_id, verdict.judge_id == judge_id)
        .order_by(verdict.judge_verdict_id.desc())
        .limit(1)
        .scalar_subquery()
    )


def _is_labelled(trace_id: ColumnElement[int]) -> ColumnElement[bool]:
    entry = human_entries.c
    return (
        select(entry.entry_id)
        .where(entry.trace_id == trace_id, entry.is_current.is_(true()))
        .exists()
    )


def _rows(connection: Connection, statement: Select[Any]) -> list[PairRow]:
    return [
        PairRow(a, b, Evidence(ev_a), verdict_from(ver_a), Evidence(ev_b), verdict_from(ver_b))
        for a, b, ev_a, ver_a, ev_b, ver_b in connection.execute(statement)
    ]


def verdict_from(word: str | None) -> JudgeVerdict | None:
    """The verdict a stored word stands for."""
    return None if word is None else JudgeVerdict(word)
