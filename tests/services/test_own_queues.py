"""One annotator's part of every queue agrees with what the label screen counts in each."""

from datetime import UTC, datetime

import pytest
from sqlalchemy import event, func, select, update

from db import models
from db.store import Store
from tests.services.labelling import answer, census, judged, label_all, label_next
from tests.services.planted import plant_import, plant_traces
from workbench.domain.vocabulary import EntryKind
from workbench.errors import InputError
from workbench.services.labelling.build_queue import build_queue
from workbench.services.labelling.label_traces import next_item, progress, record_entry
from workbench.services.labelling.own_queues import own_queues

Counts = dict[int, tuple[int, int, int]]


def at_once(store: Store, annotator: str) -> Counts:
    return {
        queue.queue_id: (queue.progress.n_done, queue.progress.n_skipped, queue.progress.n_open)
        for queue in own_queues(store, annotator)
    }


def one_by_one(store: Store, annotator: str) -> Counts:
    with store.reading() as connection:
        queue_ids = connection.scalars(select(models.queues.c.queue_id)).all()
    found = {queue_id: progress(store, queue_id, annotator) for queue_id in queue_ids}
    return {key: (each.n_done, each.n_skipped, each.n_open) for key, each in found.items()}


def test_every_queue_is_counted_as_on_the_label_screen(store: Store) -> None:
    first = census(store, 5)
    second = census(store, [], name="two", wanted_labels=2)
    label_next(store, first, "ann1")
    label_next(store, first, "ann2")
    item = next_item(store, first, "ann1")
    assert item is not None
    record_entry(store, answer(item, "ann1", kind=EntryKind.SKIP))
    for annotator in ("ann1", "ann2", "nobody yet"):
        assert at_once(store, annotator) == one_by_one(store, annotator)
    assert at_once(store, "ann1") == {second: (1, 1, 3), first: (1, 1, 2)}
    assert [queue.name for queue in own_queues(store, "ann1")] == ["two", "default-1"]


def test_what_was_taken_out_of_one_queue_stays_in_the_other_and_a_replaced_trace_in_none(
    store: Store,
) -> None:
    first, second = census(store, 3), census(store, [], name="two")
    item, trace = models.queue_items.c, models.traces.c
    with store.writing() as connection:
        out, replaced, _ = connection.scalars(select(trace.trace_id).order_by(trace.trace_id))
        connection.execute(
            update(models.queue_items)
            .where(item.queue_id == first, item.trace_id == out)
            .values(removed_at=datetime.now(UTC))
        )
        connection.execute(
            update(models.traces)
            .where(trace.trace_id == replaced)
            .values(superseded_by_import_id=plant_import(connection))
        )
    assert at_once(store, "ann1") == {first: (0, 0, 1), second: (0, 0, 2)}
    assert at_once(store, "ann1") == one_by_one(store, "ann1")


def test_a_queue_drawn_after_a_trace_was_replaced_hides_nothing_in_an_older_one(
    store: Store,
) -> None:
    older = census(store, 3)
    plant_traces(store, judged(0, 1, run="other"))
    trace = models.traces.c
    with store.writing() as connection:
        replaced, newest = (
            connection.scalar(select(each(trace.trace_id))) for each in (func.min, func.max)
        )
        came_with = connection.scalar(select(trace.import_id).where(trace.trace_id == newest))
        connection.execute(
            update(models.traces)
            .where(trace.trace_id == replaced)
            .values(superseded_by_import_id=came_with)
        )
    newer = build_queue(store, run="other", judge=None, size=None, seed=7).queue_id
    assert at_once(store, "ann1") == {older: (0, 0, 2), newer: (0, 0, 1)}
    assert at_once(store, "ann1") == one_by_one(store, "ann1")


def test_why_nothing_is_open_is_said_once_everything_is_done(store: Store) -> None:
    first = census(store, 2)
    census(store, [], name="two", wanted_labels=2)
    assert [queue.why_done for queue in own_queues(store, "ann1")] == ["", ""]
    label_all(store, first, "ann1")
    newest, older = own_queues(store, "ann1")
    assert newest.why_done == "You have labelled all 2 items of queue two."
    assert older.why_done == ""


def test_ten_queues_are_read_with_as_many_statements_as_one(store: Store) -> None:
    said: list[str] = []
    census(store, 2)
    event.listen(store.engine, "before_cursor_execute", lambda *a: said.append(a[2]))
    own_queues(store, "ann1")
    n_for_one = len(said)
    for number in range(9):
        census(store, [], name=f"again-{number}")
    said.clear()
    assert len(own_queues(store, "ann1")) == 10
    assert len(said) == n_for_one


def test_nobody_has_no_queues_and_no_name_is_refused(store: Store) -> None:
    assert own_queues(store, "ann1") == ()
    with pytest.raises(InputError, match="Give your name first"):
        own_queues(store, " ")
