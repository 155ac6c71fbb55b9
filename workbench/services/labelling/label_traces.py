"""The label screen's entrance: which item comes next, neighbours, search, and why none is left.

Reading an item is in `label_item`, saving in `record_entry`, counting in `label_progress`; their
names are public here too. An item is leased to whoever reads it, one item per annotator and
queue, so that nobody else is offered it; the lease is looked at again when the answer is saved.
"""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Literal

from db.read_item_state import read_item_state
from db.read_labels import Connection, FoundRow, read_trace, read_trace_of_request, search_traces
from db.read_own_entries import read_own_entries
from db.read_queues import read_opinions
from db.read_waiting import (
    PUT_OFF,
    UNTOUCHED,
    count_why_not,
    read_neighbour,
    read_next,
    read_next_behind,
    read_own_lease,
)
from db.write_labels import claim_lease, release_leases, renew_lease
from workbench.domain.records import JudgeOpinion
from workbench.domain.vocabulary import EntryKind
from workbench.errors import InputError
from workbench.services.labelling.label_item import (
    LabelItem,
    Passage,
    describe_item,
    described,
    is_as_known,
)
from workbench.services.labelling.label_progress import Precision, Progress, precision, progress
from workbench.services.labelling.label_queue import (
    known_annotator,
    lasts,
    lease_end,
    lease_next,
    named_annotator,
    require_queue,
)
from workbench.services.labelling.label_warnings import CHANGED, LEASED
from workbench.services.labelling.record_entry import Saved, record_entry
from workbench.services.labelling.submission import Submission
from workbench.services.labelling.undo_entry import undo_last
from workbench.services.open_store import Store

__all__ = [
    "FoundRow",
    "LabelItem",
    "Passage",
    "Precision",
    "Progress",
    "Saved",
    "Submission",
    "find_item",
    "is_item",
    "neighbour",
    "next_item",
    "next_put_off",
    "precision",
    "progress",
    "read_item",
    "record_entry",
    "reveal",
    "search_items",
    "undo_last",
    "why_empty",
]

N_CLAIMS = 5
N_FOUND = 9


def next_item(
    store: Store, queue_id: int, annotator: str, *, is_revisiting: bool = False
) -> LabelItem | None:
    """The item to label now, leased to the annotator for 30 minutes; None where none is left.

    The annotator's own unexpired lease comes first, so a reload shows the same item. With
    `is_revisiting`, the items skipped or only noted so far are gone through instead.

    Raises
    ------
    InputError
        No annotator name, or no such queue.
    """
    own = PUT_OFF if is_revisiting else UNTOUCHED
    with store.reading() as connection:
        known_id = known_annotator(connection, annotator)
        if known_id is not None:
            now = datetime.now(UTC)
            held = read_own_lease(connection, queue_id, known_id, now, own)
            if held is not None and lasts(held.expires_at, now):
                return describe_item(connection, queue_id, annotator.strip(), held.trace_id)
    # Where others are at all that is free in this moment, their turn is waited for: each time in
    # a transaction of its own, which holds nothing that they could be waiting for.
    for attempt in range(N_CLAIMS):
        with store.writing_lightly() as connection:
            require_queue(connection, queue_id)
            # Read after the turn to write has come, which may be later than it was asked for.
            now = datetime.now(UTC)
            annotator_id = named_annotator(connection, annotator, now)
            held = read_own_lease(connection, queue_id, annotator_id, now, own)
            if held is not None:
                trace_id: int | None = held.trace_id
                renew_lease(connection, queue_id, annotator_id, held.trace_id, now, lease_end(now))
            else:
                waits = attempt > 0
                trace_id = lease_next(connection, queue_id, annotator_id, now, own, waits=waits)
            if trace_id is None and read_next(connection, queue_id, annotator_id, now, own) is None:
                return None
        if trace_id is not None:
            with store.reading() as connection:
                return describe_item(connection, queue_id, annotator.strip(), trace_id)
    return None


def next_put_off(
    store: Store, queue_id: int, annotator: str, behind: int | None
) -> LabelItem | None:
    """The first item that was skipped or only noted, behind the trace `behind` in the queue.

    None at the end: an item skipped once more is not offered again in the same round.
    """
    if behind is None:
        return next_item(store, queue_id, annotator, is_revisiting=True)
    with store.reading() as connection:
        annotator_id = known_annotator(connection, annotator) or 0
        now = datetime.now(UTC)
        trace_id = read_next_behind(connection, queue_id, annotator_id, now, PUT_OFF, behind)
    return None if trace_id is None else read_item(store, queue_id, annotator, trace_id)


def read_item(
    store: Store, queue_id: int, annotator: str, trace_id: int, known: LabelItem | None = None
) -> LabelItem:
    """One item of the queue, leased where it is free; InputError where the queue lacks it.

    The same item `known` from before is given back where everything stands as it did.
    """
    with store.reading() as connection:
        state = read_item_state(connection, queue_id, trace_id, annotator.strip())
        now = datetime.now(UTC)
        if state is not None and lasts(state.held_until, now):
            if known is not None and known.queue_id == queue_id and is_as_known(known, state):
                return known
            return described(connection, queue_id, annotator.strip(), state)
    is_free = True
    with store.writing_lightly() as connection:
        require_queue(connection, queue_id)
        annotator_id = named_annotator(connection, annotator, now)
        now = datetime.now(UTC)
        history = read_own_entries(connection, trace_id, annotator_id)
        has_verdict = any(e["is_current"] and e["kind"] == EntryKind.VERDICT for e in history)
        if not has_verdict:
            is_free = _lease(connection, queue_id, annotator_id, trace_id, now)
    with store.reading() as connection:
        item = describe_item(connection, queue_id, annotator.strip(), trace_id)
    if is_free or CHANGED in item.warnings:
        return item
    return replace(item, warnings=(LEASED, *item.warnings))


def _lease(
    connection: Connection, queue_id: int, annotator_id: int, trace_id: int, now: datetime
) -> bool:
    ends = lease_end(now)
    if renew_lease(connection, queue_id, annotator_id, trace_id, now, ends):
        return True
    claimed = claim_lease(connection, queue_id, annotator_id, now, ends, None, trace_id)
    release_leases(connection, queue_id, annotator_id, claimed)
    return claimed is not None


def neighbour(
    store: Store, queue_id: int, annotator: str, trace_id: int, step: Literal[1, -1]
) -> int | None:
    """Trace after (1) or before (-1) the given one in the queue's order; None at its ends."""
    with store.reading() as connection:
        known_annotator(connection, annotator)
        return read_neighbour(connection, queue_id, trace_id, step)


def find_item(store: Store, queue_id: int, annotator: str, request_id: str) -> LabelItem:
    """The item with that request id; InputError where the queue does not hold it."""
    with store.reading() as connection:
        queue = require_queue(connection, queue_id)
        trace_id = read_trace_of_request(connection, queue_id, request_id.strip())
    if trace_id is None:
        raise InputError(f"Queue {queue.name} holds no item {request_id.strip()!r}.")
    return read_item(store, queue_id, annotator, trace_id)


def is_item(store: Store, queue_id: int, trace_id: int) -> bool:
    """Whether the queue holds that trace."""
    with store.reading() as connection:
        return read_trace(connection, queue_id, trace_id) is not None


def search_items(store: Store, queue_id: int, text: str) -> tuple[FoundRow, ...]:
    """Items of the queue whose id, query, reference or answer holds the text, 9 at most."""
    if not text.strip():
        return ()
    with store.reading() as connection:
        require_queue(connection, queue_id)
        return tuple(search_traces(connection, queue_id, text.strip(), N_FOUND))


def why_empty(store: Store, queue_id: int, annotator: str) -> str:
    """A sentence on why `next_item` gives nothing, and what can be done."""
    now = datetime.now(UTC)
    with store.reading() as connection:
        queue = require_queue(connection, queue_id)
        # A name that never opened anything has no key; 0 is nobody's.
        annotator_id = known_annotator(connection, annotator) or 0
        counts = count_why_not(connection, queue_id, annotator_id, now)
    if counts.n_items == 0:
        return f"Queue {queue.name} holds no items."
    parts = [
        f"{n} {text}"
        for n, text in (
            (counts.n_done, "labelled by you"),
            (counts.n_put_off, "skipped or only noted by you: go through them again"),
            (counts.n_full, "with enough labels from others already"),
            (counts.n_leased, "open at another annotator right now: come back later"),
            (counts.n_changed, "imported again with another content: build a new queue for them"),
        )
        if n
    ]
    if counts.n_full == counts.n_items:
        return (
            f"All {counts.n_items} items of queue {queue.name} already have enough labels. "
            "Ask for more labels per item, or build a new queue."
        )
    if counts.n_done == counts.n_items:
        return f"You have labelled all {counts.n_items} items of queue {queue.name}."
    return f"Nothing is left for you in queue {queue.name} of {counts.n_items}: {'; '.join(parts)}."


def reveal(store: Store, trace_id: int, annotator: str) -> tuple[JudgeOpinion, ...]:
    """What the judges said of a trace that the annotator has a saved verdict on.

    Raises
    ------
    InputError
        The annotator has not saved a verdict on the trace.
    """
    with store.reading() as connection:
        annotator_id = known_annotator(connection, annotator)
        history = (
            [] if annotator_id is None else read_own_entries(connection, trace_id, annotator_id)
        )
        if not any(entry["kind"] == EntryKind.VERDICT for entry in history):
            raise InputError("Label the item first: the judge is shown after your own verdict.")
        return tuple(read_opinions(connection, trace_id))
