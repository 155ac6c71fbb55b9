"""One trace through its gates, from what the store holds."""

from pathlib import Path

import pytest

from db.read_triage import read_run_names
from db.store import Store
from tests.services.labelling import label_next
from tests.services.probed import TEXTS, import_failures, import_texts, lines, run_packets
from workbench.domain.gates import Gate, GateState
from workbench.domain.questions import Answers
from workbench.domain.vocabulary import Answer, Unresolved
from workbench.errors import InputError
from workbench.services.importing.import_corpus import import_corpus
from workbench.services.importing.import_traces import import_traces
from workbench.services.labelling.build_queue import build_queue
from workbench.services.probing.explain_trace import Explanation, explain_trace, request_ids
from workbench.services.probing.import_answers import import_answers


def states(found: Explanation) -> list[str]:
    return [str(gate.state) for gate in found.gates]


def measured(found: Explanation, gate: Gate) -> str:
    return next(row.measurement for row in found.gates if row.gate is gate)


def test_the_walk_stops_at_what_retrieval_lost(store: Store, tmp_path: Path) -> None:
    import_texts(store, tmp_path)
    import_failures(store, tmp_path)
    found = explain_trace(store, "missing", "spring")
    assert states(found) == ["passed", "not_known", "failed", "not_reached", "not_reached"]
    assert found.stops_at is Gate.TOP_K
    assert (found.bucket, found.owner) == ("retrieval_miss", "search engineer")
    assert found.sentence == (
        "The answer is wrong by the judge strict@2; gate 3 fails. "
        "0 of 1 needed passages among the top 2."
    )


def test_a_probe_answered_wrongly_fails_the_last_gate(store: Store, tmp_path: Path) -> None:
    import_texts(store, tmp_path)
    import_failures(store, tmp_path)
    import_answers(store, "spring", run_packets(store, tmp_path, correct=False))
    found = explain_trace(store, "ignored")
    assert found.stops_at is Gate.GOLD_ANSWER
    assert found.bucket == "generation_error"
    assert found.probe_answer == "As a rule, yes."
    assert found.second_defect == ""
    assert "generation fails next" in explain_trace(store, "missing").second_defect


def test_every_gate_passed_and_a_wrong_answer_leaves_the_context(
    store: Store, tmp_path: Path
) -> None:
    import_texts(store, tmp_path)
    models = {"query_embedding_model": "m-1", "index_embedding_model": "m-1"}
    import_failures(store, tmp_path, truncated=False, **models)
    import_answers(store, "spring", run_packets(store, tmp_path, correct=True))
    found = explain_trace(store, "ignored")
    assert states(found) == ["passed"] * 5
    assert found.stops_at is None
    assert "what stood beside it in the prompt, or its place there" in found.sentence
    assert found.next_steps == ()


def test_people_s_word_counts_before_the_judge_s(store: Store, tmp_path: Path) -> None:
    import_texts(store, tmp_path)
    import_failures(store, tmp_path)
    queue_id = build_queue(store, run="spring", judge=None, size=None, seed=7).queue_id
    label_next(store, queue_id, "ada", answers=Answers(answer=Answer.CORRECT))
    disputed = Answers(unresolved=Unresolved.REFERENCE_DISPUTED)
    label_next(store, queue_id, "ada", answers=disputed)
    said = {one: explain_trace(store, one) for one in ("missing", "misread", "partly", "ignored")}
    by_people = [found for found in said.values() if found.said_by == "people"]
    assert len(by_people) == 2
    assert any(found.is_right for found in by_people)
    assert any("is disputed" in found.sentence for found in by_people)


def test_a_twin_in_the_corpus_passes_the_first_gate_by_its_text(
    store: Store, tmp_path: Path
) -> None:
    records: list[dict[str, object]] = [
        {"doc_id": f"new-{doc}", "text": text.upper()} for doc, text in TEXTS.items()
    ]
    corpus = lines(tmp_path / "corpus.jsonl", records)
    assert import_corpus(store, corpus, index_version="v1").is_imported
    import_failures(store, tmp_path)
    found = explain_trace(store, "ignored")
    assert "under another id: d5" in measured(found, Gate.CORPUS)


def prompt_state(store: Store, folder: Path, request_id: str, prompt_text: str | None) -> str:
    record: dict[str, object] = {
        "request_id": request_id,
        "query": "Do dogs need a ticket?",
        "gold_passages": ["d3"],
        "candidates": [{"doc_id": doc, "text": TEXTS[doc] * 4} for doc in ("d3", "d5")],
        "prompt_passages": ["d3", "d5"],
        "prompt_text": prompt_text,
        "truncated": True,
        "answer": "Yes.",
    }
    assert import_traces(store, lines(folder / "one.jsonl", [record]), run="cut").is_imported
    found = explain_trace(store, request_id, "cut")
    return str(next(gate.state for gate in found.gates if gate.gate is Gate.PROMPT))


def test_the_prompt_as_sent_says_whether_the_gold_was_cut(store: Store, tmp_path: Path) -> None:
    whole = TEXTS["d3"] * 4
    other = TEXTS["d5"] * 4
    assert prompt_state(store, tmp_path, "whole", f"{whole}\n{other}") == GateState.PASSED
    assert prompt_state(store, tmp_path, "cut", f"{other}\n{whole[:80]}") == GateState.FAILED
    assert prompt_state(store, tmp_path, "other", "a template") == GateState.NOT_KNOWN
    assert prompt_state(store, tmp_path, "unlogged", None) == GateState.NOT_KNOWN


def test_a_request_of_several_runs_must_name_its_own(store: Store, tmp_path: Path) -> None:
    import_failures(store, tmp_path)
    import_failures(store, tmp_path, "autumn")
    with pytest.raises(InputError, match=r"Several runs hold 'missing': spring, autumn"):
        explain_trace(store, "missing")
    assert explain_trace(store, "missing", "autumn").run == "autumn"


def test_answers_to_gold_passages_are_no_second_run(store: Store, tmp_path: Path) -> None:
    import_texts(store, tmp_path)
    import_failures(store, tmp_path)
    import_answers(store, "spring", run_packets(store, tmp_path))
    assert explain_trace(store, "missing").run == "spring"


def test_requests_are_found_by_a_part_of_their_name(store: Store, tmp_path: Path) -> None:
    import_failures(store, tmp_path)
    assert request_ids(store, "spring", "mis") == ["missing", "misread"]
    assert request_ids(store, "spring", "%") == []
    assert request_ids(store, "spring", limit=2) == ["missing", "misread"]


def test_real_retrieval_results_are_explained_to_the_top_k(
    real_data: Path, sqlite_store: Store
) -> None:
    path = real_data / "cookbook-rag" / "retrieval_results.json"
    assert import_traces(sqlite_store, path).is_imported
    with sqlite_store.reading() as connection:
        runs = read_run_names(connection)
    walked = [
        explain_trace(sqlite_store, request_id, runs[0])
        for request_id in request_ids(sqlite_store, runs[0], limit=30)
    ]
    decided = [gate.state for found in walked for gate in found.gates if gate.gate is Gate.TOP_K]
    assert len(walked) == 30
    assert {GateState.PASSED, GateState.FAILED} <= set(decided)


def test_gold_found_under_another_id_is_said_to_be(store: Store, tmp_path: Path) -> None:
    text = "Orders ship within two days."
    other = [{"doc_id": "e-90", "text": text, "rank": 1}]
    known = [{"doc_id": "d-12", "text": text, "rank": 1}]
    rows = [("q-1", other), ("q-2", known)]
    import_traces(
        store,
        lines(
            tmp_path / "twins.jsonl",
            [
                {"request_id": key, "query": "?", "gold_passages": ["d-12"], "candidates": listed}
                for key, listed in rows
            ],
        ),
    )
    assert measured(explain_trace(store, "q-1"), Gate.TOP_K) == (
        "Complete at rank 1 of 1, by its text and not by its id: gold d-12 as e-90."
    )
    assert measured(explain_trace(store, "q-2"), Gate.TOP_K) == "Complete at rank 1 of 1."


def test_gold_that_only_its_text_was_retrieved_of_is_in_the_corpus(
    store: Store, tmp_path: Path
) -> None:
    text = "Orders ship within two days."
    trace = {
        "request_id": "q-1",
        "query": "?",
        "gold_passages": [{"doc_id": "d-12", "text": text}],
        "candidates": [{"doc_id": "e-90", "text": text, "rank": 1}],
    }
    import_traces(store, lines(tmp_path / "twin.jsonl", [trace]))
    assert measured(explain_trace(store, "q-1"), Gate.CORPUS) == (
        "This trace retrieved it by its text, under another id, so it is there: gold d-12 as e-90."
    )
