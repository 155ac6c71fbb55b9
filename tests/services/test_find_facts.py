"""Many facts looked up in many texts: every one is found, however many there are."""

import json
import random
from pathlib import Path

from sqlalchemy import func, select

from db.gold_text_names import HOLDS
from db.models import corpus_passages
from db.store import Store
from workbench.formats.plain_text import plain_text, stands_in
from workbench.services.importing.import_corpus import import_corpus
from workbench.services.importing.import_traces import import_traces
from workbench.services.triage.find_facts import facts_by_word, facts_in

PIECES = [
    "a",
    "ab",
    "2",
    "12",
    "é",
    "e\u0301",
    "日本",
    "本",
    "_",
    "%",
    "(",
    "-",
    "\u0f0b",
    "ß",
    " ",
]


def test_facts_looked_up_by_a_word_are_those_that_stand_in_the_text() -> None:
    chance = random.Random(5)

    def some_text(n: int) -> str:
        return plain_text("".join(chance.choice(PIECES) for _ in range(n)))

    facts = sorted({some_text(chance.randint(1, 4)) for _ in range(300)} - {""})
    by_word = facts_by_word(facts)
    assert sorted(fact for part in by_word.values() for fact in part) == facts
    n_found = 0
    for _ in range(500):
        text = some_text(chance.randint(0, 15))
        expected = [fact for fact in facts if stands_in(fact, text)]
        assert sorted(facts_in(text, by_word)) == expected
        n_found += len(expected)
    assert n_found > 1_000


def test_few_facts_are_held_against_a_text_of_other_words() -> None:
    by_word = facts_by_word([f"in the year {n}" for n in range(2_000)])
    assert max(map(len, by_word.values())) == 1
    assert list(facts_in("what was in the year 77", by_word)) == ["in the year 77"]


def test_a_corpus_is_searched_to_its_end_however_many_facts_there_are(
    sqlite_store: Store, tmp_path: Path
) -> None:
    n = 7_200  # 52 million pairs of fact and passage.
    corpus = tmp_path / "corpus.jsonl"
    lines = [json.dumps({"doc_id": f"d-{i}", "text": f"Ticket {i} is valid."}) for i in range(n)]
    corpus.write_text("\n".join(lines), encoding="utf-8")
    assert import_corpus(sqlite_store, corpus, index_version="v1").is_imported
    asked = {
        "request_id": "q-1",
        "query": "Which?",
        "answer": "All.",
        "candidates": [{"doc_id": "other"}],
        "index_version": "v1",
        "gold_strings": [f"ticket {i}" for i in range(n)],
    }
    traces = tmp_path / "traces.jsonl"
    traces.write_text(json.dumps(asked), encoding="utf-8")
    assert import_traces(sqlite_store, traces).is_imported
    with sqlite_store.reading() as connection:
        found = connection.execute(
            select(func.count())
            .select_from(corpus_passages)
            .where(corpus_passages.c.index_version.startswith(HOLDS))
        ).scalar_one()
    assert found == n
