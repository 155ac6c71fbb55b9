"""The share that truly fails, labels taken from the items reported."""

import math

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from workbench.errors import NotEnoughLabels
from workbench.stats.interval import jeffreys_interval
from workbench.stats.prevalence import (
    Stratum,
    post_stratified,
    post_stratified_bounds,
    post_stratified_clopper,
    post_stratified_guarded,
    post_stratified_items,
    post_stratified_jeffreys_draws,
    post_stratified_wilson,
)

CLOSED_FORMS = (
    post_stratified,
    post_stratified_clopper,
    post_stratified_guarded,
    post_stratified_wilson,
)


@st.composite
def stratum(draw: st.DrawFn) -> Stratum:
    n_target = draw(st.integers(1, 2000))
    n_labelled = draw(st.integers(1, min(n_target, 150)))
    return Stratum(n_target, n_labelled, draw(st.integers(0, n_labelled)))


strata_lists = st.lists(stratum(), min_size=1, max_size=6)


def test_square_and_add_by_hand() -> None:
    # W = (.3, .7), p = (30/50, 1/50), q = 300/1000:
    # L = p - sqrt((.3 (p1-l1))^2 + (.7 (p2-l2))^2 + ((p1-p2) (q-lq))^2).
    l1, u1 = jeffreys_interval(30, 50)
    l2, u2 = jeffreys_interval(1, 50)
    lq, uq = jeffreys_interval(300, 1000)
    p1, p2, gap = 0.6, 0.02, 0.58
    down = math.sqrt((0.3 * (p1 - l1)) ** 2 + (0.7 * (p2 - l2)) ** 2 + (gap * (0.3 - lq)) ** 2)
    up = math.sqrt((0.3 * (u1 - p1)) ** 2 + (0.7 * (u2 - p2)) ** 2 + (gap * (uq - 0.3)) ** 2)
    result = post_stratified([Stratum(300, 50, 30), Stratum(700, 50, 1)])
    assert result.estimate == pytest.approx(0.194, abs=1e-12)
    assert result.interval == pytest.approx((0.194 - down, 0.194 + up), abs=1e-12)


def test_more_strata_use_the_symmetric_mix_term_by_hand() -> None:
    # Three strata: V = z^2 (sum W p^2 - p^2) / N.
    strata = [Stratum(200, 20, 10), Stratum(300, 20, 5), Stratum(500, 20, 1)]
    weights, rates = (0.2, 0.3, 0.5), (0.5, 0.25, 0.05)
    p = sum(w * r for w, r in zip(weights, rates, strict=True))
    mix = 1.959963984540054**2 * (
        sum(w * r * r for w, r in zip(weights, rates, strict=True)) - p * p
    )
    down = mix / 1000
    for item, weight, rate in zip(strata, weights, rates, strict=True):
        down += (weight * (rate - jeffreys_interval(item.n_failed, 20).low)) ** 2
    result = post_stratified(strata)
    assert result.estimate == pytest.approx(p, abs=1e-12)
    assert result.low == pytest.approx(p - math.sqrt(down), abs=1e-12)


def test_worthless_judge_still_leaves_the_human_share() -> None:
    # 40 % wrong behind either verdict: the verdict carries nothing, the labels do.
    result = post_stratified([Stratum(500, 50, 20), Stratum(500, 50, 20)])
    assert result.estimate == pytest.approx(0.4)
    assert 0.29 < result.low < 0.33


def test_no_failure_found_keeps_a_width_above_zero() -> None:
    result = post_stratified([Stratum(100, 20, 0), Stratum(900, 30, 0)])
    assert (result.estimate, result.low) == (0, 0)
    assert 0.03 < result.high < 0.1


@settings(deadline=None)
@given(strata_lists)
def test_limits_stay_in_range_and_hold_the_point(strata: list[Stratum]) -> None:
    for estimator in CLOSED_FORMS:
        result = estimator(strata)
        assert 0 <= result.low <= result.estimate + 1e-12
        assert result.estimate - 1e-12 <= result.high <= 1


@settings(deadline=None)
@given(strata_lists)
def test_conservative_interval_contains_the_usual_one(strata: list[Stratum]) -> None:
    usual, wide = post_stratified(strata), post_stratified_clopper(strata)
    assert wide.low <= usual.low + 1e-12
    assert wide.high >= usual.high - 1e-12


@settings(deadline=None)
@given(strata_lists)
def test_these_items_are_known_better_than_the_system(strata: list[Stratum]) -> None:
    system, items = post_stratified(strata), post_stratified_items(strata)
    assert items.estimate == system.estimate
    assert items.low >= system.low - 1e-12
    assert items.high <= system.high + 1e-12


@settings(deadline=None)
@given(strata_lists)
def test_calling_wrong_right_mirrors_the_interval(strata: list[Stratum]) -> None:
    mirrored = [
        Stratum(item.n_target, item.n_labelled, item.n_labelled - item.n_failed) for item in strata
    ]
    result, mirror = post_stratified(strata), post_stratified(mirrored)
    assert mirror.estimate == pytest.approx(1 - result.estimate, abs=1e-12)
    assert mirror.interval == pytest.approx((1 - result.high, 1 - result.low), abs=1e-9)


@settings(deadline=None)
@given(strata_lists)
def test_order_of_strata_does_not_matter(strata: list[Stratum]) -> None:
    turned = list(reversed(strata))
    result, other = post_stratified(strata), post_stratified(turned)
    assert other.estimate == pytest.approx(result.estimate, abs=1e-12)
    assert other.interval == pytest.approx(result.interval, abs=1e-12)


@settings(deadline=None)
@given(strata_lists, st.integers(0, 5))
def test_one_more_failure_among_the_labels_raises_the_point(
    strata: list[Stratum], place: int
) -> None:
    place %= len(strata)
    item = strata[place]
    assume(item.n_failed < item.n_labelled)
    more = [*strata]
    more[place] = Stratum(item.n_target, item.n_labelled, item.n_failed + 1)
    assert post_stratified(more).estimate > post_stratified(strata).estimate


def test_every_item_labelled_leaves_no_doubt_about_these_items() -> None:
    result = post_stratified_items([Stratum(30, 30, 12), Stratum(70, 70, 3)])
    assert result.interval == pytest.approx((0.15, 0.15), abs=1e-12)


def test_guarded_interval_keeps_the_point_and_lowers_a_limit_that_rests_on_one_hit() -> None:
    stray = [Stratum(300, 50, 30), Stratum(700, 50, 1)]
    usual, guarded = post_stratified(stray), post_stratified_guarded(stray)
    assert guarded.estimate == usual.estimate
    assert guarded.low < usual.low
    many = [Stratum(300, 100, 40), Stratum(700, 100, 45)]
    assert post_stratified_guarded(many).interval == pytest.approx(
        post_stratified(many).interval, abs=1e-3
    )


def test_strata_without_items_are_dropped() -> None:
    strata = [Stratum(300, 50, 30), Stratum(700, 50, 1)]
    assert post_stratified([*strata, Stratum(0, 0, 0)]) == post_stratified(strata)


def test_unlabelled_stratum_is_refused_by_name_and_bounded() -> None:
    strata = [Stratum(300, 50, 30), Stratum(700, 0, 0, name="passed")]
    with pytest.raises(NotEnoughLabels, match="700 items of stratum passed"):
        post_stratified(strata)
    low, high = post_stratified_bounds(strata)
    # None to all of the 700 may be wrong: .3 * .6 = .18 and .88, widened by the labels' noise.
    assert 0.10 < low < 0.18
    assert 0.88 < high < 0.95


def test_nothing_labelled_bounds_nothing() -> None:
    assert post_stratified_bounds([Stratum(300, 0, 0), Stratum(700, 0, 0)]) == (0, 1)


def test_bounds_of_labelled_strata_are_the_interval() -> None:
    strata = [Stratum(300, 50, 30), Stratum(700, 50, 1)]
    assert post_stratified_bounds(strata) == post_stratified(strata).interval


def test_empty_target_set_is_refused() -> None:
    with pytest.raises(NotEnoughLabels, match="target set is empty"):
        post_stratified([])


def test_thin_stratum_is_flagged() -> None:
    assert post_stratified([Stratum(300, 9, 3), Stratum(700, 50, 1)]).flags == ("STRATUM_THIN",)
    assert post_stratified([Stratum(30, 9, 3), Stratum(970, 50, 1)]).flags == ()


def test_clustered_labels_widen_the_interval_and_keep_the_point() -> None:
    plain = post_stratified([Stratum(300, 60, 30), Stratum(700, 60, 6)])
    clustered = post_stratified([Stratum(300, 60, 30, 20.0), Stratum(700, 60, 6, 20.0)])
    assert clustered.estimate == plain.estimate
    assert clustered.low < plain.low
    assert clustered.high > plain.high


def test_draws_agree_with_the_closed_form_where_both_hold() -> None:
    strata = [Stratum(900, 80, 40), Stratum(1100, 80, 16)]
    closed = post_stratified(strata)
    drawn = post_stratified_jeffreys_draws(strata, np.random.default_rng(5))
    assert drawn.interval == pytest.approx(closed.interval, abs=0.004)


@pytest.mark.parametrize(
    ("counts", "name"),
    [((10, 11, 0), "n_labelled"), ((10, 5, 6), "n_failed"), ((10, 5, -1), "n_failed")],
)
def test_contradicting_counts_are_refused_by_name(counts: tuple[int, int, int], name: str) -> None:
    with pytest.raises(ValueError, match=name):
        Stratum(*counts)


def test_estimate_says_what_its_labels_are_worth() -> None:
    plain = post_stratified([Stratum(300, 60, 30), Stratum(700, 60, 6)])
    assert (plain.unit, plain.n_effective, plain.design_effect) == ("item", None, 1)
    clustered = post_stratified([Stratum(300, 60, 30, 20.0), Stratum(700, 60, 6)])
    assert clustered.n_effective == pytest.approx(80)
    assert clustered.design_effect == pytest.approx(1.5)
