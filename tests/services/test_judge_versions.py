"""A judge over time: versions, flips on anchors, and what the labels say of the change."""

import numpy as np
import pytest

from db.read_queues import read_item_labels
from db.store import Store
from tests.builders import trace
from tests.services.planted import plant_label, plant_label_set, plant_traces
from workbench.domain.records import JudgeId, JudgeOpinion, Trace
from workbench.domain.refusals import Code, Refusal
from workbench.domain.vocabulary import Answer, JudgeVerdict
from workbench.errors import InputError
from workbench.services.calibration.calibrate_judge import calibrate_judge
from workbench.services.calibration.judge_versions import judge_names_on, judge_versions
from workbench.services.labelling.build_queue import build_queue
from workbench.services.results import Estimate
from workbench.stats.bias import bonett_price_difference, exact_mcnemar
from workbench.stats.rate_changes import (
    VersionStrata,
    false_positive_rate_change,
    sensitivity_change,
)
from workbench.stats.stratum import Stratum

OLD, NEW = JudgeId("owl", "1"), JudgeId("owl", "2")
WORDS = {"f": JudgeVerdict.FAIL, "p": JudgeVerdict.PASS}
CELLS = {"ff": (20, 12), "fp": (12, 3), "pf": (8, 5), "pp": (40, 2)}
"""Pairs of verdicts: how many traces there are, and how many of them are wrong."""


def one(number: int, pair: str, run: str = "r") -> Trace:
    opinions = tuple(
        JudgeOpinion(judge, WORDS[word], word)
        for judge, word in zip((OLD, NEW), pair, strict=True)
        if word != "-"
    )
    return trace(f"{run}-{number}", run=run, judges=opinions)


def fill(store: Store, design: str | None, every: int = 1) -> None:
    """Plant the cells, and label every n-th trace of each as a set drawn by `design`."""
    pairs = [(pair, k < n_wrong) for pair, (n, n_wrong) in CELLS.items() for k in range(n)]
    ids = plant_traces(store, [one(number, pair) for number, (pair, _) in enumerate(pairs)])
    if design is None:
        return
    label_set = plant_label_set(store, "r", design)
    for number, (_, is_wrong) in enumerate(pairs):
        if number % every == 0:
            answer = Answer.WRONG if is_wrong else Answer.CORRECT
            plant_label(store, ids[f"r-{number}"], answer, label_set_id=label_set)


def test_a_census_of_anchors_gives_both_changes_as_counted(store: Store) -> None:
    fill(store, "uniform")
    found = judge_versions(store, "owl", "r", seed=4)
    assert [version.judge for version in found.versions] == ["owl@1", "owl@2"]
    change = found.changes[0]
    assert (change.n_anchors, change.n_labelled) == (80, 80)
    assert (change.n_only_before, change.n_only_after) == (12, 8)
    assert isinstance(change.flip_rate, Estimate)
    assert change.flip_rate.estimate == 20 / 80
    assert change.p_value == exact_mcnemar(8, 12)
    strata = VersionStrata(*(Stratum(n, n, wrong) for n, wrong in CELLS.values()))
    expected = sensitivity_change(strata, np.random.default_rng(4))
    # 22 wrong in all: 15 found before, 17 after.
    assert isinstance(change.sensitivity, Estimate)
    assert change.sensitivity.estimate == pytest.approx(2 / 22)
    assert change.sensitivity.interval == expected.interval
    expected = false_positive_rate_change(strata, np.random.default_rng(4))
    assert isinstance(change.false_positive_rate, Estimate)
    assert change.false_positive_rate.estimate == pytest.approx((3 - 9) / 58)
    assert change.false_positive_rate.interval == expected.interval


def test_each_version_s_rates_are_those_of_its_card(store: Store) -> None:
    fill(store, "uniform")
    for version in judge_versions(store, "owl", "r").versions:
        card = calibrate_judge(store, version.judge, "r")
        assert version.sensitivity == card.sensitivity
        assert version.false_positive_rate == card.false_positive_rate
        assert version.corrected_prevalence == card.corrected_prevalence
        assert version.n_labels == card.counts.n


def test_a_queue_drawn_for_the_old_version_serves_for_the_new_one(store: Store) -> None:
    fill(store, None)
    queue = build_queue(store, run="r", judge="owl@1", size=60, n_uniform=0, seed=3)
    label_queue(store, queue.queue_id)
    change = judge_versions(store, "owl@2", "r").changes[0]
    assert change.n_labelled == 60
    assert isinstance(change.false_positive_rate, Estimate), change.false_positive_rate
    # Twice as many of the failed as of the passed are labelled, yet the truth is inside.
    assert change.false_positive_rate.low < (3 - 9) / 58 < change.false_positive_rate.high
    assert change.false_positive_rate.n == 60


def label_queue(store: Store, queue_id: int) -> None:
    wrong = [k < n_wrong for n, n_wrong in CELLS.values() for k in range(n)]
    with store.reading() as connection:
        items = read_item_labels(connection, queue_id)
    for item in items:
        is_wrong = wrong[int(item.request_id.removeprefix("r-"))]
        plant_label(store, item.trace_id, "wrong" if is_wrong else "correct", queue_id=queue_id)


def test_labels_drawn_by_truth_give_the_change_within_each_class(store: Store) -> None:
    fill(store, "by_truth", every=2)
    change = judge_versions(store, "owl", "r").changes[0]
    pairs = [(pair, k < n_wrong) for pair, (n, n_wrong) in CELLS.items() for k in range(n)][::2]
    wrong = [pair for pair, is_wrong in pairs if is_wrong]
    counts = [wrong.count(pair) for pair in ("ff", "pf", "fp", "pp")]
    assert change.sensitivity == bonett_price_difference(*counts)


def test_a_new_version_without_labels_is_not_calibrated_and_its_flips_are_known(
    store: Store,
) -> None:
    fill(store, None)
    found = judge_versions(store, "owl", "r")
    assert [version.status for version in found.versions] == [
        "not calibrated (0 labelled items)"
    ] * 2
    assert not any(version.is_calibrated for version in found.versions)
    assert "owl@1 and owl@2 are not calibrated" in found.sentence
    change = found.changes[0]
    assert isinstance(change.flip_rate, Estimate)
    assert isinstance(change.sensitivity, Refusal)
    assert change.sensitivity.code == Code.NOT_CALIBRATED
    assert "owl@2 errs otherwise than owl@1 is not known" in change.sentence


def test_versions_that_judged_other_traces_have_no_anchors(store: Store) -> None:
    plant_traces(store, [one(k, "f-" if k < 5 else "-p") for k in range(10)])
    change = judge_versions(store, "owl", "r").changes[0]
    assert (change.n_anchors, change.p_value) == (0, None)
    assert isinstance(change.flip_rate, Refusal)
    assert "judged no trace of run r both" in change.flip_rate.reason
    assert "anchors" in change.flip_rate.next_step


def test_labels_of_unknown_origin_measure_no_change(store: Store) -> None:
    fill(store, "unknown", every=2)
    change = judge_versions(store, "owl", "r").changes[0]
    assert isinstance(change.sensitivity, Refusal)
    assert change.sensitivity.code == Code.DESIGN_UNKNOWN


def test_flips_that_nobody_labelled_are_named_with_the_verdicts(store: Store) -> None:
    ids = plant_traces(
        store, [one(k, pair) for k, pair in enumerate(["ff"] * 9 + ["pp"] * 9 + ["pf"])]
    )
    label_set = plant_label_set(store, "r", "uniform")
    for k in range(0, 18, 2):
        plant_label(store, ids[f"r-{k}"], "wrong" if k < 9 else "correct", label_set_id=label_set)
    change = judge_versions(store, "owl", "r").changes[0]
    assert isinstance(change.sensitivity, Refusal)
    assert change.sensitivity.code == Code.STRATUM_UNLABELLED
    assert "owl@1 says pass and owl@2 fail (1 item)" in change.sensitivity.reason


def test_one_version_has_nothing_to_compare_and_an_unknown_judge_is_wrong_input(
    store: Store,
) -> None:
    plant_traces(store, [one(k, "f-") for k in range(3)])
    found = judge_versions(store, "owl", "r")
    assert found.changes == ()
    assert "one version" in found.sentence
    assert judge_names_on(store, "r") == ("owl",)
    with pytest.raises(InputError, match="There is no judge 'crow'"):
        judge_versions(store, "crow", "r")
