"""The part of the evidence SELECT that finds gold passages by their text and not by their id.

Joined in only where `gold_text_names` knows such texts. A text is logged with whichever list
carried it; it serves for the same id in the trace's other lists, and an imported corpus says the
text of ids that no list carried one for.
"""

from typing import Any

from sqlalchemy import (
    CTE,
    ColumnElement,
    Select,
    and_,
    case,
    exists,
    func,
    or_,
    select,
    union,
    union_all,
)

from db.gold_text_names import FACTS, HOLDERS, TEXTS, holds, named, texts_of_gold
from db.models import (
    corpora,
    corpus_passages,
    current_traces,
    gold_members,
    gold_versions,
    hits,
    trace_evidence,
)


def listed_hits(wanted: CTE, is_by_text: bool) -> Select[Any]:
    """SELECT of each wanted passage's places: trace, list, gold version, set, gold id and rank.

    `wanted` has a row per trace and gold passage, with the trace's index version.
    """
    names = (wanted.c.trace_id, wanted.c.gold_version_id, wanted.c.set_no, wanted.c.doc_id)
    by_id = (
        select(*names, hits.c.list, hits.c.rank)
        .select_from(wanted)
        .join(hits, and_(hits.c.trace_id == wanted.c.trace_id, hits.c.doc_id == wanted.c.doc_id))
    )
    if not is_by_text:
        return by_id
    twins = twins_of(wanted)
    places = twins.c.trace_id, twins.c.gold_version_id, twins.c.set_no, twins.c.doc_id
    by_twin_id = (
        select(*places, hits.c.list, hits.c.rank)
        .select_from(twins)
        .join(hits, and_(hits.c.trace_id == twins.c.trace_id, hits.c.doc_id == twins.c.listed_id))
    )
    text = texts_of_gold("nameless_texts")
    without_id = (
        select(*names, hits.c.list, hits.c.rank)
        .select_from(wanted)
        .join(text, holds(text, wanted.c.doc_id))
        .join(
            hits,
            and_(
                hits.c.trace_id == wanted.c.trace_id,
                hits.c.text_hash == text.c.text_hash,
                hits.c.doc_id.is_(None),
            ),
        )
    )
    found = union_all(by_id, by_twin_id, without_id).subquery("places")
    return select(found)


def wanted_by_text(condition: ColumnElement[bool]) -> CTE:
    """Gold passages that texts stand for, of the current traces that meet the condition."""
    holder = texts_of_gold("wanted_holder")
    return (
        select(
            current_traces.c.trace_id,
            gold_members.c.gold_version_id,
            gold_members.c.set_no,
            gold_members.c.doc_id,
            current_traces.c.index_version,
        )
        .select_from(current_traces)
        .join(trace_evidence, trace_evidence.c.trace_id == current_traces.c.trace_id)
        .join(gold_members, gold_members.c.gold_version_id == trace_evidence.c.gold_version_id)
        .join(holder, named(holder, HOLDERS, gold_members.c.doc_id))
        .where(condition)
        .cte("wanted_passages")
        .prefix_with("MATERIALIZED")
    )


def twins_of(wanted: CTE) -> CTE:
    """Per wanted passage the other ids under which its text was listed, or its index held it."""
    names = (wanted.c.trace_id, wanted.c.gold_version_id, wanted.c.set_no, wanted.c.doc_id)
    holder, text = texts_of_gold("holder"), texts_of_gold("holding")
    start = (
        select(*names, hits.c.doc_id.label("listed_id"))
        .select_from(wanted)
        .join(holder, named(holder, HOLDERS, wanted.c.doc_id))
        .join(text, holds(text, wanted.c.doc_id))
    )
    listed = start.join(
        hits, and_(hits.c.trace_id == wanted.c.trace_id, hits.c.text_hash == text.c.text_hash)
    ).where(hits.c.doc_id.is_not(None))
    corpus_holder, corpus_text = texts_of_gold("corpus_holder"), texts_of_gold("corpus_holding")
    passage = corpus_passages.alias("corpus_twin")
    held = (
        select(*names, passage.c.doc_id.label("listed_id"))
        .select_from(wanted)
        .join(corpus_holder, named(corpus_holder, HOLDERS, wanted.c.doc_id))
        .join(corpus_text, holds(corpus_text, wanted.c.doc_id))
        .join(
            passage,
            and_(
                passage.c.text_hash == corpus_text.c.text_hash,
                passage.c.index_version == wanted.c.index_version,
            ),
        )
    )
    return union(listed, held).cte("twins").prefix_with("MATERIALIZED")


def is_held(index_version: ColumnElement[str]) -> ColumnElement[bool]:
    """Whether an index version's corpus holds a gold member's text under any id."""
    text, passage = texts_of_gold("covering"), corpus_passages.alias("covering_twin")
    return exists(
        select(passage.c.doc_id)
        .select_from(text)
        .join(
            passage,
            and_(passage.c.text_hash == text.c.text_hash, passage.c.index_version == index_version),
        )
        .where(holds(text, gold_members.c.doc_id))
        .correlate_except(text, passage)
    )


def has_known_text() -> ColumnElement[bool]:
    """Whether the trace's gold has a set of which every passage's text is known."""
    text, member = texts_of_gold("known_text"), gold_members.alias("known_member")
    is_known = and_(text.c.text_hash.is_not(None), named(text, TEXTS, member.c.doc_id))
    return exists(
        select(member.c.set_no)
        .select_from(member)
        .outerjoin(text, is_known)
        .where(member.c.gold_version_id == gold_versions.c.gold_version_id)
        .group_by(member.c.set_no)
        .having(func.count() == func.count(text.c.doc_id))
        .correlate(gold_versions)
    )


def is_unreadable() -> ColumnElement[bool]:
    """Whether gold is a fact and the trace logged no text to find it in, nor is a corpus known."""
    fact, member = texts_of_gold("fact"), gold_members.alias("fact_member")
    texts = hits.alias("texts_logged")
    has_fact = exists(
        select(member.c.doc_id)
        .select_from(member)
        .join(fact, named(fact, FACTS, member.c.doc_id))
        .where(member.c.gold_version_id == gold_versions.c.gold_version_id)
        .correlate(gold_versions)
    )
    has_text = exists(
        select(texts.c.trace_id)
        .where(texts.c.trace_id == current_traces.c.trace_id, texts.c.text_hash.is_not(None))
        .correlate(current_traces)
    )
    has_list = or_(
        current_traces.c.has_candidates, current_traces.c.has_reranked, current_traces.c.has_prompt
    )
    has_places = exists(
        select(texts.c.trace_id)
        .where(texts.c.trace_id == current_traces.c.trace_id)
        .correlate(current_traces)
    )
    return and_(has_fact, has_list, has_places, ~has_text, corpora.c.index_version.is_(None))


def n_covered(index_version: ColumnElement[str], doc_id: ColumnElement[str]) -> ColumnElement[int]:
    """How many members of a set a corpus holds, by id or by text."""
    return func.sum(case((or_(doc_id.is_not(None), is_held(index_version)), 1), else_=0))
