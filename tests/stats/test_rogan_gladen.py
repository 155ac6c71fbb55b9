"""The share that truly fails, error rates measured elsewhere."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.errors import NotEnoughLabels, StatisticsError, UninformativeJudge
from workbench.stats.judge_accuracy import ConfusionCounts
from workbench.stats.prevalence import (
    Stratum,
    post_stratified,
    rogan_gladen,
    rogan_gladen_by_verdict,
    rogan_gladen_known,
    rogan_gladen_point,
)


def test_thirty_percent_flagged_corrects_to_exactly_twenty() -> None:
    # Flagged .30, false alarms .15, found .90: .15 of .75 remain.
    result = rogan_gladen(120, 400, ConfusionCounts(tp=45, fn=5, fp=15, tn=85))
    assert result.estimate == 0.2
    assert result.unclipped == 0.2
    assert result.flags == ()
    assert "errs as often here" in result.assumption


def test_flagged_share_at_the_false_positive_rate_is_zero_without_a_sign() -> None:
    result = rogan_gladen(20, 200, ConfusionCounts(tp=18, fn=2, fp=4, tn=36))
    assert math.copysign(1, result.estimate) == 1
    assert (result.estimate, result.unclipped) == (0, 0)
    assert math.copysign(1, rogan_gladen_point(0.1, 0.9, 1 - 0.9)) == 1
    assert rogan_gladen_point(0.1, 0.9, 1 - 0.9) == 0


def test_share_below_zero_is_shown_as_zero_with_its_uncut_value() -> None:
    result = rogan_gladen(20, 200, ConfusionCounts(tp=18, fn=2, fp=6, tn=34))
    assert result.estimate == 0
    assert result.unclipped == pytest.approx(-0.05 / 0.75)
    assert result.low == 0
    assert 0.03 < result.high < 0.15
    assert result.flags == ("OBSERVED_OUTSIDE_RANGE",)


def test_small_calibration_set_widens_the_corrected_interval() -> None:
    # Wilson for 12 of 40 alone: .181 to .454.
    result = rogan_gladen(12, 40, ConfusionCounts(tp=10, fn=0, fp=0, tn=10))
    assert result.estimate == pytest.approx(0.3)
    assert result.low <= 0.14
    assert result.high >= 0.46


@pytest.mark.parametrize(
    "counts",
    [
        ConfusionCounts(tp=8, fn=12, fp=18, tn=22),
        ConfusionCounts(tp=10, fn=10, fp=20, tn=20),
        ConfusionCounts(tp=9, fn=11, fp=17, tn=23),
    ],
)
def test_judge_no_better_than_chance_is_refused(counts: ConfusionCounts) -> None:
    with pytest.raises(UninformativeJudge, match="JUDGE_UNINFORMATIVE"):
        rogan_gladen(60, 200, counts)


def test_one_class_of_labels_is_refused() -> None:
    with pytest.raises(NotEnoughLabels, match="0 human-fail items"):
        rogan_gladen(60, 200, ConfusionCounts(0, 0, 3, 22))
    with pytest.raises(NotEnoughLabels, match="0 human-pass items"):
        rogan_gladen(60, 200, ConfusionCounts(20, 2, 0, 0))


def test_data_that_contradict_the_assumption_are_refused_not_shown_as_a_point() -> None:
    # A judge that flags 15 % of good answers cannot flag none of 5,000.
    with pytest.raises(StatisticsError, match="OBSERVED_OUTSIDE_RANGE"):
        rogan_gladen(0, 5000, ConfusionCounts(tp=90, fn=10, fp=30, tn=170))


def test_share_of_no_items_is_refused() -> None:
    with pytest.raises(ValueError, match="n_judged"):
        rogan_gladen(0, 0, ConfusionCounts(45, 5, 15, 85))
    with pytest.raises(ValueError, match="sensitivity must lie"):
        rogan_gladen_point(0.3, 90, 0.15)


def test_known_error_rates_move_the_exact_limits_like_the_point() -> None:
    # A perfect judge: the correction is the identity.
    result = rogan_gladen_known(12, 40, 1.0, 0.0)
    assert result.estimate == pytest.approx(0.3)
    assert result.low == pytest.approx(0.1656, abs=1e-4)


counts_of = st.builds(
    ConfusionCounts,
    tp=st.integers(0, 80),
    fn=st.integers(0, 80),
    fp=st.integers(0, 80),
    tn=st.integers(0, 80),
)


@settings(deadline=None, max_examples=300)
@given(counts_of, st.integers(1, 3000), st.data())
def test_answer_is_a_proper_interval_or_a_refusal(
    counts: ConfusionCounts, n_judged: int, data: st.DataObject
) -> None:
    n_flagged = data.draw(st.integers(0, n_judged))
    try:
        result = rogan_gladen(n_flagged, n_judged, counts)
    except StatisticsError:
        return
    assert 0 <= result.low < result.high <= 1
    assert 0 <= result.estimate <= 1


@settings(deadline=None)
@given(st.integers(0, 299))
def test_one_more_flagged_item_raises_the_uncut_share(n_flagged: int) -> None:
    counts = ConfusionCounts(tp=45, fn=5, fp=8, tn=92)
    one_more = n_flagged + 1

    def uncut(n: int) -> float:
        return rogan_gladen_point(n / 300, 0.9, 0.08)

    assert uncut(one_more) > uncut(n_flagged)
    assert uncut(30) == pytest.approx(rogan_gladen(30, 300, counts).unclipped or 0.0)


def test_queue_labels_from_the_same_mix_give_the_post_stratified_share() -> None:
    counts = ConfusionCounts(tp=30, fn=1, fp=20, tn=49)
    result = rogan_gladen_by_verdict(300, 1000, 300, 700, counts, np.random.default_rng(2))
    direct = post_stratified([Stratum(300, 50, 30), Stratum(700, 50, 1)])
    assert result.estimate == pytest.approx(direct.estimate, abs=1e-12)
    # The same population drawn twice: wider, since the two flagged shares vary apart.
    assert result.low < direct.low
    assert result.high > direct.high


def test_queue_labels_of_a_useless_judge_are_refused() -> None:
    counts = ConfusionCounts(tp=20, fn=20, fp=30, tn=30)
    with pytest.raises(UninformativeJudge):
        rogan_gladen_by_verdict(40, 100, 500, 500, counts, np.random.default_rng(2))


@pytest.mark.slow
def test_interval_for_queue_labels_from_elsewhere_covers_the_truth() -> None:
    # Judge (.9, .15); labels 50/50 by verdict where 30 % fail, target where 15 % fail.
    rng = np.random.default_rng(8)
    n_runs, covered = 400, 0
    for _ in range(n_runs):
        wrong = rng.random(2000) < 0.3
        flagged = rng.random(2000) < np.where(wrong, 0.9, 0.15)
        labelled = np.concatenate(
            [rng.choice(np.flatnonzero(flagged == verdict), 75, False) for verdict in (True, False)]
        )
        w, f = wrong[labelled], flagged[labelled]
        counts = ConfusionCounts(
            int((w & f).sum()), int((w & ~f).sum()), int((~w & f).sum()), int((~w & ~f).sum())
        )
        target_flagged = int(rng.binomial(1000, 0.15 * 0.9 + 0.85 * 0.15))
        result = rogan_gladen_by_verdict(
            target_flagged, 1000, int(flagged.sum()), int((~flagged).sum()), counts, rng, 0.95, 4000
        )
        covered += result.low <= 0.15 <= result.high
    # 95 % with three standard errors of 400 runs.
    assert covered / n_runs >= 0.917
