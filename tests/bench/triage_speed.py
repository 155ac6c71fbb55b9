"""How long the stages of a whole run take to compute, and its triage table to read."""

import statistics
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from workbench.services.open_store import open_store
from workbench.services.triage.triage_traces import refresh_evidence, triage_traces

N_READINGS = 3


@dataclass(frozen=True, slots=True)
class TriageSpeed:
    """Seconds to compute every stage anew, to give the table, and for the whole command."""

    n_traces: int
    compute_seconds: float
    table_seconds: float
    command_seconds: float


def measure(store_file: Path) -> TriageSpeed:
    """Time the triage of the run `bench`."""
    url = f"sqlite:///{store_file}"
    store = open_store(url)
    began = time.perf_counter()
    n_traces = refresh_evidence(store)
    compute = time.perf_counter() - began
    readings = []
    for _ in range(N_READINGS):
        began = time.perf_counter()
        triage_traces(store, "bench", "strict@2")
        readings.append(time.perf_counter() - began)
    store.close()
    began = time.perf_counter()
    subprocess.run(
        [
            *(sys.executable, "-m", "workbench", "triage", "--db", url, "--json"),
            *("--run", "bench", "--judge", "strict@2"),
        ],
        stdout=subprocess.DEVNULL,
        check=True,
    )
    return TriageSpeed(n_traces, compute, statistics.median(readings), time.perf_counter() - began)
