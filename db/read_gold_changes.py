"""Which gold a query had when, and which answers were given on another; one SELECT each."""

from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, exists, func, select

from db.item_conditions import OF_QUERY
from db.models import current_gold, gold_versions, human_entries, imports, queue_items, traces
from workbench.domain.vocabulary import EntryKind

# Made once: building an alias costs more than the statement it is used in.
answered_on = gold_versions.alias("answered_on")
later_entries = human_entries.alias("later")
undo_entries = human_entries.alias("undo_of_later")


class VersionRow(NamedTuple):
    """One version of a query's gold; `details` say what an annotator did, None for a file's."""

    gold_version_id: int
    author: str
    reason: str | None
    created_at: datetime
    sets: list[list[str]]
    kind: str
    details: dict[str, Any] | None


class OtherGoldRow(NamedTuple):
    """An answer, the gold it was given on, and the gold that counts now; None = not known."""

    trace_id: int
    request_id: str
    query_id: int
    labelled_at: datetime | None
    old_sets: list[list[str]] | None
    new_sets: list[list[str]] | None


_versions = (
    select(
        gold_versions.c.gold_version_id,
        gold_versions.c.author,
        gold_versions.c.reason,
        gold_versions.c.created_at,
        gold_versions.c.sets,
        imports.c.kind,
        imports.c.details,
    )
    .join(imports, imports.c.import_id == gold_versions.c.import_id)
    .where(gold_versions.c.query_id == OF_QUERY, imports.c.status == "done")
    .order_by(gold_versions.c.gold_version_id)
)


def read_gold_versions(connection: Connection, query_id: int) -> list[VersionRow]:
    """Every version of a query's gold that was ever in force, oldest first."""
    return [VersionRow._make(row) for row in connection.execute(_versions, {"of_query": query_id})]


NEWEST_GOLD = select(func.max(gold_versions.c.gold_version_id))


def read_gold_mark(connection: Connection) -> int:
    """A number that grows with every version of any gold."""
    return connection.scalar(NEWEST_GOLD) or 0


def read_answers_on_other_gold(
    connection: Connection, queue_id: int, annotator_id: int
) -> list[OtherGoldRow]:
    """The annotator's current answers in a queue that were given on another version of gold.

    One that was given again since, on the gold that counts now, is not among them, whichever of
    the two answers counts.
    """
    entry, old, new = human_entries.c, answered_on.c, current_gold.c
    newest = (
        select(func.max(new.gold_version_id))
        .where(new.query_id == traces.c.query_id)
        .correlate(traces)
        .scalar_subquery()
    )
    rows = connection.execute(
        select(
            traces.c.trace_id,
            traces.c.request_id,
            traces.c.query_id,
            entry.labelled_at,
            old.sets,
            current_gold.c.sets,
        )
        .select_from(human_entries)
        .join(traces, traces.c.trace_id == entry.trace_id)
        .join(
            queue_items,
            and_(
                queue_items.c.queue_id == entry.queue_id,
                queue_items.c.trace_id == entry.trace_id,
                queue_items.c.removed_at.is_(None),
            ),
        )
        .outerjoin(answered_on, old.gold_version_id == entry.gold_version_id)
        .outerjoin(current_gold, new.gold_version_id == newest)
        .where(
            entry.queue_id == queue_id,
            entry.annotator_id == annotator_id,
            entry.is_current,
            entry.kind == EntryKind.VERDICT,
            entry.label_set_id.is_(None),
            new.gold_version_id.is_distinct_from(entry.gold_version_id),
            ~_answered_again(),
        )
        .order_by(queue_items.c.order_key)
    )
    return [OtherGoldRow(*row) for row in rows]


def _answered_again() -> ColumnElement[bool]:
    later, undo = later_entries.c, undo_entries.c
    return exists().where(
        later.trace_id == human_entries.c.trace_id,
        later.annotator_id == human_entries.c.annotator_id,
        later.entry_id > human_entries.c.entry_id,
        later.kind == EntryKind.VERDICT,
        later.gold_version_id.is_not_distinct_from(current_gold.c.gold_version_id),
        ~exists().where(
            undo.trace_id == later.trace_id,
            undo.annotator_id == later.annotator_id,
            undo.undoes_entry_id == later.entry_id,
        ),
    )
