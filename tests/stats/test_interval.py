"""Intervals of one share, and of the difference of two."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import beta
from statsmodels.stats.proportion import confint_proportions_2indep, proportion_confint

from workbench.stats.guarded_jeffreys import guarded_jeffreys_interval
from workbench.stats.interval import (
    Interval,
    clopper_pearson_interval,
    difference_of_proportions,
    jeffreys_interval,
    proportion,
    wilson_interval,
)

ALL_INTERVALS = (
    wilson_interval,
    clopper_pearson_interval,
    jeffreys_interval,
    guarded_jeffreys_interval,
)


@st.composite
def counts(draw: st.DrawFn, largest: int = 3000) -> tuple[int, int]:
    n = draw(st.integers(1, largest))
    return draw(st.integers(0, n)), n


levels = st.floats(0.5, 0.999)


@settings(deadline=None)
@given(counts(), levels)
def test_wilson_and_clopper_pearson_agree_with_statsmodels(
    pair: tuple[int, int], confidence: float
) -> None:
    hits, n = pair
    for ours, theirs in ((wilson_interval, "wilson"), (clopper_pearson_interval, "beta")):
        expected = proportion_confint(hits, n, alpha=1 - confidence, method=theirs)
        assert ours(hits, n, confidence) == pytest.approx(expected, abs=1e-9)


@settings(deadline=None)
@given(counts(), levels)
def test_jeffreys_agrees_with_statsmodels_away_from_the_ends(
    pair: tuple[int, int], confidence: float
) -> None:
    hits, n = pair
    low, high = proportion_confint(hits, n, alpha=1 - confidence, method="jeffreys")
    expected = (0.0 if hits == 0 else low, 1.0 if hits == n else high)
    assert jeffreys_interval(hits, n, confidence) == pytest.approx(expected, abs=1e-9)


@settings(deadline=None)
@given(counts(), levels)
def test_every_interval_holds_its_share_and_stays_in_range(
    pair: tuple[int, int], confidence: float
) -> None:
    hits, n = pair
    for interval in ALL_INTERVALS:
        low, high = interval(hits, n, confidence)
        assert 0 <= low <= hits / n + 1e-12
        assert hits / n - 1e-12 <= high <= 1
        assert low < high


@settings(deadline=None)
@given(counts())
def test_counting_misses_instead_of_hits_mirrors_the_interval(pair: tuple[int, int]) -> None:
    hits, n = pair
    for interval in ALL_INTERVALS:
        low, high = interval(hits, n)
        assert interval(n - hits, n) == pytest.approx((1 - high, 1 - low), abs=1e-9)


@settings(deadline=None)
@given(counts())
def test_one_more_hit_raises_both_limits(pair: tuple[int, int]) -> None:
    hits, n = pair
    for interval in ALL_INTERVALS:
        fewer, more = interval(hits, n + 1), interval(hits + 1, n + 1)
        assert more.low >= fewer.low
        assert more.high >= fewer.high


def test_guarded_limits_run_from_the_exact_one_to_jeffreys() -> None:
    guarded, exact = guarded_jeffreys_interval(1, 40), clopper_pearson_interval(1, 40)
    assert guarded.low == pytest.approx(exact.low, abs=1e-12)
    gaps = []
    for hits in range(1, 40):
        limits, plain = guarded_jeffreys_interval(hits, 40), jeffreys_interval(hits, 40)
        assert clopper_pearson_interval(hits, 40).low - 1e-12 <= limits.low <= plain.low
        gaps.append((plain.low - limits.low) / plain.low)
    assert gaps[:20] == sorted(gaps[:20], reverse=True)
    assert gaps[0] > 0.5
    assert gaps[20] < 0.01


def test_guarded_limit_of_a_clean_sample_pays_for_the_width() -> None:
    assert guarded_jeffreys_interval(0, 40).high < jeffreys_interval(0, 40).high
    assert guarded_jeffreys_interval(0, 40).high == pytest.approx(
        beta.ppf(0.975, 0.475, 40.525), abs=1e-9
    )


@given(st.floats(1e-6, 5), st.integers(6, 60))
def test_guarded_limits_bear_less_than_one_hit(hits: float, n: int) -> None:
    low, high = guarded_jeffreys_interval(hits, n)
    assert 0 <= low <= hits / n <= high <= 1


def test_nothing_looked_at_says_nothing() -> None:
    for interval in ALL_INTERVALS:
        assert interval(0, 0) == Interval(0.0, 1.0)


def test_limits_at_the_ends_are_exact() -> None:
    for interval in ALL_INTERVALS:
        assert interval(0, 37).low == 0.0
        assert interval(37, 37).high == 1.0


def test_effective_numbers_need_not_be_whole() -> None:
    between = jeffreys_interval(2.5, 10.5)
    assert jeffreys_interval(2, 10).low < between.low < jeffreys_interval(3, 10).low


@pytest.mark.parametrize("hits", [-1, 11, float("nan")])
def test_impossible_counts_are_refused_by_name(hits: float) -> None:
    for interval in ALL_INTERVALS:
        with pytest.raises(ValueError, match="n_hits"):
            interval(hits, 10)


@pytest.mark.parametrize("confidence", [0, 1, 95, float("nan")])
def test_a_level_given_in_percent_is_refused(confidence: float) -> None:
    for interval in ALL_INTERVALS:
        with pytest.raises(ValueError, match="confidence"):
            interval(1, 10, confidence)


def test_a_share_of_no_items_is_refused() -> None:
    with pytest.raises(ValueError, match="n must be at least 1"):
        proportion(0, 0)


def test_small_groups_have_the_published_wilson_limits() -> None:
    # Three of five, two of two, none of three.
    assert wilson_interval(3, 5) == pytest.approx((0.231, 0.882), abs=5e-4)
    assert wilson_interval(2, 2) == pytest.approx((0.342, 1.0), abs=5e-4)
    assert wilson_interval(0, 3) == pytest.approx((0.0, 0.561), abs=5e-4)


def test_overlapping_intervals_can_belong_to_a_clear_difference() -> None:
    # 60 and 80 of 200: Wilson's intervals overlap, the difference excludes 0.
    assert proportion(60, 200).high > proportion(80, 200).low
    difference = difference_of_proportions(80, 200, 60, 200)
    assert difference.estimate == pytest.approx(0.10)
    assert difference.low == pytest.approx(0.007, abs=0.003)
    assert difference.high == pytest.approx(0.193, abs=0.003)


@settings(deadline=None)
@given(counts(400), counts(400))
def test_difference_agrees_with_statsmodels(
    first: tuple[int, int], second: tuple[int, int]
) -> None:
    expected = confint_proportions_2indep(*first, *second, method="newcomb", compare="diff")
    ours = difference_of_proportions(*first, *second).interval
    assert ours == pytest.approx(expected, abs=1e-9)


@settings(deadline=None)
@given(counts(400), counts(400))
def test_exchanging_groups_turns_the_difference_round(
    first: tuple[int, int], second: tuple[int, int]
) -> None:
    low, high = difference_of_proportions(*first, *second).interval
    assert difference_of_proportions(*second, *first).interval == pytest.approx((-high, -low))
