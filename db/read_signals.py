"""Signals of traces, summed by window or version inside the database; no trace leaves it.

Each trace's signals are taken once, in an inner query that the OFFSET keeps whole: merged into the
sums, SQLite would look up a trace's first candidate once for every sum over it.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Integer,
    Select,
    String,
    case,
    cast,
    func,
    literal,
    select,
    true,
)

from db.chosen_traces import field_of
from db.models import current_traces, runs
from db.signal_values import Asked, are_asked, is_low, signal_values
from db.visible_runs import is_visible
from workbench.domain.signals import FACTS, Signal

MOST_IMPORT_SLICES = 2_000


class Extent(NamedTuple):
    """How many chosen traces there are, when they ran, and their first and last key."""

    n: int
    n_dated: int
    first_at: datetime | None
    last_at: datetime | None
    first_id: int | None
    last_id: int | None


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


class SeenRun(NamedTuple):
    """A run, and whether it holds answers to the gold passages of another one."""

    run_id: int
    is_probe: bool


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
        .where(are_asked(asked))
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
    # Whole-number division: `/` would be exact on a server, and its cast rounds half away from 0.
    slice_of = (current_traces.c.trace_id - first_id) // literal(step, Integer)
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
        select(*columns).select_from(current_traces).where(are_asked(asked))
    ).one()
    return {
        field: n_values + (has_none if n_values else 0)
        for field, n_values, has_none in zip(fields, counted[::2], counted[1::2], strict=True)
    }


def read_setting_names(connection: Connection, asked: Asked, n_looked_at: int) -> list[str]:
    """Names of settings among some of the newest chosen traces, in order."""
    statement = (
        select(current_traces.c.settings)
        .where(are_asked(asked), current_traces.c.settings.is_not(None))
        .order_by(current_traces.c.trace_id.desc())
        .limit(n_looked_at)
    )
    found = connection.execute(statement).scalars()
    return sorted({str(name) for one in found if isinstance(one, dict) for name in one})


def read_runs(connection: Connection) -> dict[str, SeenRun]:
    """Every run by its name, in order of arrival."""
    is_probe = runs.c.probe_of_run_id.is_not(None)
    rows = connection.execute(
        select(runs.c.name, runs.c.run_id, is_probe).where(is_visible()).order_by(runs.c.run_id)
    )
    return {name: SeenRun(run_id, bool(is_one)) for name, run_id, is_one in rows}


def _summed(
    connection: Connection, asked: Asked, key: ColumnElement[Any], also: ColumnElement[bool]
) -> Select[Any]:
    values = signal_values(connection, asked.judge_id)
    per_trace = (
        select(key.label("key"), *(value.label(name.value) for name, value in values.items()))
        .select_from(current_traces)
        .where(are_asked(asked), also)
        .offset(0)
        .subquery()
    )
    sums: list[ColumnElement[Any]] = []
    for signal in Signal:
        if signal is Signal.LOW_TOP_SCORE:
            value = is_low(per_trace.c[Signal.TOP_SCORE.value], asked.low_score)
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
