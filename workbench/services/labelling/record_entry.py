"""Saves what an annotator said of one trace: append-only, one short transaction.

Chosen: the screen hands back the id of the newest entry it knew, and the save is refused when
there is a newer one (a second tab, a stale page). The same content again is no conflict and
writes nothing, so five quick presses leave one entry. An expired lease is claimed again at the
save, and only where others filled the item meanwhile is the save refused: the expensive thing
in the house is a human verdict.
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from db.read_item_state import ItemState, read_item_state
from db.read_labels import Connection, TraceRow
from db.read_own_entries import read_own_entries
from db.read_query_gold import read_gold_edits
from db.read_waiting import UNTOUCHED
from db.write_labels import (
    claim_lease,
    clear_current,
    hold_annotator,
    hold_item,
    insert_entry,
    release_leases,
)
from workbench.domain.queue import takes_over
from workbench.domain.vocabulary import EntryKind
from workbench.errors import InputError, VerdictConflict
from workbench.services.labelling.label_item import LabelItem, ladder_facts
from workbench.services.labelling.label_queue import (
    lease_end,
    lease_next,
    named_annotator,
    require_queue,
    was_revealed,
)
from workbench.services.labelling.submission import (
    Submission,
    entry_values,
    require_complete,
)
from workbench.services.open_store import Store


@dataclass(frozen=True, slots=True)
class Saved:
    """The entry that now stands; `is_repeat` where it stood before and nothing was written."""

    entry_id: int
    is_repeat: bool


SAME_CONTENT = (
    "queue_id",
    "kind",
    "answer",
    "stage",
    "error_type",
    "unresolved",
    "is_override",
    "override_reason",
    "confidence",
    "note",
    "is_flagged",
    "gold_version_id",
    "claims",
    "guideline_id",
)


def record_entry(
    store: Store,
    submission: Submission,
    *,
    shown: LabelItem | None = None,
    leases_next: bool = False,
) -> Saved:
    """Save a verdict, a skip or a note; gives the entry's id.

    A verdict on an item as it was `shown` is refused where its gold or what is known of its
    stages is another by now: it would stand under questions that were never asked.

    With `leases_next` the annotator's next open item is leased in the same transaction, so that
    going on to it waits for no second turn to write.

    A note on a trace that has the annotator's verdict repeats that verdict with the note; without
    text it may still raise or lower the flag of that verdict.

    Raises
    ------
    VerdictConflict
        The annotator has a newer entry on the trace than the screen knew, its gold or stages
        changed since, or somebody else took the item and it has all the labels it wants.
    InputError
        No annotator name, no answer, an override without a reason, a note without text.
    """
    require_complete(submission)
    with store.writing() as connection:
        queue = require_queue(connection, submission.queue_id)
        annotator_id = named_annotator(connection, submission.annotator, datetime.now(UTC))
        hold_annotator(connection, annotator_id)
        hold_item(connection, submission.queue_id, submission.trace_id)
        # A lease may have run out while this save waited for its turn.
        now = datetime.now(UTC)
        state = read_item_state(
            connection, submission.queue_id, submission.trace_id, submission.annotator.strip()
        )
        if state is None:
            raise InputError(
                f"Queue {queue.name} holds no item {submission.trace_id}. Open the queue again."
            )
        trace = state.trace
        history = (
            []
            if state.entry_id is None
            else read_own_entries(connection, submission.trace_id, annotator_id)
        )
        counting = next((entry for entry in history if entry["is_current"]), None)
        values = entry_values(connection, submission, trace, counting)
        newest = history[-1] if history else None
        if newest is not None and all(newest[name] == values[name] for name in SAME_CONTENT):
            return Saved(newest["entry_id"], is_repeat=True)
        if (newest["entry_id"] if newest else None) != submission.expected_entry_id:
            raise VerdictConflict(
                f"{trace.request_id} was labelled by you meanwhile, perhaps in another tab. "
                "Nothing was saved here: open the item again to see and change what stands."
            )
        if shown is not None and submission.kind is EntryKind.VERDICT:
            _require_as_shown(shown, state)
        if values["kind"] == EntryKind.VERDICT and not _has_verdict(history):
            _hold_item(connection, submission, annotator_id, state, now)
        is_after_reveal = was_revealed(queue, history)
        is_current = takes_over(
            EntryKind(values["kind"]),
            is_after_reveal,
            EntryKind(counting["kind"]) if counting else None,
        )
        if is_current and counting is not None:
            clear_current(connection, submission.trace_id, annotator_id)
        author = submission.annotator.strip()
        may_have_edited = shown is None or _may_have_edited(shown, state, author)
        edits = _gold_changes(connection, trace, author, history) if may_have_edited else []
        entry_id = insert_entry(
            connection,
            values
            | {
                "trace_id": submission.trace_id,
                "annotator_id": annotator_id,
                "gold_changes": edits,
                "seconds_spent": submission.seconds_spent,
                "labelled_at": now,
                "recorded_at": now,
                "is_after_reveal": is_after_reveal,
                "is_current": is_current,
            },
        )
        if leases_next:
            lease_next(connection, submission.queue_id, annotator_id, now, UNTOUCHED, waits=False)
        else:
            release_leases(connection, submission.queue_id, annotator_id)
    return Saved(entry_id, is_repeat=False)


def _require_as_shown(shown: LabelItem, state: ItemState) -> None:
    now = (state.gold_version_id, ladder_facts(state.trace))
    if (shown.gold_version_id, shown.facts) != now:
        raise VerdictConflict(
            f"The gold of {shown.request_id}, or where it was found, was changed while you had "
            "it open. Nothing was saved: look at it as it is now, then answer."
        )


def _hold_item(
    connection: Connection,
    submission: Submission,
    annotator_id: int,
    state: ItemState,
    now: datetime,
) -> None:
    queue_id, trace_id = submission.queue_id, submission.trace_id
    is_held = state.held_until is not None and state.held_until > now
    # Nobody else is asked about a content that was replaced, so there is nothing to hold.
    if is_held or not state.trace.is_current:
        return
    if claim_lease(connection, queue_id, annotator_id, now, lease_end(now), None, trace_id) is None:
        raise VerdictConflict(
            f"{state.trace.request_id} was taken by somebody else meanwhile and has all the labels "
            "it wants. Your answer was not saved: go on with the next item."
        )


def _has_verdict(history: list[dict[str, Any]]) -> bool:
    return any(entry["is_current"] and entry["kind"] == EntryKind.VERDICT for entry in history)


def _may_have_edited(shown: LabelItem, state: ItemState, author: str) -> bool:
    """Whether the store must be asked for the author's changes of the gold.

    Where the screen's version is the one that stands, its history says who made each.
    """
    if shown.gold_version_id != state.gold_version_id:
        return True
    return any(version.author == author for version in shown.gold_history)


def _gold_changes(
    connection: Connection, trace: TraceRow, annotator: str, history: list[dict[str, Any]]
) -> list[dict[str, Any]]:
    told = {change.get("gold_version_id") for entry in history for change in entry["gold_changes"]}
    return [
        {
            "action": edit.details["action"],
            "doc_ids": edit.details["doc_ids"],
            "reason": edit.details["reason"],
            "at": edit.created_at.isoformat(),
            "gold_version_id": edit.gold_version_id,
        }
        for edit in read_gold_edits(connection, trace.query_id, annotator)
        if edit.details["trace_id"] == trace.trace_id and edit.gold_version_id not in told
    ]
