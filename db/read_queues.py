"""One SELECT per function for drawing queues and saying how they stand.

The judge is read here, never in `read_labels`: a draw needs its verdicts, and the label screen
may show them only after a save.
"""

from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, and_, case, func, select
from sqlalchemy import Connection as Connection

from db.item_conditions import is_asked
from db.models import (
    annotators,
    current_judge_verdicts,
    current_traces,
    human_entries,
    judges,
    queries,
    queue_items,
    queue_strata,
    queues,
    runs,
    trace_evidence,
    traces,
)
from db.visible_runs import is_visible
from workbench.domain.records import JudgeId, JudgeOpinion
from workbench.domain.vocabulary import (
    FAILING_ANSWERS,
    PASSING_ANSWERS,
    EntryKind,
    JudgeVerdict,
)


class JudgeRow(NamedTuple):
    """A judge of the store and its key there."""

    judge_id: int
    judge: JudgeId


class TargetRow(NamedTuple):
    """A current trace of a run as the draw sees it."""

    trace_id: int
    request_id: str
    is_error: bool
    evidence: str | None


class QueueRow(NamedTuple):
    """A queue as it was built."""

    queue_id: int
    name: str
    run: str
    judge_name: str | None
    judge_version: str | None
    judge_fingerprint: str | None
    size: int
    n_uniform: int
    strata_by: str
    filters: dict[str, str]
    seed: int
    wanted_labels: int
    reveals_judge: bool
    created_at: datetime
    paired_with: str | None


class StratumRow(NamedTuple):
    """One stratum of a queue at draw time."""

    stratum_id: int
    evidence: str
    verdict: str
    n_target: int
    n_drawn: int


class ItemLabels(NamedTuple):
    """One item of a queue with its current verdicts, all annotators counted."""

    trace_id: int
    stratum_id: int
    request_id: str
    wanted_labels: int
    is_current: bool
    n_verdicts: int
    n_failing: int
    n_passing: int


def read_judges(connection: Connection) -> list[JudgeRow]:
    """Every judge of the store."""
    j = judges.c
    rows = connection.execute(
        select(j.judge_id, j.name, j.version, j.prompt_fingerprint).order_by(
            j.name, j.version, j.prompt_fingerprint
        )
    )
    return [JudgeRow(judge_id, JudgeId(*names)) for judge_id, *names in rows]


def read_opinions(connection: Connection, trace_id: int) -> list[JudgeOpinion]:
    """What every judge said of a trace."""
    j, v = judges.c, current_judge_verdicts.c
    rows = connection.execute(
        select(
            j.name,
            j.version,
            j.prompt_fingerprint,
            v.verdict,
            v.raw_verdict,
            v.score,
            v.threshold,
            v.rationale,
            v.reason,
        )
        .join(judges, j.judge_id == v.judge_id)
        .where(v.trace_id == trace_id)
        .order_by(j.name, j.version)
    )
    return [
        JudgeOpinion(
            judge=JudgeId(name, version, fingerprint),
            verdict=None if verdict is None else JudgeVerdict(verdict),
            raw_verdict=raw_verdict,
            score=score,
            threshold=threshold,
            rationale=rationale,
            reason=reason,
        )
        for (
            name, version, fingerprint, verdict, raw_verdict, score, threshold, rationale, reason,
        ) in rows
    ]  # fmt: skip


def read_run_id(connection: Connection, name: str) -> int | None:
    """Key of a run by its name."""
    statement = select(runs.c.run_id).where(runs.c.name == name, is_visible())
    found: int | None = connection.scalar(statement)
    return found


def read_run_names(connection: Connection) -> list[str]:
    """Names of all runs."""
    return list(connection.scalars(select(runs.c.name).where(is_visible()).order_by(runs.c.name)))


def read_target(connection: Connection, run_id: int, filters: dict[str, Any]) -> list[TargetRow]:
    """Current traces of a run with what ids say of them, those that meet every filter.

    Filters: index_version, model, query_key, is_truncated, evidence.
    """
    t, e = current_traces.c, trace_evidence.c
    fields: dict[str, ColumnElement[Any]] = {
        "index_version": t.index_version,
        "model": t.model,
        "query_key": queries.c.query_key,
        "is_truncated": t.is_truncated,
        "evidence": e.evidence,
    }
    rows = connection.execute(
        select(t.trace_id, t.request_id, t.error.is_not(None), e.evidence)
        .select_from(current_traces)
        .join(queries, queries.c.query_id == t.query_id)
        .outerjoin(trace_evidence, e.trace_id == t.trace_id)
        .where(t.run_id == run_id, *(fields[name] == value for name, value in filters.items()))
        .order_by(t.trace_id)
    )
    return [TargetRow(*row) for row in rows]


def read_verdicts(connection: Connection, run_id: int, judge_id: int) -> dict[int, str]:
    """A judge's usable verdicts by trace of a run.

    Read apart from the traces: SQLite joins a view from the left row by row, without an index.
    """
    v = current_judge_verdicts.c
    rows = connection.execute(
        select(v.trace_id, v.verdict)
        .join(traces, traces.c.trace_id == v.trace_id)
        .where(v.judge_id == judge_id, traces.c.run_id == run_id, v.verdict.is_not(None))
    )
    return {row.trace_id: row.verdict for row in rows}


def read_judge_scores(connection: Connection, run_id: int, judge_id: int) -> dict[int, float]:
    """A judge's scores beside its usable verdicts, by trace of a run; without those it lacks."""
    v = current_judge_verdicts.c
    rows = connection.execute(
        select(v.trace_id, v.score)
        .join(traces, traces.c.trace_id == v.trace_id)
        .where(
            v.judge_id == judge_id,
            traces.c.run_id == run_id,
            v.verdict.is_not(None),
            v.score.is_not(None),
        )
    )
    return {row.trace_id: row.score for row in rows}


def read_queue_names(connection: Connection) -> set[str]:
    """Names of all queues."""
    return set(connection.scalars(select(queues.c.name)))


def read_queue_rows(connection: Connection, queue: str | int | None = None) -> list[QueueRow]:
    """Every queue, newest first, or the one with the given name or id."""
    q, j = queues.c, judges.c
    paired = queues.alias("paired")
    statement = (
        select(
            q.queue_id,
            q.name,
            runs.c.name,
            j.name,
            j.version,
            j.prompt_fingerprint,
            q.size,
            q.n_uniform,
            q.strata_by,
            q.filters,
            q.seed,
            q.wanted_labels,
            q.reveals_judge,
            q.created_at,
            paired.c.name,
        )
        .select_from(queues)
        .join(runs, runs.c.run_id == q.run_id)
        .outerjoin(paired, paired.c.queue_id == q.paired_queue_id)
        .outerjoin(judges, j.judge_id == q.judge_id)
        .order_by(q.queue_id.desc())
    )
    if queue is not None:
        key = q.queue_id if isinstance(queue, int) else q.name
        statement = statement.where(key == queue)
    return [QueueRow._make(row) for row in connection.execute(statement)]


def count_labelled(connection: Connection) -> list[tuple[int, str, int]]:
    """Queue, annotator and number of the queue's items with their current verdict."""
    e = human_entries.c
    rows = connection.execute(
        select(queue_items.c.queue_id, annotators.c.name, func.count())
        .select_from(human_entries)
        .join(queue_items, queue_items.c.trace_id == e.trace_id)
        .join(annotators, annotators.c.annotator_id == e.annotator_id)
        .where(e.is_current, e.kind == EntryKind.VERDICT, queue_items.c.removed_at.is_(None))
        .group_by(queue_items.c.queue_id, annotators.c.name)
        .order_by(annotators.c.name)
    )
    return [(queue_id, name, n) for queue_id, name, n in rows]


def read_strata(connection: Connection, queue_id: int) -> list[StratumRow]:
    """Strata of a queue in the order they were drawn."""
    s = queue_strata.c
    rows = connection.execute(
        select(s.stratum_id, s.evidence, s.verdict, s.n_target, s.n_drawn)
        .where(s.queue_id == queue_id)
        .order_by(s.stratum_id)
    )
    return [StratumRow(*row) for row in rows]


def read_item_labels(connection: Connection, queue_id: int) -> list[ItemLabels]:
    """Items of a queue in its order, each with its current verdicts counted."""
    item, e, t = queue_items.c, human_entries.c, traces.c
    is_verdict = and_(e.is_current, e.kind == EntryKind.VERDICT)
    rows = connection.execute(
        select(
            item.trace_id,
            item.stratum_id,
            t.request_id,
            item.wanted_labels,
            is_asked(queue_id),
            func.count(e.entry_id),
            func.coalesce(func.sum(case((e.answer.in_(FAILING_ANSWERS), 1), else_=0)), 0),
            func.coalesce(func.sum(case((e.answer.in_(PASSING_ANSWERS), 1), else_=0)), 0),
        )
        .select_from(queue_items)
        .join(traces, t.trace_id == item.trace_id)
        .outerjoin(human_entries, and_(e.trace_id == item.trace_id, is_verdict))
        .where(item.queue_id == queue_id, item.removed_at.is_(None))
        .group_by(item.trace_id, item.stratum_id, t.request_id, item.wanted_labels, item.order_key)
        .order_by(item.order_key)
    )
    return [ItemLabels(*row) for row in rows]
