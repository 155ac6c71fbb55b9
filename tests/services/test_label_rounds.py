"""Labels added in rounds, each when the results of the one before could be seen."""

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import update

from db import models
from db.store import Store
from tests.services.labelling import judged
from tests.services.planted import plant_label, plant_traces
from workbench.services.calibration.correct_prevalence import correct_prevalence
from workbench.services.labelling.build_queue import build_queue

START = datetime(2025, 3, 3, 9, tzinfo=UTC)


def add_round(store: Store, ids: list[int], name: str, built_at: int, labelled_at: int) -> None:
    """A queue built at that hour, and labels of it given at that hour."""
    queue = build_queue(store, run="default", judge="strict@2", size=20, seed=1, name=name)
    with store.writing() as connection:
        connection.execute(
            update(models.queues)
            .where(models.queues.c.queue_id == queue.queue_id)
            .values(created_at=START + timedelta(hours=built_at))
        )
    for trace_id in ids:
        plant_label(
            store,
            trace_id,
            "correct",
            queue_id=queue.queue_id,
            recorded_at=START + timedelta(hours=labelled_at),
        )


@pytest.fixture
def traces(store: Store) -> list[int]:
    return list(plant_traces(store, judged(60, 60)).values())


def said(store: Store) -> list[str]:
    warnings = correct_prevalence(store, "default", "strict@2").warnings
    return [one.message for one in warnings if one.code == "STOPPED_WHEN_NARROW"]


def test_three_rounds_are_said(store: Store, traces: list[int]) -> None:
    add_round(store, traces[:10], "pilot", 0, 1)
    add_round(store, traces[10:20], "more", 2, 3)
    assert said(store) == []
    add_round(store, traces[20:30], "once more", 4, 5)
    (message,) = said(store)
    assert message.startswith("Labels were added in 3 rounds (pilot, then more, then once more)")


def test_queues_built_before_any_label_are_one_round(store: Store, traces: list[int]) -> None:
    for place, name in enumerate(("one", "two", "three")):
        add_round(store, traces[10 * place : 10 * place + 10], name, place, 9)
    assert said(store) == []


def test_a_queue_that_nobody_labelled_is_no_round(store: Store, traces: list[int]) -> None:
    add_round(store, traces[:10], "pilot", 0, 1)
    add_round(store, [], "empty", 2, 3)
    add_round(store, traces[10:20], "planned", 4, 5)
    assert said(store) == []
