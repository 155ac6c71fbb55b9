"""Gold that is a fact to be found inside a passage, beside the texts it may stand in."""

from collections.abc import Collection, Iterator
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Select, or_, select

from db.gold_text_names import FACTS, named, texts_of_gold
from db.models import (
    corpora,
    corpus_passages,
    current_gold,
    current_traces,
    gold_members,
    hits,
    passages,
)

FACT = texts_of_gold("fact")
OWN = passages.alias("own")
TEXTS_AT_ONCE = 1_000


class FactPassage(NamedTuple):
    """A gold id, its fact's text, and a passage in which the fact may stand."""

    gold_id: str
    fact: str
    text_hash: bytes
    text: str


def read_facts(connection: Connection, gold_ids: Collection[str]) -> dict[str, str]:
    """The facts that some of these gold ids stand for, by gold id."""
    row = corpus_passages.c
    statement = (
        select(row.doc_id, passages.c.text)
        .join(passages, passages.c.text_hash == row.text_hash)
        .where(row.index_version == FACTS, row.doc_id.in_(sorted(gold_ids)))
    )
    return {found[0]: found[1] for found in connection.execute(statement)}


def read_fact_passages(connection: Connection, since: int) -> Iterator[FactPassage]:
    """Facts beside the texts listed for their traces, where any of these came since an import."""
    statement = (
        _facts_of_traces()
        .join(hits, hits.c.trace_id == current_traces.c.trace_id)
        .join(passages, passages.c.text_hash == hits.c.text_hash)
        .where(_is_newer(since))
        .with_only_columns(gold_members.c.doc_id, OWN.c.text, passages.c.text_hash, passages.c.text)
        .distinct()
    )
    for row in connection.execute(statement):
        yield FactPassage._make(row)


def read_facts_of_corpora(connection: Connection, since: int) -> dict[str, dict[str, str]]:
    """Facts by index version and gold id, where the version's corpus is known."""
    version = current_traces.c.index_version
    statement = (
        _facts_of_traces()
        .join(corpora, corpora.c.index_version == version)
        .where(or_(_is_newer(since), corpora.c.import_id > since))
        .with_only_columns(version, gold_members.c.doc_id, OWN.c.text)
        .distinct()
    )
    facts: dict[str, dict[str, str]] = {}
    for row in connection.execute(statement):
        facts.setdefault(row[0], {})[row[1]] = row[2]
    return facts


def read_corpus_texts_of(connection: Connection, index_version: str) -> Iterator[tuple[bytes, str]]:
    """Hash and text of every passage that an index version held, a stretch in memory at a time."""
    held = corpus_passages.c
    statement = select(passages.c.text_hash, passages.c.text).where(
        passages.c.text_hash.in_(
            select(held.text_hash).where(
                held.index_version == index_version, held.text_hash.is_not(None)
            )
        )
    )
    streamed = statement.execution_options(yield_per=TEXTS_AT_ONCE)
    for row in connection.execute(streamed):
        yield row[0], row[1]


def _facts_of_traces() -> Select[Any]:
    return (
        select(gold_members.c.doc_id)
        .select_from(FACT)
        .join(gold_members, named(FACT, FACTS, gold_members.c.doc_id))
        .join(current_gold, current_gold.c.gold_version_id == gold_members.c.gold_version_id)
        .join(current_traces, current_traces.c.query_id == current_gold.c.query_id)
        .join(OWN, OWN.c.text_hash == FACT.c.text_hash)
    )


def _is_newer(since: int) -> ColumnElement[bool]:
    return or_(
        current_traces.c.import_id > since,
        current_gold.c.import_id > since,
        FACT.c.import_id > since,
    )
