"""Many people in many processes at one queue: nobody is asked beyond what an item wants."""

import threading
from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import func, select, tuple_, update

from db import models
from db.store import Store
from tests.services.label_process import heard, started
from tests.services.labelling import census
from workbench.domain.vocabulary import EntryKind

LONG_AGO = timedelta(hours=1)
ANSWERS_A_TURN = 8
"""Answers saved from one disturbance to the next: by the clock, a slow machine would see so many
leases run out that hardly an answer got through."""


def asked_too_often(store: Store) -> list[tuple[int, int, int]]:
    """Items at which more people are or were than it wants: trace, labels, live leases."""
    e, lease, item = models.human_entries.c, models.leases.c, models.queue_items.c
    own = models.human_entries.alias("own")
    n_labels = (
        select(func.count())
        .where(e.trace_id == item.trace_id, e.is_current, e.kind == EntryKind.VERDICT)
        .correlate(models.queue_items)
        .scalar_subquery()
    )
    n_leases = (
        select(func.count())
        .select_from(models.leases)
        .where(
            lease.queue_id == item.queue_id,
            lease.trace_id == item.trace_id,
            lease.expires_at > datetime.now(UTC),
            ~select(own.c.entry_id)
            .where(
                own.c.trace_id == lease.trace_id,
                own.c.annotator_id == lease.annotator_id,
                own.c.is_current,
            )
            .exists(),
        )
        .correlate(models.queue_items)
        .scalar_subquery()
    )
    statement = select(item.trace_id, n_labels, n_leases).where(
        n_labels + n_leases > item.wanted_labels
    )
    with store.reading() as connection:
        return [(row[0], row[1], row[2]) for row in connection.execute(statement)]


def let_leases_run_out(store: Store, turn: int) -> int:
    """Every third lease runs out under the hands of whoever holds it; gives how many did."""
    lease = models.leases.c
    # Rows that somebody writes in this moment are passed over: many are taken here, in no order
    # that the others know, and a server would find a deadlock that no annotator can bring about.
    due = (
        select(lease.trace_id, lease.slot)
        .where(lease.trace_id % 3 == turn % 3)
        .with_for_update(skip_locked=True)
    )
    with store.writing() as connection:
        ended = connection.execute(
            update(models.leases)
            .where(tuple_(lease.trace_id, lease.slot).in_(due))
            .values(expires_at=datetime.now(UTC) - LONG_AGO)
        )
    return ended.rowcount


def newest_entry(store: Store) -> int:
    with store.reading() as connection:
        return connection.scalar(select(func.max(models.human_entries.c.entry_id))) or 0


def crowd_at_work(store: Store, n_people: int, n_items: int, wanted: int) -> None:
    queue_id = census(store, n_items, wanted_labels=wanted)
    is_over = threading.Event()
    too_often: list[tuple[int, int, int]] = []
    n_ended = 0

    def disturb() -> None:
        nonlocal n_ended
        turn = last = 0
        while not is_over.wait(0.02):
            if (newest := newest_entry(store)) < last + ANSWERS_A_TURN:
                continue
            turn, last = turn + 1, newest
            n_ended += let_leases_run_out(store, turn)
            too_often.extend(asked_too_often(store))

    with started(store, "crowd", queue_id, n_people) as process:
        watcher = threading.Thread(target=disturb)
        watcher.start()
        said = heard(process)
        is_over.set()
        watcher.join()
    assert [line for line in said if line.what == "trouble"] == []
    assert n_ended >= n_people
    assert too_often == []
    assert asked_too_often(store) == []
    saved = {(line.trace_id, line.person): line.entry_id for line in said if line.what == "saved"}
    assert len(saved) == sum(line.what == "saved" for line in said)
    assert Counter(Counter(trace_id for trace_id, _ in saved).values()) == {wanted: n_items}
    assert_as_acknowledged(store, saved)


def assert_as_acknowledged(store: Store, saved: dict[tuple[int, str], int]) -> None:
    """What stands in the store is what was acknowledged, once each and on its item."""
    stored = stored_entries(store)
    assert {key: entry_id for key, (entry_id, _) in stored.items()} == saved


def stored_entries(store: Store) -> dict[tuple[int, str], tuple[int, bool]]:
    """Entry and whether it counts, by trace and person; each note must name its item."""
    e, t, a = models.human_entries.c, models.traces.c, models.annotators.c
    statement = (
        select(e.entry_id, e.trace_id, e.is_current, e.note, a.name, t.request_id)
        .join(models.annotators, a.annotator_id == e.annotator_id)
        .join(models.traces, t.trace_id == e.trace_id)
    )
    with store.reading() as connection:
        rows = connection.execute(statement).all()
    stored = {(row.trace_id, row.name): (row.entry_id, row.is_current) for row in rows}
    assert len(stored) == len(rows)
    assert [row for row in rows if row.note != f"{row.name} on {row.request_id}"] == []
    return stored


@pytest.mark.parametrize("wanted", [pytest.param(1, marks=pytest.mark.slow), 2])
def test_six_processes_never_go_beyond_what_an_item_wants(store: Store, wanted: int) -> None:
    crowd_at_work(store, n_people=6, n_items=200 // wanted, wanted=wanted)


@pytest.mark.slow
@pytest.mark.parametrize("wanted", [1, 2])
def test_twenty_processes_never_go_beyond_what_two_thousand_items_want(
    store: Store, wanted: int
) -> None:
    crowd_at_work(store, n_people=20, n_items=2_000, wanted=wanted)
