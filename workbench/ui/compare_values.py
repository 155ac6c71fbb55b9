"""How a difference, part of an estimate and a p-value stand in a row or on a card."""

from workbench.report.percent import Limits, difference_limits, percent_range, points
from workbench.services.results import EstimateOrRefusal, Refusal


def signed_points(value: float) -> str:
    """A difference as it is shown: `+10.0 points`, `−3.2 points`."""
    text = points(value).replace("-", "−")
    return f"+{text}" if value > 0 and not text.startswith("0.0") else text


def signed_limits(low: float, high: float) -> Limits:
    """The limits of a difference, each with its sign."""
    limits = difference_limits(low, high)
    return Limits(_signed(low, limits.low), _signed(high, limits.high))


def _signed(limit: float, text: str) -> str:
    has_digits = text[0].isdigit() and text.strip("0.")
    return f"+{text}" if limit > 0 and has_digits else text


def between_points(low: float, high: float) -> str:
    """The limits of a difference in a sentence."""
    limits = signed_limits(low, high)
    return f"{limits.low} to {limits.high} points"


def number(value: EstimateOrRefusal, name: str) -> float | None:
    """The part of an estimate that has this name; None for a refusal."""
    if isinstance(value, Refusal):
        return None
    found: float = getattr(value, name)
    return found


def share_limits(value: EstimateOrRefusal) -> str:
    """The limits of a share in a cell of a table; nothing for a refusal."""
    return "" if isinstance(value, Refusal) else percent_range(value.low, value.high)


def p_text(value: float | None) -> str | None:
    """A p-value with two figures that count."""
    return None if value is None else f"{value:.2g}"
