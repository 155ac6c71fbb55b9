"""Entries of people that come in from a file, in bulk."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from sqlalchemy import Connection, insert, select, update

from db.bulk import insert_rows
from db.models import annotators, human_entries, label_sets


def ensure_annotators(
    connection: Connection, names: Collection[str], created_at: datetime
) -> dict[str, int]:
    """Give the ids of the annotators by name, inserting those that do not exist.

    None of them saves anything before this transaction ends. Names and rows are taken in one
    order, so that two imports of the same people's verdicts wait for each other one way only.
    """
    text = created_at.strftime("%Y-%m-%d %H:%M:%S.%f")
    rows = [(name, text) for name in sorted(names)]
    insert_rows(connection, annotators, ("name", "created_at"), rows, "ON CONFLICT DO NOTHING")
    found = select(annotators.c.name, annotators.c.annotator_id).where(annotators.c.name.in_(names))
    if connection.dialect.name == "postgresql":
        # One writer at a time is SQLite's own rule; a server must be told whom to keep waiting.
        found = found.order_by(annotators.c.annotator_id).with_for_update(key_share=True)
    return {row.name: row.annotator_id for row in connection.execute(found)}


def insert_label_set(
    connection: Connection,
    run_id: int,
    import_id: int,
    design: str,
    judge_id: int | None,
    declared_at: datetime,
    was_tuned_on: bool = False,
    was_blind: bool | None = None,
) -> int:
    """Insert what is said of how the labels were drawn and given, and give its id.

    `judge_id` is the judge whose verdicts drew them, where that was said.
    """
    made = connection.execute(
        insert(label_sets).values(
            run_id=run_id,
            import_id=import_id,
            design=design,
            judge_id=judge_id,
            declared_at=declared_at,
            was_tuned_on=was_tuned_on,
            was_blind=was_blind,
        )
    )
    key = made.inserted_primary_key
    return int(key[0]) if key is not None else 0


def redeclare(connection: Connection, entry_ids: Collection[int], label_set_id: int) -> None:
    """Let entries belong to another label set."""
    connection.execute(
        update(human_entries)
        .where(human_entries.c.entry_id.in_(entry_ids))
        .values(label_set_id=label_set_id)
    )


def insert_entries(connection: Connection, rows: Sequence[Mapping[str, object]]) -> None:
    """Append entries, none of them counting yet."""
    if rows:
        connection.execute(insert(human_entries), [{**row, "is_current": False} for row in rows])


def end_entries(connection: Connection, entry_ids: Collection[int]) -> None:
    """Let entries count no longer; they stay in the history."""
    connection.execute(
        update(human_entries)
        .where(human_entries.c.entry_id.in_(entry_ids))
        .values(is_current=False)
    )


def let_entries_count(connection: Connection, entry_ids: Collection[int]) -> None:
    """Let entries count."""
    connection.execute(
        update(human_entries).where(human_entries.c.entry_id.in_(entry_ids)).values(is_current=True)
    )
