"""Leases of several people at once, statement by statement."""

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import Connection, select, text, update

from db import models
from db.read_labels import read_annotator_id
from db.store import Store
from db.write_labels import claim_lease, release_leases
from tests.services.labelling import census
from workbench.services.labelling.label_traces import next_item

LONG_AGO = timedelta(hours=1)


def claim(connection: Connection, queue_id: int, annotator_id: int) -> int | None:
    now = datetime.now(UTC)
    return claim_lease(connection, queue_id, annotator_id, now, now + LONG_AGO, (), waits=False)


def test_two_who_take_over_each_others_lease_wait_for_nobody(store: Store) -> None:
    if store.is_sqlite:
        pytest.skip("SQLite has one writer at a time")
    queue_id = census(store, 2)
    first, second = (next_item(store, queue_id, name) for name in ("ann1", "ann2"))
    assert first is not None
    assert second is not None
    with store.writing() as connection:
        past = datetime.now(UTC) - LONG_AGO
        connection.execute(update(models.leases).values(expires_at=past))
        one, other = (read_annotator_id(connection, name) or 0 for name in ("ann1", "ann2"))
    with store.engine.begin() as ones, store.engine.begin() as others:
        for connection in (ones, others):
            connection.execute(text("SET LOCAL lock_timeout = '2s'"))
        assert claim(others, queue_id, other) == first.trace_id
        assert claim(ones, queue_id, one) == second.trace_id
        release_leases(ones, queue_id, one, second.trace_id)
        release_leases(others, queue_id, other, first.trace_id)
    lease = models.leases.c
    with store.reading() as connection:
        held = connection.execute(select(lease.trace_id, lease.annotator_id)).all()
    assert sorted(map(tuple, held)) == [(first.trace_id, other), (second.trace_id, one)]
