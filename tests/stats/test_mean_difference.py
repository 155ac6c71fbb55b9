"""Welch's interval for two means."""

import numpy as np
import pytest
from scipy import stats

from workbench.errors import NotEnoughLabels
from workbench.stats.mean_difference import mean_difference


def test_it_is_scipy_s_interval() -> None:
    rng = np.random.default_rng(3)
    first, second = rng.normal(4, 1, 30), rng.normal(5, 2, 12)
    ours = mean_difference(first, second)
    low, high = stats.ttest_ind(first, second, equal_var=False).confidence_interval(0.95)
    assert (ours.low, ours.high) == pytest.approx((low, high))
    assert ours.n == 12


def test_swapping_the_groups_swaps_the_sign() -> None:
    first, second = np.array([1.0, 2.0, 4.0]), np.array([3.0, 5.0])
    there, back = mean_difference(first, second), mean_difference(second, first)
    assert there.estimate == -back.estimate
    assert (there.low, there.high) == pytest.approx((-back.high, -back.low))


def test_groups_without_spread_differ_without_doubt() -> None:
    gap = mean_difference(np.array([4.0, 4.0]), np.array([5.0, 5.0, 5.0]))
    assert (gap.estimate, gap.low, gap.high) == (-1, -1, -1)


def test_one_question_is_too_few() -> None:
    with pytest.raises(NotEnoughLabels, match="holds 1 of the two questions"):
        mean_difference(np.array([4.0]), np.array([5.0, 6.0]))


def test_a_level_outside_zero_and_one_is_refused() -> None:
    with pytest.raises(ValueError, match="confidence"):
        mean_difference(np.array([4.0, 5.0]), np.array([5.0, 6.0]), 1.0)
