"""Saves what an annotator said of one trace, and takes it back: append-only, one transaction.

Chosen: the screen hands back the id of the newest entry it knew, and the save is refused when
there is a newer one (a second tab, a stale page). The same content again is no conflict and
writes nothing, so five quick presses leave one entry.
"""

from dataclasses import dataclass, field

from workbench.domain.questions import Answers
from workbench.domain.vocabulary import EntryKind
from workbench.services.open_store import Store


@dataclass(frozen=True, slots=True)
class Submission:
    """What an annotator commits on one trace of a queue.

    `kind` is verdict, skip or note. `expected_entry_id` and `gold_version_id` come from the
    `LabelItem` that was on screen.
    """

    queue_id: int
    trace_id: int
    annotator: str
    kind: EntryKind
    answers: Answers = field(default_factory=Answers)
    note: str | None = None
    is_flagged: bool = False
    confidence: str | None = None
    seconds_spent: float | None = None
    expected_entry_id: int | None = None
    gold_version_id: int | None = None


@dataclass(frozen=True, slots=True)
class Saved:
    """The entry that now stands; `is_repeat` where it stood before and nothing was written."""

    entry_id: int
    is_repeat: bool


def record_entry(store: Store, submission: Submission) -> Saved:
    """Save a verdict, a skip or a note; gives the entry's id.

    Raises
    ------
    VerdictConflict
        The annotator has a newer entry on the trace than the screen knew, or somebody else
        took the item and it has all the labels it wants.
    InputError
        No annotator name, no answer, an override without a reason, a note without text.
    """
    raise NotImplementedError


def undo_last(store: Store, queue_id: int, annotator: str) -> int | None:
    """Take back the annotator's newest entry in the queue; gives its trace, None where none is.

    What stood before it on that trace counts again. Undoing twice goes further back.
    """
    raise NotImplementedError
