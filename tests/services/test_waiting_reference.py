"""The statement that finds the next item agrees with the plain rule of domain.queue."""

import random
from datetime import UTC, datetime, timedelta

from sqlalchemy import insert, select, update

from db import models, read_waiting
from tests.services.labelling import census
from workbench.domain.queue import Waiting, next_waiting
from workbench.domain.vocabulary import EntryKind

ANNOTATORS = ("me", "you", "they")


def scatter(store, queue_id, rng):
    """Write random current entries and leases; gives the same facts as plain records.

    The key of "me" goes with them, and the place of what "me" dealt with last.
    """
    now = datetime.now(UTC)
    waiting, last = [], None
    with store.writing() as connection:
        for table in (models.leases, models.human_entries):
            connection.execute(table.delete())
        ids = dict(
            connection.execute(
                select(models.annotators.c.name, models.annotators.c.annotator_id)
            ).all()
        )
        for name in ANNOTATORS:
            if name not in ids:
                added = connection.execute(
                    insert(models.annotators).values(name=name, created_at=now)
                )
                ids[name] = added.inserted_primary_key[0]
        items = connection.execute(
            select(models.queue_items).where(models.queue_items.c.queue_id == queue_id)
        ).all()
        for item in items:
            wanted = rng.choice((1, 1, 2, 3))
            is_asked = rng.random() > 0.1
            connection.execute(
                update(models.queue_items)
                .where(
                    models.queue_items.c.queue_id == queue_id,
                    models.queue_items.c.trace_id == item.trace_id,
                )
                .values(wanted_labels=wanted, removed_at=None if is_asked else now)
            )
            entries = {
                name: rng.choice([None, None, None, *list(EntryKind)[:3]]) for name in ANNOTATORS
            }
            last = last if entries["me"] is None else item.order_key
            for name, kind in entries.items():
                if kind is not None:
                    connection.execute(
                        insert(models.human_entries).values(
                            trace_id=item.trace_id,
                            annotator_id=ids[name],
                            queue_id=queue_id,
                            kind=kind,
                            gold_changes=[],
                            recorded_at=now,
                            is_current=True,
                        )
                    )
            leased = {name: rng.choice((None, None, -1, 1)) for name in ("you", "they")}
            for slot, (name, hours) in enumerate(leased.items(), start=1):
                if hours is not None:
                    connection.execute(
                        insert(models.leases).values(
                            queue_id=queue_id,
                            trace_id=item.trace_id,
                            slot=slot,
                            annotator_id=ids[name],
                            leased_at=now,
                            expires_at=now + timedelta(hours=hours),
                        )
                    )
            waiting.append(
                Waiting(
                    trace_id=item.trace_id,
                    order_key=item.order_key,
                    wanted_labels=wanted,
                    n_labels=sum(entries[n] is EntryKind.VERDICT for n in ("you", "they")),
                    n_leases=sum(hours == 1 for hours in leased.values()),
                    own=entries["me"],
                    is_asked=is_asked,
                )
            )
    return waiting, ids["me"], last


def test_the_statement_and_the_rule_choose_the_same_item(store):
    queue_id = census(store, 6)
    rng = random.Random(11)
    chosen = []
    for _ in range(60):
        waiting, me, place = scatter(store, queue_id, rng)
        with store.reading() as connection:
            for is_revisiting in (False, True):
                own = read_waiting.PUT_OFF if is_revisiting else read_waiting.UNTOUCHED
                now = datetime.now(UTC)
                found = read_waiting.read_next(connection, queue_id, me, now, own)
                assert found == next_waiting(waiting, is_revisiting)
                chosen.append(found)
                values = {"of_queue": queue_id, "by_person": me, "at_instant": now}
                statement = read_waiting.pick_next(own, is_behind=True)
                behind = connection.scalar(statement, values)
                at_all = found if behind is None else behind
                assert at_all == next_waiting(waiting, is_revisiting, place)
    assert len(set(chosen)) > 3
    assert None in chosen
