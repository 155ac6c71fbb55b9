"""A judge's error rates from one version to the next, on items that both judged."""

import numpy as np
import pytest

from workbench.errors import NotEnoughLabels
from workbench.stats.rate_changes import (
    VersionStrata,
    false_positive_rate_change,
    sensitivity_change,
)
from workbench.stats.stratum import Stratum

STRATA = VersionStrata(
    Stratum(100, 20, 18), Stratum(60, 20, 4), Stratum(20, 10, 6), Stratum(220, 40, 2)
)


def rng() -> np.random.Generator:
    return np.random.default_rng(3)


def exchanged(strata: VersionStrata) -> VersionStrata:
    return VersionStrata(strata.both_fail, strata.only_after, strata.only_before, strata.both_pass)


def test_changes_by_hand() -> None:
    # Wrong: 100*.9 + 60*.2 + 20*.6 + 220*.05 = 90 + 12 + 12 + 11 = 125; found 102 before and after.
    assert sensitivity_change(STRATA, rng()).estimate == pytest.approx((12 - 12) / 125)
    # Right: 10 + 48 + 8 + 209 = 275; false alarms 58 before and 18 after.
    found = false_positive_rate_change(STRATA, rng())
    assert found.estimate == pytest.approx((8 - 48) / 275)
    assert found.high < 0
    assert found.n == 90


def test_exchanging_the_versions_turns_the_change_round() -> None:
    there = false_positive_rate_change(STRATA, rng())
    back = false_positive_rate_change(exchanged(STRATA), rng())
    assert back.estimate == pytest.approx(-there.estimate)
    assert back.interval == pytest.approx((-there.high, -there.low), abs=0.01)


def test_labels_drawn_by_one_version_give_the_change_that_all_labels_would() -> None:
    # The same shares wrong, but five times as many labels where the earlier version failed.
    lopsided = VersionStrata(
        Stratum(100, 100, 90), Stratum(60, 60, 12), Stratum(20, 10, 6), Stratum(220, 20, 1)
    )
    found = false_positive_rate_change(lopsided, rng())
    assert found.estimate == pytest.approx(false_positive_rate_change(STRATA, rng()).estimate)


def test_versions_that_never_differ_have_no_change_and_no_doubt_of_it() -> None:
    same = VersionStrata(
        Stratum(50, 20, 18), Stratum(0, 0, 0), Stratum(0, 0, 0), Stratum(50, 20, 1)
    )
    found = sensitivity_change(same, rng())
    assert (found.estimate, found.low, found.high) == (0, 0, 0)


def test_flips_without_a_label_are_refused_and_named() -> None:
    open_flips = VersionStrata(
        STRATA.both_fail, STRATA.only_before, Stratum(20, 0, 0, name="new alone"), STRATA.both_pass
    )
    with pytest.raises(NotEnoughLabels, match=r"STRATUM_UNLABELLED.*new alone \(20 items\)"):
        sensitivity_change(open_flips, rng())


def test_one_human_class_answers_for_one_rate_alone() -> None:
    right = VersionStrata(
        Stratum(50, 10, 0), Stratum(20, 10, 0), Stratum(10, 5, 0), Stratum(90, 10, 0)
    )
    with pytest.raises(NotEnoughLabels, match="0 human-fail items"):
        sensitivity_change(right, rng())
    assert false_positive_rate_change(right, rng()).estimate == pytest.approx(-10 / 170)
    wrong = VersionStrata(
        Stratum(50, 10, 10), Stratum(20, 10, 10), Stratum(10, 5, 5), Stratum(90, 10, 10)
    )
    with pytest.raises(NotEnoughLabels, match="0 human-pass items"):
        false_positive_rate_change(wrong, rng())


def test_fewer_equal_labels_widen_the_interval() -> None:
    worth_less = VersionStrata(
        *(Stratum(one.n_target, one.n_labelled, one.n_failed, one.n_labelled / 4)
          for one in STRATA.all)
    )  # fmt: skip
    narrow, wide = (
        false_positive_rate_change(STRATA, rng()),
        false_positive_rate_change(worth_less, rng()),
    )
    assert wide.high - wide.low > 1.5 * (narrow.high - narrow.low)
    assert wide.n_effective == 22.5
