"""The label screen's entrance: which item comes next, neighbours, search, and why none is left.

Reading an item is in `label_item`, saving in `record_entry`, counting in `label_progress`; their
names are public here too.
"""

from typing import Literal

from workbench.domain.records import JudgeOpinion
from workbench.services.label_item import LabelItem, Passage
from workbench.services.label_progress import Precision, Progress, precision, progress
from workbench.services.open_store import Store
from workbench.services.record_entry import Saved, Submission, record_entry, undo_last

__all__ = [
    "LabelItem",
    "Passage",
    "Precision",
    "Progress",
    "Saved",
    "Submission",
    "find_item",
    "neighbour",
    "next_item",
    "precision",
    "progress",
    "read_item",
    "record_entry",
    "reveal",
    "undo_last",
    "why_empty",
]


def next_item(
    store: Store, queue_id: int, annotator: str, *, is_revisiting: bool = False
) -> LabelItem | None:
    """The item to label now, leased to the annotator for 30 minutes; None where none is left.

    The annotator's own unexpired lease comes first, so a reload shows the same item. With
    `is_revisiting`, the items skipped or only noted so far are gone through instead.
    """
    raise NotImplementedError


def read_item(store: Store, queue_id: int, annotator: str, trace_id: int) -> LabelItem:
    """One item of the queue, leased where it is free; InputError where the queue lacks it."""
    raise NotImplementedError


def neighbour(
    store: Store, queue_id: int, annotator: str, trace_id: int, step: Literal[1, -1]
) -> int | None:
    """Trace after (1) or before (-1) the given one in the queue's order; None at its ends."""
    raise NotImplementedError


def find_item(store: Store, queue_id: int, annotator: str, request_id: str) -> LabelItem:
    """The item with that request id; InputError where the queue does not hold it."""
    raise NotImplementedError


def why_empty(store: Store, queue_id: int, annotator: str) -> str:
    """A sentence on why `next_item` gives nothing, and what can be done."""
    raise NotImplementedError


def reveal(store: Store, trace_id: int, annotator: str) -> tuple[JudgeOpinion, ...]:
    """What the judges said of a trace that the annotator has a saved verdict on.

    Raises
    ------
    InputError
        The annotator has not saved a verdict on the trace.
    """
    raise NotImplementedError
