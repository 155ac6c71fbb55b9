"""Gold given as text: a fact that must appear, or a passage's text beside its id."""

import json
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from db.engine import open_engine
from db.gold_text_names import BLANK
from db.models import current_traces, trace_evidence
from db.store import Store
from workbench.formats.plain_text import plain_text, stands_in
from workbench.services.exporting.export_tables import table_bytes
from workbench.services.importing.import_corpus import import_corpus
from workbench.services.importing.import_gold import import_gold
from workbench.services.importing.import_traces import import_traces
from workbench.services.importing.passage_hashes import folded_hash
from workbench.services.labelling.build_queue import build_queue
from workbench.services.labelling.label_traces import find_item
from workbench.services.triage.triage_traces import triage_traces

TICKET = "A day ticket is valid until 03:00 the next morning."
HELMETS = "Helmets cost extra."


def record(request_id: str, texts: dict[str, str], prompt: list[str], **fields: Any) -> str:
    values: dict[str, Any] = {
        "request_id": request_id,
        "query": "How long is a day ticket valid?",
        "answer": "Until 3.",
        "candidates": [{"doc_id": doc, "text": text} for doc, text in texts.items()],
        "reranked": [{"doc_id": doc} for doc in texts],
        "prompt_passages": prompt,
        "index_version": "v1",
    }
    return json.dumps({**values, **fields})


def written(folder: Path, *lines: str) -> Path:
    path = folder / "file.jsonl"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def evidence(store: Store) -> dict[str, str]:
    statement = select(current_traces.c.request_id, trace_evidence.c.evidence).join(
        trace_evidence, trace_evidence.c.trace_id == current_traces.c.trace_id
    )
    with store.reading() as connection:
        return {row[0]: row[1] for row in connection.execute(statement)}


FACT = {"gold_strings": ["until 03:00"]}
BOTH = {"a": TICKET, "b": HELMETS}


@pytest.mark.parametrize(
    "gold",
    [
        FACT,
        {"gold_strings": ["UNTIL  03:00"]},
        {"gold_strings": ["until 04:00", "until 03:00"]},
        {"gold_strings": [["until 03:00", "day ticket"]]},
        {"gold_passages": [{"text": "until 03:00"}]},
        {"gold_passages": [{"doc_id": "old-7", "text": f" {TICKET}"}]},
        {"gold_passages": ["nowhere"], "gold_strings": ["until 03:00"]},
    ],
)
def test_gold_given_as_text_is_looked_for_at_every_stage(
    store: Store, tmp_path: Path, gold: dict[str, Any]
) -> None:
    lines = [
        record("in-prompt", BOTH, ["b", "a"], **gold),
        record("packed-out", BOTH, ["b"], **gold),
        record("reranked-out", BOTH, ["b"], reranked=[{"doc_id": "b"}], **gold),
        record("not-retrieved", {"b": HELMETS}, ["b"], **gold),
    ]
    report = import_traces(store, written(tmp_path, *lines))
    assert report.is_imported, report.problems
    assert evidence(store) == {
        "in-prompt": "reached",
        "packed-out": "packing",
        "reranked-out": "reranking",
        "not-retrieved": "retrieval",
    }


def test_every_fact_of_a_set_is_needed(store: Store, tmp_path: Path) -> None:
    gold = {"gold_strings": [["until 03:00", "helmets"]]}
    lines = [
        record("both", BOTH, ["a", "b"], **gold),
        record("one", BOTH, ["a"], **gold),
    ]
    import_traces(store, written(tmp_path, *lines))
    assert evidence(store) == {"both": "reached", "one": "packing"}


def test_a_fact_given_later_serves_traces_that_are_there(store: Store, tmp_path: Path) -> None:
    lines = [record("q-1", BOTH, ["a"], question_id="k")]
    import_traces(store, written(tmp_path, *lines))
    gold = written(tmp_path, json.dumps({"question_id": "k", **FACT}))
    assert import_gold(store, gold).is_imported
    assert evidence(store) == {"q-1": "reached"}


def test_a_fact_serves_another_run_of_its_question(store: Store, tmp_path: Path) -> None:
    first = written(tmp_path, record("q-1", BOTH, ["a"], question_id="k", run="one", **FACT))
    import_traces(store, first)
    renamed = {"x": TICKET, "y": HELMETS}
    later = written(tmp_path, record("q-2", renamed, ["x"], question_id="k", run="two"))
    import_traces(store, later)
    assert evidence(store) == {"q-1": "reached", "q-2": "reached"}


def test_a_fact_needs_texts_to_stand_in(store: Store, tmp_path: Path) -> None:
    ids = [{"doc_id": "a"}, {"doc_id": "b"}]
    lines = [record(f"q-{n}", {}, ["a"], candidates=ids, **FACT) for n in (1, 2)]
    import_traces(store, written(tmp_path, *lines))
    assert evidence(store) == {"q-1": "unknown", "q-2": "unknown"}


def test_a_corpus_says_the_texts_that_no_list_carries(store: Store, tmp_path: Path) -> None:
    corpus = [{"doc_id": doc, "text": text} for doc, text in BOTH.items()]
    import_corpus(store, written(tmp_path, *map(json.dumps, corpus)), index_version="v1")
    ids = [{"doc_id": "a"}, {"doc_id": "b"}]
    lines = [
        record("q-1", {}, ["a"], candidates=ids, reranked=None, **FACT),
        record("q-2", {}, ["b"], candidates=ids, reranked=None, **FACT),
        record("q-3", {}, ["b"], candidates=ids, gold_strings=["on Sundays"]),
    ]
    import_traces(store, written(tmp_path, *lines))
    assert evidence(store) == {"q-1": "reached", "q-2": "packing", "q-3": "coverage"}


def test_a_fact_is_said_in_the_item_and_in_the_triage(store: Store, tmp_path: Path) -> None:
    import_traces(store, written(tmp_path, record("q-1", BOTH, ["a"], **FACT)))
    queue = build_queue(store, run="default", judge=None, size=None, seed=1)
    item = find_item(store, queue.queue_id, "ann1", "q-1")
    assert "The gold fact 'until 03:00' stands in a." in item.warnings
    assert item.candidates is not None
    assert [passage.is_gold for passage in item.candidates] == [True, False]
    said = [w.message for w in triage_traces(store, "default").warnings if "text" in w.message]
    assert len(said) == 1
    assert said[0].endswith("1, in 1 trace: 'until 03:00' in a")


def test_the_same_file_again_changes_nothing(store: Store, tmp_path: Path) -> None:
    path = written(tmp_path, record("q-1", BOTH, ["a"], **FACT))
    import_traces(store, path)
    again = import_traces(store, path)
    assert (again.n_new, again.n_changed, again.n_unchanged) == (0, 0, 1)
    assert evidence(store) == {"q-1": "reached"}


@pytest.mark.parametrize(
    ("fact", "text", "is_there"),
    [
        ("2 %", "it rose by 2 % in May", True),
        ("2 %", "it rose by 12 % in May", False),
        ("Day Ticket", "a day\nticket", True),
        ("day ticket", "day tickets", False),
        ("ticket day ticket", "ticket day ticket day ticket", True),
        ("(02:00)", "until(02:00)sharp", True),
    ],
)
def test_a_fact_stands_in_a_text_as_words_of_its_own(fact: str, text: str, is_there: bool) -> None:
    assert stands_in(plain_text(fact), plain_text(text)) is is_there


@pytest.mark.parametrize(
    ("gold", "field"),
    [
        ({"gold_strings": "until 03:00"}, "gold_strings"),
        ({"gold_strings": [3]}, "gold_strings"),
        ({"gold_strings": [""]}, "gold_strings"),
        ({"gold_passages": [{"text": " "}]}, "gold_passages"),
    ],
)
def test_gold_texts_that_say_nothing_are_refused(
    store: Store, tmp_path: Path, gold: dict[str, Any], field: str
) -> None:
    report = import_traces(store, written(tmp_path, record("q-1", BOTH, ["a"], **gold)))
    assert not report.is_imported
    assert [problem.field for problem in report.problems] == [field]
    if field == "gold_strings":
        assert "must be a list of texts, not" in str(report.problems[0])


def test_texts_without_a_character_are_no_twins_of_each_other(store: Store, tmp_path: Path) -> None:
    retrieved = record("q-1", {"d1": " ", "d2": ""}, ["d1"], gold_passages=["d1"])
    lost = record("q-2", {"e1": "", "e2": "\n"}, ["e1"], gold_passages=["d1"])
    assert import_traces(store, written(tmp_path, retrieved, lost)).is_imported
    triage_traces(store, "default")
    assert evidence(store) == {"q-1": "reached", "q-2": "retrieval"}
    assert folded_hash(" \n\u00a0") == BLANK


def test_facts_leave_with_the_traces_and_come_back(
    store: Store, tmp_path: Path, migrated_file: Path
) -> None:
    import_traces(store, written(tmp_path, record("q-1", BOTH, ["a"], **FACT)))
    content = table_bytes(store, "traces", "jsonl")
    path = tmp_path / "export.jsonl"
    path.write_bytes(content)
    copy = tmp_path / "other.db"
    copy.write_bytes(migrated_file.read_bytes())
    other = Store(open_engine(f"sqlite:///{copy}"))
    assert import_traces(other, path).is_imported
    assert evidence(other) == {"q-1": "reached"}
    assert json.loads(content)["gold_passages"] == [{"text": "until 03:00"}]
    again = import_traces(store, path)
    assert (again.n_new, again.n_changed, again.n_unchanged) == (0, 0, 1)
    other.close()


def test_the_original_of_an_altered_line_leaves_and_comes_back(
    store: Store, tmp_path: Path, migrated_file: Path
) -> None:
    line = record("q-1", BOTH, ["a"], notes="half \ud83d and \x00")
    import_traces(store, written(tmp_path, line))
    path = tmp_path / "export.jsonl"
    path.write_bytes(table_bytes(store, "traces", "jsonl"))
    copy = tmp_path / "other.db"
    copy.write_bytes(migrated_file.read_bytes())
    other = Store(open_engine(f"sqlite:///{copy}"))
    assert import_traces(other, path).is_imported
    with other.reading() as connection:
        assert connection.scalar(select(current_traces.c.raw)) == line
    other.close()
    again = import_traces(store, path)
    assert again.notices == () or "new details" not in str(again.notices)
    assert (again.n_new, again.n_changed) == (0, 0)
