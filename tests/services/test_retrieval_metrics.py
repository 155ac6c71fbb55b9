"""Retrieval measures of a run: what counts, what is left out, and equality with trec_eval."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from sqlalchemy import insert, select

from db import models
from db.store import Store
from tests.builders import trace
from tests.services.planted import plant_import, plant_traces
from workbench.domain.records import Candidate, GoldSets, Trace
from workbench.errors import InputError
from workbench.services.importing.import_gold import import_gold
from workbench.services.importing.import_traces import import_traces
from workbench.services.triage.retrieval_metrics import (
    LISTS_END_EARLY,
    MetricRow,
    RetrievalResult,
    measure_retrieval,
)
from workbench.services.triage.retrieval_tables import retrieval_metrics
from workbench.stats.retrieval import Measure


def listed(
    request_id: str, candidates: Sequence[str] | None, gold: GoldSets | None, **fields: Any
) -> Trace:
    return trace(request_id, candidates, gold=gold, run="r", **fields)


def values(result: RetrievalResult, k: int) -> dict[str, float | None]:
    return {str(row.metric): row.estimate for row in result.metrics if row.k == k}


def row(result: RetrievalResult, metric: Measure, k: int) -> MetricRow:
    return next(one for one in result.metrics if one.metric is metric and one.k == k)


def plant_grades(store: Store, request_id: str, grades: dict[str, int]) -> None:
    with store.writing() as connection:
        import_id = plant_import(connection, "gold")
        query_id = connection.execute(
            select(models.traces.c.query_id).where(models.traces.c.request_id == request_id)
        ).scalar_one()
        rows = [
            {"query_id": query_id, "doc_id": doc_id, "grade": grade, "import_id": import_id}
            for doc_id, grade in grades.items()
        ]
        connection.execute(insert(models.relevance), rows)


def test_two_questions_by_hand(store: Store) -> None:
    plant_traces(
        store,
        [
            listed("q-1", ["x", "a", "y", "b"], (("a",), ("b",))),
            listed("q-2", ["c", "x", "y", "z"], (("c",),)),
        ],
    )
    found = values(measure_retrieval(store, "r", [2]), 2)
    ideal = 1 + 0.6309297535714575
    assert found == pytest.approx(
        {
            "recall": (0.5 + 1) / 2,
            "precision": (0.5 + 0.5) / 2,
            "hit_rate": 1,
            "mrr": (0.5 + 1) / 2,
            "ndcg": (0.6309297535714575 / ideal + 1) / 2,
            "hole": (0.5 + 0.5) / 2,
        }
    )


def test_relevant_is_the_union_of_the_gold_sets_and_joint_sets_are_named(store: Store) -> None:
    plant_traces(store, [listed("q-1", ["a", "x"], (("a", "b"), ("b", "c")))])
    result = measure_retrieval(store, "r", [2])
    assert values(result, 2)["recall"] == pytest.approx(1 / 3)
    assert [warning.code for warning in result.warnings] == ["SETS_FLATTENED"]


def test_gold_retrieved_under_another_id_is_found_once_and_said(
    store: Store, tmp_path: Path
) -> None:
    def line(request_id: str, *doc_ids: str) -> str:
        texts = {"old-1": "Day tickets run until three.", "new-1": "Day tickets run until three."}
        candidates = [{"doc_id": d, "text": texts.get(d, f"About {d}.")} for d in doc_ids]
        fields = {"request_id": request_id, "query": "How long?", "run": "r", "answer": "Until 3."}
        gold = {"question_id": "q", "gold_passages": ["old-1"], "index_version": "v1"}
        return json.dumps({**fields, **gold, "candidates": candidates})

    path = tmp_path / "traces.jsonl"
    lines = [line("by-text", "x", "new-1", "y"), line("both", "new-1", "old-1", "x")]
    path.write_text("\n".join([*lines, line("lost", "x", "y", "z")]))
    import_traces(store, path)
    result = measure_retrieval(store, "r", [2])
    # Found at rank 2, at rank 1 and again at 2, and not at all.
    assert values(result, 2) == pytest.approx(
        {
            "recall": 2 / 3,
            "precision": (0.5 + 0.5) / 3,
            "hit_rate": 2 / 3,
            "mrr": (0.5 + 1) / 3,
            "ndcg": (0.6309297535714575 + 1) / 3,
            "hole": (0.5 + 0 + 1) / 3,
        }
    )
    assert "GOLD_BY_TEXT" in [warning.code for warning in result.warnings]


def test_grades_weigh_gold_and_fill_holes(store: Store) -> None:
    plant_traces(store, [listed("q-1", ["n", "b", "a", "u", "p"], (("a",), ("b",)))])
    # n was judged not relevant, p is in the pool but judged by nobody, u is in no file.
    plant_grades(store, "q-1", {"a": 3, "n": 0, "p": -1})
    found = values(measure_retrieval(store, "r", [5]), 5)
    assert found["hole"] == pytest.approx(2 / 5)
    gain, ideal = 1 / 1.584962500721156 + 3 / 2, 3 + 1 / 1.584962500721156
    assert found["ndcg"] == pytest.approx(gain / ideal)


def test_what_a_file_grades_and_gold_does_not_hold_is_judged_but_not_relevant(
    store: Store,
) -> None:
    plant_traces(store, [listed("q-1", ["retired", "a"], (("a",), ("added",)))])
    plant_grades(store, "q-1", {"retired": 2, "a": 1, "added": 0})
    found = values(measure_retrieval(store, "r", [2]), 2)
    assert (found["hole"], found["mrr"], found["recall"]) == (0, 0.5, 0.5)


def test_what_an_annotator_added_as_gold_is_relevant_whatever_a_file_says(store: Store) -> None:
    plant_traces(store, [listed("q-1", ["x", "added"], (("added",),))])
    plant_grades(store, "q-1", {"added": 0})
    found = values(measure_retrieval(store, "r", [2]), 2)
    assert (found["recall"], found["mrr"]) == (1, 0.5)


def test_what_cannot_be_measured_is_left_out_and_counted(store: Store) -> None:
    plant_traces(
        store,
        [
            listed("q-1", ["a"], (("a",),), prompt=["a"]),
            listed("q-2", ["a"], None),
            listed("q-3", ["a"], ()),
            listed("q-4", None, (("a",),), prompt=["a"]),
            listed("q-5", ["a"], (("a",),), error="timeout"),
        ],
    )
    result = measure_retrieval(store, "r", [1])
    assert result.left_out == {
        "endpoint_unavailable": 1,
        "gold_unknown": 1,
        "gold_empty": 1,
        "not_comparable": 0,
        "list_not_logged": 1,
    }
    assert (result.n_questions, result.n_traces) == (1, 1)
    assert {one.n for one in result.metrics} == {1}
    assert measure_retrieval(store, "r", [1], "prompt").n_questions == 2


def test_gold_ids_of_another_index_are_left_out_aloud(store: Store) -> None:
    plant_traces(
        store,
        [listed(f"q-{n}", ["a", "b"], ((f"old-{n}",),), prompt=["a"]) for n in range(3)],
    )
    result = measure_retrieval(store, "r", [2])
    assert result.left_out["not_comparable"] == 3
    assert [warning.code for warning in result.warnings] == ["NOT_COMPARABLE"]
    assert {one.estimate for one in result.metrics} == {None}
    assert "not comparable 3" in result.metrics[0].reason


def test_a_list_that_ran_and_gave_nothing_counts_as_nothing_found(store: Store) -> None:
    plant_traces(store, [listed("q-1", [], (("a",),)), listed("q-2", ["a"], (("a",),))])
    result = measure_retrieval(store, "r", [1])
    assert result.n_questions == 2
    assert values(result, 1)["recall"] == 0.5


def test_each_list_is_measured_by_itself(store: Store) -> None:
    plant_traces(
        store,
        [listed("q-1", ["x", "y", "a"], (("a",),), reranked=["x", "a"], prompt=["a", "x"])],
    )
    ranks = {
        name: values(measure_retrieval(store, "r", [3], name), 3)["mrr"]
        for name in ("candidates", "reranked", "prompt")
    }
    assert ranks == pytest.approx({"candidates": 1 / 3, "reranked": 1 / 2, "prompt": 1})


def test_a_passage_listed_twice_counts_once_at_its_first_rank(store: Store) -> None:
    plant_traces(store, [listed("q-1", ["a", "a", "x", "b"], (("a",), ("b",)))])
    found = values(measure_retrieval(store, "r", [4]), 4)
    assert (found["precision"], found["recall"], found["hole"]) == (0.5, 1, 0.25)
    assert found["mrr"] == 1


def test_the_logged_rank_is_the_rank_and_equal_ranks_keep_their_order(store: Store) -> None:
    late = (Candidate("x", 3), Candidate("a", 7))
    tied = (Candidate("x", 1), Candidate("y", 1), Candidate("a", 1))
    plant_traces(
        store,
        [
            replace(trace("late", gold=(("a",),), run="late"), candidates=late),
            replace(trace("tied", gold=(("a",),), run="tied"), candidates=tied),
        ],
    )
    assert values(measure_retrieval(store, "late", [10]), 10)["mrr"] == pytest.approx(1 / 7)
    assert values(measure_retrieval(store, "late", [5]), 5)["hit_rate"] == 0
    # Ranks 1 and 2 were not logged: one place of five is known to be a hole.
    assert values(measure_retrieval(store, "late", [5]), 5)["hole"] == pytest.approx(1 / 5)
    assert values(measure_retrieval(store, "tied", [3]), 3)["mrr"] == pytest.approx(1 / 3)


def test_a_question_counts_once_however_often_it_was_asked(store: Store) -> None:
    asked = [listed(f"again-{n}", ["x"], (("a",),), question_id="p-1") for n in range(9)]
    plant_traces(store, [*asked, listed("once", ["b"], (("b",),), question_id="p-2")])
    result = measure_retrieval(store, "r", [1])
    assert (result.n_questions, result.n_traces) == (2, 10)
    assert row(result, Measure.HIT_RATE, 1).estimate == 0.5
    assert row(result, Measure.HIT_RATE, 1).n == 2


def test_a_row_is_the_same_beside_other_rows_and_changes_with_the_seed(store: Store) -> None:
    plant_traces(
        store,
        [listed(f"q-{n}", ["x"] * (n % 4) + ["a"], (("a",),)) for n in range(20)],
    )
    alone = measure_retrieval(store, "r", [3], seed=5)
    beside = measure_retrieval(store, "r", [1, 3, 10], seed=5)
    for name in Measure:
        assert row(alone, name, 3) == row(beside, name, 3)
    other = measure_retrieval(store, "r", [3], seed=6)
    assert row(other, Measure.MRR, 3).estimate == row(alone, Measure.MRR, 3).estimate
    assert row(other, Measure.MRR, 3).low != row(alone, Measure.MRR, 3).low


def test_every_question_found_still_has_an_interval_with_a_width(store: Store) -> None:
    plant_traces(store, [listed(f"q-{n}", ["a"], (("a",),)) for n in range(30)])
    found = row(measure_retrieval(store, "r", [5]), Measure.RECALL, 5)
    assert (found.estimate, found.high) == (1, 1)
    assert found.low is not None
    assert 0.85 < found.low < 0.95
    precision = row(measure_retrieval(store, "r", [5]), Measure.PRECISION, 5)
    assert (precision.estimate, precision.high) == pytest.approx((0.2, 0.2))


def test_filters_choose_traces(store: Store) -> None:
    plant_traces(
        store,
        [
            listed("q-1", ["a"], (("a",),), model="m-small"),
            listed("q-2", ["x"], (("a",),), model="m-large"),
        ],
    )
    result = measure_retrieval(store, "r", [1], where={"model": "m-small"})
    assert (result.n_questions, values(result, 1)["recall"]) == (1, 1)


def test_lists_that_end_early_are_said(store: Store) -> None:
    plant_traces(store, [listed("q-1", ["a", "x"], (("a",),))])
    assert [one.code for one in measure_retrieval(store, "r", [2]).warnings] == []
    assert [one.code for one in measure_retrieval(store, "r", [3]).warnings] == [LISTS_END_EARLY]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"run": "other"}, "There is no run 'other'. Known runs: r."),
        ({"run": "r", "ks": [0, 5]}, "k must be between 1 and 1000000, not 0, 5"),
        ({"run": "r", "ks": []}, "k must be between 1 and 1000000, not nothing"),
        ({"run": "r", "list_name": "first"}, "'first' is no list"),
    ],
)
def test_wrong_input_is_named(sqlite_store: Store, arguments: dict[str, Any], said: str) -> None:
    plant_traces(sqlite_store, [listed("q-1", ["a"], (("a",),))])
    with pytest.raises(InputError, match=said):
        measure_retrieval(sqlite_store, **arguments)


def test_an_imported_trec_run_measures_as_trec_eval_says(
    store: Store, real_data: Path, tmp_path: Path
) -> None:
    folder = real_data / "trec"
    traces = tmp_path / "traces.jsonl"
    topics = ("301", "302", "303")
    traces.write_text(
        "".join(json.dumps({"request_id": t, "query": f"Topic {t}"}) + "\n" for t in topics)
    )
    assert import_traces(store, traces, run="standard").is_imported
    assert import_traces(store, folder / "results.test", run="standard").is_imported
    assert import_gold(store, folder / "qrels.test").is_imported
    expected = {
        name: float(value)
        for name, _, value in map(str.split, (folder / "out.test").read_text().splitlines())
        if name != "runid"
    }
    ks = [5, 10, 15, 20, 30, 100, 200, 500, 1000]
    result = measure_retrieval(store, "standard", ks)
    for k in ks:
        assert row(result, Measure.PRECISION, k).estimate == pytest.approx(
            expected[f"P_{k}"], abs=5e-5
        )
    assert row(result, Measure.MRR, 1000).estimate == pytest.approx(
        expected["recip_rank"], abs=5e-5
    )


def test_mappings_and_frames_give_what_the_store_gives(store: Store) -> None:
    rankings = {"q-1": ["x", "a", "y", "b"], "q-2": ["c", "x"], "q-3": ["x"]}
    gold = {"q-1": ["a", "b"], "q-2": ["c"]}
    plant_traces(
        store,
        [
            listed(name, found, tuple((doc,) for doc in gold[name]) if name in gold else None)
            for name, found in rankings.items()
        ],
    )
    stored = measure_retrieval(store, "r", [2, 4])
    mapped = retrieval_metrics(rankings, gold, [2, 4])
    assert mapped.metrics == stored.metrics
    assert mapped.left_out == {"gold_unknown": 1, "gold_empty": 0}
    frame = pd.DataFrame(
        [(name, doc, rank) for name, found in rankings.items() for rank, doc in enumerate(found)],
        columns=["question_id", "doc_id", "rank"],
    ).sample(frac=1, random_state=1)
    grades = pd.DataFrame(
        [(name, doc, 1) for name, found in gold.items() for doc in found],
        columns=["question_id", "doc_id", "grade"],
    )
    assert retrieval_metrics(frame, grades, [2, 4]) == mapped
    assert retrieval_metrics(frame, grades.drop(columns="grade"), [2, 4]) == mapped


def test_scores_are_ranked_as_trec_eval_does() -> None:
    scores = {"q-1": {"d1": 0.5, "d2": 0.5, "d3": 0.1}}
    mapped = retrieval_metrics(scores, {"q-1": {"d1": 1, "d2": 0}}, [3])
    assert values(mapped, 3)["mrr"] == 0.5
    frame = pd.DataFrame(
        {"question_id": "q-1", "doc_id": ["d1", "d2", "d3"], "score": [0.5, 0.5, 0.1]}
    )
    assert retrieval_metrics(frame, {"q-1": {"d1": 1, "d2": 0}}, [3]) == mapped


def test_questions_without_a_relevant_passage_are_counted() -> None:
    result = retrieval_metrics({"q-1": ["a"], "q-2": ["a"]}, {"q-1": {"a": 0}}, [1])
    assert result.left_out == {"gold_unknown": 1, "gold_empty": 1}
    assert {one.reason for one in result.metrics} == {"no question has a relevant passage"}


def test_a_frame_without_its_columns_is_refused() -> None:
    with pytest.raises(InputError, match="lacks the column doc_id, score"):
        retrieval_metrics(pd.DataFrame({"question_id": ["q-1"], "rank ": [1]}), {}, [1])
