"""Traces with everything that hangs on them, to be written again with something added."""

from collections.abc import Collection
from typing import Any

from sqlalchemy import Connection, or_, select

from db.models import (
    current_judge_verdicts,
    current_traces,
    hits,
    judges,
    passages,
    probes,
    queries,
    signals,
)


def traces_of(connection: Connection, run_id: int, names: Collection[str]) -> list[Any]:
    """Rows of the current traces of a run whose request or question has one of the names."""
    trace = current_traces.c
    return list(
        connection.execute(
            select(current_traces, queries.c.question_id)
            .join(queries, queries.c.query_id == trace.query_id)
            .where(
                trace.run_id == run_id,
                or_(trace.request_id.in_(names), queries.c.question_id.in_(names)),
            )
            .order_by(trace.trace_id)
        )
    )


def hits_of(connection: Connection, trace_id: int) -> list[Any]:
    """Rows of a trace's lists in their order, with the texts."""
    return list(
        connection.execute(
            select(hits, passages.c.text)
            .outerjoin(passages, passages.c.text_hash == hits.c.text_hash)
            .where(hits.c.trace_id == trace_id)
            .order_by(hits.c.list, hits.c.position)
        )
    )


def verdicts_of(connection: Connection, trace_id: int) -> list[Any]:
    """Rows of what the judges say of a trace."""
    return list(
        connection.execute(
            select(
                current_judge_verdicts, judges.c.name, judges.c.version, judges.c.prompt_fingerprint
            )
            .join(judges, judges.c.judge_id == current_judge_verdicts.c.judge_id)
            .where(current_judge_verdicts.c.trace_id == trace_id)
        )
    )


def signals_of(connection: Connection, trace_id: int) -> dict[str, object]:
    """Give the trace's signals by name."""
    rows = connection.execute(
        select(signals.c.name, signals.c.value).where(signals.c.trace_id == trace_id)
    )
    return {row.name: row.value for row in rows}


def probe_of(connection: Connection, trace_id: int) -> tuple[str | None, bool | None] | None:
    """Give the trace's latest probe."""
    row = connection.execute(
        select(probes.c.answer, probes.c.is_correct)
        .where(probes.c.trace_id == trace_id)
        .order_by(probes.c.probe_id.desc())
    ).first()
    return None if row is None else (row.answer, row.is_correct)
