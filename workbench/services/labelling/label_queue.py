"""Who labels, in which queue, and for how long an item is held: shared by the label services."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from db.read_labels import Connection, LabelQueue, read_annotator_id, read_label_queue
from db.write_labels import add_annotator, claim_lease, release_leases
from workbench.domain.vocabulary import EntryKind
from workbench.errors import InputError

LEASE = timedelta(minutes=30)
RENEWED_BELOW = 0.75


def lease_end(now: datetime) -> datetime:
    """When a lease taken or renewed now ends."""
    return now + LEASE


def lasts(ends: datetime | None, now: datetime) -> bool:
    """Whether a lease has most of its time left, and is not worth a write at every key.

    One with more than its time left was taken before a clock was set back.
    """
    return ends is not None and RENEWED_BELOW < (ends - now) / LEASE <= 1


def lease_next(
    connection: Connection,
    queue_id: int,
    annotator_id: int,
    now: datetime,
    own: tuple[EntryKind, ...],
    *,
    waits: bool,
) -> int | None:
    """Lease the next item to the annotator, who gives every other back; None where none is free.

    `own` says which, as `pick_next` does; without `waits` items that somebody else saves or
    claims in this moment are passed over.
    """
    ends, claimed = lease_end(now), None
    if not own:
        claimed = claim_lease(
            connection, queue_id, annotator_id, now, ends, own, waits=waits, is_behind=True
        )
    if claimed is None:
        claimed = claim_lease(connection, queue_id, annotator_id, now, ends, own, waits=waits)
    release_leases(connection, queue_id, annotator_id, claimed)
    return claimed


def require_queue(connection: Connection, queue_id: int) -> LabelQueue:
    """The queue with that id; InputError where there is none."""
    queue = read_label_queue(connection, queue_id)
    if queue is None:
        raise InputError(f"There is no queue {queue_id}. Choose one, or run: workbench queue build")
    return queue


def known_annotator(connection: Connection, name: str) -> int | None:
    """Key of an annotator who has opened or saved something before; None for a new name."""
    return read_annotator_id(connection, _checked(name))


def named_annotator(connection: Connection, name: str, now: datetime) -> int:
    """Key of an annotator, new or not; InputError without a name."""
    found = read_annotator_id(connection, _checked(name))
    if found is not None:
        return found
    add_annotator(connection, _checked(name), now)
    added = read_annotator_id(connection, _checked(name))
    if added is None:
        raise InputError(f"The annotator {name!r} could not be added. Give another name.")
    return added


def was_revealed(queue: LabelQueue, history: Sequence[Mapping[str, Any]]) -> bool:
    """Whether the annotator with that history on a trace has been shown its judge.

    A revealing queue shows it right after a verdict: whoever gave one there has seen it.
    """
    return queue.reveals_judge and any(
        entry["kind"] == EntryKind.VERDICT and entry["queue_id"] == queue.queue_id
        for entry in history
    )


def _checked(name: str) -> str:
    if not name.strip():
        raise InputError("Give your name first: nothing can be saved without an annotator.")
    return name.strip()
