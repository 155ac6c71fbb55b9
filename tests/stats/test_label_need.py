"""Labels needed from nothing: what the interval itself says, and what cannot be reached."""

import pytest

from workbench.errors import NotEnoughLabels, StatisticsError
from workbench.stats.label_need import JudgedShares, labels_needed
from workbench.stats.planning import half_width_now
from workbench.stats.stratum import Stratum


def test_a_good_judge_needs_fewer_labels() -> None:
    # Failing share .1 of 20,000: judges (.99, .02) and (.7, .3) in sensitivity, false alarms.
    good = labels_needed(JudgedShares(2340, 17660, 0.846, 0.00113), 0.03)
    weak = labels_needed(JudgedShares(6800, 13200, 0.206, 0.0455), 0.03)
    assert 60 < good < 160
    assert 300 < weak < 450


def test_the_number_reaches_the_half_width_and_no_smaller_one_of_its_split_does() -> None:
    judged = JudgedShares(500, 1500, 0.5, 0.1)
    n = labels_needed(judged, 0.05)

    def widths(total: int) -> list[float]:
        found = []
        for tenth in range(1, 10):
            flagged = round(total * tenth / 10)
            found.append(
                half_width_now(
                    [
                        Stratum(500, flagged, 0.5 * flagged),
                        Stratum(1500, total - flagged, 0.1 * (total - flagged)),
                    ]
                )
            )
        return found

    assert min(widths(n)) <= 0.05
    assert min(widths(n - 3)) > 0.05


def test_a_verdict_that_never_occurs_needs_no_labels() -> None:
    assert labels_needed(JudgedShares(0, 1000, 0.5, 0.1), 0.08) < 100


def test_too_few_items_are_said() -> None:
    with pytest.raises(StatisticsError, match="more items"):
        labels_needed(JudgedShares(50, 50, 0.5, 0.1), 0.01)


def test_nothing_judged_is_refused() -> None:
    with pytest.raises(NotEnoughLabels):
        labels_needed(JudgedShares(0, 0, 0.5, 0.1), 0.05)


@pytest.mark.parametrize(
    ("judged", "half_width"),
    [(JudgedShares(9, 9, 1.5, 0.1), 0.05), (JudgedShares(9, 9, 0.5, 0.1), 0.0)],
)
def test_wrong_arguments_are_named(judged: JudgedShares, half_width: float) -> None:
    with pytest.raises(ValueError, match="must"):
        labels_needed(judged, half_width)
