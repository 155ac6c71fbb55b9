"""An import that stops half-way was never there; readers and writers never wait for one."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from sqlalchemy import func, select, update

from db import read_triage
from db.models import (
    current_judge_verdicts,
    current_traces,
    gold_versions,
    hits,
    imports,
    judge_verdicts,
    runs,
    traces,
)
from db.store import Store
from workbench.services.housekeeping.sweep_imports import sweep_imports
from workbench.services.importing import running_import as running
from workbench.services.importing.import_traces import import_traces

WRITTEN = (traces, hits, judge_verdicts, gold_versions, runs)


def write(path: Path, n: int, answer: str = "Yes.", n_candidates: int = 5) -> Path:
    with path.open("w", encoding="utf-8") as file:
        for number in range(n):
            record = {
                "request_id": f"r{number}",
                "query": "Is it?",
                "gold_passages": ["d1"],
                "candidates": [
                    {"doc_id": f"d{k}", "score": 1 - k / 100, "rank": k + 1, "text": f"text {k}"}
                    for k in range(n_candidates)
                ],
                "answer": answer,
                "judge": {"name": "owl", "version": "1", "verdict": "pass"},
            }
            file.write(json.dumps(record) + "\n")
    return path


def count(store: Store, table: Any) -> int:
    with store.reading() as connection:
        return int(connection.execute(select(func.count()).select_from(table)).scalar_one())


def counts(store: Store) -> list[int]:
    return [count(store, table) for table in WRITTEN]


class Stopped(BaseException):
    """Stands for Ctrl-C."""


def stop_late(done: int, total: int) -> None:
    if done > 0.8 * total:
        raise Stopped


def test_a_stopped_import_leaves_nothing(store: Store, tmp_path: Path) -> None:
    path = write(tmp_path / "traces.jsonl", 700)
    with pytest.raises(Stopped):
        import_traces(store, path, progress=stop_late)
    assert counts(store) == [0, 0, 0, 0, 0]
    with store.reading() as connection:
        assert list(connection.execute(select(imports.c.status)).scalars()) == ["swept"]
    assert import_traces(store, path).n_new == 700


def test_a_stopped_import_gives_back_what_it_replaced(store: Store, tmp_path: Path) -> None:
    import_traces(store, write(tmp_path / "a.jsonl", 600))
    before = counts(store)
    with pytest.raises(Stopped):
        import_traces(store, write(tmp_path / "b.jsonl", 600, "No."), progress=stop_late)
    assert counts(store) == before
    with store.reading() as connection:
        answers = set(connection.execute(select(current_traces.c.answer)).scalars())
    assert answers == {"Yes."}
    assert count(store, current_judge_verdicts) == 600


def test_nothing_is_seen_before_the_end(store: Store, tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []

    def look(_done: int, _total: int) -> None:
        seen.append((count(store, current_traces), count(store, traces)))

    import_traces(store, write(tmp_path / "traces.jsonl", 900), progress=look)
    before_end = seen[:-1]
    assert {visible for visible, _ in before_end} == {0}
    assert max(written for _, written in before_end) > 0
    assert seen[-1] == (900, 900)


def test_a_silent_import_is_swept_by_the_next(store: Store, tmp_path: Path) -> None:
    with store.writing() as connection:
        running.write_imports.start_import(
            connection, "traces", "dead.jsonl", datetime.now(UTC), {"heartbeat": "", "process": ""}
        )
    import_traces(store, write(tmp_path / "traces.jsonl", 3))
    with store.reading() as connection:
        assert list(
            connection.execute(select(imports.c.status).order_by(imports.c.import_id)).scalars()
        ) == ["swept", "done"]


def test_a_second_import_waits_and_then_says_so(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "WAIT_SECONDS", 0.3)
    with store.writing() as connection:
        details = {"heartbeat": datetime.now(UTC).isoformat(), "process": "elsewhere:1"}
        running.write_imports.start_import(
            connection, "traces", "big.jsonl", datetime.now(UTC), details
        )
    path = write(tmp_path / "traces.jsonl", 3)
    with pytest.raises(running.StoreUnavailable, match=r"big\.jsonl"):
        import_traces(store, path)
    assert sweep_imports(store) == 0
    silent = {"heartbeat": (datetime.now(UTC) - timedelta(minutes=2)).isoformat(), "process": "x:1"}
    with store.writing() as connection:
        connection.execute(update(imports).values(details=silent))
    assert import_traces(store, path).n_new == 3


KILLED = """
import sys
from pathlib import Path
from db.engine import open_engine
from db.store import Store
from workbench.services.importing.import_traces import import_traces

def tell(done, total):
    if done > 0.6 * total:
        print("half", flush=True)
        sys.stdin.read()

import_traces(Store(open_engine(sys.argv[1])), Path(sys.argv[2]), progress=tell)
"""


def test_a_killed_import_is_gone_at_the_next(sqlite_store: Store, tmp_path: Path) -> None:
    path = write(tmp_path / "traces.jsonl", 2_000)
    url = sqlite_store.engine.url.render_as_string(hide_password=False)
    root = Path(__file__).resolve().parent.parent.parent
    child = subprocess.Popen(
        [sys.executable, "-c", KILLED, url, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=root,
        text=True,
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "half\n"
    os.kill(child.pid, signal.SIGKILL)
    child.communicate()
    assert count(sqlite_store, current_traces) == 0
    assert count(sqlite_store, traces) > 0
    # Its run has a row, which nobody sees.
    assert count(sqlite_store, runs) == 1
    with sqlite_store.reading() as connection:
        assert read_triage.read_run_names(connection) == []
        assert read_triage.read_run_id(connection, "default") is None
    assert import_traces(sqlite_store, write(tmp_path / "b.jsonl", 3)).n_new == 3
    assert count(sqlite_store, traces) == 3
    with sqlite_store.reading() as connection:
        assert connection.exec_driver_sql("PRAGMA integrity_check").scalar() == "ok"
        assert connection.exec_driver_sql("PRAGMA foreign_key_check").fetchall() == []


def test_app01_saves_go_through_while_a_file_comes_in(sqlite_store: Store, tmp_path: Path) -> None:
    path = write(tmp_path / "big.jsonl", 5_000, n_candidates=20)
    waits: list[float] = []
    is_over = threading.Event()

    def save() -> None:
        while not is_over.is_set():
            started = time.monotonic()
            with sqlite_store.writing() as connection:
                connection.exec_driver_sql(
                    "INSERT INTO annotators (name, created_at) VALUES (?, '2025-01-01 00:00:00')",
                    (f"a{len(waits)}",),
                )
            waits.append(time.monotonic() - started)
            time.sleep(0.02)

    saver = threading.Thread(target=save)
    saver.start()
    try:
        assert import_traces(sqlite_store, path).n_new == 5_000
    finally:
        is_over.set()
        saver.join()
    assert len(waits) > 5
    assert max(waits) < 5


LINE = (
    b'{"request_id": "q-1", "query": "Is it?", "gold_passages": ["d1", ["d2", "d3"]], '
    b'"candidates": [{"doc_id": "d1", "score": 0.5, "rank": 1, "text": "t\\u00e9xt"}], '
    b'"reranked": null, "prompt_passages": ["d1"], "prompt_tokens": 3, "truncated": false, '
    b'"answer": "Yes.", "signals": {"thumbs": 1}, "created_at": "2025-01-01T00:00:00Z", '
    b'"judge": {"name": "owl", "version": "1", "verdict": "pass", "score": 1.0}}'
)


@pytest.fixture(scope="module")
def damaged_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("damaged")


@pytest.fixture(scope="module")
def damage_store(migrated_file: Path, damaged_folder: Path) -> Iterator[Store]:
    from db.engine import open_engine

    path = damaged_folder / "store.db"
    path.write_bytes(migrated_file.read_bytes())
    store = Store(open_engine(f"sqlite:///{path}"))
    yield store
    store.close()


@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    edits=st.lists(
        st.tuples(st.integers(0, len(LINE)), st.integers(0, 3), st.binary(max_size=3)), max_size=4
    )
)
@example(edits=[(0, 1, b"[")])
@example(edits=[(15, 0, b"\xff")])
@example(edits=[(0, 0, b"\x1f\x8b")])
def test_a_damaged_line_is_refused_or_read_whole(
    damage_store: Store, damaged_folder: Path, edits: list[tuple[int, int, bytes]]
) -> None:
    damaged = LINE
    for position, n_removed, added in edits:
        damaged = damaged[:position] + added + damaged[position + n_removed :]
    path = damaged_folder / "traces.jsonl"
    path.write_bytes(LINE.replace(b"q-1", b"q-0") + b"\n" + damaged + b"\n")
    before = count(damage_store, current_traces)
    report = import_traces(damage_store, path)
    after = count(damage_store, current_traces)
    if report.is_imported:
        assert after == before + report.n_new
    else:
        assert report.problems
        assert after == before
