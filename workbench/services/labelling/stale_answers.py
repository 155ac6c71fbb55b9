"""Answers that an annotator gave before the gold changed: listed, never silently changed.

An answer rests on the gold that was on the screen. Where somebody adds, joins or retires a
source, or a file brings another gold, the stages are worked out again at once; whether the
answer still holds only its author can say.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from db.read_gold_changes import (
    VersionRow,
    read_answers_on_other_gold,
    read_gold_mark,
    read_gold_versions,
)
from workbench.domain.records import GoldSets
from workbench.services.labelling.label_queue import known_annotator, require_queue
from workbench.services.open_store import Store


@dataclass(frozen=True, slots=True)
class GoldChange:
    """What differs between two golds of a query, and who made the newest change and when.

    `author` is None where a file brought it. `became_unknown` where no gold is known any more.
    """

    added: GoldSets
    gone: GoldSets
    author: str | None
    changed_at: datetime | None
    became_unknown: bool = False


@dataclass(frozen=True, slots=True)
class StaleAnswer:
    """One answer to look at again."""

    trace_id: int
    request_id: str
    answered_at: datetime | None
    change: GoldChange


def stale_answers(store: Store, queue_id: int, annotator: str) -> tuple[StaleAnswer, ...]:
    """The annotator's own answers in a queue whose gold changed since, in the queue's order.

    Raises
    ------
    InputError
        No annotator name, or no such queue.
    """
    with store.reading() as connection:
        require_queue(connection, queue_id)
        annotator_id = known_annotator(connection, annotator)
        if annotator_id is None:
            return ()
        stale = []
        for row in read_answers_on_other_gold(connection, queue_id, annotator_id):
            old, new = gold_sets(row.old_sets), gold_sets(row.new_sets)
            if same_gold(old, new):
                continue
            change = gold_change(old, new, read_gold_versions(connection, row.query_id))
            stale.append(StaleAnswer(row.trace_id, row.request_id, row.labelled_at, change))
    return tuple(stale)


def gold_mark(store: Store) -> int:
    """A number that grows with every change of any gold: while it stands, so does the list."""
    with store.reading() as connection:
        return read_gold_mark(connection)


def gold_sets(stored: Sequence[Sequence[str]] | None) -> GoldSets | None:
    """Gold as it travels; None stays None."""
    return None if stored is None else tuple(tuple(each) for each in stored)


def same_gold(old: GoldSets | None, new: GoldSets | None) -> bool:
    """Whether two golds accept the same passages, in whatever order they name them."""
    if old is None or new is None:
        return old is new
    return {frozenset(each) for each in old} == {frozenset(each) for each in new}


def gold_change(
    old: GoldSets | None, new: GoldSets | None, versions: Sequence[VersionRow]
) -> GoldChange:
    """What differs, with author and time of the newest of the query's versions."""
    newest = versions[-1] if versions else None
    is_edit = newest is not None and newest.kind == "gold_edit"
    return GoldChange(
        added=_without(new or (), old or ()),
        gone=_without(old or (), new or ()),
        author=newest.author if newest is not None and is_edit else None,
        changed_at=newest.created_at if newest is not None else None,
        became_unknown=new is None,
    )


def _without(sets: GoldSets, others: Collection[tuple[str, ...]]) -> GoldSets:
    known = {frozenset(each) for each in others}
    return tuple(each for each in sets if frozenset(each) not in known)
