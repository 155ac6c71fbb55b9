"""Which gold passages of traces are known by a text and not by their id."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from sqlalchemy import Connection, and_, bindparam, exists, func, select

from db.chosen_traces import chosen
from db.evidence_by_text import twins_of, wanted_by_text
from db.gold_text_names import FACTS, HOLDS, texts_of_gold
from db.models import (
    corpus_passages,
    gold_members,
    hits,
    passages,
)

N_EXAMPLES = 3


class StandingText(NamedTuple):
    """A text that stands for a gold id: its folded hash, and the fact that it holds, if it is."""

    gold_id: str
    folded_hash: bytes
    fact: str | None


class FoundByText(NamedTuple):
    """How many traces and gold ids are concerned, with some pairs of gold id and listed id."""

    n_traces: int
    n_gold_ids: int
    examples: tuple[tuple[str, str], ...]


_fact, _own = texts_of_gold("fact"), passages.alias("own")
_gold_id = func.substr(corpus_passages.c.index_version, len(HOLDS) + 1)
_standing = (
    select(_gold_id, passages.c.folded_hash, _own.c.text)
    .select_from(corpus_passages)
    .join(passages, passages.c.text_hash == corpus_passages.c.text_hash)
    .outerjoin(_fact, and_(_fact.c.index_version == FACTS, _fact.c.doc_id == _gold_id))
    .outerjoin(_own, _own.c.text_hash == _fact.c.text_hash)
    .where(corpus_passages.c.index_version.in_(bindparam("names", expanding=True)))
)


def read_standing_texts(connection: Connection, gold_ids: Collection[str]) -> list[StandingText]:
    """The texts that stand for these gold ids."""
    if not gold_ids:
        return []
    names = [f"{HOLDS}{gold_id}" for gold_id in sorted(gold_ids)]
    found = connection.execute(_standing, {"names": names})
    return [StandingText._make(row) for row in found]


def read_found_by_text(
    connection: Connection, run_ids: Collection[int], where: Mapping[str, str]
) -> FoundByText:
    """Gold passages of the chosen traces that none of their lists holds by id, but one by text."""
    wanted = wanted_by_text(chosen(run_ids, where))
    twins = twins_of(wanted)
    by_id, listed = hits.alias("by_id"), hits.alias("listed")
    own = gold_members.alias("own_gold")
    found = (
        select(twins.c.trace_id, twins.c.doc_id, twins.c.listed_id)
        .where(
            exists().where(
                listed.c.trace_id == twins.c.trace_id, listed.c.doc_id == twins.c.listed_id
            ),
            ~exists().where(
                own.c.gold_version_id == twins.c.gold_version_id,
                own.c.doc_id == twins.c.listed_id,
            ),
            ~exists().where(by_id.c.trace_id == twins.c.trace_id, by_id.c.doc_id == twins.c.doc_id),
        )
        .cte("found")
        .prefix_with("MATERIALIZED")
    )
    counts = connection.execute(
        select(func.count(found.c.trace_id.distinct()), func.count(found.c.doc_id.distinct()))
    ).one()
    pairs = connection.execute(
        select(found.c.doc_id, func.min(found.c.listed_id))
        .group_by(found.c.doc_id)
        .order_by(found.c.doc_id)
        .limit(N_EXAMPLES)
    )
    return FoundByText(counts[0], counts[1], tuple((pair[0], pair[1]) for pair in pairs))
