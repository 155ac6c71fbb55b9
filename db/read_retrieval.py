"""Ranked lists of a run's current traces, as far as somebody judged what they hold.

Only judged passages leave the database, with their ranks and grades: of a million listed passages
that is a few for each trace. Gold is the version that the stored evidence rests on, one row by
key; joining the view of current gold would scan it once per trace.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    FromClause,
    and_,
    case,
    exists,
    func,
    or_,
    select,
    union,
)

from db.chosen_traces import chosen
from db.evidence_by_text import twins_of, wanted_by_text
from db.gold_text_names import holds, texts_of_gold
from db.models import (
    current_traces,
    gold_members,
    gold_versions,
    hits,
    relevance,
    trace_evidence,
)
from workbench.domain.vocabulary import Evidence

LISTS = {"candidates": 0, "reranked": 1, "prompt": 2}


class RankedTrace(NamedTuple):
    """A trace with a list, and what is known of it; `n_sets` None where gold is unknown."""

    trace_id: int
    query_id: int
    is_logged: bool
    n_sets: int | None
    evidence: Evidence


class JudgedHit(NamedTuple):
    """A judged passage of a trace's list; `grade` 0 where it is not gold."""

    trace_id: int
    rank: int
    grade: int
    is_repeat: bool


class GoldPlace(NamedTuple):
    """Where a trace's list holds a gold passage, under whichever id, with the gold's grade."""

    trace_id: int
    rank: int
    gold_id: str
    grade: int


class RelevantPassage(NamedTuple):
    """A gold passage of a query, in whichever of its sets, with its grade."""

    query_id: int
    grade: int


def read_ranked_traces(
    connection: Connection, run_id: int, where: Mapping[str, str], list_name: str
) -> list[RankedTrace]:
    """Every chosen trace, whether its list was logged, and whether its gold is known."""
    is_logged = {
        "candidates": current_traces.c.has_candidates,
        "reranked": current_traces.c.has_reranked,
        "prompt": current_traces.c.has_prompt,
    }[list_name]
    statement = (
        select(
            current_traces.c.trace_id,
            current_traces.c.query_id,
            is_logged,
            gold_versions.c.n_sets,
            trace_evidence.c.evidence,
        )
        .select_from(_traces_with_evidence())
        .outerjoin(
            gold_versions, gold_versions.c.gold_version_id == trace_evidence.c.gold_version_id
        )
        .where(chosen([run_id], where))
        .order_by(current_traces.c.trace_id)
    )
    return [RankedTrace(*row) for row in connection.execute(statement).all()]


def read_list_lengths(
    connection: Connection,
    run_id: int,
    where: Mapping[str, str],
    list_name: str,
    ks: Sequence[int],
) -> list[tuple[int, ...]]:
    """Per trace with a passage in the list: its id, and how many stand at ranks up to each k."""
    rank = _rank()
    lengths = [func.sum(case((rank <= k, 1), else_=0)) for k in ks]
    statement = (
        select(hits.c.trace_id, *lengths)
        .select_from(current_traces.join(hits, hits.c.trace_id == current_traces.c.trace_id))
        .where(chosen([run_id], where), _is_top(list_name, max(ks)))
        .group_by(hits.c.trace_id)
    )
    return [tuple(row) for row in connection.execute(statement).all()]


def read_judged_hits(
    connection: Connection, run_id: int, where: Mapping[str, str], list_name: str, k: int
) -> list[JudgedHit]:
    """Passages at ranks up to k that are gold or have a grade, in the order of the lists."""
    is_gold = exists().where(
        gold_members.c.gold_version_id == trace_evidence.c.gold_version_id,
        gold_members.c.doc_id == hits.c.doc_id,
    )
    earlier = hits.alias("earlier")
    is_repeat = exists().where(
        earlier.c.trace_id == hits.c.trace_id,
        earlier.c.list == hits.c.list,
        earlier.c.position < hits.c.position,
        earlier.c.doc_id == hits.c.doc_id,
    )
    statement = (
        select(
            hits.c.trace_id,
            _rank(),
            case((is_gold, _gold_grade()), else_=0),
            case((is_repeat, 1), else_=0),
        )
        .select_from(
            _traces_with_evidence()
            .join(hits, hits.c.trace_id == current_traces.c.trace_id)
            .outerjoin(
                relevance,
                and_(
                    relevance.c.query_id == current_traces.c.query_id,
                    relevance.c.doc_id == hits.c.doc_id,
                ),
            )
        )
        .where(
            chosen([run_id], where),
            _is_top(list_name, k),
            _rank() <= k,
            # A negative grade says "in the pool, but judged by nobody".
            or_(relevance.c.grade >= 0, is_gold),
        )
    )
    return [JudgedHit(*row) for row in connection.execute(statement).all()]


def read_places_by_text(
    connection: Connection, run_id: int, where: Mapping[str, str], list_name: str, k: int
) -> list[GoldPlace]:
    """Places up to rank k of gold passages of which a text is known: under any id or none."""
    text = texts_of_gold("nameless_text")
    wanted = wanted_by_text(chosen([run_id], where))
    twins, own = twins_of(wanted), gold_members.alias("own_gold")
    is_gold_itself = exists().where(
        own.c.gold_version_id == twins.c.gold_version_id, own.c.doc_id == twins.c.listed_id
    )
    is_in_list = and_(_is_top(list_name, k), _rank() <= k)
    rank = _rank().label("rank")
    places = union(
        select(wanted.c.trace_id, rank, wanted.c.doc_id)
        .join(hits, and_(hits.c.trace_id == wanted.c.trace_id, hits.c.doc_id == wanted.c.doc_id))
        .where(is_in_list),
        select(twins.c.trace_id, rank, twins.c.doc_id)
        .join(hits, and_(hits.c.trace_id == twins.c.trace_id, hits.c.doc_id == twins.c.listed_id))
        .where(is_in_list, ~is_gold_itself),
        select(wanted.c.trace_id, rank, wanted.c.doc_id)
        .join(text, holds(text, wanted.c.doc_id))
        .join(
            hits,
            and_(hits.c.trace_id == wanted.c.trace_id, hits.c.text_hash == text.c.text_hash),
        )
        .where(is_in_list, hits.c.doc_id.is_(None)),
    ).subquery("places")
    statement = (
        select(places.c.trace_id, places.c.rank, places.c.doc_id, _gold_grade())
        .select_from(places)
        .join(current_traces, current_traces.c.trace_id == places.c.trace_id)
        .outerjoin(
            relevance,
            and_(
                relevance.c.query_id == current_traces.c.query_id,
                relevance.c.doc_id == places.c.doc_id,
            ),
        )
        .order_by(places.c.trace_id, places.c.doc_id, places.c.rank)
    )
    return [GoldPlace(*row) for row in connection.execute(statement).all()]


def read_relevant(
    connection: Connection, run_id: int, where: Mapping[str, str]
) -> list[RelevantPassage]:
    """Each gold passage of the chosen traces' queries, once however many sets hold it."""
    golden = (
        select(current_traces.c.query_id, trace_evidence.c.gold_version_id)
        .select_from(_traces_with_evidence())
        .where(chosen([run_id], where))
        .distinct()
        .subquery("golden")
    )
    statement = (
        select(golden.c.query_id, func.max(_gold_grade()))
        .select_from(golden)
        .join(gold_members, gold_members.c.gold_version_id == golden.c.gold_version_id)
        .outerjoin(
            relevance,
            and_(
                relevance.c.query_id == golden.c.query_id,
                relevance.c.doc_id == gold_members.c.doc_id,
            ),
        )
        .group_by(golden.c.query_id, gold_members.c.doc_id)
    )
    return [RelevantPassage(*row) for row in connection.execute(statement).all()]


def read_joint_queries(connection: Connection, run_id: int, where: Mapping[str, str]) -> set[int]:
    """Queries of the chosen traces that have a gold set of several passages."""
    is_joint = exists().where(
        gold_members.c.gold_version_id == trace_evidence.c.gold_version_id,
        gold_members.c.set_no == _second.c.set_no,
        gold_members.c.doc_id < _second.c.doc_id,
        _second.c.gold_version_id == trace_evidence.c.gold_version_id,
    )
    statement = (
        select(current_traces.c.query_id)
        .select_from(_traces_with_evidence())
        .where(chosen([run_id], where), is_joint)
    )
    return set(connection.execute(statement).scalars())


_second = gold_members.alias("second")


def _traces_with_evidence() -> FromClause:
    return current_traces.join(
        trace_evidence, trace_evidence.c.trace_id == current_traces.c.trace_id
    )


def _is_top(list_name: str, k: int) -> ColumnElement[bool]:
    # The position is part of the key, so that the rest of a long list is not read.
    return and_(hits.c.list == LISTS[list_name], hits.c.position < k)


def _rank() -> ColumnElement[int]:
    # Equal ranks keep the order of the list, so that no rank holds two passages.
    place = hits.c.position + 1
    return case((hits.c.rank > place, hits.c.rank), else_=place)


def _gold_grade() -> ColumnElement[int]:
    # What an annotator added as gold is relevant whatever a file's grade says.
    return case((relevance.c.grade > 1, relevance.c.grade), else_=1)
