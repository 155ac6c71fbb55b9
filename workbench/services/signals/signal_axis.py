"""The order traces stand in: by the time they ran, or of import where none says when it ran."""

from collections.abc import Sequence
from dataclasses import dataclass

from db.bulk import Connection
from db.read_signals import MOST_IMPORT_SLICES, Extent, read_by_order, read_by_time
from db.signal_values import Asked
from workbench.services.signals.make_windows import (
    Window,
    make_windows,
    slice_length,
    slice_starts,
    window_size,
)
from workbench.services.signals.signal_words import moment


@dataclass(frozen=True, slots=True)
class Axis:
    """How traces are ordered: by time in slices of so many characters, or by key in steps."""

    name: str
    n_characters: int = 0
    first_id: int = 0
    step: int = 1


def axis_of(extent: Extent) -> Axis:
    """The order of some traces: by time, as soon as one of them has a time."""
    if extent.n_dated:
        return Axis("time", n_characters=slice_length(extent))
    first, last = extent.first_id or 0, extent.last_id or 0
    return Axis("order", first_id=first, step=max(1, (last - first) // MOST_IMPORT_SLICES + 1))


def read_windows(
    connection: Connection, asked: Asked, axis: Axis, extent: Extent
) -> tuple[Window, ...]:
    """The traces' sums in windows, in their order."""
    if axis.name == "time":
        slices = read_by_time(connection, asked, axis.n_characters)
        return make_windows(slices, window_size(extent.n_dated))
    slices = read_by_order(connection, asked, axis.first_id, axis.step)
    return make_windows(slices, window_size(extent.n))


def window_starts(windows: Sequence[Window], place: int, axis: Axis) -> str:
    """Where a window begins: its first instant, or the number of its first trace."""
    if axis.name == "time":
        return moment(slice_starts(str(windows[place].first_key)))
    return f"trace {sum(window.n for window in windows[:place]) + 1:,}"


def window_ends(windows: Sequence[Window], place: int, axis: Axis) -> str:
    """Where a window's last slice begins, or the number of its last trace."""
    if axis.name == "time":
        return moment(slice_starts(str(windows[place].last_key)))
    return f"trace {sum(window.n for window in windows[: place + 1]):,}"
