"""Signals of traces, summed by window or version inside the database; no trace leaves it.

Each trace's signals are taken once, in an inner query that the OFFSET keeps whole: merged into the
sums, SQLite would look up a trace's first candidate once for every sum over it.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Integer,
    Select,
    String,
    Text,
    and_,
    case,
    cast,
    func,
    literal,
    or_,
    select,
    true,
)

from db.models import (
    current_judge_verdicts,
    current_traces,
    hits,
    human_entries,
    queue_items,
    runs,
    signals,
    trace_evidence,
    traces,
)
from db.read_triage import Cell, chosen, field_of, verdict_of
from workbench.domain.signals import (
    DECLINES,
    FACTS,
    LONGEST_DECLINE,
    THUMBS_DOWN,
    THUMBS_UP,
    Signal,
)
from workbench.domain.vocabulary import (
    FAILING_ANSWERS,
    PASSING_ANSWERS,
    EntryKind,
    Evidence,
    JudgeVerdict,
    Stage,
)

CANDIDATES, PROMPT = 0, 2
MOST_IMPORT_SLICES = 2_000


class Extent(NamedTuple):
    """How many chosen traces there are, when they ran, and their first and last key."""

    n: int
    n_dated: int
    first_at: datetime | None
    last_at: datetime | None
    first_id: int | None
    last_id: int | None


class Span(NamedTuple):
    """Traces from an instant on and before another, or from a key on and before another."""

    since: datetime | None = None
    until: datetime | None = None
    first_id: int | None = None
    before_id: int | None = None


class SignalSum(NamedTuple):
    """Traces that have a signal's value, the sum of the values and of their squares."""

    n: int
    total: float
    squares: float


class SummedRow(NamedTuple):
    """One slice of time, or one version: its traces and every signal's sums."""

    key: str | int | None
    n: int
    sums: Mapping[Signal, SignalSum]


class Asked(NamedTuple):
    """Which traces are looked at, with whose verdicts and which threshold of the top score."""

    run_ids: Collection[int]
    where: Mapping[str, str]
    span: Span = Span()
    judge_id: int | None = None
    low_score: float | None = None


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


def in_span(span: Span) -> ColumnElement[bool]:
    """Condition for the traces of a span."""
    t = current_traces.c
    parts: list[ColumnElement[bool]] = [true()]
    if span.since is not None:
        parts.append(t.created_at >= span.since)
    if span.until is not None:
        parts.append(t.created_at < span.until)
    if span.first_id is not None:
        parts.append(t.trace_id >= span.first_id)
    if span.before_id is not None:
        parts.append(t.trace_id < span.before_id)
    return and_(*parts)


def _in(asked: Asked) -> ColumnElement[bool]:
    return and_(chosen(asked.run_ids, asked.where), in_span(asked.span))


def read_extent(connection: Connection, asked: Asked) -> Extent:
    """How many of the chosen traces there are, and from when to when."""
    t = current_traces.c
    row = connection.execute(
        select(
            func.count(),
            func.count(t.created_at),
            func.min(t.created_at),
            func.max(t.created_at),
            func.min(t.trace_id),
            func.max(t.trace_id),
        )
        .select_from(current_traces)
        .where(_in(asked))
    ).one()
    return Extent._make(row)


def read_by_time(connection: Connection, asked: Asked, n_characters: int) -> list[SummedRow]:
    """Sums by slice of time: the first characters of the instant, 13 for an hour, in order."""
    slice_of = func.substr(cast(current_traces.c.created_at, String), 1, n_characters)
    statement = _summed(connection, asked, slice_of, current_traces.c.created_at.is_not(None))
    return _rows(connection, statement)


def read_by_order(
    connection: Connection, asked: Asked, first_id: int, step: int
) -> list[SummedRow]:
    """Sums by slice of the order of import, `step` keys each, in order."""
    slice_of = cast((current_traces.c.trace_id - first_id) / literal(step, Integer), Integer)
    return _rows(connection, _summed(connection, asked, slice_of, true()))


def read_by_version(connection: Connection, asked: Asked, field: str) -> list[SummedRow]:
    """Sums by the value of a field, `settings.NAME` included; None where a trace has none."""
    return _rows(connection, _summed(connection, asked, version_of(field), true()))


def version_of(field: str) -> ColumnElement[Any]:
    """A trace's version as text: a setting of the generator, or any field of the trace."""
    if field.startswith("settings."):
        name = field.removeprefix("settings.")
        value: ColumnElement[Any] = current_traces.c.settings[name].as_string()
        return value
    return func.nullif(field_of(field), "")


def count_versions(connection: Connection, asked: Asked, fields: Sequence[str]) -> dict[str, int]:
    """How many different values each field has among the chosen traces, none counted as one."""
    columns: list[ColumnElement[Any]] = []
    for field in fields:
        value = version_of(field)
        n_without = func.max(case((value.is_(None), 1), else_=0))
        columns += [func.count(value.distinct()), func.coalesce(n_without, 0)]
    counted = connection.execute(
        select(*columns).select_from(current_traces).where(_in(asked))
    ).one()
    return {
        field: n_values + (has_none if n_values else 0)
        for field, n_values, has_none in zip(fields, counted[::2], counted[1::2], strict=True)
    }


def read_setting_names(connection: Connection, asked: Asked, n_looked_at: int) -> list[str]:
    """Names of settings among some of the newest chosen traces, in order."""
    statement = (
        select(current_traces.c.settings)
        .where(_in(asked), current_traces.c.settings.is_not(None))
        .order_by(current_traces.c.trace_id.desc())
        .limit(n_looked_at)
    )
    found = connection.execute(statement).scalars()
    return sorted({str(name) for one in found if isinstance(one, dict) for name in one})


def read_miss_scores(connection: Connection, run_ids: Collection[int]) -> list[MissScore]:
    """Top scores of the runs' labelled traces, those that lost the evidence at retrieval marked."""
    entry, t = human_entries.c, current_traces.c
    is_failing = entry.answer.in_(sorted(FAILING_ANSWERS))
    stage = func.coalesce(entry.stage, trace_evidence.c.evidence)
    is_miss = and_(is_failing, stage == Stage.RETRIEVAL.value)
    score = _top_score().label("score")
    labelled = (
        select(score, func.max(case((is_miss, 1), else_=0)).label("is_miss"))
        .select_from(human_entries)
        .join(current_traces, t.trace_id == entry.trace_id)
        .outerjoin(trace_evidence, trace_evidence.c.trace_id == entry.trace_id)
        .where(
            entry.is_current.is_(true()),
            entry.kind == EntryKind.VERDICT.value,
            entry.answer.in_(sorted(FAILING_ANSWERS | PASSING_ANSWERS)),
            t.run_id.in_(sorted(run_ids)),
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
        _is_low(_top_score(), asked.low_score)
        if signal is Signal.LOW_TOP_SCORE
        else _values(connection, asked.judge_id)[signal]
    )
    rows = connection.execute(
        select(t.trace_id, t.request_id, value, verdict_of(asked.judge_id))
        .select_from(current_traces)
        .where(_in(asked), t.error.is_(None))
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
        .where(_in(asked))
        .subquery()
    )
    columns = (rows.c.evidence, rows.c.verdict, rows.c.is_truncated)
    statement = select(*columns, func.count()).group_by(*columns)
    return [
        Cell(Evidence(evidence), None if verdict is None else JudgeVerdict(verdict), is_cut, n)
        for evidence, verdict, is_cut, n in connection.execute(statement)
    ]


def read_runs(connection: Connection) -> dict[str, int]:
    """Key of every run by its name, in order of arrival."""
    rows = connection.execute(select(runs.c.name, runs.c.run_id).order_by(runs.c.run_id))
    return {row.name: row.run_id for row in rows}


def _summed(
    connection: Connection, asked: Asked, key: ColumnElement[Any], also: ColumnElement[bool]
) -> Select[Any]:
    values = _values(connection, asked.judge_id)
    per_trace = (
        select(key.label("key"), *(value.label(name.value) for name, value in values.items()))
        .select_from(current_traces)
        .where(_in(asked), also)
        .offset(0)
        .subquery()
    )
    sums: list[ColumnElement[Any]] = []
    for signal in Signal:
        if signal is Signal.LOW_TOP_SCORE:
            value = _is_low(per_trace.c[Signal.TOP_SCORE.value], asked.low_score)
        else:
            value = per_trace.c[signal.value]
        # A share's squares are its values.
        squared = value if FACTS[signal].is_share else value * value
        sums += [func.count(value), func.sum(value), func.sum(squared)]
    return (
        select(per_trace.c.key, func.count(), *sums)
        .group_by(per_trace.c.key)
        .order_by(per_trace.c.key)
    )


def _rows(connection: Connection, statement: Select[Any]) -> list[SummedRow]:
    found = []
    names = list(Signal)
    for key, n, *sums in connection.execute(statement):
        triples = zip(sums[::3], sums[1::3], sums[2::3], strict=True)
        found.append(
            SummedRow(
                key,
                n,
                {
                    name: SignalSum(n_valued, float(total or 0), float(squares or 0))
                    for name, (n_valued, total, squares) in zip(names, triples, strict=True)
                },
            )
        )
    return found


def _values(connection: Connection, judge_id: int | None) -> dict[Signal, ColumnElement[Any]]:
    t = current_traces.c
    return {
        Signal.TOP_SCORE: _top_score(),
        Signal.PROMPT_PASSAGES: case((t.has_prompt.is_(true()), _n_in_prompt())),
        Signal.TRUNCATED: _one_if(t.is_truncated.is_(true()), t.is_truncated.is_not(None)),
        Signal.DECLINED: _one_if(_declines(connection), t.answer.is_not(None)),
        Signal.CITED: _one_if(t.answer.like("%[_%]%"), t.answer.is_not(None)),
        Signal.FLAGGED: cast(None, Integer) if judge_id is None else _is_flagged(judge_id),
        Signal.THUMBS_DOWN: _user_signal("thumbs", THUMBS_DOWN, THUMBS_UP),
        Signal.REPHRASED: _user_signal("rephrased", ("true", "1"), ("false", "0")),
    }


def _is_low(top: ColumnElement[Any], low_score: float | None) -> ColumnElement[Any]:
    if low_score is None:
        return cast(None, Integer)
    return _one_if(top < low_score, top.is_not(None))


def _one_if(holds: ColumnElement[bool], is_known: ColumnElement[bool]) -> ColumnElement[Any]:
    return case((holds, 1), (is_known, 0))


def _top_score() -> ColumnElement[Any]:
    # The first position, not the best rank: one step in the key instead of the whole list.
    return (
        select(hits.c.score)
        .where(
            hits.c.trace_id == current_traces.c.trace_id,
            hits.c.list == CANDIDATES,
            hits.c.position == 0,
        )
        .correlate(current_traces)
        .scalar_subquery()
    )


def _n_in_prompt() -> ColumnElement[Any]:
    last = (
        select(func.max(hits.c.position))
        .where(hits.c.trace_id == current_traces.c.trace_id, hits.c.list == PROMPT)
        .correlate(current_traces)
        .scalar_subquery()
    )
    return func.coalesce(last + 1, 0)


def _declines(connection: Connection) -> ColumnElement[bool]:
    answer = current_traces.c.answer
    # SQLite's LIKE knows no case already, and folding every answer first would cost more.
    is_sqlite = connection.dialect.name == "sqlite"
    said = [
        answer.like(f"%{phrase}%") if is_sqlite else answer.ilike(f"%{phrase}%")
        for phrase in DECLINES
    ]
    return and_(func.length(answer) <= LONGEST_DECLINE, or_(*said))


def _is_flagged(judge_id: int) -> ColumnElement[Any]:
    verdict = current_judge_verdicts.c
    flagged = (
        select(case((verdict.verdict == JudgeVerdict.FAIL.value, 1), else_=0))
        .where(
            verdict.trace_id == current_traces.c.trace_id,
            verdict.judge_id == judge_id,
            verdict.verdict.is_not(None),
        )
        .order_by(verdict.judge_verdict_id.desc())
        .limit(1)
        .correlate(current_traces)
        .scalar_subquery()
    )
    return case((current_traces.c.error.is_(None), flagged))


def _user_signal(name: str, yes: Sequence[str], no: Sequence[str]) -> ColumnElement[Any]:
    said = func.trim(cast(signals.c.value, Text), '"')
    return (
        select(case((said.in_(yes), 1), (said.in_(no), 0)))
        .where(signals.c.trace_id == current_traces.c.trace_id, signals.c.name == name)
        .correlate(current_traces)
        .scalar_subquery()
    )


def read_removed(connection: Connection, run_ids: Collection[int]) -> set[int]:
    """Traces of the runs that somebody took out of a queue."""
    statement = (
        select(queue_items.c.trace_id)
        .join(traces, traces.c.trace_id == queue_items.c.trace_id)
        .where(queue_items.c.removed_at.is_not(None), traces.c.run_id.in_(sorted(run_ids)))
    )
    return set(connection.scalars(statement))
