"""The funnel's generation with the judge's errors taken out, and what rests on it."""

import pytest

from db.store import Store
from tests.builders import trace
from tests.services.planted import plant_label, plant_label_set, plant_traces
from tests.services.test_correct_prevalence import CELLS, FAIL, PASS, fill
from workbench.domain.records import JudgeId, JudgeOpinion
from workbench.domain.refusals import Code, Refusal
from workbench.domain.vocabulary import Design
from workbench.formats.results_json import triage_json
from workbench.report.funnel_rows import funnel_rows, generation_line
from workbench.services.triage.triage_traces import triage_traces
from workbench.services.triage.what_if import what_if_stages
from workbench.stats.interval import Estimate
from workbench.stats.prevalence import post_stratified
from workbench.stats.stratum import Stratum


def test_generation_is_corrected_inside_the_traces_that_reached_it(store: Store) -> None:
    fill(store, CELLS)
    rate = triage_traces(store, "r", "owl@1").corrected_generation
    assert isinstance(rate, Estimate)
    # 20 failed by the judge, 5 of 10 labels wrong; 100 passed, 1 of 12 labels wrong.
    assert rate.estimate == pytest.approx(1 - (20 * 5 / 10 + 100 * 1 / 12) / 120)
    wrong = post_stratified([Stratum(20, 10, 5), Stratum(100, 12, 1)])
    assert (rate.low, rate.high) == pytest.approx((1 - wrong.high, 1 - wrong.low))
    assert rate.n == 22
    assert rate.n_effective == wrong.n_effective is None


def test_generation_says_what_clustered_labels_are_worth(sqlite_store: Store) -> None:
    # Four answers each to 5 questions, all alike, and as many questions with one answer.
    traces = [
        trace(
            f"q-{n}",
            run="r",
            question_id=f"k-{n % 5}" if n < 20 else f"one-{n}",
            judges=(JudgeOpinion(JudgeId("owl", "1"), FAIL if n < 20 else PASS, ""),),
        )
        for n in range(40)
    ]
    ids = plant_traces(sqlite_store, traces)
    label_set = plant_label_set(sqlite_store, "r", Design.UNIFORM)
    for n in range(40):
        answer = "wrong" if n < 20 else "correct"
        plant_label(sqlite_store, ids[f"q-{n}"], answer, label_set_id=label_set)
    rate = triage_traces(sqlite_store, "r", "owl@1").corrected_generation
    assert isinstance(rate, Estimate)
    assert (rate.n, rate.n_effective) == (40, 25)


def test_what_comes_out_rests_on_the_corrected_rate(sqlite_store: Store) -> None:
    fill(sqlite_store, CELLS)
    result = triage_traces(sqlite_store, "r", "owl@1")
    found = what_if_stages(result.funnel, None, result.corrected_generation)
    by_judge = what_if_stages(result.funnel)
    assert found is not None
    assert by_judge is not None
    assert isinstance(result.corrected_generation, Estimate)
    ratio = found.now.estimate / by_judge.now.estimate
    assert ratio == pytest.approx(result.corrected_generation.estimate / (100 / 120))
    assert "corrected for the judge's errors, by 22 labels" in found.sentence
    assert "its errors included" in by_judge.sentence


def test_both_rates_are_shown_and_given_as_json(sqlite_store: Store) -> None:
    fill(sqlite_store, CELLS)
    result = triage_traces(sqlite_store, "r", "owl@1")
    rows = {row.stage: row for row in funnel_rows(result)}
    assert rows["Generation, by the judge"].rate == pytest.approx(100 / 120)
    assert rows["Generation, corrected"].counts == "22 labels"
    given = triage_json(result)["corrected_generation"]
    assert isinstance(given, dict)
    assert given["estimate"] == rows["Generation, corrected"].rate
    assert "shown twice" in generation_line(result)


def test_labels_of_unknown_origin_leave_the_judges_word_and_say_so(sqlite_store: Store) -> None:
    fill(sqlite_store, CELLS, Design.UNKNOWN)
    result = triage_traces(sqlite_store, "r", "owl@1")
    assert isinstance(result.corrected_generation, Refusal)
    assert [row.stage for row in funnel_rows(result)][-1] == "Generation"
    assert "Say how they were drawn" in generation_line(result)


def test_a_verdict_without_labels_is_named(sqlite_store: Store) -> None:
    fill(sqlite_store, {("reached", FAIL): (5, 2, 1), ("reached", PASS): (50, 0, 0)})
    found = triage_traces(sqlite_store, "r", "owl@1").corrected_generation
    assert isinstance(found, Refusal)
    assert found.code is Code.STRATUM_UNLABELLED
    assert "judge says pass" in found.reason


def test_nothing_is_corrected_where_nobody_labelled(sqlite_store: Store) -> None:
    fill(sqlite_store, {("reached", FAIL): (5, 0, 0), ("reached", PASS): (50, 0, 0)})
    assert triage_traces(sqlite_store, "r", "owl@1").corrected_generation is None
