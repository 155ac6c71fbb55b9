"""Several runs against one: Holm over the changes, and over the judge's flips by themselves."""

import pytest

from db.store import Store
from tests.services.planted import plant_label, plant_label_set, plant_traces
from tests.services.test_compare_runs import one
from workbench.domain.refusals import Refusal
from workbench.domain.vocabulary import Answer
from workbench.errors import InputError
from workbench.services.comparing.compare_runs import compare_runs
from workbench.services.comparing.compare_several import compare_several
from workbench.stats.bias import exact_mcnemar

SIZES = {"b": (32, 9), "c": (21, 13), "d": (31, 16), "e": (49, 5)}
"""Questions fixed and broken against run `a`, as published for four pipelines on 300 claims."""
N = 300


def fill(store: Store, is_labelled: bool = True) -> None:
    """Run `a` fails the first 50 questions; every other run mends and breaks its own number."""
    traces, wrong = [], {}
    for run, (fixed, broken) in {"a": (0, 0), **SIZES}.items():
        for number in range(N):
            was_wrong = number < 50
            is_wrong = number >= fixed if was_wrong else number < 50 + broken
            traces.append(one(run, number, "f" if is_wrong else "p"))
            wrong[f"{run}-{number}"] = is_wrong
    ids = plant_traces(store, traces)
    if is_labelled:
        sets = {run: plant_label_set(store, run, "uniform") for run in ("a", *SIZES)}
        for name, is_wrong in wrong.items():
            answer = Answer.WRONG if is_wrong else Answer.CORRECT
            plant_label(store, ids[name], answer, label_set_id=sets[name[0]])


def test_holm_goes_over_the_changes_and_over_the_judge_apart(sqlite_store: Store) -> None:
    fill(sqlite_store)
    found = compare_several(sqlite_store, "a", list(SIZES), "owl@1")
    assert [row.run for row in found.runs] == list(SIZES)
    assert (found.n_tested, found.n_judge_tested) == (4, 4)
    raw = [exact_mcnemar(broken, fixed) for fixed, broken in SIZES.values()]
    # By hand: 4 * 3.9e-10, 3 * .00043, 2 * .040, 1 * .2295, none below the one before.
    expected = [3 * raw[0], raw[1], 2 * raw[2], 4 * raw[3]]
    assert [row.judge_adjusted_p_value for row in found.runs] == pytest.approx(expected)
    by_run = {row.run: row for row in found.runs}
    assert by_run["d"].comparison.difference_p_value < 0.05 < by_run["d"].adjusted_p_value
    assert by_run["d"].reading == by_run["c"].reading == "not told apart"
    assert by_run["b"].reading == by_run["e"].reading == "fails less often"
    assert found.sentence == (
        "Read together, 4 runs against a: b fails less often, e fails less often; "
        "the other 2 are not told apart."
    )


def test_each_row_is_the_comparison_of_two(sqlite_store: Store) -> None:
    fill(sqlite_store)
    found = compare_several(sqlite_store, "a", ["b", "d"], "owl@1", seed=5)
    assert found.runs[1].comparison == compare_runs(sqlite_store, "a", "d", "owl@1", seed=5)


def test_one_run_alone_is_adjusted_by_nothing(sqlite_store: Store) -> None:
    fill(sqlite_store)
    row = compare_several(sqlite_store, "a", ["d"], "owl@1").runs[0]
    assert row.adjusted_p_value == row.comparison.difference_p_value
    assert row.reading == "fails less often"


def test_without_labels_only_the_judge_is_tested(store: Store) -> None:
    fill(store, is_labelled=False)
    found = compare_several(store, "a", list(SIZES))
    assert (found.n_tested, found.n_judge_tested) == (0, 4)
    assert all(isinstance(row.comparison.difference, Refusal) for row in found.runs)
    assert {row.reading for row in found.runs} == {"not known"}
    assert "is not known for any of these runs" in found.sentence


def test_a_run_named_twice_or_none_is_wrong_input(store: Store) -> None:
    fill(store, is_labelled=False)
    for runs in (["b", "b"], []):
        with pytest.raises(InputError, match="once"):
            compare_several(store, "a", runs)
