"""Which items of a queue wait for an annotator, and why the others do not; one SELECT each.

Never touches a table of the judges. Others appear only as numbers of labels and leases.
"""

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    ScalarSelect,
    Select,
    and_,
    case,
    exists,
    func,
    or_,
    select,
    true,
)

from db.models import (
    adjudications,
    current_traces,
    human_entries,
    imports,
    leases,
    queue_items,
    queues,
)
from workbench.domain.vocabulary import EntryKind

# Made once: building an alias costs more than the statement it is used in.
own_entries = human_entries.alias("own")
other_entries = human_entries.alias("others")

UNTOUCHED: tuple[EntryKind, ...] = ()
PUT_OFF = (EntryKind.SKIP, EntryKind.NOTE)


class OwnCounts(NamedTuple):
    """One annotator's part of a queue."""

    n_done: int
    n_put_off: int
    n_open: int


class WhyNot(NamedTuple):
    """Why the items of a queue that an annotator has not labelled are not offered."""

    n_items: int
    n_done: int
    n_put_off: int
    n_full: int
    n_leased: int
    n_changed: int


def pick_next(
    queue_id: int,
    annotator_id: int,
    now: datetime,
    own: tuple[EntryKind, ...] | None,
    after: int | None = None,
) -> Select[int]:
    """The statement that finds the next item: the first in order that still needs a label.

    `own` is UNTOUCHED for items the annotator has no current entry on, PUT_OFF for those
    skipped or noted so far, None for all. With `after` only items behind that place.
    """
    item = queue_items.c
    found = (
        select(item.trace_id)
        .where(
            item.queue_id == queue_id,
            item.removed_at.is_(None),
            _has_own(annotator_id, own),
            _n_labels(annotator_id) + n_other_leases(annotator_id, now) < item.wanted_labels,
            ~_has_decided(annotator_id),
            is_asked(queue_id),
        )
        .order_by(item.order_key)
        .limit(1)
    )
    return found if after is None else found.where(item.order_key > after)


def read_next(
    connection: Connection,
    queue_id: int,
    annotator_id: int,
    now: datetime,
    own: tuple[EntryKind, ...],
    after: int | None = None,
) -> int | None:
    """Trace of the next item, as `pick_next` finds it."""
    return connection.scalar(pick_next(queue_id, annotator_id, now, own, after))


def read_last_place(connection: Connection, queue_id: int, annotator_id: int) -> int | None:
    """Place in the queue's order of the item that the annotator dealt with last."""
    item, entry = queue_items.c, human_entries.c
    last = (
        select(entry.trace_id)
        .where(entry.queue_id == queue_id, entry.annotator_id == annotator_id, entry.is_current)
        .order_by(entry.entry_id.desc())
        .limit(1)
        .scalar_subquery()
    )
    return connection.scalar(
        select(item.order_key).where(item.queue_id == queue_id, item.trace_id == last)
    )


def read_own_lease(
    connection: Connection,
    queue_id: int,
    annotator_id: int,
    now: datetime,
    own: tuple[EntryKind, ...],
) -> int | None:
    """Trace that the annotator holds an unexpired lease on and has not dealt with yet."""
    item, lease = queue_items.c, leases.c
    return connection.scalar(
        select(item.trace_id)
        .join(leases, and_(lease.queue_id == item.queue_id, lease.trace_id == item.trace_id))
        .where(
            lease.queue_id == queue_id,
            lease.annotator_id == annotator_id,
            lease.expires_at > now,
            item.removed_at.is_(None),
            _has_own(annotator_id, own),
            is_asked(queue_id),
        )
        .order_by(lease.leased_at.desc())
        .limit(1)
    )


def has_own_lease(
    connection: Connection, queue_id: int, annotator_id: int, trace_id: int, now: datetime
) -> bool:
    """Whether the annotator holds an unexpired lease on the item."""
    lease = leases.c
    found = connection.scalar(
        select(lease.slot).where(
            lease.queue_id == queue_id,
            lease.trace_id == trace_id,
            lease.annotator_id == annotator_id,
            lease.expires_at > now,
        )
    )
    return found is not None


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


def count_own(connection: Connection, queue_id: int, annotator_id: int) -> OwnCounts:
    """Items of a queue that the annotator has labelled, put off, and still has to see."""
    item, own = queue_items.c, own_entries
    rows = connection.execute(
        select(own.c.kind, func.count())
        .select_from(queue_items)
        .outerjoin(
            own,
            and_(
                own.c.trace_id == item.trace_id,
                own.c.annotator_id == annotator_id,
                own.c.is_current,
            ),
        )
        .where(
            item.queue_id == queue_id,
            item.removed_at.is_(None),
            or_(own.c.kind.is_not(None), ~is_full(annotator_id)),
            is_asked(queue_id),
        )
        .group_by(own.c.kind)
    )
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
            _own_kind(annotator_id).label("kind"),
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


def n_other_leases(annotator_id: int, now: datetime) -> ScalarSelect[int]:
    """Unexpired leases of others on a queue's item, inside a statement over queue_items."""
    lease = leases.c
    return (
        select(func.count())
        .select_from(leases)
        .where(
            lease.queue_id == queue_items.c.queue_id,
            lease.trace_id == queue_items.c.trace_id,
            lease.annotator_id != annotator_id,
            lease.expires_at > now,
        )
        .correlate(queue_items)
        .scalar_subquery()
    )


def _n_labels(annotator_id: int) -> ScalarSelect[int]:
    entry = other_entries.c
    return (
        select(func.count())
        .where(
            entry.trace_id == queue_items.c.trace_id,
            entry.is_current,
            entry.kind == EntryKind.VERDICT,
            entry.annotator_id != annotator_id,
        )
        .correlate(queue_items)
        .scalar_subquery()
    )


def is_full(annotator_id: int) -> ColumnElement[bool]:
    """Whether an item wants no label of the annotator: others gave enough, or it was decided.

    Whoever decided between others has read their answers and is not blind to them any more.
    """
    return or_(_n_labels(annotator_id) >= queue_items.c.wanted_labels, _has_decided(annotator_id))


def _has_decided(annotator_id: int) -> ColumnElement[bool]:
    decision = adjudications.c
    return (
        exists()
        .where(
            decision.trace_id == queue_items.c.trace_id,
            decision.annotator_id == annotator_id,
        )
        .correlate(queue_items)
    )


def _own_kind(annotator_id: int) -> ScalarSelect[str]:
    entry = own_entries.c
    return (
        select(entry.kind)
        .where(
            entry.trace_id == queue_items.c.trace_id,
            entry.annotator_id == annotator_id,
            entry.is_current,
        )
        .correlate(queue_items)
        .scalar_subquery()
    )


def _has_own(annotator_id: int, kinds: tuple[EntryKind, ...] | None) -> ColumnElement[bool]:
    own = _own_kind(annotator_id)
    if kinds is None:
        return true()
    return own.in_(kinds) if kinds else own.is_(None)


def is_asked(queue_id: int) -> ColumnElement[bool]:
    """Whether a queue's item still has the content it was drawn with.

    Looked up item by item only where traces were imported since the queue was built.
    """
    import_since = exists().where(
        imports.c.kind == "traces",
        imports.c.status == "done",
        imports.c.finished_at >= queues.c.created_at,
        queues.c.queue_id == queue_id,
    )
    is_current = (
        exists().where(current_traces.c.trace_id == queue_items.c.trace_id).correlate(queue_items)
    )
    return or_(~import_since, is_current)


def _n(condition: ColumnElement[bool]) -> ColumnElement[int]:
    return func.coalesce(func.sum(case((condition, 1), else_=0)), 0)
