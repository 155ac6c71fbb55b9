"""What one look at the signals of a large run costs: python -m tests.bench.signal_speed.

Prints the section "Signals" of docs/benchmarks.md. Processor time, which says the same on a busy
machine; the fastest of a few looks.
"""

import argparse
import json
import tempfile
import time
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from db import migrate
from db.engine import open_engine
from db.read_signals import read_extent
from db.signal_values import Span
from db.store import Store
from tests.services.signal_traces import FIRST, line
from workbench.services.importing.import_traces import import_traces
from workbench.services.signals.choose_traces import choose_traces
from workbench.services.signals.signal_axis import axis_of, read_windows
from workbench.services.signals.watch_signals import watch_signals

N_LOOKS = 4
N_CANDIDATES = 10


@dataclass(frozen=True, slots=True)
class SignalSpeed:
    """Processor seconds of a whole look, and of the sums by window within it."""

    n_traces: int
    look_seconds: float
    sums_seconds: float


def write(path: Path, n_traces: int) -> None:
    """Write quiet traces, five minutes apart, each with a judge's verdict and a user's votes."""
    with path.open("w", encoding="utf-8") as file:
        for number in range(n_traces):
            hits = [
                {"doc_id": f"d{rank}", "rank": rank, "score": 0.9 - rank / 100 + number % 7 / 100}
                for rank in range(1, N_CANDIDATES + 1)
            ]
            at = (FIRST + timedelta(minutes=5 * number)).isoformat()
            file.write(json.dumps(line(number, candidates=hits, created_at=at)) + "\n")


def measure(store: Store) -> SignalSpeed:
    """Time looks at the run `live`."""
    looks, sums = [], []
    n = 0
    for _ in range(N_LOOKS):
        began = time.process_time()
        n = watch_signals(store, "live", "strict@2").n
        looks.append(time.process_time() - began)
        with store.reading() as connection:
            asked = choose_traces(connection, "live", "strict@2", {}, Span()).asked
            extent = read_extent(connection, asked)
            began = time.process_time()
            read_windows(connection, asked, axis_of(extent), extent)
            sums.append(time.process_time() - began)
    return SignalSpeed(n, min(looks), min(sums))


def section(found: SignalSpeed) -> str:
    """Give the section of the page."""
    return "\n".join(
        (
            "## Signals",
            "",
            f"{found.n_traces:,} traces of {N_CANDIDATES} candidates, judged, with votes; nothing "
            f"moved. Fastest of {N_LOOKS} looks, `python -m tests.bench.signal_speed`.",
            "",
            "| what | processor seconds |",
            "|---|---|",
            f"| one look at every signal | {found.look_seconds:.2f} |",
            f"| of that the sums by window, in the database | {found.sums_seconds:.2f} |",
            "",
        )
    )


def main() -> None:
    """Measure and print the section."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--traces", type=int, default=100_000)
    parser.add_argument("--store", help="a store that holds the traces already")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        address = given.store or f"sqlite:///{temporary}/store.db"
        engine = open_engine(address)
        if given.store is None:
            migrate.upgrade(engine)
        store = Store(engine)
        if given.store is None:
            file = Path(temporary) / "traces.jsonl"
            write(file, given.traces)
            import_traces(store, file)
        print(section(measure(store)))
        store.close()


if __name__ == "__main__":
    main()
