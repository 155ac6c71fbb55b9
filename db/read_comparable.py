"""Whether an index version's gold ids and candidate ids have anything in common.

Ids of an index version are called not comparable where none of its gold ids occurs among any of
its candidates. Fewer than two traces or two gold ids are too thin to say so: one missed passage
looks the same. The cheap questions come first; the usual answer is found at the first trace.
"""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, Select, and_, exists, func, literal, select

from db.evidence_statement import Foreign
from db.gold_text_names import FACTS, HOLDERS, holds, named, texts_of_gold
from db.models import (
    corpora,
    current_gold,
    current_traces,
    gold_members,
    hits,
    trace_evidence,
)
from workbench.domain.vocabulary import Evidence

MIN_TRACES = 2
MIN_GOLD_IDS = 2
CANDIDATES = 0


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


def read_foreign(connection: Connection, index_versions: Iterable[str]) -> Foreign:
    """Those of the index versions whose ids are not comparable, and of these whose texts are."""
    incomparable = read_incomparable(connection, index_versions)
    textual = {version for version in incomparable if has_text_match(connection, version)}
    return Foreign(incomparable, textual)


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


def has_text_match(connection: Connection, index_version: str) -> bool:
    """Whether some trace has its own gold among its candidates by text, or gold that is a fact."""
    holder, text, fact = texts_of_gold("holder"), texts_of_gold("holding"), texts_of_gold("fact")
    gold_id = gold_members.c.doc_id
    by_text = (
        _gold_of_version(index_version)
        .join(holder, named(holder, HOLDERS, gold_id))
        .join(text, holds(text, gold_id))
        .join(
            hits,
            and_(
                hits.c.trace_id == current_traces.c.trace_id,
                hits.c.list == CANDIDATES,
                hits.c.text_hash == text.c.text_hash,
            ),
        )
        .limit(1)
    )
    if connection.execute(by_text).first() is not None:
        return True
    facts = _gold_of_version(index_version).join(fact, named(fact, FACTS, gold_id)).limit(1)
    return connection.execute(facts).first() is not None


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
