"""A window of time as two field values of a choice of traces: `since` and `until`, UTC.

Chosen: the window travels with the other field values of a choice, so that whoever reads that
choice (funnel, labels, corrected share, files) reads the same traces. Rejected: two more arguments
on every reader, of which one would be forgotten. A trace's own field of that name is hidden by it.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import NamedTuple

from workbench.errors import InputError

SINCE, UNTIL = "since", "until"
NAMES = (SINCE, UNTIL)


class TimeWindow(NamedTuple):
    """Traces that ran at an instant or later, and before another; None leaves a side open."""

    since: datetime | None = None
    until: datetime | None = None

    @property
    def is_open(self) -> bool:
        """Whether it leaves out nothing, not even a trace that does not say when it ran."""
        return self.since is None and self.until is None

    def holds(self, other: "TimeWindow") -> bool:
        """Give whether every instant of another window lies in this one too."""
        begins = self.since is None or (other.since is not None and other.since >= self.since)
        ends = self.until is None or (other.until is not None and other.until <= self.until)
        # An open window holds traces without a time, and no other window does.
        return begins and ends and (self.is_open or not other.is_open)


def instant(text: str) -> datetime:
    """Give the instant that a text means, in UTC where it names no zone.

    Raises
    ------
    InputError
        It is neither a date nor an instant.
    """
    try:
        found = datetime.fromisoformat(text.strip())
        return found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise InputError(
            f"{text!r} is no date. Write it as 2026-04-03, or 2026-04-03T11:00 (UTC)."
        ) from error


def window_of(where: Mapping[str, object]) -> TimeWindow:
    """Give the window among some field values.

    Raises
    ------
    InputError
        A side is no date, or the window ends before it begins.
    """
    since, until = (instant(str(where[name])) if name in where else None for name in NAMES)
    if since is not None and until is not None and until <= since:
        raise InputError(
            f"No trace ran since {since:%Y-%m-%d %H:%M} and before {until:%Y-%m-%d %H:%M}: "
            "the end must lie after the beginning."
        )
    return TimeWindow(since, until)


def with_window(
    where: Mapping[str, str], since: datetime | str | None, until: datetime | str | None
) -> dict[str, str]:
    """Give field values with a window among them, its sides written as instants in UTC."""
    given = dict(where) | {
        name: str(value)
        for name, value in ((SINCE, since), (UNTIL, until))
        if value is not None and str(value).strip()
    }
    window_of(given)
    return {
        name: instant(value).isoformat() if name in NAMES else value
        for name, value in given.items()
    }


def without_window(where: Mapping[str, str]) -> dict[str, str]:
    """Give the field values that are no side of a window."""
    return {name: value for name, value in where.items() if name not in NAMES}


def window_words(window: TimeWindow) -> str:
    """Give a window as words that follow a noun; nothing for an open one."""
    parts = []
    if window.since is not None:
        parts.append(f"since {window.since:%Y-%m-%d %H:%M}")
    if window.until is not None:
        parts.append(f"before {window.until:%Y-%m-%d %H:%M}")
    return " and ".join(parts)
