"""Measures of ranked lists: by hand, and equal to trec_eval's own output."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.stats.retrieval import (
    FloatArray,
    Judged,
    Measure,
    Relevant,
    highest_precision,
    measure_lists,
    trec_order,
)

REFERENCE = Path(__file__).resolve().parent.parent / "reference" / "trec_eval_measures.json"
TREC_NAMES = {
    Measure.PRECISION: "P",
    Measure.RECALL: "recall",
    Measure.HIT_RATE: "success",
    Measure.NDCG: "ndcg_cut",
}


def measured(
    questions: Sequence[tuple[Sequence[str], Mapping[str, int]]], k: int
) -> dict[Measure, FloatArray]:
    """Measures of lists of ids, each with the grades of its question."""
    judged: list[tuple[int, int, int, bool]] = []
    for number, (listed, grades) in enumerate(questions):
        for place, doc_id in enumerate(listed):
            if doc_id in grades:
                judged.append((number, place + 1, grades[doc_id], doc_id in listed[:place]))
    columns = np.array(judged, dtype=np.int64).reshape(-1, 4)
    golden = [(n, g) for n, (_, grades) in enumerate(questions) for g in grades.values() if g > 0]
    relevant = np.array(golden, dtype=np.int64).reshape(-1, 2)
    return measure_lists(
        Judged(columns[:, 0], columns[:, 1], columns[:, 2], columns[:, 3] == 1),
        Relevant(relevant[:, 0], relevant[:, 1]),
        np.arange(len(questions)),
        np.array([min(len(listed), k) for listed, _ in questions]),
        k,
    )


def one(listed: Sequence[str], grades: Mapping[str, int], k: int) -> dict[str, float]:
    return {str(name): float(values[0]) for name, values in measured([(listed, grades)], k).items()}


def read_trec(folder: Path) -> dict[str, tuple[list[str], dict[str, int]]]:
    grades: dict[str, dict[str, int]] = {}
    scores: dict[str, dict[str, float]] = {}
    for line in (folder / "qrels.test").read_text().splitlines():
        query_id, _, doc_id, grade = line.split()
        grades.setdefault(query_id, {})[doc_id] = int(grade)
    for line in (folder / "results.test").read_text().splitlines():
        query_id, _, doc_id, _, score, _ = line.split()
        scores.setdefault(query_id, {})[doc_id] = float(score)
    return {query_id: (trec_order(scores[query_id]), grades[query_id]) for query_id in scores}


def expected_output(folder: Path) -> dict[str, float]:
    cells = [line.split() for line in (folder / "out.test").read_text().splitlines()]
    return {name: float(value) for name, _, value in cells if name != "runid"}


def test_two_of_three_relevant_by_hand() -> None:
    found = one(["a", "x", "b", "y"], {"a": 1, "b": 3, "c": 1, "x": 0}, 3)
    # Gains 1 at rank 1 and 3 at rank 3; the ideal is 3, 1, 1.
    ideal = 3 + 1 / np.log2(3) + 1 / 2
    assert found == pytest.approx(
        {
            "recall": 2 / 3,
            "precision": 2 / 3,
            "hit_rate": 1,
            "mrr": 1,
            "ndcg": (1 + 3 / 2) / ideal,
            "hole": 0,
        }
    )


def test_nothing_found_is_zero_everywhere_but_in_holes() -> None:
    found = one(["x", "y"], {"a": 1}, 2)
    assert found.pop("hole") == 1
    assert set(found.values()) == {0.0}


def test_a_relevant_passage_beyond_k_does_not_count() -> None:
    assert one(["x", "y", "a"], {"a": 1}, 2)["mrr"] == 0
    assert one(["x", "y", "a"], {"a": 1}, 3)["mrr"] == pytest.approx(1 / 3)


def test_a_repeat_counts_once_at_its_first_rank_and_is_no_hole() -> None:
    found = one(["a", "a", "x", "b"], {"a": 1, "b": 1}, 4)
    assert (found["recall"], found["precision"], found["hole"]) == (1.0, 0.5, 0.25)
    # The repeat takes its place: b stays at rank 4.
    assert found["ndcg"] == pytest.approx((1 + 1 / np.log2(5)) / (1 + 1 / np.log2(3)))


def test_a_short_list_divides_by_k_and_its_empty_places_are_no_holes() -> None:
    found = one(["a", "x"], {"a": 1}, 10)
    assert (found["precision"], found["hole"]) == (0.1, 0.1)


def test_an_empty_list_finds_nothing_and_has_no_hole() -> None:
    assert set(one([], {"a": 1}, 5).values()) == {0.0}


def test_several_lists_of_one_question_share_its_relevant_passages() -> None:
    values = measure_lists(
        Judged(np.array([0]), np.array([1]), np.array([1]), np.array([False])),
        Relevant(np.array([0, 0]), np.array([1, 1])),
        np.array([0, 0]),
        np.array([3, 3]),
        3,
    )
    assert values[Measure.RECALL].tolist() == [0.5, 0.0]


def test_few_relevant_passages_cap_precision() -> None:
    relevant = Relevant(np.array([0, 1, 1]), np.array([1, 1, 2]))
    assert highest_precision(relevant, 5) == pytest.approx(0.4)
    assert highest_precision(relevant, 1) == 1


def test_no_relevant_passage_is_refused() -> None:
    nothing = np.array([], dtype=np.int64)
    judged = Judged(nothing, nothing, nothing, nothing.astype(bool))
    with pytest.raises(ValueError, match="must have a relevant passage"):
        measure_lists(judged, Relevant(nothing, nothing), np.array([0]), np.array([0]), 5)


def test_no_rank_is_refused() -> None:
    with pytest.raises(ValueError, match="k must be at least 1"):
        one(["a"], {"a": 1}, 0)


def test_ties_of_scores_are_ordered_as_trec_eval_does() -> None:
    assert trec_order({"d1": 1.0, "d3": 2.0, "d2": 1.0, "d10": 1.0}) == ["d3", "d2", "d10", "d1"]


@pytest.mark.parametrize("k", [1, 3, 5, 10, 20])
@pytest.mark.parametrize("name", TREC_NAMES)
def test_graded_lists_with_ties_equal_trec_eval(name: Measure, k: int) -> None:
    reference: dict[str, Any] = json.loads(REFERENCE.read_text(encoding="utf-8"))
    lists = [
        (trec_order(scores), reference["qrels"][query_id])
        for query_id, scores in reference["run"].items()
    ]
    theirs = [reference["measured"][q][f"{TREC_NAMES[name]}_{k}"] for q in reference["run"]]
    assert len(theirs) == 25
    assert measured(lists, k)[name] == pytest.approx(theirs, abs=1e-9)


def test_reciprocal_ranks_with_ties_equal_trec_eval() -> None:
    reference: dict[str, Any] = json.loads(REFERENCE.read_text(encoding="utf-8"))
    lists = [
        (trec_order(scores), reference["qrels"][query_id])
        for query_id, scores in reference["run"].items()
    ]
    theirs = [reference["measured"][query_id]["recip_rank"] for query_id in reference["run"]]
    assert measured(lists, 100)[Measure.MRR] == pytest.approx(theirs, abs=1e-9)


@pytest.mark.parametrize("k", [5, 10, 15, 20, 30, 100, 200, 500, 1000])
def test_precision_equals_the_output_that_trec_eval_ships(real_data: Path, k: int) -> None:
    folder = real_data / "trec"
    values = measured(list(read_trec(folder).values()), k)[Measure.PRECISION]
    assert values.mean() == pytest.approx(expected_output(folder)[f"P_{k}"], abs=5e-5)


def test_reciprocal_rank_equals_the_output_that_trec_eval_ships(real_data: Path) -> None:
    folder = real_data / "trec"
    values = measured(list(read_trec(folder).values()), 1000)[Measure.MRR]
    assert values.mean() == pytest.approx(expected_output(folder)["recip_rank"], abs=5e-5)


def test_the_passages_found_are_as_many_as_trec_eval_says(real_data: Path) -> None:
    folder = real_data / "trec"
    lists = list(read_trec(folder).values())
    n_relevant = np.array([sum(grade > 0 for grade in grades.values()) for _, grades in lists])
    recall = measured(lists, 1000)[Measure.RECALL]
    expected = expected_output(folder)
    assert n_relevant.sum() == expected["num_rel"]
    assert (recall * n_relevant).sum() == pytest.approx(expected["num_rel_ret"])


@given(
    listed=st.lists(st.sampled_from("abcdefgh"), max_size=8),
    grades=st.dictionaries(st.sampled_from("abcdefgh"), st.integers(0, 3), max_size=8),
    k=st.integers(1, 8),
)
def test_every_measure_is_a_fraction_and_recall_only_grows(
    listed: list[str], grades: dict[str, int], k: int
) -> None:
    grades = {**grades, "z": 1}
    found, deeper = one(listed, grades, k), one(listed, grades, k + 1)
    assert all(0 <= value <= 1 + 1e-12 for value in found.values())
    for name in ("recall", "hit_rate", "mrr"):
        assert deeper[name] >= found[name]
    assert found["mrr"] <= found["hit_rate"]
