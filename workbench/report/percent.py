"""The one way a share becomes a text, on screen, in files and in sentences.

Chosen: one decimal, half rounds up on the number as it is printed, so that 2/3 is 66.7 % and
0.125 is 12.5 % everywhere, and a true minus sign. Rejected: the platform's binary rounding, which
turns equal-looking ties up or down, and minus zero, which is a rounding artefact and no finding.
"""

from decimal import ROUND_HALF_UP, Decimal
from math import isfinite
from typing import NamedTuple

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


class Limits(NamedTuple):
    """The two limits of a difference as texts, without their unit."""

    low: str
    high: str


def difference_limits(low: float, high: float) -> Limits:
    """Give the limits of a difference in points, as "2.1" and "10.0".

    Where they exclude 0, none is ever printed as 0: they get the digits that the nearer one
    needs, five at most. One that is nearer still is "just above 0" or "just below 0".
    """
    if low <= 0 <= high:
        return Limits(_rounded(low), _rounded(high))
    nearer = min(abs(low), abs(high))
    step = ONE_DECIMAL
    while step > SMALLEST and not Decimal(_rounded(nearer, step)):
        step /= 10
    if not Decimal(_rounded(nearer, step)):
        step = ONE_DECIMAL
    return Limits(*(off_zero(limit, _rounded(limit, step)) for limit in (low, high)))


def off_zero(limit: float, text: str) -> str:
    """Give the text of a limit that is not 0, in words where its digits would say 0."""
    if text.strip("−0."):
        return text
    return "just above 0" if limit > 0 else "just below 0"


def points_range(low: float, high: float) -> str:
    """Give the limits of a difference as "2.1 to 10.0 points"."""
    limits = difference_limits(low, high)
    return f"{limits.low} to {limits.high} points"


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
