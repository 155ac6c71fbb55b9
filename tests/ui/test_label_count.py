"""Progress that is added up along the saves says what the store would say."""

import pytest

from db.store import Store
from tests.services.labelling import answer, census
from workbench.domain.vocabulary import EntryKind
from workbench.services.labelling.add_gold import add_gold
from workbench.services.labelling.label_traces import (
    Progress,
    next_item,
    progress,
    read_item,
    record_entry,
)
from workbench.ui.label_count import RECOUNT_SECONDS, counted, counted_on


def counts(so_far: Progress) -> tuple[int, int, int, int]:
    return so_far.n_done, so_far.n_skipped, so_far.n_open, so_far.n_total


@pytest.mark.parametrize(
    "kinds",
    [
        (EntryKind.VERDICT,),
        (EntryKind.SKIP, EntryKind.VERDICT),
        (EntryKind.NOTE, EntryKind.SKIP),
        (EntryKind.VERDICT, EntryKind.NOTE),
        (EntryKind.VERDICT, EntryKind.VERDICT),
    ],
)
def test_each_save_adds_up_to_what_the_store_holds(
    sqlite_store: Store, kinds: tuple[EntryKind, ...]
) -> None:
    queue_id = census(sqlite_store, 4)
    first = next_item(sqlite_store, queue_id, "ann1")
    assert first is not None
    record_entry(sqlite_store, answer(first, "ann1", seconds_spent=3.0))
    so_far = counted(sqlite_store, queue_id, "ann1", None, 0.0)
    item = next_item(sqlite_store, queue_id, "ann1")
    assert item is not None
    for n, kind in enumerate(kinds):
        shown = read_item(sqlite_store, queue_id, "ann1", item.trace_id)
        record_entry(sqlite_store, answer(shown, "ann1", kind=kind, note=f"note {n}"))
        grown = counted_on(so_far, item.trace_id, kind, shown.own)
        assert grown is not None
        so_far = grown
        assert counts(so_far.progress) == counts(progress(sqlite_store, queue_id, "ann1"))


def test_counts_grow_old_and_are_read_anew(sqlite_store: Store) -> None:
    queue_id = census(sqlite_store, 2)
    so_far = counted(sqlite_store, queue_id, "ann1", None, 0.0)
    item = next_item(sqlite_store, queue_id, "ann2")
    assert item is not None
    record_entry(sqlite_store, answer(item, "ann2"))
    young = counted(sqlite_store, queue_id, "ann1", so_far, RECOUNT_SECONDS - 1)
    old = counted(sqlite_store, queue_id, "ann1", so_far, RECOUNT_SECONDS)
    assert (young.progress.n_open, old.progress.n_open) == (2, 1)


def test_a_changed_gold_is_noticed_at_once_and_a_new_answer_takes_it_off(
    sqlite_store: Store,
) -> None:
    queue_id = census(sqlite_store, 2)
    item = next_item(sqlite_store, queue_id, "ann1")
    assert item is not None
    record_entry(sqlite_store, answer(item, "ann1", seconds_spent=2.0))
    so_far = counted(sqlite_store, queue_id, "ann1", None, 0.0)
    add_gold(sqlite_store, item.trace_id, "ann2", ("d2",))
    so_far = counted(sqlite_store, queue_id, "ann1", so_far, 0.5)
    assert [stale.trace_id for stale in so_far.stale] == [item.trace_id]
    own = read_item(sqlite_store, queue_id, "ann1", item.trace_id).own
    noted = counted_on(so_far, item.trace_id, EntryKind.NOTE, own)
    answered = counted_on(so_far, item.trace_id, EntryKind.VERDICT, own)
    assert noted is not None
    assert answered is not None
    assert (len(noted.stale), len(answered.stale)) == (1, 0)
