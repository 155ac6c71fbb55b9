"""Draws of the calibration set and the probabilities behind them."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.stats.sampling import draw_stratified, split_evenly


@st.composite
def plans(draw: st.DrawFn) -> tuple[list[int], list[int], int]:
    sizes = draw(st.lists(st.integers(0, 40), min_size=1, max_size=4))
    targeted = [draw(st.integers(0, 12)) for _ in sizes]
    n_uniform = draw(st.integers(0, 15))
    if n_uniform + sum(targeted) > sum(sizes):
        targeted = [0 for _ in sizes]
        n_uniform = min(n_uniform, sum(sizes))
    return sizes, targeted, n_uniform


@settings(deadline=None)
@given(plans(), st.integers(0, 1000))
def test_queue_has_exactly_its_size_and_no_item_twice(
    plan: tuple[list[int], list[int], int], seed: int
) -> None:
    sizes, targeted, n_uniform = plan
    draw = draw_stratified(sizes, targeted, n_uniform, np.random.default_rng(seed))
    places = {(item.stratum, item.position) for item in draw.items}
    assert len(draw.items) == len(places) == n_uniform + sum(targeted)
    assert sum(item.slice == "uniform" for item in draw.items) == n_uniform
    assert all(0 <= item.position < sizes[item.stratum] for item in draw.items)
    assert all(0 < item.inclusion_probability <= 1 for item in draw.items)


@settings(deadline=None, max_examples=50)
@given(st.lists(st.integers(40, 90), min_size=1, max_size=4), st.integers(0, 15))
def test_probabilities_add_up_to_the_queue_where_no_stratum_runs_out(
    sizes: list[int], n_uniform: int
) -> None:
    targeted = [20] * len(sizes)
    draw = draw_stratified(sizes, targeted, n_uniform, np.random.default_rng(1))
    by_stratum = {item.stratum: item.inclusion_probability for item in draw.items}
    expected = {stratum: n_uniform / sum(sizes) + 20 / size for stratum, size in enumerate(sizes)}
    assert by_stratum == pytest.approx(expected)


@pytest.mark.parametrize(
    ("sizes", "targeted", "n_uniform"),
    [((40, 160), (20, 20), 20), ((10, 90), (8, 12), 20), ((6, 30, 64), (5, 5, 10), 20)],
)
def test_stored_probability_is_how_often_an_item_is_drawn(
    sizes: tuple[int, ...], targeted: tuple[int, ...], n_uniform: int
) -> None:
    rng = np.random.default_rng(21)
    n_runs = 400
    counts: Counter[tuple[int, int]] = Counter()
    claimed: dict[int, float] = {}
    for _ in range(n_runs):
        for item in draw_stratified(sizes, targeted, n_uniform, rng).items:
            counts[item.stratum, item.position] += 1
            claimed[item.stratum] = item.inclusion_probability
    for stratum, size in enumerate(sizes):
        drawn = np.array([counts[stratum, position] for position in range(size)]) / n_runs
        # Mean over a stratum's items: one standard error is below .006, allow four.
        assert drawn.mean() == pytest.approx(claimed[stratum], abs=0.024)
        # Each item alone: one standard error is at most .025, allow four and a half.
        assert np.abs(drawn - claimed[stratum]).max() < 0.113


def test_uniform_slice_is_a_plain_sample_of_everything() -> None:
    rng = np.random.default_rng(22)
    n_runs, from_first = 500, 0
    for _ in range(n_runs):
        draw = draw_stratified((20, 80), (10, 10), 10, rng)
        from_first += sum(item.slice == "uniform" and item.stratum == 0 for item in draw.items)
    # 2 of 10 on average, hypergeometric deviation 1.2: standard error .054.
    assert from_first / n_runs == pytest.approx(2.0, abs=0.22)


def test_stratum_that_runs_out_is_made_up_for_and_said() -> None:
    draw = draw_stratified((5, 95), (8, 12), 0, np.random.default_rng(1))
    assert Counter(item.stratum for item in draw.items) == {0: 5, 1: 15}
    assert draw.notes == ("stratum 0 had 5 of 8 items left to target; the others made up for it",)
    probabilities = {item.stratum: item.inclusion_probability for item in draw.items}
    assert probabilities == pytest.approx({0: 1.0, 1: 15 / 95})


def test_whole_set_is_drawn_with_certainty() -> None:
    draw = draw_stratified((3, 4), (3, 4), 0, np.random.default_rng(1))
    assert {item.inclusion_probability for item in draw.items} == {1.0}


def test_same_seed_gives_the_same_queue() -> None:
    first = draw_stratified((50, 150), (20, 20), 10, np.random.default_rng(7))
    again = draw_stratified((50, 150), (20, 20), 10, np.random.default_rng(7))
    assert first == again


def test_queue_larger_than_its_source_is_refused() -> None:
    with pytest.raises(ValueError, match="100 items there are"):
        draw_stratified((50, 50), (40, 40), 30, np.random.default_rng(1))
    with pytest.raises(ValueError, match="n_targeted must match"):
        draw_stratified((50, 50), (40,), 30, np.random.default_rng(1))
    with pytest.raises(ValueError, match="at least 0"):
        draw_stratified((50, 50), (40, -1), 30, np.random.default_rng(1))


@given(st.lists(st.integers(0, 30), min_size=1, max_size=6), st.data())
def test_even_split_adds_up_and_respects_sizes(sizes: list[int], data: st.DataObject) -> None:
    n = data.draw(st.integers(0, sum(sizes)))
    parts = split_evenly(n, sizes)
    assert sum(parts) == n
    assert all(part <= size for part, size in zip(parts, sizes, strict=True))
    open_parts = [part for part, size in zip(parts, sizes, strict=True) if part < size]
    assert max(open_parts, default=0) - min(open_parts, default=0) <= 1


def test_seventy_are_split_in_halves() -> None:
    assert split_evenly(70, (300, 700)) == (35, 35)
    assert split_evenly(70, (20, 700)) == (20, 50)
    with pytest.raises(ValueError, match="n must lie"):
        split_evenly(8, (3, 4))
