"""The sentences that read signals: levels, moves and differences, the same everywhere."""

from collections.abc import Sequence
from datetime import datetime

from workbench.domain.signals import FACTS, Signal
from workbench.report.percent import percent, points, points_range
from workbench.stats.interval import Estimate


def level(signal: Signal, value: float | None) -> str:
    """A signal's level as text: a share in percent, a mean as a number."""
    if value is None:
        return "no value"
    return percent(value) if FACTS[signal].is_share else f"{value:.3g}"


def moment(at: datetime) -> str:
    """An instant as a person reads it, in UTC."""
    return at.strftime("%Y-%m-%d %H:%M") if at.hour or at.minute else at.strftime("%Y-%m-%d")


def move_sentence(
    signal: Signal, before: float, after: float, difference: Estimate, starts: str, axis: str
) -> str:
    """How a signal moved, in one sentence."""
    facts = FACTS[signal]
    verb = "rose" if after > before else "fell"
    size = (
        f"by {points(abs(difference.estimate))} ({_limits(difference, is_share=True)})"
        if facts.is_share
        else f"by {abs(difference.estimate):.3g} ({_limits(difference, is_share=False)})"
    )
    when = f"on {starts} UTC" if axis == "time" else f"at {starts} in the order of import"
    return (
        f"{facts.title} {verb} {size} {when}: from {level(signal, before)} to "
        f"{level(signal, after)}."
    )


def _limits(difference: Estimate, is_share: bool) -> str:
    low, high = sorted((abs(difference.low), abs(difference.high)))
    if difference.low <= 0 <= difference.high:
        low = 0.0
    if is_share:
        return points_range(low, high).removesuffix(" points")
    return f"{low:.3g} to {high:.3g}"


def still_sentence(signal: Signal, value: float | None, p_value: float) -> str:
    """What a signal that did not move looks like."""
    return (
        f"{FACTS[signal].title}: {level(signal, value)}, no move beyond chance (p = {p_value:.2g})."
    )


def overall_sentence(titles: Sequence[str], n_tested: int, n_traces: int) -> str:
    """Whether anything moved, in one sentence."""
    if not n_tested:
        return "No signal can be followed here."
    if not titles:
        return f"Nothing moved: {n_tested} signals over {n_traces:,} traces stayed within chance."
    moved = ", ".join(title.lower() for title in titles)
    return f"{len(titles)} of {n_tested} signals moved: {moved}."


def spread_sentence(
    signal: Signal, values: Sequence[tuple[str, float]], p_value: float, differs: bool
) -> str:
    """Whether versions differ in a signal; the extremes are named only where they do."""
    title = FACTS[signal].title
    if not differs or not values:
        return f"{title}: the versions are alike within chance (p = {p_value:.2g})."
    low, high = min(values, key=lambda pair: pair[1]), max(values, key=lambda pair: pair[1])
    return (
        f"{title} differs: from {level(signal, low[1])} ({low[0]}) to {level(signal, high[1])} "
        f"({high[0]})."
    )
