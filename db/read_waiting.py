"""Which items of a queue wait for an annotator, and why the others do not; one SELECT each.

Never touches a table of the judges. Others appear only as numbers of labels and leases.
"""

from datetime import datetime
from functools import cache
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, Select, and_, case, func, or_, select

from db.item_conditions import (
    AT,
    BY_PERSON,
    OF_QUEUE,
    OF_TRACE,
    has_decided,
    has_own,
    is_asked,
    is_full,
    n_other_labels,
    n_other_leases,
    own_entries,
    own_kind,
)
from db.models import human_entries, leases, queue_items
from workbench.domain.vocabulary import EntryKind

UNTOUCHED: tuple[EntryKind, ...] = ()
PUT_OFF = (EntryKind.SKIP, EntryKind.NOTE)


class OwnCounts(NamedTuple):
    """One annotator's part of a queue."""

    n_done: int
    n_put_off: int
    n_open: int


class OwnLease(NamedTuple):
    """The item that an annotator holds, and until when."""

    trace_id: int
    expires_at: datetime


class WhyNot(NamedTuple):
    """Why the items of a queue that an annotator has not labelled are not offered."""

    n_items: int
    n_done: int
    n_put_off: int
    n_full: int
    n_leased: int
    n_changed: int


_last_trace = (
    select(human_entries.c.trace_id)
    .where(
        human_entries.c.queue_id == OF_QUEUE,
        human_entries.c.annotator_id == BY_PERSON,
        human_entries.c.is_current,
    )
    .order_by(human_entries.c.entry_id.desc())
    .limit(1)
    .scalar_subquery()
)
_last_items = queue_items.alias("last_items")
LAST_PLACE = (
    select(_last_items.c.order_key)
    .where(_last_items.c.queue_id == OF_QUEUE, _last_items.c.trace_id == _last_trace)
    .scalar_subquery()
)


@cache
def pick_next(own: tuple[EntryKind, ...] | None, *, is_behind: bool = False) -> Select[int]:
    """The statement that finds the next item: the first in order that still needs a label.

    `own` is UNTOUCHED for items the annotator has no current entry on, PUT_OFF for those
    skipped or noted so far, None for all. With `is_behind` only items behind the one that the
    annotator dealt with last. Its values go in as OF_QUEUE, BY_PERSON and AT.
    """
    item = queue_items.c
    found = (
        select(item.trace_id)
        .where(
            item.queue_id == OF_QUEUE,
            item.removed_at.is_(None),
            has_own(BY_PERSON, own),
            n_other_labels(BY_PERSON) + n_other_leases(BY_PERSON, AT) < item.wanted_labels,
            ~has_decided(BY_PERSON),
            is_asked(OF_QUEUE),
        )
        .order_by(item.order_key)
        .limit(1)
    )
    return found.where(item.order_key > LAST_PLACE) if is_behind else found


def read_next(
    connection: Connection,
    queue_id: int,
    annotator_id: int,
    now: datetime,
    own: tuple[EntryKind, ...],
) -> int | None:
    """Trace of the next item, as `pick_next` finds it."""
    values = {"of_queue": queue_id, "by_person": annotator_id, "at_instant": now}
    return connection.scalar(pick_next(own), values)


_place_of_trace = (
    select(_last_items.c.order_key)
    .where(_last_items.c.queue_id == OF_QUEUE, _last_items.c.trace_id == OF_TRACE)
    .scalar_subquery()
)


def read_next_behind(
    connection: Connection,
    queue_id: int,
    annotator_id: int,
    now: datetime,
    own: tuple[EntryKind, ...],
    trace_id: int,
) -> int | None:
    """Trace of the next item behind the given one, as `pick_next` finds it."""
    values = {
        "of_queue": queue_id,
        "by_person": annotator_id,
        "at_instant": now,
        "of_trace": trace_id,
    }
    found = pick_next(own).where(queue_items.c.order_key > _place_of_trace)
    return connection.scalar(found, values)


@cache
def _own_lease(own: tuple[EntryKind, ...]) -> Select[int, datetime]:
    item, lease = queue_items.c, leases.c
    return (
        select(item.trace_id, lease.expires_at)
        .join(leases, and_(lease.queue_id == item.queue_id, lease.trace_id == item.trace_id))
        .where(
            lease.queue_id == OF_QUEUE,
            lease.annotator_id == BY_PERSON,
            lease.expires_at > AT,
            item.removed_at.is_(None),
            has_own(BY_PERSON, own),
            is_asked(OF_QUEUE),
        )
        .order_by(lease.leased_at.desc())
        .limit(1)
    )


def read_own_lease(
    connection: Connection,
    queue_id: int,
    annotator_id: int,
    now: datetime,
    own: tuple[EntryKind, ...],
) -> OwnLease | None:
    """The annotator's unexpired lease on an item that was not dealt with yet."""
    values = {"of_queue": queue_id, "by_person": annotator_id, "at_instant": now}
    row = connection.execute(_own_lease(own), values).one_or_none()
    return None if row is None else OwnLease(*row)


def read_neighbour(connection: Connection, queue_id: int, trace_id: int, step: int) -> int | None:
    """Trace before or after the given one in the queue's order."""
    item = queue_items.c
    here = (
        select(item.order_key)
        .where(item.queue_id == queue_id, item.trace_id == trace_id)
        .scalar_subquery()
    )
    place = item.order_key > here if step > 0 else item.order_key < here
    order = item.order_key if step > 0 else item.order_key.desc()
    return connection.scalar(
        select(item.trace_id)
        .where(item.queue_id == queue_id, item.removed_at.is_(None), place, is_asked(queue_id))
        .order_by(order)
        .limit(1)
    )


_own_counts = (
    select(own_entries.c.kind, func.count())
    .select_from(queue_items)
    .outerjoin(
        own_entries,
        and_(
            own_entries.c.trace_id == queue_items.c.trace_id,
            own_entries.c.annotator_id == BY_PERSON,
            own_entries.c.is_current,
        ),
    )
    .where(
        queue_items.c.queue_id == OF_QUEUE,
        queue_items.c.removed_at.is_(None),
        or_(own_entries.c.kind.is_not(None), ~is_full(BY_PERSON)),
        is_asked(OF_QUEUE),
    )
    .group_by(own_entries.c.kind)
)


def count_own(connection: Connection, queue_id: int, annotator_id: int) -> OwnCounts:
    """Items of a queue that the annotator has labelled, put off, and still has to see."""
    rows = connection.execute(_own_counts, {"of_queue": queue_id, "by_person": annotator_id})
    counts = {kind: n for kind, n in rows}  # noqa: C416
    return OwnCounts(
        counts.get(EntryKind.VERDICT, 0),
        sum(counts.get(kind, 0) for kind in PUT_OFF),
        counts.get(None, 0),
    )


def count_why_not(
    connection: Connection, queue_id: int, annotator_id: int, now: datetime
) -> WhyNot:
    """Why the rest of a queue is not offered to an annotator."""
    item = (
        select(
            own_kind(annotator_id).label("kind"),
            is_full(annotator_id).label("is_full"),
            (n_other_leases(annotator_id, now) > 0).label("is_leased"),
            is_asked(queue_id).label("is_current"),
        )
        .select_from(queue_items)
        .where(queue_items.c.queue_id == queue_id, queue_items.c.removed_at.is_(None))
        .subquery()
        .c
    )
    is_open = and_(item.is_current, item.kind.is_(None))
    row = connection.execute(
        select(
            func.count(),
            _n(and_(item.is_current, item.kind == EntryKind.VERDICT)),
            _n(and_(item.is_current, item.kind.in_(PUT_OFF))),
            _n(and_(is_open, item.is_full)),
            _n(and_(is_open, ~item.is_full, item.is_leased)),
            _n(~item.is_current),
        )
    ).one()
    return WhyNot(*row)


def _n(condition: ColumnElement[bool]) -> ColumnElement[int]:
    return func.coalesce(func.sum(case((condition, 1), else_=0)), 0)
