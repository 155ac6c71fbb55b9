"""Before and after on the same questions."""

import numpy as np
import pytest

from workbench.errors import NotEnoughLabels
from workbench.stats.paired import (
    PairStratum,
    paired_poststratified_difference,
    paired_poststratified_p_value,
)


def rng() -> np.random.Generator:
    return np.random.default_rng(3)


def test_difference_by_hand() -> None:
    # .5 (2 - 6)/20 + .5 (1 - 1)/20 = -.1
    strata = [PairStratum(100, 20, 2, 6), PairStratum(100, 20, 1, 1)]
    result = paired_poststratified_difference(strata, rng())
    assert result.estimate == pytest.approx(-0.1)
    assert result.low < -0.1 < result.high
    assert result.n == 40


def test_exchanging_before_and_after_turns_the_difference_round() -> None:
    there = paired_poststratified_difference([PairStratum(100, 40, 3, 9)], rng())
    back = paired_poststratified_difference([PairStratum(100, 40, 9, 3)], rng())
    assert back.estimate == pytest.approx(-there.estimate)
    assert back.interval == pytest.approx((-there.high, -there.low), abs=0.005)


def test_no_change_seen_still_has_a_width() -> None:
    result = paired_poststratified_difference([PairStratum(500, 50, 0, 0)], rng())
    assert result.estimate == 0
    assert result.low < 0 < result.high


def test_milder_judge_without_a_change_in_quality_is_no_change() -> None:
    # 80 questions flagged before only; people see as many broken as fixed.
    strata = [
        PairStratum(150, 25, 1, 1),
        PairStratum(80, 30, 4, 4),
        PairStratum(10, 10, 1, 1),
        PairStratum(260, 25, 0, 0),
    ]
    result = paired_poststratified_difference(strata, rng())
    assert result.low < 0 < result.high


def test_unlabelled_pair_and_no_question_are_refused() -> None:
    with pytest.raises(NotEnoughLabels, match="verdict pair 2"):
        paired_poststratified_difference(
            [PairStratum(10, 5, 1, 1), PairStratum(20, 0, 0, 0)], rng()
        )
    with pytest.raises(NotEnoughLabels, match="no question"):
        paired_poststratified_difference([PairStratum(0, 0, 0, 0)], rng())


def test_contradicting_counts_are_refused_by_name() -> None:
    with pytest.raises(ValueError, match="n_broken and n_fixed"):
        PairStratum(10, 5, 3, 3)
    with pytest.raises(ValueError, match="n_labelled"):
        PairStratum(4, 5, 1, 1)


def test_p_value_is_below_five_percent_exactly_where_the_interval_leaves_out_zero() -> None:
    for n_fixed in range(2, 14):
        strata = [PairStratum(200, 40, 2, n_fixed), PairStratum(100, 30, 1, 1)]
        interval = paired_poststratified_difference(strata, rng()).interval
        p_value = paired_poststratified_p_value(strata, rng())
        assert (p_value < 0.05) == (not interval.low <= 0 <= interval.high)


def test_p_value_without_any_change_is_one_and_never_nothing() -> None:
    assert paired_poststratified_p_value([PairStratum(500, 50, 4, 4)], rng()) > 0.9
    assert 0 < paired_poststratified_p_value([PairStratum(500, 400, 0, 300)], rng()) < 0.001
