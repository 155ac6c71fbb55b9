"""Whole rows for files that leave the store: traces with all that hangs on them, and verdicts."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import Any

from sqlalchemy import ColumnElement, Connection, FromClause, and_, exists, func, select, true

from db.chosen_traces import chosen
from db.models import (
    annotators,
    current_gold,
    current_judge_verdicts,
    current_traces,
    gold_versions,
    guidelines,
    hits,
    human_entries,
    judges,
    passages,
    probes,
    queries,
    queues,
    relevance,
    runs,
    signals,
    trace_evidence,
    traces,
)

AnyRow = Any
"""A row whose columns are read by name."""


def read_traces(
    connection: Connection,
    run_ids: Collection[int],
    where: Mapping[str, str],
    after: int,
    limit: int,
) -> list[AnyRow]:
    """The next `limit` chosen traces with ids above `after`, in order of arrival."""
    trace = current_traces.c
    statement = (
        select(
            current_traces,
            runs.c.name.label("run"),
            queries.c.question_id,
            trace_evidence.c.evidence,
            trace_evidence.c.candidates_rank,
            trace_evidence.c.reranked_rank,
            trace_evidence.c.prompt_rank,
        )
        .join(runs, runs.c.run_id == trace.run_id)
        .join(queries, queries.c.query_id == trace.query_id)
        .outerjoin(trace_evidence, trace_evidence.c.trace_id == trace.trace_id)
        .where(chosen(run_ids, where), trace.trace_id > after)
        .order_by(trace.trace_id)
        .limit(limit)
    )
    return list(connection.execute(statement))


def read_hits(connection: Connection, trace_ids: Collection[int]) -> dict[int, list[AnyRow]]:
    """The passages of each trace's lists in order, with their texts."""
    statement = (
        select(hits, passages.c.text)
        .outerjoin(passages, passages.c.text_hash == hits.c.text_hash)
        .where(hits.c.trace_id.in_(trace_ids))
        .order_by(hits.c.trace_id, hits.c.list, hits.c.position)
    )
    return _grouped(connection.execute(statement))


def read_verdicts(connection: Connection, trace_ids: Collection[int]) -> dict[int, list[AnyRow]]:
    """What the judges say of each trace."""
    statement = (
        select(current_judge_verdicts, judges.c.name, judges.c.version, judges.c.prompt_fingerprint)
        .join(judges, judges.c.judge_id == current_judge_verdicts.c.judge_id)
        .where(current_judge_verdicts.c.trace_id.in_(trace_ids))
        .order_by(current_judge_verdicts.c.judge_verdict_id)
    )
    return _grouped(connection.execute(statement))


def read_signals(connection: Connection, trace_ids: Collection[int]) -> dict[int, list[AnyRow]]:
    """The signals of each trace."""
    statement = select(signals).where(signals.c.trace_id.in_(trace_ids)).order_by(signals.c.name)
    return _grouped(connection.execute(statement))


def read_probes(connection: Connection, trace_ids: Collection[int]) -> dict[int, list[AnyRow]]:
    """The probes of each trace, the newest last."""
    statement = select(probes).where(probes.c.trace_id.in_(trace_ids)).order_by(probes.c.probe_id)
    return _grouped(connection.execute(statement))


def read_current_entries(
    connection: Connection, trace_ids: Collection[int]
) -> dict[int, list[AnyRow]]:
    """The current human entries on each trace."""
    statement = (
        select(human_entries, annotators.c.name.label("annotator"))
        .join(annotators, annotators.c.annotator_id == human_entries.c.annotator_id)
        .where(human_entries.c.trace_id.in_(trace_ids), human_entries.c.is_current.is_(true()))
        .order_by(human_entries.c.entry_id)
    )
    return _grouped(connection.execute(statement))


def read_gold(connection: Connection, query_ids: Collection[int]) -> dict[int, AnyRow]:
    """The current gold of each query."""
    statement = (
        select(current_gold)
        .where(current_gold.c.query_id.in_(query_ids))
        .order_by(current_gold.c.gold_version_id)
    )
    return {row.query_id: row for row in connection.execute(statement)}


def read_gold_history(
    connection: Connection, query_ids: Collection[int]
) -> dict[int, list[AnyRow]]:
    """Every gold version of each query, the oldest first."""
    statement = (
        select(gold_versions)
        .where(gold_versions.c.query_id.in_(query_ids))
        .order_by(gold_versions.c.gold_version_id)
    )
    found: dict[int, list[AnyRow]] = defaultdict(list)
    for row in connection.execute(statement):
        found[row.query_id].append(row)
    return found


def read_entries(
    connection: Connection,
    run_ids: Collection[int],
    where: Mapping[str, str],
    with_history: bool,
) -> list[AnyRow]:
    """Human entries on the chosen traces in order of recording; all of them with history.

    History without a filter covers entries on earlier versions of a trace too, none of which is
    current: it was not given for the answer that stands now. `place` and
    `undoes_place` number the entries of a request from 1, as no store's keys do.
    """
    table = traces if with_history and not where else current_traces
    kept = [column for column in human_entries.c if column.name != "is_current"]
    standing = current_traces.alias()
    is_standing = exists().where(standing.c.trace_id == human_entries.c.trace_id)
    statement = (
        select(
            *kept,
            and_(human_entries.c.is_current, is_standing).label("is_current"),
            annotators.c.name.label("annotator"),
            table.c.request_id,
            runs.c.name.label("run"),
            queues.c.name.label("queue"),
            gold_versions.c.sets.label("seen_sets"),
            guidelines.c.version.label("guideline"),
            _place(human_entries.c.entry_id, table).label("place"),
            _place(human_entries.c.undoes_entry_id, table).label("undoes_place"),
        )
        .join(table, table.c.trace_id == human_entries.c.trace_id)
        .join(runs, runs.c.run_id == table.c.run_id)
        .join(annotators, annotators.c.annotator_id == human_entries.c.annotator_id)
        .outerjoin(queues, queues.c.queue_id == human_entries.c.queue_id)
        .outerjoin(
            gold_versions, gold_versions.c.gold_version_id == human_entries.c.gold_version_id
        )
        .outerjoin(guidelines, guidelines.c.guideline_id == human_entries.c.guideline_id)
        .order_by(human_entries.c.entry_id)
    )
    if table is traces:
        statement = statement.where(traces.c.run_id.in_(sorted(run_ids)))
    else:
        statement = statement.where(chosen(run_ids, where))
    if not with_history:
        statement = statement.where(human_entries.c.is_current.is_(true()))
    return list(connection.execute(statement))


def _place(key: ColumnElement[Any], table: FromClause) -> ColumnElement[int]:
    """Which entry of its request this is, all versions of the trace taken together."""
    earlier, version = human_entries.alias(), traces.alias()
    return (
        select(func.count())
        .select_from(earlier)
        .join(version, version.c.trace_id == earlier.c.trace_id)
        .where(
            version.c.run_id == table.c.run_id,
            version.c.request_id == table.c.request_id,
            earlier.c.entry_id <= key,
        )
        .scalar_subquery()
    )


def read_queries(
    connection: Connection, run_ids: Collection[int], where: Mapping[str, str]
) -> list[AnyRow]:
    """Each query of the chosen traces once, by its question or else its request."""
    statement = (
        select(queries.c.query_id, queries.c.question_id, current_traces.c.request_id)
        .join(current_traces, current_traces.c.query_id == queries.c.query_id)
        .where(chosen(run_ids, where))
        .order_by(current_traces.c.trace_id)
    )
    rows: dict[int, AnyRow] = {}
    found: list[AnyRow] = list(connection.execute(statement))
    for row in found:
        rows.setdefault(row.query_id, row)
    return list(rows.values())


def read_relevance(connection: Connection, query_ids: Collection[int]) -> list[AnyRow]:
    """Graded judgements of the queries."""
    statement = (
        select(relevance)
        .where(relevance.c.query_id.in_(query_ids))
        .order_by(relevance.c.query_id, relevance.c.doc_id)
    )
    return list(connection.execute(statement))


def _grouped(rows: Any) -> dict[int, list[AnyRow]]:
    found: dict[int, list[AnyRow]] = defaultdict(list)
    for row in rows:
        found[row.trace_id].append(row)
    return found
