"""How long whole processes of a command take, interpreter included."""

import statistics
import subprocess
import sys
import time

N_RUNS = 7
COMMANDS = (
    "--help",
    "correct --help",
    "correct --flagged 120 --judged 400 --tp 45 --fn 5 --fp 15 --tn 85",
)


def measure() -> list[tuple[str, float]]:
    """Give each command line with the median of its seconds."""
    found = []
    for line in (None, *COMMANDS):
        call = [sys.executable, "-c", "pass"]
        if line is not None:
            call = [sys.executable, "-m", "workbench", *line.split()]
        spent = []
        for _ in range(N_RUNS):
            began = time.perf_counter()
            subprocess.run(call, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
            spent.append(time.perf_counter() - began)
        name = "python -c pass" if line is None else f"workbench {line}"
        found.append((name, statistics.median(spent)))
    return found
