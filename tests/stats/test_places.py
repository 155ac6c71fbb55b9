"""Right answers by the place of their evidence."""

import numpy as np
import pytest

from workbench.stats.interval import Estimate, Interval, difference_of_proportions, proportion
from workbench.stats.places import difference_of_shares, place_of, right_by_place


@pytest.mark.parametrize(
    ("rank", "n", "place"),
    [(1, 5, "first"), (5, 5, "last"), (2, 5, "middle"), (4, 5, "middle"), (2, 3, "middle")],
)
def test_a_place_is_an_end_or_between(rank: int, n: int, place: str) -> None:
    assert place_of(rank, n) == place


@pytest.mark.parametrize(("rank", "n"), [(1, 1), (1, 2), (2, 2)])
def test_a_list_without_a_middle_has_no_places(rank: int, n: int) -> None:
    assert place_of(rank, n) is None


@pytest.mark.parametrize(("rank", "n"), [(0, 3), (4, 3)])
def test_a_rank_beyond_the_list_is_refused(rank: int, n: int) -> None:
    with pytest.raises(ValueError, match="rank must lie from 1 to n=3"):
        place_of(rank, n)


def test_each_place_has_the_share_of_its_own_answers() -> None:
    is_right = [True, True, False, True, False, False]
    places = ["first", "first", "middle", "middle", "last", "last"]
    first, middle, last = right_by_place(is_right, places, range(6), np.random.default_rng(1))
    assert (first.n, middle.n, last.n) == (2, 2, 2)
    shares = [row.right.estimate for row in (first, middle, last) if row.right is not None]
    assert shares == [1, 0.5, 0]
    assert first.right is not None
    assert first.right.high == 1
    assert first.right.low < 1


def test_a_question_counts_once_however_often_it_was_asked() -> None:
    is_right = [True] * 9 + [False]
    places = ["middle"] * 10
    questions = [1] * 9 + [2]
    middle = right_by_place(is_right, places, questions, np.random.default_rng(1))[1]
    assert (middle.n, middle.n_questions) == (10, 2)
    assert middle.right is not None
    assert middle.right.estimate == 0.5
    assert middle.right.n == 2


def test_an_empty_place_has_no_share() -> None:
    found = right_by_place([True], ["first"], [1], np.random.default_rng(1))
    assert [row.right is None for row in found] == [False, True, True]
    assert right_by_place([], [], [], np.random.default_rng(1))[0].n == 0


def test_lists_of_unequal_length_are_refused() -> None:
    with pytest.raises(ValueError, match="equally long"):
        right_by_place([True], ["first", "last"], [1], np.random.default_rng(1))


def test_the_difference_of_wilson_shares_is_newcombe_s() -> None:
    ours = difference_of_shares(proportion(56, 70), proportion(48, 80))
    newcombe = difference_of_proportions(56, 70, 48, 80)
    assert ours.estimate == pytest.approx(0.2)
    # Newcombe 1998, table II, row (a), method 10.
    assert (ours.low, ours.high) == pytest.approx((0.0524, 0.3339), abs=5e-5)
    assert ours.low == pytest.approx(newcombe.low, abs=0.005)


def test_the_difference_stays_within_minus_one_and_one() -> None:
    all_right = Estimate(1.0, Interval(0.2, 1.0), "given", 1)
    none_right = Estimate(0.0, Interval(0.0, 0.9), "given", 1)
    gap = difference_of_shares(all_right, none_right)
    assert gap.high <= 1
    assert difference_of_shares(none_right, all_right).low >= -1
