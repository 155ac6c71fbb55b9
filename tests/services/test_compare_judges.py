"""Judges side by side: the same figures as each card, and no winner without a reason."""

import pytest

from db.store import Store
from tests.builders import trace
from tests.services.planted import plant_label, plant_label_set, plant_traces
from workbench.domain.records import JudgeId, JudgeOpinion
from workbench.domain.refusals import Refusal
from workbench.domain.vocabulary import Design, JudgeVerdict
from workbench.errors import InputError
from workbench.services.calibration.calibrate_judge import calibrate_judge
from workbench.services.calibration.compare_judges import compare_judges

FAIL, PASS = JudgeVerdict.FAIL, JudgeVerdict.PASS


def judged_twice(store: Store, n: int, n_labelled: int, noise: int, other_noise: int) -> None:
    """Every fifth trace is wrong; each judge turns every so-manyth verdict round."""
    traces = []
    for number in range(n):
        opinions = []
        for name, every in (("owl", noise), ("lark", other_noise)):
            is_flagged = (number % 5 == 0) != (number % every == 1)
            word = FAIL if is_flagged else PASS
            opinions.append(JudgeOpinion(JudgeId(name, "1"), word, str(word)))
        traces.append(trace(f"q-{number:04}", run="r", judges=tuple(opinions)))
    ids = plant_traces(store, traces)
    label_set = plant_label_set(store, "r", Design.UNIFORM)
    for number, item in enumerate(traces[:n_labelled]):
        answer = "wrong" if number % 5 == 0 else "correct"
        plant_label(store, ids[item.request_id], answer, label_set_id=label_set)


def test_each_line_says_what_its_card_says(store: Store) -> None:
    judged_twice(store, 300, 100, noise=25, other_noise=3)
    found = compare_judges(store, "r")
    assert [row.judge for row in found.judges] == ["lark@1", "owl@1"]
    for row in found.judges:
        card = calibrate_judge(store, row.judge, "r")
        assert row.counts == card.counts
        assert row.sensitivity == card.sensitivity
        assert row.corrected_prevalence == card.corrected_prevalence
        assert row.n_judged == 300


def test_a_judge_that_saves_many_labels_is_named(sqlite_store: Store) -> None:
    judged_twice(sqlite_store, 1500, 150, noise=60, other_noise=3)
    found = compare_judges(sqlite_store, "r")
    needed = {row.judge: row.labels_needed for row in found.judges}
    owl, lark = needed["owl@1"], needed["lark@1"]
    assert isinstance(owl, int)
    assert isinstance(lark, int)
    assert owl < 0.8 * lark
    assert found.sentence.startswith(f"For ± 5.0 points, owl@1 needs about {owl} labels where")


def test_judges_that_err_alike_are_not_ranked(sqlite_store: Store) -> None:
    judged_twice(sqlite_store, 600, 150, noise=9, other_noise=9)
    found = compare_judges(sqlite_store, "r")
    assert "need about as many labels" in found.sentence


def test_labels_of_unknown_origin_are_said_once(sqlite_store: Store) -> None:
    judged_twice(sqlite_store, 60, 0, noise=9, other_noise=9)
    opinions = tuple(JudgeOpinion(JudgeId(name, "1"), FAIL, "fail") for name in ("owl", "lark"))
    ids = plant_traces(sqlite_store, [trace("q-x", run="r", judges=opinions)])
    plant_label(sqlite_store, ids["q-x"], "wrong")
    found = compare_judges(sqlite_store, "r")
    assert found.sentence == "The labels do not say what each judge would cost."
    assert all(isinstance(row.labels_needed, Refusal) for row in found.judges)
    assert [warning.code for warning in found.warnings].count("DESIGN_UNKNOWN") == 1


def test_too_few_traces_for_the_width_are_a_refusal(sqlite_store: Store) -> None:
    judged_twice(sqlite_store, 60, 60, noise=9, other_noise=9)
    found = compare_judges(sqlite_store, "r", half_width=0.01)
    needed = found.judges[0].labels_needed
    assert isinstance(needed, Refusal)
    assert "60 items" in needed.reason


def test_one_judge_has_nothing_to_be_compared_with(sqlite_store: Store) -> None:
    opinion = JudgeOpinion(JudgeId("owl", "1"), FAIL, "fail")
    plant_traces(sqlite_store, [trace("q-1", run="r", judges=(opinion,))])
    found = compare_judges(sqlite_store, "r")
    assert len(found.judges) == 1
    assert "nothing to compare" in found.sentence


@pytest.mark.parametrize("half_width", [0.0, -0.1, 0.5])
def test_a_half_width_that_cannot_be_is_wrong_input(sqlite_store: Store, half_width: float) -> None:
    judged_twice(sqlite_store, 10, 0, noise=9, other_noise=9)
    with pytest.raises(InputError, match="half-width"):
        compare_judges(sqlite_store, "r", half_width=half_width)
