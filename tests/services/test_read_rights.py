"""Who says that an answer was right: people count, whatever their label says of a run's share."""

from sqlalchemy import select

from db.models import queue_items, runs
from db.store import Store
from tests.builders import trace
from tests.services.planted import plant_label, plant_label_set, plant_traces
from workbench.services.calibration.read_labels_of import read_labels_of
from workbench.services.labelling.build_queue import build_queue
from workbench.services.probing.read_rights import Right, read_rights


def test_labels_that_are_findings_of_a_part_still_say_what_was_right(store: Store) -> None:
    ids = plant_traces(
        store, [trace(f"q-{n}", model="small" if n < 4 else "large") for n in range(12)]
    )
    queue = build_queue(
        store, run="default", judge=None, size=4, where={"model": "small"}, seed=3
    ).queue_id
    with store.reading() as connection:
        run_id = connection.scalar(select(runs.c.run_id))
        drawn = list(
            connection.scalars(
                select(queue_items.c.trace_id).where(queue_items.c.queue_id == queue)
            )
        )
    assert sorted(drawn) == sorted(ids[f"q-{n}"] for n in range(4))
    whole = plant_label_set(store, "default", "uniform")
    plant_label(store, ids["q-9"], "correct", label_set_id=whole)
    plant_label(store, ids["q-0"], "wrong", queue_id=queue)
    plant_label(store, ids["q-1"], None, queue_id=queue, unresolved="query_ambiguous")
    # One said it in the queue, one over the whole run, and they differ.
    plant_label(store, ids["q-2"], "wrong", queue_id=queue)
    plant_label(store, ids["q-2"], "correct", annotator="bob", label_set_id=whole)
    # Two in the queue differ.
    plant_label(store, ids["q-3"], "wrong", queue_id=queue)
    plant_label(store, ids["q-3"], "correct", annotator="bob", queue_id=queue)
    assert run_id is not None
    rights = read_rights(store, [run_id], None)
    assert {name: rights[ids[name]] for name in ("q-9", "q-0", "q-1", "q-2", "q-3")} == {
        "q-9": Right(True, "people"),
        "q-0": Right(False, "people"),
        "q-1": Right(None, "people", is_disputed=True),
        "q-2": Right(None, "people"),
        "q-3": Right(None, "people"),
    }


def test_labels_that_tuned_the_judge_still_say_what_was_right(store: Store) -> None:
    ids = plant_traces(store, [trace(f"q-{n}") for n in range(5)])
    tuned = plant_label_set(store, "default", "uniform", was_tuned_on=True)
    whole = plant_label_set(store, "default", "uniform", was_tuned_on=False)
    plant_label(store, ids["q-0"], "correct", label_set_id=tuned)
    plant_label(store, ids["q-1"], "wrong", label_set_id=tuned)
    plant_label(store, ids["q-2"], None, label_set_id=tuned, unresolved="query_ambiguous")
    # One said it as an example of the judge, another apart from that, and they differ.
    plant_label(store, ids["q-3"], "wrong", label_set_id=tuned)
    plant_label(store, ids["q-3"], "correct", annotator="bob", label_set_id=whole)
    plant_label(store, ids["q-4"], "wrong", label_set_id=whole)
    with store.reading() as connection:
        run_id = connection.scalar(select(runs.c.run_id))
    assert run_id is not None
    rights = read_rights(store, [run_id], None)
    assert {name: rights[trace_id] for name, trace_id in ids.items()} == {
        "q-0": Right(True, "people"),
        "q-1": Right(False, "people"),
        "q-2": Right(None, "people", is_disputed=True),
        "q-3": Right(None, "people"),
        "q-4": Right(False, "people"),
    }
    # They measure nothing all the same.
    measuring = read_labels_of(store, [run_id], None, 0, {})
    assert {label.request_id for label in measuring.labels} == {"q-3", "q-4"}
    assert measuring.n_tuned_on == 4
