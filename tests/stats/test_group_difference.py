"""How many labels tell two groups apart, and whether many differ at all."""

import numpy as np
import pytest

from workbench.stats.group_difference import (
    GroupCount,
    has_group_beyond_chance,
    labels_to_tell_apart,
)
from workbench.stats.interval import difference_of_proportions


def test_the_number_given_is_the_first_that_excludes_zero() -> None:
    n = labels_to_tell_apart(0.3, 0.5)
    assert n is not None
    low = difference_of_proportions(round(0.5 * n), n, round(0.3 * n), n).low
    assert low > 0
    assert difference_of_proportions(15, 30, 9, 30).low < 0
    # Two proportions .3 and .5: 1.96^2 (.21 + .25) / .2^2 = 44 by the plain formula.
    assert n == pytest.approx(44, abs=6)


def test_equal_shares_are_never_told_apart() -> None:
    assert labels_to_tell_apart(0.3, 0.3) is None
    assert labels_to_tell_apart(0.3, 0.300001) is None


def test_one_extreme_among_many_groups_is_chance() -> None:
    groups = [GroupCount(2, 10)] * 10 + [GroupCount(0, 10), GroupCount(4, 10)]
    assert not has_group_beyond_chance(groups)


def test_a_group_far_from_the_total_is_no_chance() -> None:
    assert has_group_beyond_chance([GroupCount(10, 100)] * 5 + [GroupCount(60, 100)])


@pytest.mark.parametrize(("n_groups", "n", "share"), [(30, 20, 0.02), (12, 8, 0.05), (12, 20, 0.5)])
def test_alike_groups_are_called_different_no_more_often_than_stated(
    n_groups: int, n: int, share: float
) -> None:
    rng = np.random.default_rng(1)
    n_runs = 400
    n_said = sum(
        has_group_beyond_chance(
            [GroupCount(int(hits), n) for hits in rng.binomial(n, share, n_groups)]
        )
        for _ in range(n_runs)
    )
    # .05 with three standard errors of 400 runs.
    assert n_said / n_runs <= 0.083


def test_empty_groups_do_not_widen_the_others() -> None:
    groups = [GroupCount(10, 100)] * 5 + [GroupCount(24, 100)]
    assert has_group_beyond_chance(groups)
    assert has_group_beyond_chance([*groups, *[GroupCount(0, 0)] * 200])


def test_nothing_labelled_says_nothing() -> None:
    assert not has_group_beyond_chance([GroupCount(0, 0)])
