"""One way to write a share, everywhere."""

import math

import pytest

from workbench.report.percent import (
    coefficient,
    coefficient_range,
    percent,
    percent_range,
    points,
    points_range,
)


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (2 / 3, "66.7 %"),
        (1 / 3, "33.3 %"),
        (0.125, "12.5 %"),
        (0.0005, "0.1 %"),
        (0.00049, "0.0 %"),
        (1.0, "100.0 %"),
        (0, "0.0 %"),
        (-0.0, "0.0 %"),
        (-1e-17, "0.0 %"),
        (-0.0004, "0.0 %"),
        (1e-17, "0.0 %"),
        (0.2188, "21.9 %"),
        (None, "not available"),
        (math.nan, "not available"),
        (math.inf, "not available"),
    ],
)
def test_a_share_as_text(share: float | None, text: str) -> None:
    assert percent(share) == text


def test_two_limits_and_a_difference() -> None:
    assert percent_range(0.241, 0.367) == "24.1 % to 36.7 %"
    assert points(0.1) == "10.0 points"
    assert points(-0.167) == "−16.7 points"
    assert points(-0.0001) == "0.0 points"
    assert points(None) == "not available"


def test_a_limit_that_excludes_0_is_never_printed_as_0():
    assert points_range(0.021, 0.1) == "2.1 to 10.0 points"
    assert points_range(0.0003, 0.056) == "0.03 to 5.60 points"
    assert points_range(-0.056, -0.0003) == "−5.60 to −0.03 points"
    # One that includes 0 claims nothing, and is printed short.
    assert points_range(-0.0003, 0.056) == "0.0 to 5.6 points"
    assert points_range(0.0, 0.056) == "0.0 to 5.6 points"


def test_a_limit_too_near_0_for_its_digits_is_said_in_words():
    assert points_range(4e-8, 0.056) == "just above 0 to 5.6 points"
    assert points_range(-0.056, -4e-8) == "−5.6 to just below 0 points"
    assert points_range(1e-9, 2e-9) == "just above 0 to just above 0 points"
    assert points_range(1e-7, 0.056) == "0.00001 to 5.60000 points"
    assert "0.0 " not in points_range(3e-8, 0.0002)


def test_a_coefficient_has_a_true_minus_and_no_minus_zero():
    assert coefficient(0.414) == "0.41"
    assert coefficient(-0.08) == "−0.08"
    assert coefficient(-0.001) == "0.00"
    assert coefficient_range(-0.1, 0.414) == "−0.10 to 0.41"
