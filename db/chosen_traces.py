"""Which current traces a selection means: runs, field values and a window, as conditions.

A field is a column, `signals.NAME`, or an unknown field that was kept.
"""

from collections.abc import Collection, Mapping
from typing import Any

from sqlalchemy import ColumnElement, Connection, Text, and_, case, cast, func, select, true

from db.models import current_traces, runs, signals
from workbench.domain.trace_window import TimeWindow, window_of, without_window

TEXT_FIELDS = {
    "index_version": current_traces.c.index_version,
    "model": current_traces.c.model,
    "query_embedding_model": current_traces.c.query_embedding_model,
    "index_embedding_model": current_traces.c.index_embedding_model,
    "request_id": current_traces.c.request_id,
}


def chosen(run_ids: Collection[int], where: Mapping[str, str]) -> ColumnElement[bool]:
    """Condition for the current traces of the runs that have the given field values.

    `since` and `until` among them are the sides of a window; a trace without a time is in none.
    """
    parts: list[ColumnElement[bool]] = [current_traces.c.run_id.in_(sorted(run_ids))]
    parts.append(in_window(window_of(where)))
    parts += [
        func.coalesce(field_of(name), "") == value for name, value in without_window(where).items()
    ]
    return and_(*parts)


def in_window(window: TimeWindow) -> ColumnElement[bool]:
    """Condition for the traces that ran in a window."""
    t = current_traces.c
    parts: list[ColumnElement[bool]] = [true()]
    if window.since is not None:
        parts.append(t.created_at >= window.since)
    if window.until is not None:
        parts.append(t.created_at < window.until)
    return and_(*parts)


def field_of(name: str) -> ColumnElement[Any]:
    """A trace's value of a field as text: a column, `signals.NAME`, or an unknown field kept."""
    if name in TEXT_FIELDS:
        return TEXT_FIELDS[name]
    if name == "truncated":
        cut = current_traces.c.is_truncated
        return case((cut.is_(true()), "true"), (cut.is_(None), "unknown"), else_="false")
    if name == "run":
        return (
            select(runs.c.name)
            .where(runs.c.run_id == current_traces.c.run_id)
            .correlate(current_traces)
            .scalar_subquery()
        )
    if name.startswith("signals."):
        return (
            select(func.trim(cast(signals.c.value, Text), '"'))
            .where(
                signals.c.trace_id == current_traces.c.trace_id,
                signals.c.name == name.removeprefix("signals."),
            )
            .correlate(current_traces)
            .scalar_subquery()
        )
    value: ColumnElement[Any] = current_traces.c.extra[name].as_string()
    return value


def has_field(connection: Connection, run_ids: Collection[int], name: str) -> bool:
    """Whether any current trace of the runs holds a value of the field."""
    statement = (
        select(current_traces.c.trace_id)
        .where(current_traces.c.run_id.in_(sorted(run_ids)), field_of(name).is_not(None))
        .limit(1)
    )
    return connection.execute(statement).scalar() is not None
