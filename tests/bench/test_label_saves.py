"""Saving does not get dearer with the labels that are there, and every measured save is one."""

import statistics
from pathlib import Path

import pytest
from sqlalchemy import func, select

from db import models
from tests.bench.import_speed import new_store
from tests.bench.label_saves import lines, measure
from tests.bench.traces import write_traces
from workbench.services.importing.import_traces import import_traces
from workbench.services.open_store import open_store

pytestmark = pytest.mark.slow

N_TRACES = 1_200
N_SAVES = 120
N_ENDS = 200


def test_the_last_verdict_of_a_queue_costs_what_the_first_did(tmp_path: Path) -> None:
    file, store_file = tmp_path / "traces.jsonl", tmp_path / "store.db"
    write_traces(file, N_TRACES)
    new_store(store_file)
    store = open_store(f"sqlite:///{store_file}")
    import_traces(store, file)
    measured = measure(store_file, tmp_path, N_SAVES, N_TRACES)
    with store.reading() as connection:
        n_entries = connection.scalar(select(func.count()).select_from(models.human_entries))
    store.close()
    # What was labelled in an earlier queue has all it wants in a later one, where it is in it.
    n_saves = [len(crowd.saves) for crowd in measured.crowds]
    assert n_saves[0] == N_SAVES
    assert n_entries == sum(n_saves) + len(measured.alone)
    first, last = (
        statistics.median(one.processor for one in part)
        for part in (measured.alone[:N_ENDS], measured.alone[-N_ENDS:])
    )
    assert last < 1.4 * first
    assert any("written through" in line for line in lines(measured))
