"""Finds gold passages that were retrieved under another id: the same text, or a fact inside it.

Chosen: only where ids alone say that evidence was lost, and only among what came in since the last
search, so that a store whose ids are sound pays next to nothing. What is found is kept as the
texts that stand for a gold id; gold itself is not changed. The text of an id is the one given with
the gold, else an imported corpus's, else the one that a trace logged first; texts are the same
where they differ in nothing but case, width and blanks.
"""

from collections.abc import Iterator

from db import read_gold_facts, read_gold_twins, write_gold_twins
from db.read_gold_twins import Twin
from workbench.formats.plain_text import plain_text, stands_in
from workbench.services.open_store import Store
from workbench.services.triage.find_facts import facts_by_word, facts_in

TRACES_READ_AT_ONCE = 5_000
IDS_IN_BATCH = 500


def find_gold_texts(store: Store) -> set[str]:
    """Give the index versions of which some gold passage is newly known by its text."""
    with store.reading() as connection:
        newest = read_gold_twins.read_newest_import(connection)
        since = read_gold_twins.read_searched(connection)
        if newest == since or not read_gold_twins.has_texts(connection):
            return set()
        unknown = read_gold_twins.read_lost_gold_ids(connection, since)
        known = _in_corpora(store, unknown)
    if unknown:
        _put(store, {gold_id: known.get(gold_id) for gold_id in unknown}, newest)
    _look_in_hits(store, since, newest)
    with store.reading() as connection:
        twins = [
            *read_gold_twins.read_twins_in_hits(connection, since),
            *read_gold_twins.read_twins_in_corpora(connection, since),
        ]
    twins += _facts_in_hits(store, since)
    twins += _facts_in_corpora(store, since)
    for start in range(0, len(twins), IDS_IN_BATCH):
        with store.writing() as connection:
            write_gold_twins.put_twins(connection, twins[start : start + IDS_IN_BATCH], newest)
    with store.writing() as connection:
        write_gold_twins.put_searched(connection, newest)
    with store.reading() as connection:
        return read_gold_twins.read_versions_of(connection, {twin.gold_id for twin in twins})


def _in_corpora(store: Store, gold_ids: list[str]) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    with store.reading() as connection:
        blank = read_gold_twins.read_blank_texts(connection)
        for start in range(0, len(gold_ids), IDS_IN_BATCH):
            some = gold_ids[start : start + IDS_IN_BATCH]
            found |= read_gold_twins.read_texts_in_corpora(connection, some, blank)
    return found


def _put(store: Store, texts: dict[str, bytes | None], import_id: int) -> None:
    ids = list(texts)
    for start in range(0, len(ids), IDS_IN_BATCH):
        some = {gold_id: texts[gold_id] for gold_id in ids[start : start + IDS_IN_BATCH]}
        with store.writing() as connection:
            write_gold_twins.put_gold_texts(connection, some, import_id)


def _look_in_hits(store: Store, since: int, newest: int) -> None:
    """Look for the texts of new gold ids everywhere, of older ones in what came since."""
    with store.reading() as connection:
        blank = read_gold_twins.read_blank_texts(connection)
    for looked_for_since, after_import in ((newest, 0), (0, since)):
        with store.reading() as connection:
            waiting = {
                gold_id
                for gold_id, import_id in read_gold_twins.read_without_text(connection)
                if import_id >= looked_for_since
            }
            stretches = read_gold_twins.read_trace_stretches(
                connection, after_import, TRACES_READ_AT_ONCE
            )
        for first, last in stretches:
            if not waiting:
                break
            with store.reading() as connection:
                found = read_gold_twins.read_texts_in_hits(
                    connection, first, last, looked_for_since, blank
                )
            if found:
                _put(store, dict(found), newest)
                waiting -= found.keys()


def _facts_in_hits(store: Store, since: int) -> Iterator[Twin]:
    folded: dict[bytes, str] = {}
    with store.reading() as connection:
        for gold_id, fact, text_hash, text in read_gold_facts.read_fact_passages(connection, since):
            plain = folded.get(text_hash)
            if plain is None:
                plain = folded[text_hash] = plain_text(text)
            if stands_in(plain_text(fact), plain):
                yield Twin(gold_id, text_hash)


def _facts_in_corpora(store: Store, since: int) -> Iterator[Twin]:
    with store.reading() as connection:
        for version, facts in read_gold_facts.read_facts_of_corpora(connection, since).items():
            ids_of: dict[str, list[str]] = {}
            for gold_id, fact in facts.items():
                ids_of.setdefault(plain_text(fact), []).append(gold_id)
            by_word = facts_by_word(list(ids_of))
            for text_hash, text in read_gold_facts.read_corpus_texts_of(connection, version):
                for fact in facts_in(plain_text(text), by_word):
                    for gold_id in ids_of[fact]:
                        yield Twin(gold_id, text_hash)
