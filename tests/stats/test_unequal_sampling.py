"""Draws with unequal, known probabilities."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.stats.unequal_sampling import (
    NEAREST_TIMES,
    draw_systematic,
    mixed_probabilities,
    nearness,
)


def test_nearest_is_five_times_as_likely_as_the_farthest() -> None:
    sizes = nearness(np.array([0.9, 0.1, 0.5]))
    assert sizes.tolist() == [1.0, NEAREST_TIMES, (1 + NEAREST_TIMES) / 2]


def test_equal_and_unknown_distances_share_the_middle() -> None:
    middle = (1 + NEAREST_TIMES) / 2
    assert nearness(np.array([0.2, 0.2, 0.2])).tolist() == [middle] * 3
    # Ranks of the known ones: 0.5, 0.5 and 2 of 0 to 2.
    tied = nearness(np.array([0.1, np.nan, 0.1, 0.4]))
    assert tied.tolist() == [4.0, middle, 4.0, 1.0]


def test_measures_follow_ranks_and_no_scale() -> None:
    few = np.array([0.3, 0.31, 0.9])
    assert nearness(few).tolist() == nearness(few**7).tolist()


@settings(deadline=None)
@given(
    st.lists(st.lists(st.floats(0.1, 10), min_size=5, max_size=40), min_size=1, max_size=3),
    st.data(),
)
def test_probabilities_add_up_and_never_pass_one(
    strata: list[list[float]], data: st.DataObject
) -> None:
    n_total = sum(map(len, strata))
    n_uniform = data.draw(st.integers(0, n_total))
    most = [int(len(sizes) * (1 - n_uniform / n_total)) for sizes in strata]
    wanted = [data.draw(st.integers(0, n)) for n in most]
    found = mixed_probabilities([np.array(sizes) for sizes in strata], wanted, n_uniform)
    assert sum(float(part.sum()) for part in found) == pytest.approx(n_uniform + sum(wanted))
    for part, sizes, n in zip(found, strata, wanted, strict=True):
        assert part.max() <= 1 + 1e-9
        assert float(part.sum()) == pytest.approx(n + n_uniform * len(sizes) / n_total)


def test_more_than_there_is_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot give 4"):
        mixed_probabilities([np.ones(3), np.ones(9)], [4, 0], 0)
    with pytest.raises(ValueError, match="n_uniform"):
        mixed_probabilities([np.ones(3)], [0], 4)


def test_a_draw_has_its_size_and_each_item_its_probability() -> None:
    rng = np.random.default_rng(3)
    sizes = [nearness(np.arange(30.0)), nearness(np.arange(10.0))]
    probabilities = np.concatenate(mixed_probabilities(sizes, [6, 6], 8))
    n_runs = 4_000
    times = np.zeros(probabilities.size)
    for _ in range(n_runs):
        drawn = draw_systematic(probabilities, rng)
        assert drawn.size == 20
        times[drawn] += 1
    # Four standard errors of 40 shares.
    spread = np.sqrt(probabilities * (1 - probabilities) / n_runs)
    assert np.all(np.abs(times / n_runs - probabilities) <= 4 * spread + 1e-12)


def test_certain_items_are_always_drawn() -> None:
    found = mixed_probabilities([np.array([100.0, 1.0, 1.0, 1.0])], [2], 0)
    assert found[0][0] == 1.0
    assert 0 in draw_systematic(found[0], np.random.default_rng(1))


def test_nothing_gives_nothing() -> None:
    assert draw_systematic(np.zeros(0), np.random.default_rng(1)).size == 0
    with pytest.raises(ValueError, match="lie in"):
        draw_systematic(np.array([0.5, 1.5]), np.random.default_rng(1))
