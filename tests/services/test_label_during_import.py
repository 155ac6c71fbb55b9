"""Case app-01: saves while a long import runs land at once and none is lost."""

import json
import subprocess
import sys
import threading
import time

from sqlalchemy import func, select, text

from db import models
from tests.services.labelling import answer
from workbench.services.importing.import_traces import import_traces
from workbench.services.labelling.build_queue import build_queue
from workbench.services.labelling.label_traces import find_item, progress, record_entry

MAX_SECONDS = 5.0


def made(cases, tmp_path, n):
    script = cases / "app-01-locked-database" / "make_traces.py"
    path = tmp_path / f"{n}.jsonl"
    done = subprocess.run(
        [sys.executable, str(script), str(n)], capture_output=True, check=True, text=True
    )
    path.write_text(done.stdout, encoding="utf-8")
    return path


def test_two_people_save_fifty_each_while_five_thousand_traces_come_in(store, cases, tmp_path):
    import_traces(store, made(cases, tmp_path, 120))
    big = made(cases, tmp_path, 5000)
    queue_id = build_queue(store, run="default", judge=None, size=None, seed=1).queue_id
    plan = json.loads((cases / "app-01-locked-database" / "plan.json").read_text())
    assert [window.get("saves") for window in plan["in_parallel"]] == [50, 50, None]
    saved: list[int] = []
    seconds: list[float] = []
    during: list[bool] = []
    troubles: list[BaseException] = []
    importing = threading.Event()

    def label(annotator: str, first: int) -> None:
        try:
            for n in range(first, first + 50):
                item = find_item(store, queue_id, annotator, f"big-{n:06d}")
                started = time.monotonic()
                result = record_entry(store, answer(item, annotator))
                seconds.append(time.monotonic() - started)
                saved.append(result.entry_id)
                during.append(importing.is_set())
        except BaseException as trouble:
            troubles.append(trouble)

    def bring_in() -> None:
        importing.set()
        try:
            import_traces(store, big)
        except BaseException as trouble:
            troubles.append(trouble)
        importing.clear()

    threads = [
        threading.Thread(target=label, args=("ann1", 0)),
        threading.Thread(target=label, args=("ann2", 50)),
        threading.Thread(target=bring_in),
    ]
    for thread in threads[::-1]:
        thread.start()
    for thread in threads:
        thread.join()
    assert troubles == []
    assert any(during)
    assert max(seconds) < MAX_SECONDS
    e = models.human_entries.c
    with store.reading() as connection:
        stored = connection.scalars(select(e.entry_id).where(e.is_current)).all()
        assert sorted(stored) == sorted(saved)
        assert len(set(saved)) == 100
        n_traces = connection.scalar(select(func.count()).select_from(models.current_traces))
        assert n_traces == 5000
        if store.is_sqlite:
            assert connection.scalar(text("PRAGMA integrity_check")) == "ok"
    assert [progress(store, queue_id, name).n_done for name in ("ann1", "ann2")] == [50, 50]
