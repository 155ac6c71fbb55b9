"""One statement per function that writes what the label screen does; never opens a transaction.

A lease is claimed by one conditional statement, so that two annotators cannot both get the
last free place of an item: both would write the same slot, and one finds it taken. A database
server lets others write between what a statement sees and what it writes, so there the item is
held first and looked at again by the statement that claims it. SQLite has one writer at a time.
"""

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, and_, delete, func, insert, literal, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from db.models import (
    annotators,
    gold_members,
    gold_versions,
    human_entries,
    imports,
    leases,
    queue_items,
)
from db.read_waiting import pick_next
from workbench.domain.records import GoldSets
from workbench.domain.vocabulary import EntryKind


def _upsert(connection: Connection, table: Any) -> Any:
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    return dialect.insert(table)


def add_annotator(connection: Connection, name: str, now: datetime) -> None:
    """Add an annotator by name; nothing happens where the name exists."""
    connection.execute(
        _upsert(connection, annotators)
        .values(name=name, created_at=now)
        .on_conflict_do_nothing(index_elements=[annotators.c.name])
    )


def hold_annotator(connection: Connection, annotator_id: int) -> None:
    """Let no other tab of the annotator save or take back before this transaction ends."""
    connection.execute(
        select(annotators.c.annotator_id)
        .where(annotators.c.annotator_id == annotator_id)
        .with_for_update(key_share=True)
    )


def hold_item(connection: Connection, queue_id: int, trace_id: int) -> None:
    """Let nobody claim or answer the queue's item before this transaction ends."""
    item = queue_items.c
    connection.execute(
        select(item.trace_id)
        .where(item.queue_id == queue_id, item.trace_id == trace_id)
        .with_for_update(key_share=True)
    )


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
    after: int | None = None,
) -> int | None:
    """Lease the next item, or the one given, to the annotator; gives its trace, None if not free.

    `own` None takes an item whatever the annotator has said of it so far. With `after` only
    items behind that place in the queue's order are looked at. Without `waits` items
    that somebody saves or claims in this moment are passed over.
    """
    item, lease = queue_items.c, leases.c
    pick = pick_next(queue_id, annotator_id, now, own, after)
    if trace_id is not None:
        pick = pick.where(item.trace_id == trace_id)
    if connection.dialect.name == "postgresql":
        held = connection.scalar(
            pick.with_for_update(key_share=True, skip_locked=not waits, of=queue_items)
        )
        if held is None:
            return None
        pick = pick.where(item.trace_id == held)
    slot = (
        select(func.coalesce(func.max(lease.slot), 0) + 1)
        .where(
            lease.queue_id == item.queue_id,
            lease.trace_id == item.trace_id,
            lease.annotator_id != annotator_id,
            lease.expires_at > now,
        )
        .correlate(queue_items)
        .scalar_subquery()
    )
    chosen = select(
        item.queue_id,
        item.trace_id,
        slot,
        literal(annotator_id),
        literal(now, lease.leased_at.type),
        literal(expires_at, lease.expires_at.type),
    ).where(item.queue_id == queue_id, item.trace_id == pick.scalar_subquery())
    statement = _upsert(connection, leases).from_select(
        ["queue_id", "trace_id", "slot", "annotator_id", "leased_at", "expires_at"], chosen
    )
    new = statement.excluded
    claimed: int | None = connection.scalar(
        statement.on_conflict_do_update(
            index_elements=[lease.queue_id, lease.trace_id, lease.slot],
            set_={
                "annotator_id": new.annotator_id,
                "leased_at": new.leased_at,
                "expires_at": new.expires_at,
            },
            where=or_(lease.expires_at <= now, lease.annotator_id == annotator_id),
        ).returning(lease.trace_id)
    )
    return claimed


def renew_lease(
    connection: Connection,
    queue_id: int,
    annotator_id: int,
    trace_id: int,
    now: datetime,
    expires_at: datetime,
) -> bool:
    """Make the annotator's unexpired lease last longer; says whether there was one."""
    lease = leases.c
    renewed = connection.execute(
        update(leases)
        .where(
            lease.queue_id == queue_id,
            lease.trace_id == trace_id,
            lease.annotator_id == annotator_id,
            lease.expires_at > now,
        )
        .values(expires_at=expires_at)
    )
    return renewed.rowcount > 0


def release_leases(
    connection: Connection, queue_id: int, annotator_id: int, but_trace_id: int | None = None
) -> None:
    """Give back the annotator's leases in a queue, but the one on the trace given."""
    lease = leases.c
    mine = and_(lease.queue_id == queue_id, lease.annotator_id == annotator_id)
    if but_trace_id is not None:
        mine = and_(mine, lease.trace_id != but_trace_id)
    connection.execute(delete(leases).where(mine))


def insert_entry(connection: Connection, values: dict[str, Any]) -> int:
    """Append one entry to an annotator's history; gives its id."""
    return int(
        connection.execute(
            insert(human_entries).values(**values).returning(human_entries.c.entry_id)
        ).scalar_one()
    )


def clear_current(connection: Connection, trace_id: int, annotator_id: int) -> None:
    """Let no entry of the annotator on the trace count."""
    e = human_entries.c
    connection.execute(
        update(human_entries)
        .where(e.trace_id == trace_id, e.annotator_id == annotator_id, e.is_current)
        .values(is_current=False)
    )


def set_current(connection: Connection, entry_id: int) -> None:
    """Let an entry count."""
    connection.execute(
        update(human_entries).where(human_entries.c.entry_id == entry_id).values(is_current=True)
    )


def insert_gold_edit(connection: Connection, details: dict[str, Any], now: datetime) -> int:
    """Log a change of gold as a finished import of its own; gives its id."""
    return int(
        connection.execute(
            insert(imports)
            .values(
                kind="gold_edit",
                file_name="",
                file_hash="",
                status="done",
                started_at=now,
                finished_at=now,
                n_new=0,
                n_changed=1,
                n_unchanged=0,
                n_rejected=0,
                details=details,
            )
            .returning(imports.c.import_id)
        ).scalar_one()
    )


def supersede_gold(connection: Connection, query_id: int, import_id: int) -> None:
    """Let every version of a query's gold so far give way to the edit."""
    g = gold_versions.c
    connection.execute(
        update(gold_versions)
        .where(g.query_id == query_id, g.superseded_by_import_id.is_(None))
        .values(superseded_by_import_id=import_id)
    )


def insert_gold(
    connection: Connection,
    query_id: int,
    import_id: int,
    author: str,
    reason: str | None,
    sets: GoldSets,
    now: datetime,
    is_known: bool = True,
) -> int:
    """Add a version of a query's gold; gives its id. Its members follow.

    With `is_known` False the version is superseded from the start: it says who took the last
    source away and when, and the gold is not known again.
    """
    return int(
        connection.execute(
            insert(gold_versions)
            .values(
                query_id=query_id,
                import_id=import_id,
                author=author,
                reason=reason,
                created_at=now,
                sets=[list(gold_set) for gold_set in sets],
                n_sets=len(sets),
                superseded_by_import_id=None if is_known else import_id,
            )
            .returning(gold_versions.c.gold_version_id)
        ).scalar_one()
    )


def insert_gold_members(connection: Connection, gold_version_id: int, sets: GoldSets) -> None:
    """Add the passages of every set of a gold version."""
    rows = [
        {"gold_version_id": gold_version_id, "set_no": set_no, "doc_id": doc_id}
        for set_no, gold_set in enumerate(sets)
        for doc_id in dict.fromkeys(gold_set)
    ]
    if rows:
        connection.execute(insert(gold_members), rows)
