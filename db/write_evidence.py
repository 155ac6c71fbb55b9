"""Where each trace loses its evidence, computed inside the database and kept in trace_evidence.

Chosen: one INSERT .. SELECT that joins each trace's hits with the members of its query's current
gold, so that 100,000 traces with 30 candidates never leave the database. Equal to
`workbench.domain.triage.evidence_loss` by test. Rejected: a loop over traces in Python (minutes),
and computing on every page view (the result changes only with gold, corpus and traces).

Ids of an index version are called not comparable where none of its gold ids occurs among any of
its candidates. Fewer than two traces or two gold ids are too thin to say so: one missed passage
looks the same.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from sqlalchemy import (
    CTE,
    ColumnElement,
    Connection,
    Float,
    Select,
    Subquery,
    and_,
    case,
    cast,
    delete,
    exists,
    func,
    insert,
    literal,
    or_,
    select,
)

from db.models import (
    corpora,
    corpus_passages,
    current_gold,
    current_traces,
    gold_members,
    gold_versions,
    hits,
    trace_evidence,
)
from workbench.domain.vocabulary import Evidence

MIN_TRACES = 2
MIN_GOLD_IDS = 2
IDS_PER_STATEMENT = 500
CANDIDATES, RERANKED, PROMPT = 0, 1, 2


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
        incomparable = read_incomparable(connection, versions)
        return rewrite_evidence(connection, _in_versions(versions), incomparable)
    versions = {
        version
        for ids in _chunks(query_ids)
        for version in read_index_versions(connection, current_traces.c.query_id.in_(ids))
    }
    incomparable = read_incomparable(connection, versions)
    flipped = {
        version
        for version in versions
        if has_incomparable_rows(connection, version) != (version in incomparable)
    }
    n_traces = sum(
        rewrite_evidence(connection, current_traces.c.query_id.in_(ids), incomparable)
        for ids in _chunks(query_ids)
    )
    if flipped:
        n_traces += rewrite_evidence(connection, _in_versions(flipped), incomparable)
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
                trace_evidence.c.gold_version_id.is_distinct_from(_gold_version_id()),
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
    incomparable: Collection[str],
    start: int,
    end: int | None,
) -> int:
    """Compute the evidence of traces from id `start` to below `end`; gives their number."""
    condition = and_(_in_versions(index_versions), current_traces.c.trace_id >= start)
    if end is not None:
        condition = and_(condition, current_traces.c.trace_id < end)
    return rewrite_evidence(connection, condition, incomparable)


def rewrite_evidence(
    connection: Connection, condition: ColumnElement[bool], incomparable: Collection[str]
) -> int:
    """Replace the evidence rows of the current traces that meet the condition."""
    chosen = select(current_traces.c.trace_id).where(condition)
    connection.execute(delete(trace_evidence).where(trace_evidence.c.trace_id.in_(chosen)))
    statement = insert(trace_evidence).from_select(
        list(trace_evidence.c.keys()), evidence_of(condition, incomparable)
    )
    connection.execute(statement)
    # Neither driver counts the rows of an INSERT .. SELECT reliably.
    return connection.execute(select(func.count()).select_from(chosen.subquery())).scalar_one()


def read_incomparable(connection: Connection, index_versions: Iterable[str]) -> set[str]:
    """Those of the index versions whose gold ids and candidate ids have nothing in common."""
    return {
        version
        for version in index_versions
        if not has_corpus(connection, version)
        and not has_own_match(connection, version)
        and not has_any_match(connection, version)
        and has_enough_ids(connection, version)
    }


def has_corpus(connection: Connection, index_version: str) -> bool:
    """Whether the passages of the index version were imported."""
    statement = select(exists().where(corpora.c.index_version == index_version))
    return bool(connection.execute(statement).scalar())


def has_incomparable_rows(connection: Connection, index_version: str) -> bool:
    """Whether traces of the index version are marked as not comparable now."""
    found = (
        select(literal(1))
        .select_from(current_traces)
        .join(trace_evidence, trace_evidence.c.trace_id == current_traces.c.trace_id)
        .where(
            current_traces.c.index_version == index_version,
            trace_evidence.c.evidence == Evidence.NOT_COMPARABLE,
        )
    )
    return bool(connection.execute(select(found.exists())).scalar())


def has_own_match(connection: Connection, index_version: str) -> bool:
    """Whether some trace has one of its own gold ids among its candidates."""
    statement = (
        _gold_of_version(index_version)
        .join(
            hits,
            and_(
                hits.c.trace_id == current_traces.c.trace_id,
                hits.c.list == CANDIDATES,
                hits.c.doc_id == gold_members.c.doc_id,
            ),
        )
        .limit(1)
    )
    return connection.execute(statement).first() is not None


def has_any_match(connection: Connection, index_version: str) -> bool:
    """Whether a gold id of one trace occurs among the candidates of another."""
    gold_ids = _gold_of_version(index_version).with_only_columns(gold_members.c.doc_id)
    statement = (
        select(literal(1))
        .select_from(current_traces)
        .join(hits, and_(hits.c.trace_id == current_traces.c.trace_id, hits.c.list == CANDIDATES))
        .where(current_traces.c.index_version == index_version, hits.c.doc_id.in_(gold_ids))
        .limit(1)
    )
    return connection.execute(statement).first() is not None


def has_enough_ids(connection: Connection, index_version: str) -> bool:
    """Whether there are traces and gold ids enough to say that ids have nothing in common."""
    with_candidates = _gold_of_version(index_version).where(
        exists().where(
            hits.c.trace_id == current_traces.c.trace_id,
            hits.c.list == CANDIDATES,
            hits.c.doc_id.is_not(None),
        )
    )
    statement = with_candidates.with_only_columns(
        func.count(current_traces.c.trace_id.distinct()),
        func.count(gold_members.c.doc_id.distinct()),
    )
    n_traces, n_ids = connection.execute(statement).one()
    return bool(n_traces >= MIN_TRACES and n_ids >= MIN_GOLD_IDS)


def _gold_of_version(index_version: str) -> Select[Any]:
    return (
        select(literal(1))
        .select_from(current_traces)
        .join(current_gold, current_gold.c.query_id == current_traces.c.query_id)
        .join(gold_members, gold_members.c.gold_version_id == current_gold.c.gold_version_id)
        .where(current_traces.c.index_version == index_version)
    )


def evidence_of(condition: ColumnElement[bool], incomparable: Collection[str]) -> Select[Any]:
    """SELECT of the evidence rows of the current traces that meet the condition."""
    trace, gold = current_traces.c, gold_versions.c
    found = _found_sets(condition)
    ranks = _complete_ranks(found)
    closest = _closest_sets(found)
    covered = _covered_pairs(condition)
    n_found = case((closest.c.n_found.is_not(None), closest.c.n_found), else_=0)
    n_needed = func.coalesce(closest.c.n_needed, _smallest_set())
    is_counted = and_(trace.error.is_(None), trace.has_candidates, gold.n_sets > 0)
    is_placed = trace.error.is_(None)
    return (
        select(
            trace.trace_id,
            gold.gold_version_id,
            _evidence(ranks, covered, incomparable),
            case((is_placed, ranks.c.candidates_rank)),
            case((is_placed, ranks.c.reranked_rank)),
            case((is_placed, ranks.c.prompt_rank)),
            case((and_(is_counted, _smallest_set().is_not(None)), n_found)),
            case((is_counted, n_needed)),
        )
        .select_from(current_traces)
        .outerjoin(gold_versions, gold.gold_version_id == _gold_version_id())
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
    ranks: Subquery, covered: Subquery, incomparable: Collection[str]
) -> ColumnElement[str]:
    trace, gold = current_traces.c, gold_versions.c
    has_corpus_too = corpora.c.index_version.is_not(None)
    is_uncovered = or_(gold.n_sets == 0, and_(has_corpus_too, covered.c.gold_version_id.is_(None)))
    models_differ = trace.query_embedding_model != trace.index_embedding_model
    # The order of these lines is the order of domain.triage.evidence_loss.
    return case(
        (trace.error.is_not(None), Evidence.ENDPOINT_UNAVAILABLE),
        (gold.gold_version_id.is_(None), Evidence.UNKNOWN),
        (is_uncovered, Evidence.COVERAGE),
        (and_(trace.has_prompt, ranks.c.prompt_rank.is_not(None)), Evidence.REACHED),
        (
            and_(~has_corpus_too, trace.index_version.in_(sorted(incomparable))),
            Evidence.NOT_COMPARABLE,
        ),
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


def _found_sets(condition: ColumnElement[bool]) -> CTE:
    """Per trace, list and gold set: members found, and the first rank that holds the last one."""
    # Kept as one list, so that each trace's hits are read once per wanted passage and no more.
    wanted = (
        select(
            current_traces.c.trace_id,
            gold_members.c.gold_version_id,
            gold_members.c.set_no,
            gold_members.c.doc_id,
        )
        .select_from(current_traces)
        .join(gold_members, gold_members.c.gold_version_id == _gold_version_id())
        .where(condition)
        .cte("wanted_passages")
        .prefix_with("MATERIALIZED")
    )
    first = (
        select(
            wanted.c.trace_id,
            hits.c.list,
            wanted.c.gold_version_id,
            wanted.c.set_no,
            func.min(hits.c.rank).label("first_rank"),
        )
        .select_from(wanted)
        .join(
            hits,
            and_(hits.c.trace_id == wanted.c.trace_id, hits.c.doc_id == wanted.c.doc_id),
        )
        .group_by(
            wanted.c.trace_id,
            hits.c.list,
            wanted.c.gold_version_id,
            wanted.c.set_no,
            wanted.c.doc_id,
        )
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


def _covered_pairs(condition: ColumnElement[bool]) -> Subquery:
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
        .having(func.count() == func.count(corpus_passages.c.doc_id))
        .subquery("complete_sets")
    )
    return (
        select(complete.c.gold_version_id, complete.c.index_version)
        .distinct()
        .subquery("covered_pairs")
    )


def _gold_version_id() -> ColumnElement[int]:
    # A left join to the view would be scanned once per trace; this looks up one row.
    return (
        select(current_gold.c.gold_version_id)
        .where(current_gold.c.query_id == current_traces.c.query_id)
        .order_by(current_gold.c.gold_version_id.desc())
        .limit(1)
        .correlate(current_traces)
        .scalar_subquery()
    )


def _in_versions(index_versions: Collection[str]) -> ColumnElement[bool]:
    return current_traces.c.index_version.in_(sorted(index_versions))


def _chunks(ids: Collection[int]) -> Iterator[Sequence[int]]:
    ordered = sorted(ids)
    for start in range(0, len(ordered), IDS_PER_STATEMENT):
        yield ordered[start : start + IDS_PER_STATEMENT]
