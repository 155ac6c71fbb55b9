"""What one annotator has said: of a trace, last in a queue, and how long each verdict took."""

from typing import Any

from sqlalchemy import Connection, bindparam, exists, select

from db.item_conditions import BY_PERSON, OF_QUEUE, OF_TRACE
from db.models import human_entries
from workbench.domain.vocabulary import EntryKind

# Made once: building an alias costs more than the statement it is used in.
undo_entries = human_entries.alias("undo")

_own_history = (
    select(human_entries)
    .where(human_entries.c.trace_id == OF_TRACE, human_entries.c.annotator_id == BY_PERSON)
    .order_by(human_entries.c.entry_id)
)


def read_own_entries(
    connection: Connection, trace_id: int, annotator_id: int
) -> list[dict[str, Any]]:
    """One annotator's whole history on a trace, oldest entry first."""
    values = {"of_trace": trace_id, "by_person": annotator_id}
    return [dict(row) for row in connection.execute(_own_history, values).mappings()]


def read_last_entry(
    connection: Connection, queue_id: int, annotator_id: int
) -> tuple[int, int] | None:
    """Entry and trace of what the annotator did last in a queue and has not taken back."""
    entry, undo = human_entries.c, undo_entries
    row = connection.execute(
        select(entry.entry_id, entry.trace_id)
        .where(
            entry.queue_id == queue_id,
            entry.annotator_id == annotator_id,
            entry.kind != EntryKind.UNDO,
            ~exists().where(
                undo.c.trace_id == entry.trace_id,
                undo.c.annotator_id == entry.annotator_id,
                undo.c.undoes_entry_id == entry.entry_id,
            ),
        )
        .order_by(entry.entry_id.desc())
        .limit(1)
    ).one_or_none()
    return None if row is None else (row[0], row[1])


_seconds_spent = (
    select(human_entries.c.seconds_spent)
    .where(
        human_entries.c.queue_id == OF_QUEUE,
        human_entries.c.annotator_id == BY_PERSON,
        human_entries.c.kind == EntryKind.VERDICT,
        human_entries.c.seconds_spent.is_not(None),
    )
    .order_by(human_entries.c.entry_id.desc())
    .limit(bindparam("n_last"))
)


def read_seconds_spent(
    connection: Connection, queue_id: int, annotator_id: int, n_last: int
) -> list[float]:
    """Time the annotator took for each of the newest verdicts in a queue."""
    values = {"of_queue": queue_id, "by_person": annotator_id, "n_last": n_last}
    return [float(seconds) for seconds in connection.scalars(_seconds_spent, values)]
