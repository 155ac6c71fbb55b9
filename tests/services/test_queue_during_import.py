"""A trace that an import replaces while a queue is drawn does not come into the queue."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import Connection, event, func, select, update

from db import models
from db.store import Store
from tests.builders import trace
from tests.services.labelling import judged, said
from tests.services.planted import plant_traces
from tests.services.signal_traces import imported, lines
from workbench.domain.vocabulary import JudgeVerdict
from workbench.errors import InputError
from workbench.services.labelling.build_paired_queues import build_paired_queues
from workbench.services.labelling.build_queue import build_queue, queue_status
from workbench.services.labelling.weekly_queue import build_weekly_queue
from workbench.services.triage.place_evidence import ensure_evidence

NOTICE = (
    "Replaced by an import while the queue was drawn, and so left out: {}. The new "
    "versions are in a queue that is drawn now."
)


@contextmanager
def replaced_at_writing(store: Store, request_ids: Sequence[str] | None = None) -> Iterator[None]:
    """Replace traces, all where none is named, as an import does just before a queue is written."""
    ensure_evidence(store)
    t = models.traces.c

    def as_an_import(connection: Connection) -> None:
        if connection.get_execution_options().get("is_reading", False):
            return
        newest = select(func.max(models.imports.c.import_id)).scalar_subquery()
        named = [] if request_ids is None else [t.request_id.in_(request_ids)]
        connection.execute(
            update(models.traces).where(*named).values(superseded_by_import_id=newest)
        )

    event.listen(store.engine, "begin", as_an_import)
    try:
        yield
    finally:
        event.remove(store.engine, "begin", as_an_import)


def drawn(store: Store, queue_id: int) -> set[str]:
    item, t = models.queue_items.c, models.traces.c
    with store.reading() as connection:
        return set(
            connection.scalars(
                select(t.request_id)
                .join(models.queue_items, item.trace_id == t.trace_id)
                .where(item.queue_id == queue_id)
            )
        )


def test_a_trace_replaced_during_the_draw_is_left_out_and_counted(store: Store) -> None:
    plant_traces(store, judged(3, 5))
    with replaced_at_writing(store, ["q-1", "q-7"]):
        report = build_queue(store, run="default", judge="strict@2", size=None, seed=7)
    assert drawn(store, report.queue_id) == {"q-2", "q-3", "q-4", "q-5", "q-6", "q-8"}
    assert report.notices == (NOTICE.format("2 traces"),)
    assert (report.size, report.n_uniform) == (6, 6)
    found = {row.verdict: (row.n_target, row.n_drawn) for row in report.strata}
    assert found == {"fail": (3, 2), "pass": (5, 4)}
    assert queue_status(store, report.name).n_items == 6


def test_nothing_replaced_leaves_nothing_to_say(store: Store) -> None:
    plant_traces(store, judged(3, 5))
    report = build_queue(store, run="default", judge="strict@2", size=None, seed=7)
    assert (report.size, report.notices) == (8, ())


def test_a_draw_of_which_nothing_is_left_is_refused(store: Store) -> None:
    plant_traces(store, judged(3, 5))
    with replaced_at_writing(store), pytest.raises(InputError, match="Draw it again"):
        build_queue(store, run="default", judge="strict@2", size=4, seed=7)
    with store.reading() as connection:
        assert connection.scalar(select(func.count()).select_from(models.queues)) == 0


def test_a_queue_from_a_signal_leaves_them_out_too(store: Store, tmp_path: Path) -> None:
    imported(store, tmp_path, lines(100))
    gone = [f"r-{n:03d}" for n in range(0, 100, 20)]
    with replaced_at_writing(store, gone):
        report = build_weekly_queue(store, run="live", signal="truncated", size=100, seed=7)
    assert report.size == 95
    assert drawn(store, report.queue_id).isdisjoint(gone)
    assert NOTICE.format("5 traces") in report.notices


def test_a_question_replaced_in_one_run_is_in_neither_of_two_paired_queues(store: Store) -> None:
    plant_traces(
        store,
        [
            trace(f"{run}-{n}", run=run, question_id=f"k{n}", judges=(said(JudgeVerdict.FAIL),))
            for n in range(6)
            for run in ("a", "b")
        ],
    )
    with replaced_at_writing(store, ["b-2"]):
        pair = build_paired_queues(
            store, run="a", also_run="b", judge="strict@2", size=None, seed=7
        )
    assert drawn(store, pair.first.queue_id) == {f"a-{n}" for n in (0, 1, 3, 4, 5)}
    assert drawn(store, pair.second.queue_id) == {f"b-{n}" for n in (0, 1, 3, 4, 5)}
    assert pair.first.notices == pair.second.notices == (NOTICE.format("1 trace"),)
