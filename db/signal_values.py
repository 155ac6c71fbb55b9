"""What each signal is for one trace, as SQL: a number, or NULL where the trace has none."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Integer,
    Text,
    and_,
    case,
    cast,
    func,
    or_,
    select,
    true,
)

from db.chosen_traces import chosen, in_window
from db.models import current_judge_verdicts, current_traces, hits, signals
from workbench.domain.signals import (
    DECLINES,
    LONGEST_DECLINE,
    THUMBS_DOWN,
    THUMBS_UP,
    Signal,
)
from workbench.domain.trace_window import TimeWindow
from workbench.domain.vocabulary import JudgeVerdict

CANDIDATES, PROMPT = 0, 2
NEGATION = "n_t "
"""What "not ", "n't " and "n’t " have in common, as LIKE reads it."""


class Span(NamedTuple):
    """Traces from an instant on and before another, or from a key on and before another."""

    since: datetime | None = None
    until: datetime | None = None
    first_id: int | None = None
    before_id: int | None = None


class Asked(NamedTuple):
    """Which traces are looked at, with whose verdicts and which threshold of the top score."""

    run_ids: Collection[int]
    where: Mapping[str, str]
    span: Span = Span()
    judge_id: int | None = None
    low_score: float | None = None


def in_span(span: Span) -> ColumnElement[bool]:
    """Condition for the traces of a span."""
    t = current_traces.c
    parts: list[ColumnElement[bool]] = [in_window(TimeWindow(span.since, span.until))]
    if span.first_id is not None:
        parts.append(t.trace_id >= span.first_id)
    if span.before_id is not None:
        parts.append(t.trace_id < span.before_id)
    return and_(*parts)


def are_asked(asked: Asked) -> ColumnElement[bool]:
    """Condition for the current traces that are looked at."""
    return and_(chosen(asked.run_ids, asked.where), in_span(asked.span))


def signal_values(connection: Connection, judge_id: int | None) -> dict[Signal, ColumnElement[Any]]:
    """A trace's value of each signal, the one that needs a threshold left out; NULL for none."""
    t = current_traces.c
    return {
        Signal.TOP_SCORE: top_score(),
        Signal.PROMPT_PASSAGES: case((t.has_prompt.is_(true()), _n_in_prompt())),
        Signal.TRUNCATED: _one_if(t.is_truncated.is_(true()), t.is_truncated.is_not(None)),
        Signal.DECLINED: _one_if(_declines(connection), t.answer.is_not(None)),
        Signal.CITED: _one_if(t.answer.like("%[_%]%"), t.answer.is_not(None)),
        Signal.FLAGGED: cast(None, Integer) if judge_id is None else _is_flagged(judge_id),
        Signal.THUMBS_DOWN: _user_signal("thumbs", THUMBS_DOWN, THUMBS_UP),
        Signal.REPHRASED: _user_signal("rephrased", ("true", "1"), ("false", "0")),
    }


def is_low(top: ColumnElement[Any], low_score: float | None) -> ColumnElement[Any]:
    """Whether a top score lies under the threshold; NULL without one."""
    if low_score is None:
        return cast(None, Integer)
    return _one_if(top < low_score, top.is_not(None))


def _one_if(holds: ColumnElement[bool], is_known: ColumnElement[bool]) -> ColumnElement[Any]:
    return case((holds, 1), (is_known, 0))


def top_score() -> ColumnElement[Any]:
    """The score of a trace's first candidate."""
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
    # The last step in the key, which costs SQLite less than the largest of them.
    last = (
        select(hits.c.position)
        .where(hits.c.trace_id == current_traces.c.trace_id, hits.c.list == PROMPT)
        .order_by(hits.c.position.desc())
        .limit(1)
        .correlate(current_traces)
        .scalar_subquery()
    )
    return func.coalesce(last + 1, 0)


def _declines(connection: Connection) -> ColumnElement[bool]:
    answer = current_traces.c.answer
    # SQLite's LIKE knows no case already, and folding every answer first would cost more.
    is_sqlite = connection.dialect.name == "sqlite"

    def says(phrase: str) -> ColumnElement[bool]:
        return answer.like(f"%{phrase}%") if is_sqlite else answer.ilike(f"%{phrase}%")

    # Most phrases deny something; an answer without a NOT is looked through once for all of them.
    denials = [phrase for phrase in DECLINES if NEGATION in phrase.replace("not ", NEGATION)]
    others = [says(phrase) for phrase in DECLINES if phrase not in denials]
    denies = and_(says(NEGATION), or_(*(says(phrase) for phrase in denials)))
    return and_(func.length(answer) <= LONGEST_DECLINE, or_(denies, *others))


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
    meant = dict.fromkeys(yes, 1) | dict.fromkeys(no, 0)
    return (
        # One CASE of a value: the text is made and trimmed once for all of them.
        select(case(meant, value=said))
        .where(signals.c.trace_id == current_traces.c.trace_id, signals.c.name == name)
        .correlate(current_traces)
        .scalar_subquery()
    )
