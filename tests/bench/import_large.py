"""What a large file costs: memory by shape, what annotators wait, what Ctrl-C leaves.

Made files of about `megabytes` each in a temporary folder, imported by the command itself in a
process of its own; meanwhile this process saves verdicts into the same store, as two annotators
would. Run: python -m tests.bench.import_large --megabytes 200; prints its section of
docs/benchmarks.md.
"""

import argparse
import gzip
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import func, select

from db import migrate, models
from db.engine import open_engine
from db.store import Store
from tests.bench.spans import span_lines
from tests.bench.traces import trace_lines
from tests.services.labelling import answer
from workbench.services.importing.import_traces import import_traces
from workbench.services.labelling.build_queue import build_queue
from workbench.services.labelling.label_traces import next_item, record_entry
from workbench.services.open_store import open_store

SEED = 7
N_LABELLED = 600
PAUSE_SECONDS = 0.05
N_WRITTEN = 200
SHAPES = (
    "JSON lines",
    "one JSON array on one line",
    "JSON lines in gzip",
    "spans of mixed traces as JSON lines",
)

IMPORT = """
import resource, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from workbench.cli.commands import run
code = run()
print("PEAK", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)
sys.exit(code)
"""


@dataclass(frozen=True, slots=True)
class LargeImport:
    """One import: seconds, peak memory, and the milliseconds that saves took meanwhile."""

    shape: str
    megabytes: float
    seconds: float
    peak_megabytes: float
    saves: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Interrupted:
    """What a second import left after Ctrl-C once rows were written, and how soon it ended."""

    exit_code: int
    seconds_to_end: float
    n_traces_seen: int
    n_rows_left: int
    n_runs_seen: int


def write_shape(path: Path, shape: str, megabytes: float) -> float:
    """Write traces of one shape until the text is that large; gives its megabytes."""
    is_array = shape.startswith("one JSON array")
    size = 0
    with gzip.open(path, "wt") if "gzip" in shape else path.open("w") as file:
        file.write("[" if is_array else "")
        made = span_lines if shape.startswith("spans") else trace_lines
        for number, line in enumerate(made(10**9, SEED)):
            text = (", " if number else "") + line.rstrip("\n") if is_array else line
            file.write(text)
            size += len(text)
            if size >= megabytes * 1e6:
                break
        file.write("]" if is_array else "")
    return size / 1e6


def started(store_file: Path, path: Path, run: str) -> subprocess.Popen[str]:
    """The command that imports the file, in a process of its own."""
    return subprocess.Popen(
        [
            *(sys.executable, "-c", IMPORT, "import", "traces", str(path)),
            *("--run", run, "--db", f"sqlite:///{store_file}"),
        ],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def saves_until(store: Store, queue_id: int, importing: subprocess.Popen[str]) -> list[float]:
    """Milliseconds of every save, two annotators in turn, until the import ends."""
    waited: list[float] = []
    for number in range(2 * N_LABELLED):
        if importing.poll() is not None:
            break
        annotator = ("ada", "ben")[number % 2]
        item = next_item(store, queue_id, annotator)
        if item is None:
            break
        began = time.perf_counter()
        record_entry(store, answer(item, annotator))
        waited.append(1000 * (time.perf_counter() - began))
        time.sleep(PAUSE_SECONDS)
    return waited


def new_store(folder: Path) -> tuple[Store, Path, int]:
    """A store with traces to label, its file, and a queue of them all for two annotators."""
    file = folder / "store.db"
    engine = open_engine(f"sqlite:///{file}")
    migrate.upgrade(engine)
    engine.dispose()
    store = open_store(f"sqlite:///{file}")
    small = folder / "small.jsonl"
    with small.open("w", encoding="utf-8") as lines:
        for _, line in zip(range(N_LABELLED), trace_lines(N_LABELLED, SEED + 1), strict=False):
            lines.write(line.replace('"run": "bench"', '"run": "labelled"', 1))
    import_traces(store, small)
    small.unlink()
    queue = build_queue(store, run="labelled", judge=None, size=None, seed=SEED, overlap_share=1.0)
    return store, file, queue.queue_id


def measure(shape: str, megabytes: float, folder: Path) -> LargeImport:
    """Import one shape while verdicts are saved."""
    store, file, queue_id = new_store(folder)
    path = folder / ("large.jsonl.gz" if "gzip" in shape else "large.json")
    size = write_shape(path, shape, megabytes)
    began = time.perf_counter()
    importing = started(file, path, "bench")
    saves = saves_until(store, queue_id, importing)
    _, said = importing.communicate()
    seconds = time.perf_counter() - began
    store.close()
    if importing.returncode != 0:
        raise RuntimeError(said)
    peak = int(said.rpartition("PEAK")[2])
    scale = 1e6 if sys.platform == "darwin" else 1e3
    return LargeImport(shape, size, seconds, peak / scale, tuple(saves))


def interrupt(megabytes: float, folder: Path) -> Interrupted:
    """Press Ctrl-C once an import has begun to write rows."""
    store, file, _ = new_store(folder)
    path = folder / "large.jsonl"
    write_shape(path, SHAPES[0], megabytes)
    importing = started(file, path, "stopped")
    before = _count(store, models.traces)
    while importing.poll() is None and _count(store, models.traces) < before + N_WRITTEN:
        time.sleep(0.05)
    began = time.perf_counter()
    os.killpg(importing.pid, signal.SIGINT)
    importing.communicate()
    seconds = time.perf_counter() - began
    with store.reading() as connection:
        seen = connection.scalar(select(func.count()).select_from(models.current_traces))
    found = Interrupted(
        importing.returncode,
        seconds,
        int(seen or 0) - N_LABELLED,
        _count(store, models.traces) - N_LABELLED,
        _count(store, models.runs) - 1,
    )
    store.close()
    return found


def _count(store: Store, table: object) -> int:
    with store.reading() as connection:
        return int(connection.scalar(select(func.count()).select_from(table)) or 0)  # type: ignore[arg-type]


def lines(found: list[LargeImport], stopped: Interrupted) -> list[str]:
    """The section of the page."""
    rows = [
        f"| {one.shape} | {one.megabytes:.0f} | {one.seconds:.1f} | {one.peak_megabytes:.0f} | "
        f"{len(one.saves)} | {statistics.median(one.saves):.0f} | "
        f"{statistics.quantiles(one.saves, n=100, method='inclusive')[98]:.0f} | "
        f"{max(one.saves):.0f} |"
        for one in found
    ]
    return [
        "## A large file while people label",
        "",
        "`workbench import traces` in a process of its own; meanwhile two annotators save verdicts "
        f"in turn every {1000 * PAUSE_SECONDS:.0f} ms into the same SQLite store. Sizes are of the "
        "text, unpacked.",
        "",
        "| file | MB | seconds | peak MB | saves | median ms | 99 in 100 ms | worst ms |",
        "|---|---|---|---|---|---|---|---|",
        *rows,
        "",
        f"Ctrl-C once rows were written: exit code {stopped.exit_code} after "
        f"{stopped.seconds_to_end:.1f} s, "
        f"{stopped.n_traces_seen} traces and {stopped.n_runs_seen} runs to be seen, "
        f"{stopped.n_rows_left} rows left behind.",
    ]


def main() -> None:
    """Measure and print the section."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--megabytes", type=float, default=200)
    given = parser.parse_args()
    found = []
    for shape in SHAPES:
        with tempfile.TemporaryDirectory() as temporary:
            found.append(measure(shape, given.megabytes, Path(temporary)))
    with tempfile.TemporaryDirectory() as temporary:
        stopped = interrupt(given.megabytes, Path(temporary))
    print("\n".join(lines(found, stopped)))


if __name__ == "__main__":
    main()
