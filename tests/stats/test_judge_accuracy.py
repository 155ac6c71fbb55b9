"""Sensitivity and false-positive rate under each way labels can be drawn."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.errors import NotEnoughLabels
from workbench.stats.judge_accuracy import (
    ConfusionCounts,
    accuracy_uniform,
    begg_greenes,
    begg_greenes_false_positive_rate,
    begg_greenes_sensitivity,
    false_positive_rate_uniform,
    sensitivity_uniform,
    youden_interval,
)
from workbench.stats.prevalence import Stratum, post_stratified, rogan_gladen_point

positive = st.integers(1, 40)


def rng() -> np.random.Generator:
    return np.random.default_rng(11)


def test_uniform_rates_are_read_off_the_table() -> None:
    accuracy = accuracy_uniform(ConfusionCounts(tp=45, fn=5, fp=15, tn=85))
    assert accuracy.sensitivity.estimate == 0.9
    assert accuracy.sensitivity.n == 50
    assert accuracy.false_positive_rate.estimate == 0.15
    assert accuracy.false_positive_rate.n == 100


def test_perfect_judge_on_twenty_items_keeps_a_width() -> None:
    accuracy = accuracy_uniform(ConfusionCounts(tp=10, fn=0, fp=0, tn=10))
    assert accuracy.sensitivity.interval == pytest.approx((0.722, 1.0), abs=5e-4)
    assert accuracy.false_positive_rate.interval == pytest.approx((0.0, 0.278), abs=5e-4)


def test_one_class_of_human_labels_leaves_the_other_rate() -> None:
    only_pass = ConfusionCounts(tp=0, fn=0, fp=3, tn=22)
    rate = false_positive_rate_uniform(only_pass)
    assert rate.interval == pytest.approx((0.042, 0.300), abs=5e-4)
    with pytest.raises(NotEnoughLabels, match="0 human-fail items"):
        sensitivity_uniform(only_pass)
    with pytest.raises(NotEnoughLabels, match="0 human-pass items"):
        false_positive_rate_uniform(ConfusionCounts(3, 1, 0, 0))


@pytest.mark.parametrize(
    "counts",
    [
        ConfusionCounts(tp=8, fn=12, fp=18, tn=22),
        ConfusionCounts(tp=10, fn=10, fp=20, tn=20),
        ConfusionCounts(tp=9, fn=11, fp=17, tn=23),
    ],
)
def test_judge_no_better_than_chance_has_zero_inside_youdens_interval(
    counts: ConfusionCounts,
) -> None:
    low, high = youden_interval(counts)
    assert low < 0 < high


def test_counts_below_zero_are_refused_by_name() -> None:
    with pytest.raises(ValueError, match="fn must be at least 0"):
        ConfusionCounts(1, -1, 0, 0)


def test_labels_by_verdict_are_weighted_up_to_the_target_set() -> None:
    # 300 flagged, 30 of 50 wrong: 180 found. 700 passed, 1 of 50 wrong: 14 missed.
    # 180 / 194 = .928; false alarms 120 of 120 + 686 = .149.
    accuracy = begg_greenes(300, 700, ConfusionCounts(tp=30, fn=1, fp=20, tn=49), rng())
    assert accuracy.sensitivity.estimate == pytest.approx(180 / 194)
    assert accuracy.false_positive_rate.estimate == pytest.approx(120 / 806)
    low, high = accuracy.youden
    assert low < 180 / 194 - 120 / 806 < high


def test_each_rate_alone_is_the_same_as_both_together() -> None:
    counts = ConfusionCounts(tp=30, fn=1, fp=20, tn=49)
    accuracy = begg_greenes(300, 700, counts, rng())
    assert begg_greenes_sensitivity(300, 700, counts, rng()) == accuracy.sensitivity
    rate = begg_greenes_false_positive_rate(300, 700, counts, rng())
    assert rate == accuracy.false_positive_rate


def test_no_missed_failure_seen_pins_the_upper_limit_at_one() -> None:
    accuracy = begg_greenes(170, 1830, ConfusionCounts(tp=9, fn=0, fp=41, tn=50), rng())
    assert accuracy.sensitivity.estimate == 1
    assert accuracy.sensitivity.high == 1
    assert accuracy.sensitivity.low < 0.5


def test_verdict_without_labels_is_named() -> None:
    with pytest.raises(NotEnoughLabels, match="none of the 70 items that the judge passed"):
        begg_greenes(30, 70, ConfusionCounts(tp=24, fn=0, fp=6, tn=0), rng())


def test_no_failure_found_refuses_sensitivity_and_gives_the_other_rate() -> None:
    counts = ConfusionCounts(tp=0, fn=0, fp=20, tn=30)
    with pytest.raises(NotEnoughLabels, match="0 human-fail items"):
        begg_greenes_sensitivity(40, 60, counts, rng())
    rate = begg_greenes_false_positive_rate(40, 60, counts, rng())
    assert rate.estimate == pytest.approx(0.4)


def test_more_labels_than_items_are_refused() -> None:
    with pytest.raises(ValueError, match="n_flagged_target"):
        begg_greenes(10, 90, ConfusionCounts(8, 1, 3, 20), rng())


def test_judge_that_flags_nothing_finds_nothing() -> None:
    sensitivity = begg_greenes_sensitivity(0, 100, ConfusionCounts(0, 5, 0, 35), rng())
    assert sensitivity.estimate == 0
    assert sensitivity.low == 0
    assert sensitivity.high < 0.5


@settings(deadline=None, max_examples=60)
@given(positive, positive, positive, positive, st.integers(0, 500), st.integers(0, 500))
def test_rogan_gladen_of_begg_greenes_rates_is_the_post_stratified_share(
    tp: int, fn: int, fp: int, tn: int, more_flagged: int, more_passed: int
) -> None:
    counts = ConfusionCounts(tp, fn, fp, tn)
    flagged, passed = tp + fp + more_flagged, fn + tn + more_passed
    accuracy = begg_greenes(flagged, passed, counts, rng(), n_draws=10)
    if accuracy.sensitivity.estimate - accuracy.false_positive_rate.estimate < 1e-3:
        return
    corrected = rogan_gladen_point(
        flagged / (flagged + passed),
        accuracy.sensitivity.estimate,
        accuracy.false_positive_rate.estimate,
    )
    direct = post_stratified([Stratum(flagged, tp + fp, tp), Stratum(passed, fn + tn, fn)])
    assert corrected == pytest.approx(direct.estimate, abs=1e-12)


@settings(deadline=None, max_examples=60)
@given(positive, positive, positive, positive)
def test_fully_labelled_set_gives_the_rates_of_its_table(
    tp: int, fn: int, fp: int, tn: int
) -> None:
    counts = ConfusionCounts(tp, fn, fp, tn)
    accuracy = begg_greenes(tp + fp, fn + tn, counts, rng(), n_draws=500)
    assert accuracy.sensitivity.estimate == pytest.approx(tp / (tp + fn), abs=1e-12)
    assert accuracy.false_positive_rate.estimate == pytest.approx(fp / (fp + tn), abs=1e-12)
    for rate in (accuracy.sensitivity, accuracy.false_positive_rate):
        assert 0 <= rate.low <= rate.estimate <= rate.high <= 1


def test_same_seed_gives_the_same_digits() -> None:
    counts = ConfusionCounts(tp=30, fn=1, fp=20, tn=49)
    assert begg_greenes(300, 700, counts, rng()) == begg_greenes(300, 700, counts, rng())
