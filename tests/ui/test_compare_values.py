"""Differences and their limits as rows and cards show them."""

from workbench.ui.compare_values import between_points, signed_limits


def test_limits_of_a_difference_carry_their_sign() -> None:
    assert between_points(0.021, 0.1) == "+2.1 to +10.0 points"
    assert between_points(-0.1, 0.1) == "−10.0 to +10.0 points"
    assert between_points(-0.0001, 0.0001) == "0.0 to 0.0 points"


def test_a_limit_that_excludes_0_is_shown_with_the_digits_or_words_it_needs() -> None:
    assert signed_limits(0.0003, 0.056) == ("+0.03", "+5.60")
    assert signed_limits(-0.056, -0.0003) == ("−5.60", "−0.03")
    assert signed_limits(1e-9, 0.056) == ("just above 0", "+5.6")
    assert signed_limits(-0.056, -1e-9) == ("−5.6", "just below 0")
