"""How the desk gets to another item: on, back, by name, by words, or by taking a save back.

Nothing is answered here. A move is taken also where the screen was stale.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Literal

from workbench.errors import InputError
from workbench.services.labelling import label_traces
from workbench.services.open_store import Store
from workbench.ui.label_desk import At, Desk, Line, hinted, went_on, with_draft
from workbench.ui.label_draft import Draft


def undo_saved(store: Store, desk: Desk) -> Desk:
    """Desk at the item whose newest entry was taken back; a hint where there is none."""
    trace_id = label_traces.undo_last(store, desk.queue_id, desk.annotator)
    if trace_id is None:
        return hinted(desk, "There is nothing of yours to undo in this queue.")
    item = label_traces.read_item(store, desk.queue_id, desk.annotator, trace_id)
    note = None
    if desk.last_saved is not None and desk.last_saved[0] == trace_id:
        note = desk.last_saved[1]
    draft = Draft(based_on=item.expected_entry_id, note=note)
    desk = replace(desk, trace_id=trace_id, shown=None, last_saved=None, opinions=(), counts=None)
    return replace(
        with_draft(desk, trace_id, draft),
        line=Line("saved", f"Took back what you saved on {item.request_id}."),
    )


def to_neighbour(step: Literal[1, -1]) -> Callable[[At], Desk]:
    """Give the act that goes one item on (1) or back (-1) in the queue's order."""

    def move(at: At) -> Desk:
        to = label_traces.neighbour(
            at.store, at.desk.queue_id, at.desk.annotator, at.item.trace_id, step
        )
        if to is None:
            end = "first" if step < 0 else "last"
            return hinted(at.desk, f"This is the {end} item of the queue.")
        return replace(at.desk, trace_id=to, shown=None)

    return move


def find(at: At) -> Desk:
    """Desk at the item of that request id, or with the items that hold the words."""
    text = at.act.value.strip()
    try:
        found = label_traces.find_item(at.store, at.desk.queue_id, at.desk.annotator, text)
    except InputError:
        rows = label_traces.search_items(at.store, at.desk.queue_id, text)
        if not rows:
            raise
        if len(rows) > 1:
            return replace(at.desk, searched=text, found=rows)
        return replace(at.desk, trace_id=rows[0].trace_id, shown=None)
    return replace(at.desk, trace_id=found.trace_id, shown=None)


def open_found(at: At) -> Desk:
    """Desk at the item that was chosen from a list."""
    if not at.act.value.isdecimal():
        return at.desk
    trace_id = int(at.act.value)
    label_traces.read_item(at.store, at.desk.queue_id, at.desk.annotator, trace_id)
    return replace(at.desk, trace_id=trace_id, shown=None)


def go_on(at: At) -> Desk:
    """Desk that asks for the next open item."""
    return went_on(at.desk)
