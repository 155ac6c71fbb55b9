"""Which item is offered to whom: order, leases, wanted labels, skips, and the reason for none."""

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select, update

from db import models
from tests.services.labelling import answer, census, judged, label_all, label_next
from tests.services.planted import plant_import
from workbench.domain.vocabulary import EntryKind
from workbench.errors import InputError, VerdictConflict
from workbench.services.labelling.add_gold import add_gold
from workbench.services.labelling.build_queue import queue_status, set_wanted_labels
from workbench.services.labelling.guidelines import set_guideline
from workbench.services.labelling.label_traces import (
    find_item,
    neighbour,
    next_item,
    next_put_off,
    progress,
    read_item,
    record_entry,
    reveal,
    why_empty,
)


def expire_leases(store):
    past = datetime.now(UTC) - timedelta(seconds=1)
    with store.writing() as connection:
        connection.execute(update(models.leases).values(expires_at=past))


def order_of(store, queue_id):
    item = models.queue_items.c
    with store.reading() as connection:
        rows = connection.execute(
            select(models.traces.c.request_id)
            .join(models.queue_items, item.trace_id == models.traces.c.trace_id)
            .where(item.queue_id == queue_id)
            .order_by(item.order_key)
        )
        return [row.request_id for row in rows]


def test_items_come_in_the_queues_order_and_then_none(store):
    queue_id = census(store, 5)
    assert label_all(store, queue_id, "ann1") == order_of(store, queue_id)
    assert next_item(store, queue_id, "ann1") is None
    assert why_empty(store, queue_id, "ann1").startswith("You have labelled all 5 items")


def test_a_reload_offers_the_same_item_again(store):
    queue_id = census(store)
    first = next_item(store, queue_id, "ann1")
    assert next_item(store, queue_id, "ann1") == first


def test_two_annotators_never_hold_the_same_item_where_one_label_is_wanted(store):
    queue_id = census(store, 2)
    first, second = next_item(store, queue_id, "ann1"), next_item(store, queue_id, "ann2")
    assert first.trace_id != second.trace_id
    assert next_item(store, queue_id, "ann3") is None
    assert "2 open at another annotator right now" in why_empty(store, queue_id, "ann3")


def test_an_expired_lease_frees_the_item(store):
    queue_id = census(store, 1)
    first = next_item(store, queue_id, "ann1")
    expire_leases(store)
    assert next_item(store, queue_id, "ann2").trace_id == first.trace_id


def leased(store):
    with store.reading() as connection:
        lease = models.leases.c
        return [tuple(row) for row in connection.execute(select(lease.trace_id, lease.slot))]


def test_a_save_leases_the_next_item_where_that_is_asked_for(store):
    queue_id = census(store, 3)
    item = next_item(store, queue_id, "ann1")
    record_entry(store, answer(item, "ann1"), leases_next=True)
    ((trace_id, _slot),) = leased(store)
    assert trace_id != item.trace_id
    assert next_item(store, queue_id, "ann2").trace_id != trace_id
    assert next_item(store, queue_id, "ann1").trace_id == trace_id
    record_entry(store, answer(next_item(store, queue_id, "ann1"), "ann1"))
    assert trace_id not in dict(leased(store))


def test_the_last_save_leases_nothing(store):
    queue_id = census(store, 1)
    item = next_item(store, queue_id, "ann1")
    record_entry(store, answer(item, "ann1"), leases_next=True)
    assert leased(store) == []
    assert next_item(store, queue_id, "ann1") is None


def test_a_lease_taken_by_a_save_may_run_out_before_it_is_used(store):
    queue_id = census(store, 3)
    record_entry(store, answer(next_item(store, queue_id, "ann1"), "ann1"), leases_next=True)
    ((trace_id, _slot),) = leased(store)
    expire_leases(store)
    assert next_item(store, queue_id, "ann2").trace_id == trace_id
    assert next_item(store, queue_id, "ann1").trace_id != trace_id


def test_a_late_save_is_taken_where_nobody_else_took_the_item(store):
    queue_id = census(store, 1)
    item = next_item(store, queue_id, "ann1")
    expire_leases(store)
    assert not record_entry(store, answer(item, "ann1")).is_repeat


def test_a_late_save_is_refused_where_the_item_has_its_label(store):
    queue_id = census(store, 1)
    item = next_item(store, queue_id, "ann1")
    expire_leases(store)
    label_next(store, queue_id, "ann2")
    with pytest.raises(VerdictConflict, match="taken by somebody else"):
        record_entry(store, answer(item, "ann1"))


def test_a_save_is_refused_while_somebody_else_holds_the_item(store):
    queue_id = census(store, 1)
    item = next_item(store, queue_id, "ann1")
    expire_leases(store)
    next_item(store, queue_id, "ann2")
    with pytest.raises(VerdictConflict):
        record_entry(store, answer(item, "ann1"))


def test_moving_on_gives_the_item_back(store):
    queue_id = census(store, 2)
    first = next_item(store, queue_id, "ann1")
    other = neighbour(store, queue_id, "ann1", first.trace_id, 1)
    read_item(store, queue_id, "ann1", other)
    assert next_item(store, queue_id, "ann2").trace_id == first.trace_id


def test_an_item_that_somebody_holds_can_be_read_with_a_warning(store):
    queue_id = census(store, 1)
    item = next_item(store, queue_id, "ann1")
    seen = read_item(store, queue_id, "ann2", item.trace_id)
    assert any("Another annotator has this item" in text for text in seen.warnings)


# Case lab-03: the second annotator's queue.


def test_second_annotator_gets_a_full_queue_where_two_labels_are_wanted(store):
    queue_id = census(store, 3, wanted_labels=2)
    label_all(store, queue_id, "ann1")
    counts = progress(store, queue_id, "ann2")
    assert (counts.n_open, counts.n_done) == (3, 0)
    assert len(label_all(store, queue_id, "ann2")) == 3


def test_a_second_annotator_sees_nothing_of_the_first_ones_answer(store):
    queue_id = census(store, 3, wanted_labels=2)
    label_all(store, queue_id, "ann1", note="first-note-ALPHA", is_right=False)
    item = next_item(store, queue_id, "ann2")
    assert "ALPHA" not in repr(item)
    assert "ann1" not in repr(item)
    assert item.own is None
    assert item.expected_entry_id is None


def test_two_annotators_give_two_verdicts_per_item_and_their_disagreements_are_listed(store):
    queue_id = census(store, 3, wanted_labels=2)
    while (item := next_item(store, queue_id, "ann1")) is not None:
        record_entry(store, answer(item, "ann1", is_right=item.request_id == "q-1"))
    label_all(store, queue_id, "ann2", is_right=True)
    status = queue_status(store, queue_id)
    assert status.summary.n_labelled_by == {"ann1": 3, "ann2": 3}
    assert sorted(status.disagreements) == ["q-2", "q-3"]
    assert status.n_finished == 3


def test_a_third_annotator_is_told_why_nothing_is_left(store):
    queue_id = census(store, 3, wanted_labels=2)
    label_all(store, queue_id, "ann1")
    label_all(store, queue_id, "ann2")
    set_wanted_labels(store, queue_id, 1)
    assert next_item(store, queue_id, "ann3") is None
    assert why_empty(store, queue_id, "ann3").startswith(
        "All 3 items of queue default-1 already have enough labels"
    )


def test_overlap_items_want_one_label_more(store):
    queue_id = census(store, 6, overlap_share=1 / 3)
    label_all(store, queue_id, "ann1")
    assert len(label_all(store, queue_id, "ann2")) == 2


def test_a_skipped_item_is_not_offered_again_unless_asked_for(store):
    queue_id = census(store, 3)
    first = next_item(store, queue_id, "ann1")
    record_entry(store, answer(first, "ann1", kind=EntryKind.SKIP))
    assert first.request_id not in label_all(store, queue_id, "ann1")
    assert "1 skipped or only noted by you" in why_empty(store, queue_id, "ann1")
    again = next_item(store, queue_id, "ann1", is_revisiting=True)
    assert again.trace_id == first.trace_id
    record_entry(store, answer(again, "ann1"))
    assert next_item(store, queue_id, "ann1", is_revisiting=True) is None


def test_what_was_put_off_is_passed_once_in_the_order_of_the_queue(store):
    queue_id = census(store, 4)
    names = order_of(store, queue_id)
    for name in names[1:]:
        item = find_item(store, queue_id, "ann1", name)
        kind = EntryKind.VERDICT if name == names[2] else EntryKind.SKIP
        record_entry(store, answer(item, "ann1", kind=kind))
    first = next_put_off(store, queue_id, "ann1", None)
    second = next_put_off(store, queue_id, "ann1", first.trace_id)
    assert [first.request_id, second.request_id] == [names[1], names[3]]
    assert next_put_off(store, queue_id, "ann1", second.trace_id) is None
    assert next_put_off(store, queue_id, "nobody yet", second.trace_id) is None


def test_items_are_reached_by_neighbour_and_by_request_id(store):
    queue_id = census(store, 4)
    names = order_of(store, queue_id)
    first = find_item(store, queue_id, "ann1", names[0])
    second = neighbour(store, queue_id, "ann1", first.trace_id, 1)
    assert read_item(store, queue_id, "ann1", second).request_id == names[1]
    assert neighbour(store, queue_id, "ann1", second, -1) == first.trace_id
    assert neighbour(store, queue_id, "ann1", first.trace_id, -1) is None
    with pytest.raises(InputError, match="holds no item 'q-99'"):
        find_item(store, queue_id, "ann1", "q-99")


CHANGES = {
    "answer": lambda store, item: record_entry(store, answer(item, "ann1")),
    "gold": lambda store, item: add_gold(store, item.trace_id, "ann2", ("d9",)),
    "guideline": lambda store, item: set_guideline(store, item.queue_id, "All of it."),
    "content": lambda store, item: replace_trace(store, item.trace_id, datetime.now(UTC)),
    "lease": lambda store, _item: expire_leases(store),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_known_item_is_given_back_until_something_of_it_changes(store, change):
    queue_id = census(store, 2)
    known = next_item(store, queue_id, "ann1")
    assert read_item(store, queue_id, "ann1", known.trace_id, known) is known
    change(store, known)
    again = read_item(store, queue_id, "ann1", known.trace_id, known)
    assert again is not known
    assert again == read_item(store, queue_id, "ann1", known.trace_id)


def test_a_known_item_is_no_other_item_nor_another_annotators(store):
    queue_id = census(store, 2)
    known = next_item(store, queue_id, "ann1")
    other = next_item(store, queue_id, "ann2")
    assert read_item(store, queue_id, "ann2", other.trace_id, known) == other
    assert read_item(store, queue_id, "ann2", known.trace_id, known) is not known


def test_an_item_of_another_queue_cannot_be_read(store):
    queue_id = census(store, 1)
    with pytest.raises(InputError, match="holds no item"):
        read_item(store, queue_id, "ann1", 10_000)


def test_nothing_is_offered_without_a_name_or_a_queue(store):
    queue_id = census(store, 1)
    with pytest.raises(InputError, match="Give your name first"):
        next_item(store, queue_id, "  ")
    with pytest.raises(InputError, match="There is no queue 99"):
        next_item(store, 99, "ann1")


def test_a_name_is_the_same_with_blanks_around_it(store):
    queue_id = census(store, 1)
    label_next(store, queue_id, " ann1 ")
    assert progress(store, queue_id, "ann1").n_done == 1


def replace_trace(store, trace_id, finished_at):
    with store.writing() as connection:
        newer = plant_import(connection)
        connection.execute(
            update(models.imports)
            .where(models.imports.c.import_id == newer)
            .values(finished_at=finished_at)
        )
        connection.execute(
            update(models.traces)
            .where(models.traces.c.trace_id == trace_id)
            .values(superseded_by_import_id=newer)
        )


@pytest.mark.parametrize("clock_moved_by", [timedelta(), timedelta(days=-1)])
def test_a_trace_with_new_content_is_asked_no_longer_also_after_a_clock_was_set_back(
    store, clock_moved_by
):
    queue_id = census(store, 2)
    trace_id = find_item(store, queue_id, "ann1", "q-1").trace_id
    replace_trace(store, trace_id, datetime.now(UTC) + clock_moved_by)
    assert label_all(store, queue_id, "ann1") == ["q-2"]
    assert "1 imported again with another content" in why_empty(store, queue_id, "ann1")
    assert "another content" in read_item(store, queue_id, "ann1", trace_id).warnings[0]
    assert queue_status(store, queue_id).n_changed == 1


def test_the_judge_is_shown_only_after_a_saved_verdict(store):
    queue_id = census(store, judged(1, 0))
    item = next_item(store, queue_id, "ann1")
    with pytest.raises(InputError, match="Label the item first"):
        reveal(store, item.trace_id, "ann1")
    record_entry(store, answer(item, "ann1"))
    opinions = reveal(store, item.trace_id, "ann1")
    assert [(str(o.judge), o.verdict) for o in opinions] == [("strict@2", "fail")]


def test_labels_made_elsewhere_count_for_the_items_they_are_on(store):
    first = census(store, 3)
    label_next(store, first, "ann1")
    second = census(store, [], name="again")
    assert progress(store, second, "ann1").n_done == 1
    assert progress(store, second, "ann2").n_open == 2
