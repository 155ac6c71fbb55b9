"""Counts of a run's current traces by what ids and judge say; rows never leave the database.

The judge's verdict is looked up per trace instead of joined: a left join to a view is scanned
once per trace by SQLite.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, case, false, func, select, true

from db.chosen_traces import chosen
from db.models import (
    current_judge_verdicts,
    current_traces,
    gold_members,
    hits,
    judges,
    runs,
    trace_evidence,
)
from db.visible_runs import is_visible
from workbench.domain.records import JudgeId
from workbench.domain.trace_window import without_window
from workbench.domain.vocabulary import Evidence, JudgeVerdict

LISTS = {"retrieval": 0, "reranking": 1, "packing": 2}
SHORTEST_LIST = 5


class Cell(NamedTuple):
    """How many traces share what the ids say, what the judge says and whether they were cut."""

    evidence: Evidence
    verdict: JudgeVerdict | None
    is_truncated: bool | None
    n: int


class CloseRanks(NamedTuple):
    """Traces with a complete gold set in a list, those near its end, and the list's length."""

    stage: str
    cut: int
    n_close: int
    n_found: int


class ForeignIds(NamedTuple):
    """Traces of an index version whose gold ids occur nowhere among its candidates."""

    index_version: str
    n_traces: int
    n_gold_ids: int


def read_run_id(connection: Connection, name: str) -> int | None:
    """Key of a run; None where there is none of that name."""
    statement = select(runs.c.run_id).where(runs.c.name == name, is_visible())
    return connection.execute(statement).scalar()


def read_run_names(connection: Connection) -> list[str]:
    """Names of all runs, in order of arrival."""
    statement = select(runs.c.name).where(is_visible()).order_by(runs.c.run_id)
    return list(connection.execute(statement).scalars())


def count_undated(
    connection: Connection, run_ids: Collection[int], where: Mapping[str, str]
) -> int:
    """Traces that have the field values and do not say when they ran, so are in no window."""
    statement = (
        select(func.count())
        .select_from(current_traces)
        .where(chosen(run_ids, without_window(where)), current_traces.c.created_at.is_(None))
    )
    return connection.execute(statement).scalar_one()


def verdict_of(judge_id: int | None) -> ColumnElement[str | None]:
    """The judge's current verdict on a trace; NULL where there is none."""
    verdict = current_judge_verdicts.c
    return (
        select(verdict.verdict)
        .where(verdict.trace_id == current_traces.c.trace_id, verdict.judge_id == judge_id)
        .order_by(verdict.judge_verdict_id.desc())
        .limit(1)
        .correlate(current_traces)
        .scalar_subquery()
    )


def read_cells(
    connection: Connection,
    run_ids: Collection[int],
    judge_id: int | None,
    where: Mapping[str, str],
) -> list[Cell]:
    """Counts of the chosen traces by evidence, verdict and truncation."""
    verdict = verdict_of(judge_id).label("verdict")
    rows = (
        select(trace_evidence.c.evidence, verdict, current_traces.c.is_truncated)
        .select_from(current_traces)
        .join(trace_evidence, trace_evidence.c.trace_id == current_traces.c.trace_id)
        .where(chosen(run_ids, where))
        .subquery()
    )
    columns = (rows.c.evidence, rows.c.verdict, rows.c.is_truncated)
    statement = select(*columns, func.count()).group_by(*columns).order_by(*columns)
    return [
        Cell(
            Evidence(evidence),
            None if verdict is None else JudgeVerdict(verdict),
            is_truncated,
            n,
        )
        for evidence, verdict, is_truncated, n in connection.execute(statement)
    ]


def read_judges_of_runs(
    connection: Connection, run_ids: Collection[int]
) -> list[tuple[int, JudgeId, int]]:
    """Key, identity and number of usable verdicts of each judge of the runs, most first."""
    verdict = current_judge_verdicts.c
    statement = (
        select(
            judges.c.judge_id,
            judges.c.name,
            judges.c.version,
            judges.c.prompt_fingerprint,
            func.count(verdict.verdict),
        )
        .select_from(current_judge_verdicts)
        .join(current_traces, current_traces.c.trace_id == verdict.trace_id)
        .join(judges, judges.c.judge_id == verdict.judge_id)
        .where(current_traces.c.run_id.in_(sorted(run_ids)))
        .group_by(judges.c.judge_id, judges.c.name, judges.c.version, judges.c.prompt_fingerprint)
    )
    found = [
        (key, JudgeId(name, version, prompt), n)
        for key, name, version, prompt, n in connection.execute(statement)
    ]
    return sorted(found, key=lambda row: (-row[2], str(row[1])))


def read_close_ranks(
    connection: Connection, run_ids: Collection[int], where: Mapping[str, str]
) -> list[CloseRanks]:
    """For each list, how many traces hold their best complete gold set at its last two ranks."""
    columns: list[ColumnElement[int]] = []
    for stage, number in LISTS.items():
        rank = _rank_column(stage)
        # The last position is one step in the primary key; counting the list would read it.
        length = (
            select(func.max(hits.c.position) + 1)
            .where(hits.c.trace_id == current_traces.c.trace_id, hits.c.list == number)
            .correlate(current_traces)
            .scalar_subquery()
        )
        is_long = and_(rank.is_not(None), length >= SHORTEST_LIST)
        is_close = and_(is_long, rank >= length - 1)
        columns += [
            func.coalesce(func.max(case((is_long, length))), 0),
            func.coalesce(func.sum(case((is_close, 1), else_=0)), 0),
            func.coalesce(func.sum(case((is_long, 1), else_=0)), 0),
        ]
    statement = (
        select(*columns)
        .select_from(current_traces)
        .join(trace_evidence, trace_evidence.c.trace_id == current_traces.c.trace_id)
        .where(chosen(run_ids, where))
    )
    row: Sequence[int] = tuple(connection.execute(statement).one())
    return [
        CloseRanks(stage, row[3 * place], row[3 * place + 1], row[3 * place + 2])
        for place, stage in enumerate(LISTS)
    ]


def has_stage(
    connection: Connection, run_ids: Collection[int], where: Mapping[str, str]
) -> dict[str, bool]:
    """Whether any chosen trace logged a reranked list, and whether any knows both models."""
    row = current_traces.c
    both = and_(row.query_embedding_model.is_not(None), row.index_embedding_model.is_not(None))
    statement = (
        select(
            func.coalesce(func.sum(case((row.has_reranked.is_(true()), 1), else_=0)), 0),
            func.coalesce(func.sum(case((both, 1), else_=0)), 0),
        )
        .select_from(current_traces)
        .where(chosen(run_ids, where))
    )
    n_reranked, n_models = connection.execute(statement).one()
    return {"reranking": n_reranked > 0, "embedding": n_models > 0}


def count_unlisted(
    connection: Connection, run_ids: Collection[int], where: Mapping[str, str]
) -> int:
    """Traces with the evidence in their prompt whose candidates were never logged."""
    statement = (
        select(func.count())
        .select_from(current_traces)
        .join(trace_evidence, trace_evidence.c.trace_id == current_traces.c.trace_id)
        .where(
            chosen(run_ids, where),
            current_traces.c.has_candidates.is_(false()),
            trace_evidence.c.evidence == Evidence.REACHED.value,
        )
    )
    return connection.execute(statement).scalar_one()


def read_foreign_ids(
    connection: Connection, run_ids: Collection[int], where: Mapping[str, str]
) -> list[ForeignIds]:
    """For each index version that is not comparable: its traces and their gold ids."""
    version = current_traces.c.index_version
    statement = (
        select(
            version,
            func.count(current_traces.c.trace_id.distinct()),
            func.count(gold_members.c.doc_id.distinct()),
        )
        .select_from(current_traces)
        .join(trace_evidence, trace_evidence.c.trace_id == current_traces.c.trace_id)
        .join(gold_members, gold_members.c.gold_version_id == trace_evidence.c.gold_version_id)
        .where(
            chosen(run_ids, where),
            trace_evidence.c.evidence == Evidence.NOT_COMPARABLE.value,
        )
        .group_by(version)
        .order_by(version)
    )
    return [ForeignIds._make(row) for row in connection.execute(statement)]


def _rank_column(stage: str) -> ColumnElement[int]:
    names = {"retrieval": "candidates_rank", "reranking": "reranked_rank", "packing": "prompt_rank"}
    return trace_evidence.c[names[stage]]
