"""From fine slices of time to windows of about equal numbers of traces.

Chosen: windows that hold as many traces each, so that every point of a chart is about as sure as
the next and quiet nights are not full of noise. Rejected: days and weeks, which hold three traces
or three thousand. Slices come summed from the database; whole ones are put together here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from db.read_signals import Extent, SignalSum, SummedRow
from workbench.domain.signals import Signal

SMALLEST_WINDOW = 20
MOST_WINDOWS = 40
MOST_SLICES = 5_000

# Characters of an instant that name its slice, and how long that slice is, the finest first.
SLICES = (
    (19, timedelta(seconds=1)),
    (16, timedelta(minutes=1)),
    (13, timedelta(hours=1)),
    (10, timedelta(days=1)),
)


@dataclass(frozen=True, slots=True)
class Window:
    """Traces that follow each other: the keys of the first and last slice, and the sums."""

    first_key: str | int
    last_key: str | int
    n: int
    sums: dict[Signal, SignalSum]


def slice_length(extent: Extent) -> int:
    """Characters of an instant that cut the extent into a few thousand slices at most."""
    if extent.first_at is None or extent.last_at is None:
        raise ValueError("the extent must hold a dated trace")
    span = extent.last_at - extent.first_at
    for n_characters, length in SLICES:
        if span <= MOST_SLICES * length:
            return n_characters
    return SLICES[-1][0]


def slice_starts(key: str) -> datetime:
    """The first instant of a slice of time."""
    return datetime.fromisoformat(f"{key}:00" if len(key) == 13 else key).replace(tzinfo=UTC)


def window_size(n: int) -> int:
    """Traces wanted in a window: 20 at least, and as many as make 40 windows at most."""
    return max(SMALLEST_WINDOW, -(-n // MOST_WINDOWS))


def make_windows(slices: Sequence[SummedRow], size: int) -> tuple[Window, ...]:
    """Put slices together, in order, until each window holds `size` traces; a short rest joins."""
    groups: list[list[SummedRow]] = []
    n_open = size
    for row in slices:
        if row.key is None:
            continue
        if n_open >= size:
            groups.append([])
            n_open = 0
        groups[-1].append(row)
        n_open += row.n
    if len(groups) > 1 and 2 * n_open < size:
        rest = groups.pop()
        groups[-1] += rest
    return tuple(_window(group) for group in groups)


def _window(rows: Sequence[SummedRow]) -> Window:
    first, last = rows[0].key, rows[-1].key
    if first is None or last is None:
        raise ValueError("a window must have a beginning and an end")
    return Window(first, last, sum(row.n for row in rows), add_up([row.sums for row in rows]))


def add_up(sums: Sequence[Mapping[Signal, SignalSum]]) -> dict[Signal, SignalSum]:
    """Add the sums of several slices, signal by signal."""
    return {
        signal: SignalSum(
            sum(one[signal].n for one in sums),
            sum(one[signal].total for one in sums),
            sum(one[signal].squares for one in sums),
        )
        for signal in Signal
    }
