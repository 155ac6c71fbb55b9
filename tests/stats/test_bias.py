"""Too pessimistic or too lenient."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.contingency_tables import mcnemar

from workbench.errors import NotEnoughLabels
from workbench.stats.bias import (
    bonett_price_difference,
    exact_mcnemar,
    judge_bias_uniform,
    judge_bias_weighted,
)
from workbench.stats.judge_accuracy import ConfusionCounts

small = st.integers(0, 60)


def rng() -> np.random.Generator:
    return np.random.default_rng(4)


@pytest.mark.parametrize(
    ("first", "second", "quoted", "within"),
    [(32, 9, 0.0004, 5e-5), (21, 13, 0.23, 5e-3), (31, 16, 0.04, 5e-4), (49, 5, 4e-10, 5e-11)],
)
def test_quoted_p_values_are_those_of_the_exact_form(
    first: int, second: int, quoted: float, within: float
) -> None:
    assert exact_mcnemar(first, second) == pytest.approx(quoted, abs=within)


@settings(deadline=None)
@given(small, small)
def test_exact_p_value_agrees_with_statsmodels(first: int, second: int) -> None:
    expected = mcnemar([[0, first], [second, 0]], exact=True).pvalue if first + second else 1.0
    assert exact_mcnemar(first, second) == pytest.approx(min(1.0, expected), abs=1e-12)


@settings(deadline=None)
@given(small, small, small, small)
def test_paired_difference_turns_round_with_its_raters(
    both: int, first: int, second: int, neither: int
) -> None:
    if both + first + second + neither == 0:
        return
    low, high = bonett_price_difference(both, first, second, neither).interval
    other = bonett_price_difference(both, second, first, neither).interval
    assert other == pytest.approx((-high, -low))
    assert -1 <= low < high <= 1


def test_judge_that_flags_more_than_people_is_too_pessimistic() -> None:
    result = judge_bias_uniform(ConfusionCounts(tp=40, fn=9, fp=32, tn=119))
    assert result.reading == "too_pessimistic"
    assert result.difference == pytest.approx(23 / 200)
    assert result.interval.low > 0


def test_judge_that_flags_less_than_people_is_too_lenient() -> None:
    assert judge_bias_uniform(ConfusionCounts(40, 32, 9, 119)).reading == "too_lenient"


def test_difference_within_chance_is_no_clear_bias() -> None:
    assert judge_bias_uniform(ConfusionCounts(40, 13, 21, 126)).reading == "no_clear_bias"


def test_interval_and_p_value_must_agree_before_a_word_is_said() -> None:
    # 1 against 7 of 21: the interval excludes 0 (-.508 to -.013), the exact p-value is .070.
    apart = judge_bias_uniform(ConfusionCounts(tp=1, fn=7, fp=1, tn=12))
    assert apart.p_value > 0.05
    assert apart.interval.high < 0
    assert apart.reading == "no_clear_bias"


def test_nothing_labelled_is_refused() -> None:
    with pytest.raises(NotEnoughLabels):
        judge_bias_uniform(ConfusionCounts(0, 0, 0, 0))


def test_labels_by_verdict_are_weighted_before_they_are_compared() -> None:
    # q = .3, 20 of 50 flagged are right, 1 of 50 passed is wrong: .3 * .4 - .7 * .02 = .106.
    result = judge_bias_weighted(300, 700, ConfusionCounts(30, 1, 20, 49), rng())
    assert result.difference == pytest.approx(0.106)
    assert result.interval.low < 0.106 < result.interval.high
    assert result.reading == "too_pessimistic"


def test_oversampled_flags_do_not_make_a_fair_judge_pessimistic() -> None:
    # 100 flagged, 900 passed; 20 of 50 false alarms, 4.4 % of passed missed: .04 - .04 = 0.
    counts = ConfusionCounts(tp=30, fn=2, fp=20, tn=43)
    assert judge_bias_uniform(counts).reading == "too_pessimistic"
    assert judge_bias_weighted(100, 900, counts, rng()).reading == "no_clear_bias"


def test_p_value_and_interval_of_the_weighted_form_agree() -> None:
    for fp in range(2, 30, 3):
        result = judge_bias_weighted(300, 700, ConfusionCounts(20, 3, fp, 60), rng())
        excludes_zero = result.interval.low > 0 or result.interval.high < 0
        assert (result.p_value < 0.05) == excludes_zero


def test_judge_without_any_error_has_no_bias() -> None:
    result = judge_bias_weighted(300, 700, ConfusionCounts(30, 0, 0, 60), rng())
    assert result.difference == 0
    assert result.p_value > 0.5
    assert result.reading == "no_clear_bias"
