"""What a person must see of the trouble cases, as the page is sent."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from db.store import Store
from tests.ui.label_items import queue_of
from workbench.services.labelling.label_traces import find_item, progress
from workbench.ui.label_desk import Desk, open_item
from workbench.ui.label_view import page

Shown = Callable[[str], dict[str, Any]]


def shown_case(store: Store, cases: Path, name: str) -> Shown:
    (folder,) = cases.glob(f"{name}*")
    queue_id = queue_of(store, folder / "traces.jsonl")

    def show(request_id: str) -> dict[str, Any]:
        found = find_item(store, queue_id, "ann1", request_id)
        desk, item = open_item(store, Desk("ann1", queue_id, trace_id=found.trace_id), 1.0)
        assert item is not None
        return page(desk, item, progress(store, queue_id, "ann1"))

    return show


def lost(drawn: dict[str, Any]) -> list[str]:
    return [rung["name"] for rung in drawn["ladder"] if rung["state"] == "lost"]


def said(drawn: dict[str, Any]) -> str:
    return " ".join(notice["text"] for notice in drawn["notices"])


def passages(drawn: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {p["id"]: p for column in drawn["columns"] for p in column["passages"]}


def test_same_text_under_another_id_is_hinted_and_a_figure_apart_is_not(
    sqlite_store: Store, cases: Path
) -> None:
    show = shown_case(sqlite_store, cases, "rag-03")
    assert passages(show("q-1"))["d-900"]["twin"] == "Same text as gold d-100"
    assert passages(show("q-1"))["d-4"]["twin"] == ""
    assert passages(show("q-3"))["d-901"]["twin"] == ""


def test_a_set_that_is_needed_whole_is_counted_whole(sqlite_store: Store, cases: Path) -> None:
    show = shown_case(sqlite_store, cases, "rag-04")
    drawn = show("q-1")
    assert drawn["gold"]["text"] == "1 of 2 needed found among the retrieved"
    assert drawn["gold"]["missing"] == ["d2"]
    assert [lost(show(f"q-{n}")) for n in range(1, 5)] == [["Retrieval"], [], ["Reranking"], []]


def test_no_source_and_unknown_source_suggest_no_retrieval_loss(
    sqlite_store: Store, cases: Path
) -> None:
    show = shown_case(sqlite_store, cases, "rag-06")
    for request_id in ("q-1", "q-2", "q-4"):
        drawn = show(request_id)
        assert "No source exists" in drawn["gold"]["text"]
        assert lost(drawn) == ["Coverage"]
        assert drawn["question"]["key"] == "answer"
    assert lost(show("q-3")) == []
    assert "known yet" in show("q-3")["gold"]["text"]
    assert show("q-4")["texts"][-1]["missing"] == "The answer is empty."


@pytest.mark.parametrize(("request_id", "place"), [("q-1", "5th of 5"), ("q-2", "1st of 5")])
def test_a_cut_prompt_is_warned_of_and_asked_about(
    sqlite_store: Store, cases: Path, request_id: str, place: str
) -> None:
    drawn = shown_case(sqlite_store, cases, "rag-08")(request_id)
    assert drawn["notices"][0]["tone"] == "warning"
    assert "The prompt was cut" in said(drawn)
    assert place in said(drawn)
    assert drawn["question"]["key"] == "rung:packing"


def test_an_uncut_prompt_is_not_warned_of_and_an_unknown_one_is_said_to_be(
    sqlite_store: Store, cases: Path
) -> None:
    show = shown_case(sqlite_store, cases, "rag-08")
    assert show("q-3")["notices"] == []
    assert show("q-3")["question"]["key"] == "answer"
    assert "Nothing says whether the prompt was cut" in said(show("q-4"))


def test_repeats_are_marked_and_counted_once(sqlite_store: Store, cases: Path) -> None:
    show = shown_case(sqlite_store, cases, "rag-10")
    first = show("q-1")
    assert passages(first)["A"]["times"] == "×2"
    assert first["gold"]["text"] == "1 of 2 needed found among the retrieved"
    assert passages(show("q-2"))["A"]["times"] == "×3"
    assert show("q-2")["gold"]["text"] == "1 of 1 needed found among the retrieved"
    assert [lost(show(f"q-{n}")) for n in range(1, 5)] == [["Retrieval"], [], ["Reranking"], []]


def test_nothing_retrieved_is_a_loss_and_an_absent_list_is_unknown(
    sqlite_store: Store, cases: Path
) -> None:
    show = shown_case(sqlite_store, cases, "rag-12")
    assert [lost(show(f"q-{n}")) for n in range(1, 5)] == [["Retrieval"], [], [], ["Retrieval"]]
    assert show("q-1")["columns"][0]["empty"] == "Nothing was retrieved."
    assert show("q-3")["columns"][0]["empty"] == "The retrieved passages were not logged."
    assert show("q-4")["columns"][1]["empty"] == "The reranker returned nothing."


def test_the_three_states_of_a_rewrite_are_told_apart(sqlite_store: Store, cases: Path) -> None:
    show = shown_case(sqlite_store, cases, "rag-14")

    def rewriting(drawn: dict[str, Any]) -> str:
        return next(rung["word"] for rung in drawn["ladder"] if rung["name"] == "Rewriting")

    for request_id in ("q-1", "q-5"):
        drawn = show(request_id)
        assert [t["kind"] for t in drawn["texts"]] == ["query", "reference", "answer"]
        assert (drawn["texts"][0]["hint"], rewriting(drawn)) == ("", "not logged")
    assert "no change" in show("q-2")["texts"][0]["hint"]
    changed = show("q-3")
    assert [t["text"] for t in changed["texts"][:2]] == [
        "And what about the one for tourists?",
        "tourists what about one",
    ]
    assert changed["question"]["key"] == "rung:rewriting"
    assert "empty query" in show("q-4")["texts"][0]["hint"]


def test_gold_found_by_its_text_is_not_called_missing(sqlite_store: Store, cases: Path) -> None:
    show = shown_case(sqlite_store, cases, "rag-03")
    assert show("q-1")["gold"]["missing"] == []
    assert show("q-1")["gold"]["text"] == "1 of 1 needed found among the retrieved"
    assert "Gold d-100 was found as d-900: same text." in said(show("q-1"))
    assert show("q-3")["gold"]["missing"] == ["d-100"]
