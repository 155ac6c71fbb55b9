"""How a difference, part of an estimate and a p-value stand in a row or on a card."""

from workbench.report.percent import points
from workbench.services.results import EstimateOrRefusal, Refusal


def signed_points(value: float) -> str:
    """A difference as it is shown: `+10.0 points`, `−3.2 points`."""
    text = points(value).replace("-", "−")
    return f"+{text}" if value > 0 and not text.startswith("0.0") else text


def between_points(low: float, high: float) -> str:
    """The limits of a difference."""
    return f"{signed_points(low).removesuffix(' points')} to {signed_points(high)}"


def number(value: EstimateOrRefusal, name: str) -> float | None:
    """The part of an estimate that has this name; None for a refusal."""
    if isinstance(value, Refusal):
        return None
    found: float = getattr(value, name)
    return found


def p_text(value: float | None) -> str | None:
    """A p-value with two figures that count."""
    return None if value is None else f"{value:.2g}"
