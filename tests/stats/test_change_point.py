"""The best cut of a signal: where it is, how surprising it is, and how often it rings falsely."""

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.multitest import multipletests

from workbench.stats.change_point import mean_shift, share_shift
from workbench.stats.family_wise import holm
from workbench.stats.group_spread import mean_spread_p_value, share_spread_p_value
from workbench.stats.permuted_sums import (
    WindowSum,
    draw_mean_sums,
    draw_share_sums,
    permutation_p_value,
    sequential_p_value,
)


def shares(sizes, hits):
    return [WindowSum(n, float(x), float(x)) for n, x in zip(sizes, hits, strict=True)]


def means(values, size):
    parts = [values[first : first + size] for first in range(0, len(values), size)]
    return [WindowSum(len(p), float(p.sum()), float((p**2).sum())) for p in parts]


def rng():
    return np.random.default_rng(3)


def test_a_planted_share_change_is_found_at_its_cut():
    found = share_shift(shares([50] * 6, [1, 0, 2, 1, 20, 22]), rng())
    assert found is not None
    assert (found.n_windows_before, found.n_before, found.n_after) == (4, 200, 100)
    assert (found.before, found.after) == (0.02, 0.42)
    assert found.p_value == 1 / 5000
    assert found.difference.low > 0.25
    assert found.difference.estimate == pytest.approx(0.40)


def test_a_planted_mean_change_is_found_at_its_cut():
    values = rng().normal(5, 1, 400)
    values[300:] -= 1.5
    found = mean_shift(means(values, 25), rng())
    assert found is not None
    assert found.n_windows_before == 12
    assert found.after - found.before == pytest.approx(-1.5, abs=0.3)
    assert found.difference.low < -1.5 < found.difference.high
    assert found.p_value == 1 / 5000


def test_the_p_value_of_a_small_case_is_the_one_counted_by_hand():
    # Of the 6 ways to place two hits among 2 + 2 traces, 2 put both into one window.
    found = share_shift(shares([2, 2], [0, 2]), rng(), n_draws=40_000, n_enough=40_000)
    assert found is not None
    assert found.p_value == pytest.approx(1 / 3, abs=0.01)


@pytest.mark.parametrize("hits", [[0, 0, 0], [10, 10, 10]])
def test_a_share_without_variation_cannot_move(hits):
    assert share_shift(shares([10] * 3, hits), rng()) is None


def test_a_mean_with_one_value_cannot_move():
    assert mean_shift([WindowSum(10, 0.3 * 10, 0.09 * 10)] * 4, rng()) is None


def test_a_side_with_a_single_value_takes_the_variance_of_the_other():
    values = rng().normal(5, 1, 40)
    single = [*means(values, 40), WindowSum(1, 9.0, 81.0)]
    found = mean_shift(single, rng())
    assert found is not None
    assert (found.n_before, found.n_after) == (40, 1)
    assert found.difference.method == "difference of means, pooled variance, Student"
    half = stats.t.ppf(0.975, 39) * values.std(ddof=1) * (1 / 40 + 1) ** 0.5
    assert found.difference.high - found.difference.estimate == pytest.approx(half)
    assert found.difference.estimate - found.difference.low == pytest.approx(half)


def test_equal_values_on_one_side_do_not_make_its_mean_certain():
    values = rng().normal(5, 1, 20)
    found = mean_shift([*means(values, 20), WindowSum(4, 36.0, 324.0)], rng())
    assert found is not None
    pooled = values.var(ddof=1) * 19 / 22
    half = stats.t.ppf(0.975, 22) * (pooled * (1 / 20 + 1 / 4)) ** 0.5
    apart = 9.0 - values.mean()
    assert (found.difference.low, found.difference.high) == pytest.approx(
        (apart - half, apart + half)
    )


@pytest.mark.parametrize("sizes", [(1, 1), (5, 1), (3, 3)])
def test_sides_without_any_variance_leave_a_wide_interval(sizes):
    first, second = sizes
    values = [0.1] * first + [0.4] * second
    windows = [
        WindowSum(first, 0.1 * first, 0.01 * first),
        WindowSum(second, 0.4 * second, 0.16 * second),
    ]
    found = mean_shift(windows, rng())
    assert found is not None
    n = first + second
    shared = np.std(values, ddof=1) * (1 / first + 1 / second) ** 0.5
    half = stats.t.ppf(0.975, n - 1) * shared
    assert found.difference.high - 0.3 == pytest.approx(half)


def test_the_pooled_interval_of_a_single_value_holds_the_difference_as_often_as_stated():
    source = np.random.default_rng(8)
    n_looks, n_held = 2_000, 0
    for _ in range(n_looks):
        values = source.normal(0, 1, 31)
        windows = [*means(values[:30], 30), WindowSum(1, values[30], values[30] ** 2)]
        found = mean_shift(windows, source, n_draws=1)
        assert found is not None
        n_held += found.difference.low <= 0 <= found.difference.high
    # Three standard errors of 2,000 looks around the stated level.
    assert n_held / n_looks == pytest.approx(0.95, abs=3 * (0.95 * 0.05 / n_looks) ** 0.5)


def test_nothing_moves_within_one_window_or_without_values():
    assert share_shift(shares([10, 0], [3, 0]), rng()) is None
    assert share_shift(shares([0, 0], [0, 0]), rng()) is None
    assert mean_shift([], rng()) is None


def test_windows_without_a_value_are_no_side_of_a_cut():
    found = share_shift(shares([0, 40, 0, 40, 0], [0, 2, 0, 30, 0]), rng())
    assert found is not None
    assert (found.n_before, found.n_after) == (40, 40)
    assert found.before == pytest.approx(0.05)


def test_scale_and_origin_of_a_mean_do_not_matter():
    values = rng().normal(0, 1, 200)
    values[150:] += 0.6
    plain = mean_shift(means(values, 20), rng())
    moved = mean_shift(means(1_000 + 50 * values, 20), rng())
    assert plain is not None
    assert moved is not None
    assert moved.n_windows_before == plain.n_windows_before
    assert moved.p_value == pytest.approx(plain.p_value, abs=0.002)


def test_drawn_hits_add_up_to_those_that_were_seen():
    drawn = draw_share_sums(shares([30, 10, 60], [3, 1, 8]), rng(), 500)
    assert (drawn.sum(axis=1) == 12).all()
    assert (drawn <= [30, 10, 60]).all()
    assert drawn.mean(axis=0) == pytest.approx([3.6, 1.2, 7.2], abs=0.3)


def test_drawn_sums_of_a_mean_spread_as_permuted_values_do():
    values = rng().gamma(2, 1, 120)
    drawn = draw_mean_sums(means(values, 40), rng(), 20_000)
    source = rng()
    permuted = np.array(
        [source.permutation(values).reshape(3, 40).sum(axis=1) for _ in range(20_000)]
    )
    assert drawn.sum(axis=1) == pytest.approx(np.full(20_000, values.sum()))
    assert np.cov(drawn.T) == pytest.approx(np.cov(permuted.T), rel=0.06)


def test_drawing_ends_where_enough_orders_are_as_extreme():
    blocks = []

    def draw(n):
        blocks.append(n)
        return np.tile([0.0, 1.0], n)[:n]

    # Every second order is as extreme: the fiftieth is the hundredth.
    assert sequential_p_value(1.0, draw, 4_999, 50) == 0.5
    assert blocks == [250]
    assert sequential_p_value(2.0, draw, 4_999, 50) == 1 / 5000
    assert sum(blocks[1:]) == 4_999
    # Too few to stop: the share of all, the order seen counted.
    assert sequential_p_value(1.0, draw, 99, 50) == 50 / 100


def test_an_early_end_rings_no_more_often_than_stated():
    looks = rng().uniform(size=2_000)
    # Under the null the statistic seen is one more draw of the same kind.
    p_values = np.array(
        [
            sequential_p_value(seen, np.random.default_rng(n).random, 999, 20)
            for n, seen in enumerate(looks)
        ]
    )
    for level in (0.01, 0.05, 0.2):
        assert np.mean(p_values <= level) <= level + 3 * np.sqrt(level * (1 - level) / 2_000)


def test_a_permutation_p_value_is_never_zero():
    assert permutation_p_value(10.0, np.zeros(99)) == 0.01


def test_holm_gives_what_statsmodels_gives():
    p_values = [0.01, 0.04, 0.03, 0.005, 0.9, 0.2]
    assert holm(p_values) == pytest.approx(multipletests(p_values, method="holm")[1])
    assert holm([]) == ()


def test_a_p_value_outside_the_unit_interval_is_refused():
    with pytest.raises(ValueError, match="p_values"):
        holm([0.2, 1.2])


def test_versions_that_differ_are_told_from_versions_that_do_not():
    apart = share_spread_p_value(shares([100, 100, 100], [2, 30, 3]), rng())
    alike = share_spread_p_value(shares([100, 100, 100], [10, 12, 11]), rng())
    assert apart == 1 / 5000
    assert alike is not None
    assert alike > 0.5
    values = rng().normal(5, 1, 300)
    assert mean_spread_p_value(means(values, 100), rng()) > 0.05
    values[:100] += 1
    assert mean_spread_p_value(means(values, 100), rng()) == 1 / 5000


def test_the_spread_of_a_small_case_is_the_one_counted_by_hand():
    found = share_spread_p_value(shares([2, 2], [2, 0]), rng(), n_draws=40_000)
    assert found == pytest.approx(1 / 3, abs=0.01)


def test_one_version_or_one_value_has_nothing_to_compare():
    assert share_spread_p_value(shares([20], [3]), rng()) is None
    assert mean_spread_p_value([WindowSum(5, 5.0, 5.0)] * 3, rng()) is None


@pytest.mark.slow
@pytest.mark.parametrize("share", [0.01, 0.1, 0.5])
def test_a_quiet_share_rings_no_more_often_than_stated(share):
    source = np.random.default_rng(11)
    n_looks = 1_000
    rings = 0
    for _ in range(n_looks):
        hits = source.binomial(25, share, 16)
        found = share_shift(shares([25] * 16, hits), source, n_draws=399)
        rings += found is not None and found.p_value <= 0.05
    # Three standard errors of 1,000 looks over the stated rate.
    assert rings / n_looks <= 0.05 + 3 * (0.05 * 0.95 / n_looks) ** 0.5


@pytest.mark.slow
def test_a_quiet_skewed_mean_rings_no_more_often_than_stated():
    source = np.random.default_rng(12)
    n_looks = 1_000
    rings = 0
    for _ in range(n_looks):
        found = mean_shift(means(source.gamma(2, 1, 400), 20), source, n_draws=399)
        rings += found is not None and found.p_value <= 0.05
    assert rings / n_looks <= 0.05 + 3 * (0.05 * 0.95 / n_looks) ** 0.5
