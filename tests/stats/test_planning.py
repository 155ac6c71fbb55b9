"""How many more labels, and from where."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.errors import NotEnoughLabels, StatisticsError
from workbench.stats.planning import (
    half_width_now,
    labels_for_half_width,
    neyman_allocation,
    wald_label_budget,
)
from workbench.stats.prevalence import Stratum, post_stratified

PILOT = [Stratum(4500, 25, 10), Stratum(15500, 25, 0)]


def test_half_width_now_is_that_of_the_interval_in_use() -> None:
    low, high = post_stratified(PILOT).interval
    assert half_width_now(PILOT) == pytest.approx((high - low) / 2)


def test_plan_reaches_its_half_width_and_no_label_fewer_of_the_same_split_does() -> None:
    plan = labels_for_half_width(PILOT, 0.05)
    assert plan.half_width_expected <= 0.05
    assert plan.n_total == sum(plan.n_labels)
    assert plan.n_more == tuple(n - 25 for n in plan.n_labels)
    assert 70 <= plan.n_total <= 120


@pytest.mark.parametrize(
    ("prevalence", "sensitivity", "alarms", "half_width", "published"),
    [
        (0.1, 0.99, 0.02, 0.05, 65),
        (0.1, 0.7, 0.3, 0.05, 144),
        (0.1, 0.7, 0.3, 0.03, 388),
        (0.3, 0.9, 0.15, 0.05, 172),
        (0.3, 0.9, 0.15, 0.03, 464),
        (0.3, 0.99, 0.02, 0.03, 173),
        (0.3, 0.7, 0.3, 0.03, 794),
    ],
)
def test_sizes_are_near_those_of_the_simulation(
    prevalence: float, sensitivity: float, alarms: float, half_width: float, published: int
) -> None:
    # The simulation averages over pilots of 25 + 25; here the pilot is its expectation.
    flagged = prevalence * sensitivity + (1 - prevalence) * alarms
    if_flagged = prevalence * sensitivity / flagged
    if_passed = prevalence * (1 - sensitivity) / (1 - flagged)
    n_flagged = round(20_000 * flagged)
    pilot = [
        Stratum(n_flagged, 25, 25 * if_flagged),
        Stratum(20_000 - n_flagged, 25, 25 * if_passed),
    ]
    assert labels_for_half_width(pilot, half_width).n_total == pytest.approx(published, rel=0.1)


@settings(deadline=None, max_examples=25)
@given(st.integers(0, 25), st.integers(0, 25), st.floats(0.03, 0.2))
def test_plan_keeps_floors_and_what_is_labelled(first: int, second: int, wanted: float) -> None:
    strata = [Stratum(4000, 25, first), Stratum(16000, 25, second)]
    plan = labels_for_half_width(strata, wanted)
    assert all(25 <= n <= item.n_target for n, item in zip(plan.n_labels, strata, strict=True))
    assert min(plan.n_more) >= 0
    assert plan.half_width_expected <= wanted


def test_narrower_needs_more() -> None:
    sizes = [labels_for_half_width(PILOT, h).n_total for h in (0.08, 0.05, 0.03, 0.02)]
    assert sizes == sorted(sizes)
    assert sizes[0] < sizes[-1]


def test_many_strata_are_planned_together() -> None:
    strata = [Stratum(600, 25, 15), Stratum(1400, 25, 1), Stratum(500, 20, 3), Stratum(0, 0, 0)]
    plan = labels_for_half_width(strata, 0.05)
    assert plan.half_width_expected <= 0.05
    assert plan.n_labels[3] == 0
    assert all(n >= 10 for n in plan.n_labels[:3])


def test_unlabelled_stratum_can_be_planned_for() -> None:
    plan = labels_for_half_width([Stratum(300, 0, 0), Stratum(700, 0, 0)], 0.08)
    assert min(plan.n_labels) >= 10


def test_too_few_items_are_said_not_guessed() -> None:
    with pytest.raises(StatisticsError, match="labelling all 40 items"):
        labels_for_half_width([Stratum(20, 5, 3), Stratum(20, 5, 1)], 0.02)
    with pytest.raises(StatisticsError, match="too few"):
        wald_label_budget(0.3, 0.9, 0.02, 100, 0.02)
    with pytest.raises(NotEnoughLabels):
        labels_for_half_width([], 0.05)
    with pytest.raises(ValueError, match="half_width"):
        labels_for_half_width(PILOT, 0)


def test_stratum_that_holds_most_of_the_doubt_is_named() -> None:
    strata = [Stratum(500, 50, 25), Stratum(9500, 50, 20)]
    assert labels_for_half_width(strata, 0.06).widest == 1


def test_rates_without_variance_fall_back_to_weights() -> None:
    assert neyman_allocation([0.25, 0.75], [0, 1], 100) == pytest.approx((25, 75))
