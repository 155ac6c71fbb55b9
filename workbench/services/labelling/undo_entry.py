"""Takes back what an annotator did last in a queue; the undo is an entry of its own."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from db.read_own_entries import read_last_entry, read_own_entries
from db.write_labels import clear_current, hold_annotator, insert_entry, set_current
from workbench.domain.queue import NO_TIME, Entry, counting_entry
from workbench.domain.vocabulary import EntryKind
from workbench.errors import InputError
from workbench.services.labelling.label_queue import known_annotator, require_queue, was_revealed
from workbench.services.open_store import Store


def undo_last(store: Store, queue_id: int, annotator: str) -> int | None:
    """Take back the annotator's newest entry in the queue; gives its trace, None where none is.

    What stood before it on that trace counts again. Undoing twice goes further back.

    Raises
    ------
    InputError
        The judge was shown after that entry: the blind answer stays the one that counts.
    """
    with store.writing() as connection:
        queue = require_queue(connection, queue_id)
        annotator_id = known_annotator(connection, annotator)
        if annotator_id is None:
            return None
        hold_annotator(connection, annotator_id)
        now = datetime.now(UTC)
        last = read_last_entry(connection, queue_id, annotator_id)
        if last is None:
            return None
        entry_id, trace_id = last
        history = read_own_entries(connection, trace_id, annotator_id)
        if was_revealed(queue, history):
            raise InputError(
                "The judge has been shown for this item, so the blind answer stays. "
                "Open the item and answer again: that is kept beside it."
            )
        undo = {
            "trace_id": trace_id,
            "annotator_id": annotator_id,
            "queue_id": queue_id,
            "kind": EntryKind.UNDO,
            "gold_changes": [],
            "labelled_at": now,
            "recorded_at": now,
            "undoes_entry_id": entry_id,
            "is_current": False,
        }
        undo_id = insert_entry(connection, undo)
        undone = Entry(undo_id, EntryKind.UNDO, entry_id)
        counting = counting_entry([*_entries(history), undone])
        clear_current(connection, trace_id, annotator_id)
        if counting is not None:
            set_current(connection, counting)
    return trace_id


def _entries(history: Sequence[Mapping[str, Any]]) -> list[Entry]:
    """Entries in the order in which they count, whatever the clock did between them.

    An imported entry stands where its file's time puts it. One that was made here is newer than
    all that stood before it, also where the clock was set back in between.
    """
    entries: list[Entry] = []
    newest = NO_TIME
    for row in history:
        at = row["labelled_at"] or NO_TIME
        is_imported = row["label_set_id"] is not None
        newest = max(newest, at)
        entries.append(
            Entry(
                row["entry_id"],
                EntryKind(row["kind"]),
                row["undoes_entry_id"],
                row["is_after_reveal"],
                at if is_imported else newest,
            )
        )
    return entries
