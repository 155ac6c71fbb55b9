"""A clock that is set back an hour or forward a day: what is held, what counts, what is said.

Setting the clock back by a span is the same as having written every instant in the store by that
span later, so the instants are moved and the clock stays.
"""

from datetime import timedelta

import pytest
from sqlalchemy import DateTime, select, text, update

from db import models
from db.instants import Instant
from db.store import Store
from tests.services.labelling import answer, census, label_next
from workbench.domain.vocabulary import EntryKind
from workbench.errors import VerdictConflict
from workbench.services.labelling.label_traces import (
    find_item,
    next_item,
    progress,
    read_item,
    record_entry,
    undo_last,
)

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def clock_moves(store: Store, by: timedelta) -> None:
    """From now on the clock shows so much more, or less, than what is stored allows for."""
    with store.writing() as connection:
        for table in models.metadata.sorted_tables:
            instants = [c for c in table.columns if isinstance(c.type, Instant | DateTime)]
            keys = list(table.primary_key.columns)
            if not instants or not keys:
                continue
            for row in connection.execute(select(*keys, *instants)).mappings().all():
                moved = {c.name: row[c.name] - by for c in instants if row[c.name] is not None}
                if moved:
                    here = [key == row[key.name] for key in keys]
                    connection.execute(update(table).where(*here).values(**moved))


def counting(store: Store, annotator: str) -> list[tuple[str, str | None]]:
    e, t, a = models.human_entries.c, models.traces.c, models.annotators.c
    statement = (
        select(t.request_id, e.note)
        .join(models.traces, t.trace_id == e.trace_id)
        .join(models.annotators, a.annotator_id == e.annotator_id)
        .where(e.is_current, a.name == annotator)
        .order_by(t.request_id)
    )
    with store.reading() as connection:
        return [(row[0], row[1]) for row in connection.execute(statement)]


@pytest.mark.parametrize("by", [-HOUR, DAY, -DAY])
def test_the_newest_answer_counts_by_its_entry_and_not_by_the_clock(store, by):
    queue_id = census(store, 1)
    for n in range(3):
        item = find_item(store, queue_id, "ann1", "q-1")
        record_entry(store, answer(item, "ann1", is_right=n != 1, note=f"answer {n}"))
        assert counting(store, "ann1") == [("q-1", f"answer {n}")]
        clock_moves(store, by)
    undo_last(store, queue_id, "ann1")
    assert counting(store, "ann1") == [("q-1", "answer 1")]
    clock_moves(store, by)
    undo_last(store, queue_id, "ann1")
    assert counting(store, "ann1") == [("q-1", "answer 0")]
    undo_last(store, queue_id, "ann1")
    assert counting(store, "ann1") == []


@pytest.mark.parametrize("by", [-HOUR, DAY])
def test_what_was_saved_last_is_what_is_taken_back_first(store, by):
    queue_id = census(store, 3)
    labelled = []
    for _ in range(3):
        item = next_item(store, queue_id, "ann1")
        record_entry(store, answer(item, "ann1"))
        labelled.append(item.trace_id)
        clock_moves(store, by)
    assert [undo_last(store, queue_id, "ann1") for _ in range(3)] == labelled[::-1]


@pytest.mark.parametrize("by", [-HOUR, -DAY])
def test_a_clock_set_back_takes_no_item_from_whoever_holds_it(store, by):
    queue_id = census(store, 2)
    mine = next_item(store, queue_id, "ann1")
    clock_moves(store, by)
    theirs = next_item(store, queue_id, "ann2")
    assert theirs.trace_id != mine.trace_id
    assert next_item(store, queue_id, "ann1").trace_id == mine.trace_id
    assert next_item(store, queue_id, "ann3") is None
    assert not record_entry(store, answer(mine, "ann1")).is_repeat
    assert not record_entry(store, answer(theirs, "ann2")).is_repeat


def test_a_lease_renewed_after_the_clock_was_set_back_ends_by_the_new_clock(store):
    queue_id = census(store, 1)
    mine = next_item(store, queue_id, "ann1")
    clock_moves(store, -DAY)
    assert next_item(store, queue_id, "ann1").trace_id == mine.trace_id
    clock_moves(store, HOUR)
    # An hour later, by the clock that now goes, the item is free again.
    assert next_item(store, queue_id, "ann2").trace_id == mine.trace_id


def test_a_clock_set_forward_frees_the_item_and_two_never_answer_one_place(store):
    queue_id = census(store, 1)
    mine = next_item(store, queue_id, "ann1")
    clock_moves(store, DAY)
    theirs = next_item(store, queue_id, "ann2")
    assert theirs.trace_id == mine.trace_id
    with pytest.raises(VerdictConflict):
        record_entry(store, answer(mine, "ann1"))
    # And back: the one who took it still holds it.
    clock_moves(store, -DAY)
    with pytest.raises(VerdictConflict):
        record_entry(store, answer(mine, "ann1"))
    record_entry(store, answer(theirs, "ann2"))
    assert counting(store, "ann1") == []
    assert len(counting(store, "ann2")) == 1


def test_a_clock_set_forward_loses_nobodys_answer_where_the_item_is_still_free(store):
    queue_id = census(store, 1, wanted_labels=2)
    first, second = (next_item(store, queue_id, name) for name in ("ann1", "ann2"))
    clock_moves(store, DAY)
    for name, item in (("ann2", second), ("ann1", first)):
        record_entry(store, answer(item, name, note=name))
    assert [counting(store, name) for name in ("ann1", "ann2")] == [
        [("q-1", "ann1")],
        [("q-1", "ann2")],
    ]


def test_a_lease_that_ran_out_while_its_place_went_to_others_cannot_commit(store):
    # Two places: the first one's lease runs out, the second one's holds, a third person comes.
    queue_id = census(store, 1, wanted_labels=2)
    first = next_item(store, queue_id, "ann1")
    clock_moves(store, timedelta(minutes=20))
    second = next_item(store, queue_id, "ann2")
    clock_moves(store, timedelta(minutes=20))
    third = next_item(store, queue_id, "ann3")
    with pytest.raises(VerdictConflict):
        record_entry(store, answer(first, "ann1"))
    record_entry(store, answer(second, "ann2"))
    record_entry(store, answer(third, "ann3"))
    assert progress(store, queue_id, "ann1").n_total == 0


@pytest.mark.parametrize("by", [-HOUR, DAY])
def test_the_time_spent_on_an_item_is_no_difference_of_clocks(store, by):
    queue_id = census(store, 2)
    item = next_item(store, queue_id, "ann1")
    clock_moves(store, by)
    record_entry(store, answer(item, "ann1", seconds_spent=12.0))
    counts = progress(store, queue_id, "ann1")
    assert (counts.n_done, counts.n_open, counts.seconds_per_item) == (1, 1, 12.0)
    assert counts.seconds_left == 12.0


def test_a_second_tab_is_noticed_by_its_entry_whatever_the_clock_says(store):
    queue_id = census(store, 1)
    old = read_item(store, queue_id, "ann1", next_item(store, queue_id, "ann1").trace_id)
    record_entry(store, answer(old, "ann1"))
    clock_moves(store, -HOUR)
    with pytest.raises(VerdictConflict):
        record_entry(store, answer(old, "ann1", is_right=False))
    assert record_entry(store, answer(old, "ann1")).is_repeat


def test_moving_the_instants_moves_what_is_stored(store):
    # The tests above are worth nothing where the move does nothing.
    queue_id = census(store, 1)
    label_next(store, queue_id, "ann1")
    at = models.human_entries.c.labelled_at
    with store.reading() as connection:
        before = connection.scalar(select(at))
    clock_moves(store, -HOUR)
    with store.reading() as connection:
        assert connection.scalar(select(at)) - before == HOUR
        assert connection.scalar(select(models.human_entries.c.kind)) == EntryKind.VERDICT
        if store.is_sqlite:
            assert connection.execute(text("PRAGMA foreign_key_check")).all() == []
