"""Two rankings of systems: tau by hand and against SciPy, and limits that hold near ties."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as scipy_stats

from workbench.stats.kendall import kendall_tau, ranking_agreement


def test_one_exchanged_pair_of_three_gives_a_third() -> None:
    # Pairs: (1,2) and (1,3) agree, (2,3) does not: (2 - 1) / 3.
    assert kendall_tau([1, 2, 3], [1, 3, 2]) == pytest.approx(1 / 3)


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=2, max_size=9))
def test_tau_is_that_of_scipy_ties_and_all(pairs: list[tuple[int, int]]) -> None:
    first, second = [a for a, _ in pairs], [b for _, b in pairs]
    if len(set(first)) == 1 or len(set(second)) == 1:
        with pytest.raises(ValueError, match="tied"):
            kendall_tau(first, second)
        return
    expected = scipy_stats.kendalltau(first, second).statistic
    assert kendall_tau(first, second) == pytest.approx(expected)


def draws(points: list[float], spread: float, seed: int = 2) -> np.ndarray:
    return np.random.default_rng(seed).normal(points, spread, (5_000, len(points)))


def test_well_apart_systems_have_no_doubt_about_their_order() -> None:
    shares = [0.1, 0.3, 0.5]
    found = ranking_agreement(shares, shares, draws(shares, 0.01), draws(shares, 0.01))
    assert (found.estimate, found.low, found.high, found.n) == (1.0, 1.0, 1.0, 3)


def test_near_ties_leave_the_order_open_though_the_points_agree() -> None:
    shares = [0.200, 0.201, 0.202]
    found = ranking_agreement(shares, shares, draws(shares, 0.03), draws(shares, 0.03, 5))
    assert found.estimate == 1.0
    assert (found.low, found.high) == (-1.0, 1.0)


def test_exact_values_have_no_spread_and_are_no_division_by_nothing() -> None:
    shares = [0.1, 0.3, 0.5]
    exact = np.tile(shares, (5_000, 1))
    assert ranking_agreement(shares, shares, exact, draws(shares, 0.2)).low < 1.0


def test_wrong_arguments_are_named() -> None:
    with pytest.raises(ValueError, match="must match"):
        kendall_tau([1, 2], [1, 2, 3])
    with pytest.raises(ValueError, match="at least two"):
        kendall_tau([1], [1])
    with pytest.raises(ValueError, match="shape"):
        ranking_agreement([1, 2], [1, 2], np.zeros((10, 3)), np.zeros((10, 2)))
    with pytest.raises(ValueError, match="confidence"):
        ranking_agreement([1, 2], [1, 2], np.zeros((10, 2)), np.zeros((10, 2)), 1.0)
