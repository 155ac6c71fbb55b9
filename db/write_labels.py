"""One statement per function that writes what the label screen does; never opens a transaction.

A lease is claimed by one conditional statement, so that two annotators cannot both get the
last free place of an item: both would write the same slot, and one finds it taken. A database
server lets others write between what a statement sees and what it writes, so there the item is
held first and looked at again by the statement that claims it, and let go where it is not free:
nobody waits for one item while holding another. SQLite has one writer at a time.
"""

from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import (
    Connection,
    Executable,
    Select,
    bindparam,
    delete,
    func,
    insert,
    or_,
    select,
    tuple_,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite

from db.instants import Instant
from db.item_conditions import AT, BY_PERSON, OF_QUEUE, OF_TRACE
from db.models import (
    annotators,
    human_entries,
    leases,
    queue_items,
)
from db.read_waiting import pick_next
from workbench.domain.vocabulary import EntryKind

POSTGRESQL, SQLITE = "postgresql", "sqlite"
UNTIL = bindparam("until_instant", type_=Instant())


def _upsert(dialect: str, table: Any) -> Any:
    return (postgresql if dialect == POSTGRESQL else sqlite).insert(table)


def add_annotator(connection: Connection, name: str, now: datetime) -> None:
    """Add an annotator by name; nothing happens where the name exists."""
    connection.execute(
        _upsert(connection.dialect.name, annotators)
        .values(name=name, created_at=now)
        .on_conflict_do_nothing(index_elements=[annotators.c.name])
    )


_held_annotator = (
    select(annotators.c.annotator_id)
    .where(annotators.c.annotator_id == BY_PERSON)
    .with_for_update(key_share=True)
)


def hold_annotator(connection: Connection, annotator_id: int) -> None:
    """Let no other tab of the annotator save or take back before this transaction ends."""
    if connection.dialect.name == POSTGRESQL:
        connection.execute(_held_annotator, {"by_person": annotator_id})


_held_item = (
    select(queue_items.c.trace_id)
    .where(queue_items.c.queue_id == OF_QUEUE, queue_items.c.trace_id == OF_TRACE)
    .with_for_update(key_share=True)
)


def hold_item(connection: Connection, queue_id: int, trace_id: int) -> None:
    """Let nobody claim or answer the queue's item before this transaction ends."""
    if connection.dialect.name == POSTGRESQL:
        connection.execute(_held_item, {"of_queue": queue_id, "of_trace": trace_id})


def claim_lease(
    connection: Connection,
    queue_id: int,
    annotator_id: int,
    now: datetime,
    expires_at: datetime,
    own: tuple[EntryKind, ...] | None,
    trace_id: int | None = None,
    *,
    waits: bool = True,
    is_behind: bool = False,
) -> int | None:
    """Lease the next item, or the one given, to the annotator; gives its trace, None if not free.

    `own` None takes an item whatever the annotator has said of it so far. With `is_behind`
    only items behind the one that the annotator dealt with last are looked at. Without `waits`
    items that somebody saves or claims in this moment are passed over.
    """
    values = {
        "of_queue": queue_id,
        "by_person": annotator_id,
        "at_instant": now,
        "until_instant": expires_at,
        "of_trace": trace_id,
    }
    if connection.dialect.name != POSTGRESQL:
        return _claimed(connection, _claim(SQLITE, own, is_behind, trace_id is not None), values)
    if trace_id is not None or not waits:
        return _hold_and_claim(connection, own, is_behind, waits, values)
    with connection.begin_nested() as holding:
        claimed = _hold_and_claim(connection, own, is_behind, waits, values)
        if claimed is None:
            # Whoever kept hold of it and waited for another one could wait for somebody who
            # waits for this one.
            holding.rollback()
    return claimed


def _hold_and_claim(
    connection: Connection,
    own: tuple[EntryKind, ...] | None,
    is_behind: bool,
    waits: bool,
    values: dict[str, Any],
) -> int | None:
    is_given = values["of_trace"] is not None
    held: int | None = connection.scalar(_held_next(own, is_behind, is_given, waits), values)
    if held is None:
        return None
    claim = _claim(POSTGRESQL, own, is_behind, True)
    return _claimed(connection, claim, values | {"of_trace": held})


def _claimed(connection: Connection, claim: Executable, values: dict[str, Any]) -> int | None:
    found: int | None = connection.scalar(claim, values)
    return found


@cache
def _pick(own: tuple[EntryKind, ...] | None, is_behind: bool, is_given: bool) -> Select[int]:
    pick = pick_next(own, is_behind=is_behind)
    return pick.where(queue_items.c.trace_id == OF_TRACE) if is_given else pick


@cache
def _held_next(
    own: tuple[EntryKind, ...] | None, is_behind: bool, is_given: bool, waits: bool
) -> Select[int]:
    pick = _pick(own, is_behind, is_given)
    return pick.with_for_update(key_share=True, skip_locked=not waits, of=queue_items)


@cache
def _claim(
    dialect: str, own: tuple[EntryKind, ...] | None, is_behind: bool, is_given: bool
) -> Executable:
    item, lease = queue_items.c, leases.c
    slot = (
        select(func.coalesce(func.max(lease.slot), 0) + 1)
        .where(
            lease.queue_id == item.queue_id,
            lease.trace_id == item.trace_id,
            lease.annotator_id != BY_PERSON,
            lease.expires_at > AT,
        )
        .correlate(queue_items)
        .scalar_subquery()
    )
    pick = _pick(own, is_behind, is_given).scalar_subquery()
    chosen = select(item.queue_id, item.trace_id, slot, BY_PERSON, AT, UNTIL).where(
        item.queue_id == OF_QUEUE, item.trace_id == pick
    )
    statement = _upsert(dialect, leases).from_select(
        ["queue_id", "trace_id", "slot", "annotator_id", "leased_at", "expires_at"], chosen
    )
    new = statement.excluded
    claim: Executable = statement.on_conflict_do_update(
        index_elements=[lease.queue_id, lease.trace_id, lease.slot],
        set_={
            "annotator_id": new.annotator_id,
            "leased_at": new.leased_at,
            "expires_at": new.expires_at,
        },
        where=or_(lease.expires_at <= AT, lease.annotator_id == BY_PERSON),
    ).returning(lease.trace_id)
    return claim


_renewed = (
    update(leases)
    .where(
        leases.c.queue_id == OF_QUEUE,
        leases.c.trace_id == OF_TRACE,
        leases.c.annotator_id == BY_PERSON,
        leases.c.expires_at > AT,
    )
    .values(expires_at=UNTIL)
)


def renew_lease(
    connection: Connection,
    queue_id: int,
    annotator_id: int,
    trace_id: int,
    now: datetime,
    expires_at: datetime,
) -> bool:
    """Make the annotator's unexpired lease last longer; says whether there was one."""
    values = {
        "of_queue": queue_id,
        "of_trace": trace_id,
        "by_person": annotator_id,
        "at_instant": now,
        "until_instant": expires_at,
    }
    return connection.execute(_renewed, values).rowcount > 0


_KEY = (leases.c.queue_id, leases.c.trace_id, leases.c.slot)
_own = select(*_KEY).where(leases.c.queue_id == OF_QUEUE, leases.c.annotator_id == BY_PERSON)
# A lease that somebody takes over in this moment is theirs. To wait for it would end in a deadlock
# where two people take over each other's.
_own_leases, _other_own_leases = (
    delete(leases).where(tuple_(*_KEY).in_(which.with_for_update(skip_locked=True)))
    for which in (_own, _own.where(leases.c.trace_id != OF_TRACE))
)


def release_leases(
    connection: Connection, queue_id: int, annotator_id: int, but_trace_id: int | None = None
) -> None:
    """Give back the annotator's leases in a queue, but the one on the trace given."""
    values = {"of_queue": queue_id, "by_person": annotator_id}
    if but_trace_id is None:
        connection.execute(_own_leases, values)
    else:
        connection.execute(_other_own_leases, values | {"of_trace": but_trace_id})


_new_entry = insert(human_entries).returning(human_entries.c.entry_id)


def insert_entry(connection: Connection, values: dict[str, Any]) -> int:
    """Append one entry to an annotator's history; gives its id."""
    return int(connection.execute(_new_entry, values).scalar_one())


_uncounted = (
    update(human_entries)
    .where(
        human_entries.c.trace_id == OF_TRACE,
        human_entries.c.annotator_id == BY_PERSON,
        human_entries.c.is_current,
    )
    .values(is_current=False)
)


def clear_current(connection: Connection, trace_id: int, annotator_id: int) -> None:
    """Let no entry of the annotator on the trace count."""
    connection.execute(_uncounted, {"of_trace": trace_id, "by_person": annotator_id})


def set_current(connection: Connection, entry_id: int) -> None:
    """Let an entry count."""
    connection.execute(
        update(human_entries).where(human_entries.c.entry_id == entry_id).values(is_current=True)
    )
