"""Leases of several people at once, statement by statement."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import Connection, select, text, update

from db import models
from db.read_labels import read_annotator_id
from db.store import Store
from db.write_labels import claim_lease, hold_item, release_leases
from tests.services.labelling import census
from workbench.services.labelling.label_queue import named_annotator
from workbench.services.labelling.label_traces import next_item

LONG_AGO = timedelta(hours=1)


def claim(connection: Connection, queue_id: int, annotator_id: int) -> int | None:
    now = datetime.now(UTC)
    return claim_lease(connection, queue_id, annotator_id, now, now + LONG_AGO, (), waits=False)


def test_two_who_take_over_each_others_lease_wait_for_nobody(postgres_store: Store) -> None:
    queue_id = census(postgres_store, 2)
    first, second = (next_item(postgres_store, queue_id, name) for name in ("ann1", "ann2"))
    assert first is not None
    assert second is not None
    with postgres_store.writing() as connection:
        past = datetime.now(UTC) - LONG_AGO
        connection.execute(update(models.leases).values(expires_at=past))
        one, other = (read_annotator_id(connection, name) or 0 for name in ("ann1", "ann2"))
    with postgres_store.engine.begin() as ones, postgres_store.engine.begin() as others:
        for connection in (ones, others):
            connection.execute(text("SET LOCAL lock_timeout = '2s'"))
        assert claim(others, queue_id, other) == first.trace_id
        assert claim(ones, queue_id, one) == second.trace_id
        release_leases(ones, queue_id, one, second.trace_id)
        release_leases(others, queue_id, other, first.trace_id)
    lease = models.leases.c
    with postgres_store.reading() as connection:
        held = connection.execute(select(lease.trace_id, lease.annotator_id)).all()
    assert sorted(map(tuple, held)) == [(first.trace_id, other), (second.trace_id, one)]


def test_an_item_that_turns_out_to_be_taken_is_held_no_longer(postgres_store: Store) -> None:
    queue_id = census(postgres_store, 1)
    now = datetime.now(UTC)
    with postgres_store.writing() as connection:
        one, other = (named_annotator(connection, name, now) for name in ("ann1", "ann2"))
    with ThreadPoolExecutor(1) as beside, postgres_store.engine.begin() as others:
        with postgres_store.engine.begin() as ones:
            claimed = claim(ones, queue_id, one)
            assert claimed is not None
            ends = now + LONG_AGO
            waiting = beside.submit(claim_lease, others, queue_id, other, now, ends, ())
            with pytest.raises(TimeoutError):
                waiting.result(0.4)
        assert waiting.result() is None
        with postgres_store.engine.begin() as third:
            third.execute(text("SET LOCAL lock_timeout = '2s'"))
            hold_item(third, queue_id, claimed)
