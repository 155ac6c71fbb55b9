"""The SELECT that says of every trace where it loses its evidence.

Chosen: each trace's wanted passages first, as one list, then one step to their hits; a left join
to a view is avoided, since SQLite scans it once per trace. The order of the cases is the order of
`workbench.domain.triage.evidence_loss`, which is the reference.
"""

from collections.abc import Collection
from typing import Any, NamedTuple

from sqlalchemy import (
    CTE,
    ColumnElement,
    Float,
    Select,
    Subquery,
    and_,
    case,
    cast,
    func,
    or_,
    select,
)

from db.evidence_by_text import has_known_text, is_unreadable, listed_hits, n_covered
from db.models import (
    corpora,
    corpus_passages,
    current_gold,
    current_traces,
    gold_members,
    gold_versions,
)
from workbench.domain.vocabulary import Evidence

CANDIDATES, RERANKED, PROMPT = 0, 1, 2


class Foreign(NamedTuple):
    """Index versions whose ids are not comparable, and those whose texts then are."""

    incomparable: Collection[str] = ()
    textual: Collection[str] = ()


def evidence_of(
    condition: ColumnElement[bool], foreign: Foreign, is_by_text: bool = False
) -> Select[Any]:
    """SELECT of the evidence rows of the current traces that meet the condition.

    With `is_by_text`, gold passages are found by their text too.
    """
    trace, gold = current_traces.c, gold_versions.c
    found = _found_sets(condition, is_by_text)
    ranks = _complete_ranks(found)
    closest = _closest_sets(found)
    covered = _covered_pairs(condition, is_by_text)
    n_found = case((closest.c.n_found.is_not(None), closest.c.n_found), else_=0)
    n_needed = func.coalesce(closest.c.n_needed, _smallest_set())
    is_counted = and_(trace.error.is_(None), trace.has_candidates, gold.n_sets > 0)
    is_placed = trace.error.is_(None)
    return (
        select(
            trace.trace_id,
            gold.gold_version_id,
            _evidence(ranks, covered, foreign, is_by_text),
            case((is_placed, ranks.c.candidates_rank)),
            case((is_placed, ranks.c.reranked_rank)),
            case((is_placed, ranks.c.prompt_rank)),
            case((and_(is_counted, _smallest_set().is_not(None)), n_found)),
            case((is_counted, n_needed)),
        )
        .select_from(current_traces)
        .outerjoin(gold_versions, gold.gold_version_id == current_gold_version_id())
        .outerjoin(ranks, ranks.c.trace_id == trace.trace_id)
        .outerjoin(closest, closest.c.trace_id == trace.trace_id)
        .outerjoin(corpora, corpora.c.index_version == trace.index_version)
        .outerjoin(
            covered,
            and_(
                covered.c.gold_version_id == gold.gold_version_id,
                covered.c.index_version == trace.index_version,
            ),
        )
        .where(condition)
    )


def _evidence(
    ranks: Subquery, covered: Subquery, foreign: Foreign, is_by_text: bool
) -> ColumnElement[str]:
    trace, gold = current_traces.c, gold_versions.c
    has_corpus_too = corpora.c.index_version.is_not(None)
    is_uncovered = or_(gold.n_sets == 0, and_(has_corpus_too, covered.c.gold_version_id.is_(None)))
    models_differ = trace.query_embedding_model != trace.index_embedding_model
    is_foreign = and_(~has_corpus_too, trace.index_version.in_(sorted(foreign.incomparable)))
    if is_by_text:
        is_textual = and_(trace.index_version.in_(sorted(foreign.textual)), has_known_text())
        is_foreign = and_(is_foreign, ~is_textual)
    unreadable = ((is_unreadable(), Evidence.UNKNOWN),) if is_by_text else ()
    # The order of these lines is the order of domain.triage.evidence_loss.
    return case(
        (trace.error.is_not(None), Evidence.ENDPOINT_UNAVAILABLE),
        (gold.gold_version_id.is_(None), Evidence.UNKNOWN),
        (is_uncovered, Evidence.COVERAGE),
        (and_(trace.has_prompt, ranks.c.prompt_rank.is_not(None)), Evidence.REACHED),
        *unreadable,
        (is_foreign, Evidence.NOT_COMPARABLE),
        (
            and_(trace.has_candidates, ranks.c.candidates_rank.is_(None), models_differ),
            Evidence.EMBEDDING,
        ),
        (and_(trace.has_candidates, ranks.c.candidates_rank.is_(None)), Evidence.RETRIEVAL),
        (
            and_(trace.has_reranked, ranks.c.reranked_rank.is_(None), trace.has_candidates),
            Evidence.RERANKING,
        ),
        (and_(trace.has_reranked, ranks.c.reranked_rank.is_(None)), Evidence.UNDECIDED),
        (
            and_(trace.has_prompt, or_(trace.has_candidates, trace.has_reranked)),
            Evidence.PACKING,
        ),
        else_=Evidence.UNDECIDED,
    )


def _found_sets(condition: ColumnElement[bool], is_by_text: bool) -> CTE:
    """Per trace, list and gold set: members found, and the first rank that holds the last one."""
    # Kept as one list, so that each trace's hits are read once per wanted passage and no more.
    wanted = (
        select(
            current_traces.c.trace_id,
            gold_members.c.gold_version_id,
            gold_members.c.set_no,
            gold_members.c.doc_id,
            current_traces.c.index_version,
        )
        .select_from(current_traces)
        .join(gold_members, gold_members.c.gold_version_id == current_gold_version_id())
        .where(condition)
        .cte("wanted_passages")
        .prefix_with("MATERIALIZED")
    )
    place = listed_hits(wanted, is_by_text).subquery("listed_hits").c
    first = (
        select(
            place.trace_id,
            place.list,
            place.gold_version_id,
            place.set_no,
            func.min(place.rank).label("first_rank"),
        )
        .group_by(place.trace_id, place.list, place.gold_version_id, place.set_no, place.doc_id)
        .subquery("first_ranks")
    )
    member = gold_members.alias("needed")
    n_needed = (
        select(func.count())
        .select_from(member)
        .where(
            member.c.gold_version_id == first.c.gold_version_id, member.c.set_no == first.c.set_no
        )
        .scalar_subquery()
    )
    return (
        select(
            first.c.trace_id,
            first.c.list,
            func.count().label("n_found"),
            n_needed.label("n_needed"),
            func.max(first.c.first_rank).label("set_rank"),
        )
        .group_by(first.c.trace_id, first.c.list, first.c.gold_version_id, first.c.set_no)
        .cte("found_sets")
    )


def _complete_ranks(found: CTE) -> Subquery:
    def best(of_list: int, name: str) -> ColumnElement[int]:
        is_complete = and_(found.c.list == of_list, found.c.n_found == found.c.n_needed)
        return func.min(case((is_complete, found.c.set_rank))).label(name)

    return (
        select(
            found.c.trace_id,
            best(CANDIDATES, "candidates_rank"),
            best(RERANKED, "reranked_rank"),
            best(PROMPT, "prompt_rank"),
        )
        .group_by(found.c.trace_id)
        .subquery("complete_ranks")
    )


def _closest_sets(found: CTE) -> Subquery:
    share = cast(found.c.n_found, Float) / found.c.n_needed
    ranked = (
        select(
            found.c.trace_id,
            found.c.n_found,
            found.c.n_needed,
            func.row_number()
            .over(partition_by=found.c.trace_id, order_by=(share.desc(), found.c.n_needed))
            .label("place"),
        )
        .where(found.c.list == CANDIDATES)
        .subquery("ranked_sets")
    )
    return (
        select(ranked.c.trace_id, ranked.c.n_found, ranked.c.n_needed)
        .where(ranked.c.place == 1)
        .subquery("closest_sets")
    )


def _smallest_set() -> ColumnElement[int]:
    member = gold_members.alias("smallest")
    return (
        select(func.count())
        .select_from(member)
        .where(member.c.gold_version_id == gold_versions.c.gold_version_id)
        .group_by(member.c.set_no)
        .order_by(func.count())
        .limit(1)
        .correlate(gold_versions)
        .scalar_subquery()
    )


def _covered_pairs(condition: ColumnElement[bool], is_by_text: bool) -> Subquery:
    """Gold version and index version where the corpus holds a complete set."""
    pairs = (
        select(current_gold.c.gold_version_id, corpora.c.index_version)
        .select_from(current_traces)
        .join(current_gold, current_gold.c.query_id == current_traces.c.query_id)
        .join(corpora, corpora.c.index_version == current_traces.c.index_version)
        .where(condition)
        .distinct()
        .subquery("pairs")
    )
    is_there = corpus_passages.c.doc_id
    n_held = n_covered(pairs.c.index_version, is_there) if is_by_text else func.count(is_there)
    complete = (
        select(pairs.c.gold_version_id, pairs.c.index_version)
        .select_from(pairs)
        .join(gold_members, gold_members.c.gold_version_id == pairs.c.gold_version_id)
        .outerjoin(
            corpus_passages,
            and_(
                corpus_passages.c.index_version == pairs.c.index_version,
                corpus_passages.c.doc_id == gold_members.c.doc_id,
            ),
        )
        .group_by(pairs.c.gold_version_id, pairs.c.index_version, gold_members.c.set_no)
        .having(func.count() == n_held)
        .subquery("complete_sets")
    )
    return (
        select(complete.c.gold_version_id, complete.c.index_version)
        .distinct()
        .subquery("covered_pairs")
    )


def current_gold_version_id() -> ColumnElement[int]:
    """The key of the gold that counts for a trace now; NULL where none is known."""
    # A left join to the view would be scanned once per trace; this looks up one row.
    return (
        select(current_gold.c.gold_version_id)
        .where(current_gold.c.query_id == current_traces.c.query_id)
        .order_by(current_gold.c.gold_version_id.desc())
        .limit(1)
        .correlate(current_traces)
        .scalar_subquery()
    )
