"""How fast traces come in, beside what SQLite itself can do with the same rows.

Two yardsticks, both with the same tables, indexes and pragmas. *Rows ready*: the very rows of
the imported store, handed to `executemany` in batches; only the writing is timed. *Plain
script*: `json.loads` a line, `executemany` the rows, check nothing, hash nothing but texts.
"""

import json
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

from db import migrate
from db.engine import PRAGMAS, open_engine

BATCH = 1_000
TABLES = (
    "imports",
    "runs",
    "queries",
    "judges",
    "passages",
    "traces",
    "hits",
    "gold_versions",
    "gold_members",
    "judge_verdicts",
)
AT = "2026-03-02 09:30:00.000000"

IMPORT = """
import resource, sys, time
from pathlib import Path
from workbench.services.importing.import_traces import import_traces
from workbench.services.open_store import open_store

store = open_store(f"sqlite:///{sys.argv[1]}")
began = time.perf_counter()
report = import_traces(store, Path(sys.argv[2]))
seconds = time.perf_counter() - began
store.close()
assert report.is_imported, report
print(report.n_new, seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


@dataclass(frozen=True, slots=True)
class ImportSpeed:
    """Seconds for one file, ours and the yardsticks', and our peak memory in megabytes."""

    n_traces: int
    file_megabytes: float
    seconds: float
    rows_ready_seconds: float
    plain_script_seconds: float
    peak_megabytes: float


def new_store(path: Path) -> None:
    """Make a migrated, empty SQLite store."""
    engine = open_engine(f"sqlite:///{path}")
    migrate.upgrade(engine)
    engine.dispose()


def _connected(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None)
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")
    return connection


def rows_ready_seconds(imported: Path, target: Path) -> float:
    """Seconds that `executemany` takes for the rows of the imported store."""
    new_store(target)
    spent = 0.0
    with closing(sqlite3.connect(imported)) as source, closing(_connected(target)) as sink:
        for table in TABLES:
            rows = source.execute(f"SELECT * FROM {table}")
            slots = ", ".join("?" * len(rows.description))
            statement = f"INSERT INTO {table} VALUES ({slots})"
            size = BATCH * 40 if table == "hits" else BATCH
            while batch := rows.fetchmany(size):
                began = time.perf_counter()
                sink.execute("BEGIN IMMEDIATE")
                sink.executemany(statement, batch)
                sink.execute("COMMIT")
                spent += time.perf_counter() - began
    return spent


def plain_script_seconds(path: Path, target: Path) -> float:
    """Seconds that a script needs which parses each line and writes its rows unchecked."""
    new_store(target)
    began = time.perf_counter()
    with closing(_connected(target)) as sink:
        sink.execute(
            "INSERT INTO imports VALUES (1,'traces','f','',?,?,?,0,0,0,0,'{}')", ("done", AT, AT)
        )
        sink.execute("INSERT INTO runs VALUES (1, 'bench', ?)", (AT,))
        sink.execute("INSERT INTO judges VALUES (1, 'strict', '2', '', NULL)")
        with path.open(encoding="utf-8") as lines:
            batch: list[dict[str, Any]] = []
            first = 1
            for line in lines:
                batch.append(json.loads(line))
                if len(batch) == BATCH:
                    _write(sink, batch, first)
                    first += len(batch)
                    batch = []
            if batch:
                _write(sink, batch, first)
    return time.perf_counter() - began


def _write(sink: sqlite3.Connection, batch: list[dict[str, Any]], first: int) -> None:
    traces, queries, hits, passages, gold, members, verdicts = [], [], [], {}, [], [], []
    for key, trace in enumerate(batch, start=first):
        queries.append((key, trace["question_id"], trace["question_id"]))
        traces.append(
            (
                *(key, 1, trace["request_id"], 1, 1, None, key, "", "", trace["query"], None),
                *(trace["reference_answer"], trace["answer"], None, trace["prompt_tokens"]),
                *(trace["truncated"], True, True, True, trace["model"], None),
                *(trace["index_version"], None, None, None, None, None, "{}", None),
            )
        )
        for position, hit in enumerate(trace["candidates"]):
            text_hash = blake2b(hit["text"].encode(), digest_size=16).digest()
            passages[text_hash] = hit["text"]
            hits.append((key, 0, position, hit["doc_id"], hit["rank"], hit["score"], text_hash))
        for position, hit in enumerate(trace["reranked"]):
            hits.append((key, 1, position, hit["doc_id"], position + 1, hit["score"], None))
        for position, doc_id in enumerate(trace["prompt_passages"]):
            hits.append((key, 2, position, doc_id, position + 1, None, None))
        sets = trace["gold_passages"]
        gold.append((key, key, 1, None, "f", None, AT, json.dumps([[one] for one in sets]), 1))
        members += [(key, number, one) for number, one in enumerate(sets)]
        judge = trace["judge"]
        verdicts.append(
            (
                *(key, 1, key, 1, None, judge["verdict"], judge["verdict"], None),
                *(judge["score"], judge["threshold"], None),
            )
        )
    sink.execute("BEGIN IMMEDIATE")
    for table, width, rows in (
        ("passages", 3, [(h, h, text) for h, text in passages.items()]),
        ("queries", 3, queries),
        ("traces", 29, traces),
        ("hits", 7, hits),
        ("gold_versions", 9, gold),
        ("gold_members", 3, members),
        ("judge_verdicts", 11, verdicts),
    ):
        slots = ", ".join("?" * width)
        sink.executemany(f"INSERT OR IGNORE INTO {table} VALUES ({slots})", rows)
    sink.execute("COMMIT")


def measure(traces: Path, folder: Path, n_traces: int) -> tuple[ImportSpeed, Path]:
    """Import the file and time the yardsticks; gives the figures and the imported store."""
    store = folder / "imported.db"
    new_store(store)
    done = subprocess.run(
        [sys.executable, "-c", IMPORT, str(store), str(traces)],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise RuntimeError(done.stderr)
    n_new, seconds, peak = done.stdout.split()
    if int(n_new) != n_traces:
        raise RuntimeError(f"{n_new} of {n_traces} traces were imported")
    ready = rows_ready_seconds(store, folder / "ready.db")
    plain = plain_script_seconds(traces, folder / "plain.db")
    for name in ("ready.db", "plain.db"):
        for path in folder.glob(f"{name}*"):
            path.unlink()
    # Linux counts kilobytes, macOS bytes.
    scale = 1e6 if sys.platform == "darwin" else 1e3
    speed = ImportSpeed(
        n_traces, traces.stat().st_size / 1e6, float(seconds), ready, plain, float(peak) / scale
    )
    return speed, store
