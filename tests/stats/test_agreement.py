"""Agreement beyond chance."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.inter_rater import cohens_kappa

from workbench.errors import NotEnoughLabels
from workbench.stats.agreement import (
    agreement,
    agreement_weighted,
    krippendorff_alpha_nominal,
)
from workbench.stats.judge_accuracy import ConfusionCounts

cell = st.integers(1, 80)


def rng() -> np.random.Generator:
    return np.random.default_rng(12)


@settings(deadline=None, max_examples=50)
@given(cell, cell, cell, cell)
def test_kappa_agrees_with_statsmodels(tp: int, fn: int, fp: int, tn: int) -> None:
    result = agreement(ConfusionCounts(tp, fn, fp, tn), rng(), n_draws=50)
    assert result.kappa is not None
    expected = cohens_kappa([[tp, fp], [fn, tn]], return_results=False)
    assert result.kappa.estimate == pytest.approx(expected, abs=1e-12)


def test_skewed_prevalence_breaks_kappa_and_not_the_others() -> None:
    # 118 both, 5 and 2 apart, none neither: people agree on 118 of 125, kappa says -.023.
    result = agreement(ConfusionCounts(tp=118, fn=2, fp=5, tn=0), rng())
    assert result.kappa is not None
    assert result.kappa.estimate == pytest.approx(-0.023, abs=5e-4)
    assert result.ac1.estimate == pytest.approx(0.941, abs=5e-4)
    assert result.pabak == pytest.approx(0.888)
    assert result.prevalence_index == pytest.approx(118 / 125)
    assert result.bias_index == pytest.approx(3 / 125)


def test_one_class_of_human_labels_leaves_kappa_undefined() -> None:
    result = agreement(ConfusionCounts(tp=0, fn=0, fp=3, tn=22), rng())
    assert result.kappa is None
    assert result.reason is not None
    assert "kappa is not defined" in result.reason
    assert result.observed.estimate == pytest.approx(22 / 25)


def test_both_raters_in_one_class_leave_alpha_undefined_too() -> None:
    result = agreement(ConfusionCounts(0, 0, 0, 25), rng())
    assert result.kappa is None
    assert result.alpha is None
    assert result.ac1.estimate == 1


def test_perfect_agreement_is_one_with_a_lower_limit() -> None:
    result = agreement(ConfusionCounts(20, 0, 0, 30), rng())
    for estimate in (result.kappa, result.ac1, result.alpha):
        assert estimate is not None
        assert estimate.estimate == pytest.approx(1)
        assert estimate.high == 1
        assert 0.7 < estimate.low < 1


@settings(deadline=None, max_examples=40)
@given(cell, cell, cell, cell)
def test_intervals_hold_their_points_and_raters_may_be_exchanged(
    tp: int, fn: int, fp: int, tn: int
) -> None:
    ours = agreement(ConfusionCounts(tp, fn, fp, tn), rng(), n_draws=2000)
    turned = agreement(ConfusionCounts(tp, fp, fn, tn), rng(), n_draws=2000)
    for one, other in (
        (ours.kappa, turned.kappa),
        (ours.ac1, turned.ac1),
        (ours.alpha, turned.alpha),
    ):
        assert one is not None
        assert other is not None
        assert one.low <= one.estimate <= one.high <= 1
        assert other.estimate == pytest.approx(one.estimate, abs=1e-12)
    assert turned.bias_index == pytest.approx(-ours.bias_index)


@settings(deadline=None, max_examples=30)
@given(cell, cell, cell, cell)
def test_fully_labelled_set_needs_no_weights(tp: int, fn: int, fp: int, tn: int) -> None:
    counts = ConfusionCounts(tp, fn, fp, tn)
    plain = agreement(counts, rng(), n_draws=50)
    weighted = agreement_weighted(tp + fp, fn + tn, counts, rng(), n_draws=50)
    assert plain.kappa is not None
    assert weighted.kappa is not None
    assert weighted.kappa.estimate == pytest.approx(plain.kappa.estimate, abs=1e-9)
    assert weighted.ac1.estimate == pytest.approx(plain.ac1.estimate, abs=1e-9)


def test_labels_by_verdict_are_weighted_by_hand() -> None:
    # W = .3, .7: cells .18, .12, .014, .686; observed .866.
    result = agreement_weighted(300, 700, ConfusionCounts(30, 1, 20, 49), rng())
    assert result.observed.estimate == pytest.approx(0.866)
    assert result.judge_prevalence == pytest.approx(0.3)
    assert result.human_prevalence == pytest.approx(0.194)
    chance = 0.3 * 0.194 + 0.7 * 0.806
    assert result.kappa is not None
    assert result.kappa.estimate == pytest.approx((0.866 - chance) / (1 - chance))


def test_unlabelled_verdict_or_no_label_is_refused() -> None:
    with pytest.raises(NotEnoughLabels, match="judge passed"):
        agreement_weighted(30, 70, ConfusionCounts(24, 0, 6, 0), rng())
    with pytest.raises(NotEnoughLabels):
        agreement(ConfusionCounts(0, 0, 0, 0), rng())


def test_alpha_of_three_raters_with_gaps_is_the_published_one() -> None:
    # Krippendorff 2011, example C: four observers, twelve units, nominal alpha .743.
    ratings = [
        [1, 2, 3, 3, 2, 1, 4, 1, 2, None, None, None],
        [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, None, 3],
        [None, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, None],
        [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, None],
    ]
    assert krippendorff_alpha_nominal(ratings) == pytest.approx(0.743, abs=5e-4)


def test_alpha_needs_two_classes() -> None:
    assert krippendorff_alpha_nominal([[1, 1, None], [1, 1, 2]]) is None
