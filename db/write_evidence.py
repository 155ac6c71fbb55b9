"""Where each trace loses its evidence, computed inside the database and kept in trace_evidence.

Chosen: one INSERT .. SELECT that joins each trace's hits with the members of its query's current
gold, so that 100,000 traces with 30 candidates never leave the database. Equal to
`workbench.domain.triage.evidence_loss` by test. Rejected: a loop over traces in Python (minutes),
and computing on every page view (the result changes only with gold, corpus and traces).
"""

from collections.abc import Collection, Iterator, Sequence

from sqlalchemy import ColumnElement, Connection, and_, delete, func, insert, or_, select

from db.evidence_statement import Foreign, current_gold_version_id, evidence_of
from db.models import current_traces, trace_evidence
from db.read_comparable import has_incomparable_rows, read_foreign
from db.read_gold_twins import has_twins

IDS_PER_STATEMENT = 500


def refresh_evidence(
    connection: Connection,
    query_ids: Collection[int] | None = None,
    index_versions: Collection[str] | None = None,
) -> int:
    """Compute the evidence again inside the caller's transaction; gives the number of traces.

    Of `query_ids` only their own traces are computed, unless the change made an index version's
    ids comparable (or no longer so): then all its traces are.
    """
    if query_ids is None:
        versions = set(
            read_index_versions(connection) if index_versions is None else index_versions
        )
        foreign = read_foreign(connection, versions)
        return rewrite_evidence(connection, _in_versions(versions), foreign)
    versions = {
        version
        for ids in _chunks(query_ids)
        for version in read_index_versions(connection, current_traces.c.query_id.in_(ids))
    }
    foreign = read_foreign(connection, versions)
    flipped = {
        version
        for version in versions
        if version not in foreign.textual
        and has_incomparable_rows(connection, version) != (version in foreign.incomparable)
    }
    n_traces = sum(
        rewrite_evidence(connection, current_traces.c.query_id.in_(ids), foreign)
        for ids in _chunks(query_ids)
    )
    if flipped:
        n_traces += rewrite_evidence(connection, _in_versions(flipped), foreign)
    return n_traces


def read_index_versions(
    connection: Connection, condition: ColumnElement[bool] | None = None
) -> list[str]:
    """Index versions of the current traces, those that meet the condition where one is given."""
    statement = select(current_traces.c.index_version).distinct()
    if condition is not None:
        statement = statement.where(condition)
    return list(connection.execute(statement).scalars())


def read_stale_index_versions(connection: Connection) -> list[str]:
    """Index versions with current traces whose evidence is missing or rests on older gold."""
    statement = (
        select(current_traces.c.index_version)
        .outerjoin(trace_evidence, trace_evidence.c.trace_id == current_traces.c.trace_id)
        .where(
            or_(
                trace_evidence.c.trace_id.is_(None),
                trace_evidence.c.gold_version_id.is_distinct_from(current_gold_version_id()),
            )
        )
        .distinct()
    )
    return list(connection.execute(statement).scalars())


def read_range_starts(
    connection: Connection, index_versions: Collection[str], n_traces: int
) -> list[int]:
    """First trace id of each stretch of `n_traces` current traces of the index versions."""
    numbered = (
        select(
            current_traces.c.trace_id,
            func.row_number().over(order_by=current_traces.c.trace_id).label("number"),
        )
        .where(_in_versions(index_versions))
        .subquery()
    )
    statement = (
        select(numbered.c.trace_id)
        .where((numbered.c.number - 1) % n_traces == 0)
        .order_by(numbered.c.trace_id)
    )
    return list(connection.execute(statement).scalars())


def rewrite_range(
    connection: Connection,
    index_versions: Collection[str],
    foreign: Foreign,
    start: int,
    end: int | None,
) -> int:
    """Compute the evidence of traces from id `start` to below `end`; gives their number."""
    condition = and_(_in_versions(index_versions), current_traces.c.trace_id >= start)
    if end is not None:
        condition = and_(condition, current_traces.c.trace_id < end)
    return rewrite_evidence(connection, condition, foreign)


def rewrite_evidence(
    connection: Connection, condition: ColumnElement[bool], foreign: Foreign
) -> int:
    """Replace the evidence rows of the current traces that meet the condition."""
    chosen = select(current_traces.c.trace_id).where(condition)
    connection.execute(delete(trace_evidence).where(trace_evidence.c.trace_id.in_(chosen)))
    statement = insert(trace_evidence).from_select(
        list(trace_evidence.c.keys()),
        evidence_of(condition, foreign, has_twins(connection)),
    )
    connection.execute(statement)
    # Neither driver counts the rows of an INSERT .. SELECT reliably.
    return connection.execute(select(func.count()).select_from(chosen.subquery())).scalar_one()


def _in_versions(index_versions: Collection[str]) -> ColumnElement[bool]:
    return current_traces.c.index_version.in_(sorted(index_versions))


def _chunks(ids: Collection[int]) -> Iterator[Sequence[int]]:
    ordered = sorted(ids)
    for start in range(0, len(ordered), IDS_PER_STATEMENT):
        yield ordered[start : start + IDS_PER_STATEMENT]
