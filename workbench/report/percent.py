"""The one way a share becomes a text, on screen, in files and in sentences.

Chosen: one decimal, half rounds up on the number as it is printed, so that 2/3 is 66.7 % and
0.125 is 12.5 % everywhere, and a true minus sign. Rejected: the platform's binary rounding, which
turns equal-looking ties up or down, and minus zero, which is a rounding artefact and no finding.
"""

from decimal import ROUND_HALF_UP, Decimal
from math import isfinite

ONE_DECIMAL = Decimal("0.1")
SMALLEST = Decimal("0.00001")


def percent(share: float | None) -> str:
    """Give a fraction as "66.7 %", and "not available" where there is none."""
    if share is None or not isfinite(share):
        return "not available"
    return f"{_rounded(share)} %"


def points(difference: float | None) -> str:
    """Give a difference of two shares as "10.0 points"."""
    if difference is None or not isfinite(difference):
        return "not available"
    return f"{_rounded(difference)} points"


def percent_range(low: float, high: float) -> str:
    """Give two limits as "24.1 % to 36.7 %"."""
    return f"{percent(low)} to {percent(high)}"


def points_range(low: float, high: float) -> str:
    """Give the limits of a difference as "2.1 to 10.0 points".

    Where they exclude 0, the nearer one is never printed as 0: it gets the digits that it needs.
    """
    step = ONE_DECIMAL
    if low > 0 or high < 0:
        while step > SMALLEST and not Decimal(_rounded(min(abs(low), abs(high)), step)):
            step /= 10
    return f"{_rounded(low, step)} to {_rounded(high, step)} points"


def coefficient(value: float) -> str:
    """Give an agreement coefficient as "0.41" or "−0.08"."""
    text = f"{value:.2f}"
    return text.removeprefix("-") if float(text) == 0 else text.replace("-", "−")


def coefficient_range(low: float, high: float) -> str:
    """Give the limits of a coefficient as "−0.10 to 0.41"."""
    return f"{coefficient(low)} to {coefficient(high)}"


def _rounded(share: float, step: Decimal = ONE_DECIMAL) -> str:
    value = (Decimal(repr(float(share))) * 100).quantize(step, ROUND_HALF_UP)
    return str(abs(value)) if value >= 0 else f"−{abs(value)}"
