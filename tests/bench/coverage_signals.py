"""How often signals ring when nothing changed, and how soon they find a release: by simulation.

`python -m tests.bench.coverage_signals` writes its section of docs/coverage.md anew and leaves the
others as they are. Every figure goes the whole way: traces of the simulator, imported into a store,
read by the service that screen and command use.
"""

import argparse
import json
import shutil
import tempfile
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import numpy as np

from tests.bench.coverage_page import PAGE, write_section
from workbench.domain.signals import Signal
from workbench.services.housekeeping.upgrade_store import upgrade_store
from workbench.services.importing.import_traces import import_traces
from workbench.services.open_store import Store, open_store
from workbench.services.signals.watch_signals import watch_signals
from workbench.simulation.releases import TRUNCATION
from workbench.simulation.simulate import simulate
from workbench.stats.interval import clopper_pearson_interval

TITLE = "## Signals"
RUN = "spring"
JUDGE = "strict@2"
N_TRACES = 400
N_QUIET = TRUNCATION.first_number(N_TRACES)
N_LATER = (20, 40, 60, 100)
# The bars: alarms in quiet runs at most as stated, a release found within so many traces.
STATED_RATE = 0.05
FOUND_WITHIN = 60
FOUND_SHARE = 0.9


class Outcome(NamedTuple):
    """Quiet looks in which a signal was named, and releases found after so many traces."""

    n_seeds: int
    n_false_alarms: int
    n_named: dict[str, int]
    n_found: dict[int, int]


def store_with(folder: Path, seed: int) -> tuple[Store, list[datetime]]:
    """A store that holds one simulated run with a release, and when its traces ran."""
    made = simulate(N_TRACES, np.random.default_rng(seed), run=RUN, release=TRUNCATION)
    traces = folder / "traces.jsonl"
    traces.write_text("".join(json.dumps(trace) + "\n" for trace in made.traces), "utf-8")
    for name in ("store.db", "store.db-wal", "store.db-shm"):
        (folder / name).unlink(missing_ok=True)
    shutil.copy(folder / "empty.db", folder / "store.db")
    store = open_store(f"sqlite:///{folder / 'store.db'}")
    report = import_traces(store, traces)
    if not report.is_imported:
        raise RuntimeError(report.summary)
    return store, [datetime.fromisoformat(str(trace["created_at"])) for trace in made.traces]


def named(store: Store, until: datetime) -> list[str]:
    """Signals that a look at the run up to then names."""
    result = watch_signals(store, RUN, JUDGE, until=until)
    return [one.signal for one in result.signals if one.move is not None]


def run(seeds: Sequence[int]) -> Outcome:
    """Look at every seed's run up to the release, when nothing changed, and several times since."""
    n_false_alarms = 0
    n_named = dict.fromkeys((signal.value for signal in Signal), 0)
    n_found = dict.fromkeys(N_LATER, 0)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        upgrade_store(f"sqlite:///{folder / 'empty.db'}")
        for seed in seeds:
            store, moments = store_with(folder, seed)
            alarms = named(store, moments[N_QUIET])
            n_false_alarms += bool(alarms)
            for signal in alarms:
                n_named[signal] += 1
            for n_later in N_LATER:
                n_found[n_later] += Signal.TRUNCATED in named(store, moments[N_QUIET + n_later])
            store.close()
    return Outcome(len(seeds), n_false_alarms, n_named, n_found)


def holds(outcome: Outcome) -> bool:
    """Whether alarms are as rare as stated, within chance, and releases found in time."""
    least = clopper_pearson_interval(outcome.n_false_alarms, outcome.n_seeds).low
    is_found = outcome.n_found[FOUND_WITHIN] >= FOUND_SHARE * outcome.n_seeds
    return least <= STATED_RATE and is_found


def section(outcome: Outcome) -> str:
    """Gives the section of docs/coverage.md."""
    n = outcome.n_seeds
    limits = clopper_pearson_interval(outcome.n_false_alarms, n)
    which = ", ".join(f"{name} {count}" for name, count in outcome.n_named.items() if count)
    lines = [
        TITLE,
        "",
        f"Made by `python -m tests.bench.coverage_signals --seeds {n}`. {n} simulated runs, "
        "imported and looked at by the service",
        f"behind screen and command: once when {N_QUIET} traces had come and nothing had changed, "
        "and again after a release that",
        "cuts about one prompt in five, where two or three in a hundred were cut before.",
        "",
        "| looks at quiet traces | looks that named any signal | rate | 95 % interval | stated |",
        "|---|---|---|---|---|",
        f"| {n} | {outcome.n_false_alarms} | {outcome.n_false_alarms / n:.3f} "
        f"| {limits.low:.3f} to {limits.high:.3f} | {STATED_RATE} |",
        "",
        f"Named falsely: {which or 'none'}. The bar "
        f"(the rate within chance of {STATED_RATE} or below, {FOUND_SHARE:.0%} of releases found "
        f"within {FOUND_WITHIN} traces) is {'held' if holds(outcome) else 'MISSED'}.",
        "",
        "| traces since the release | truncated prompts named |",
        "|---|---|",
        *(f"| {n_later} | {count / n:.3f} |" for n_later, count in outcome.n_found.items()),
    ]
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, write the section, print it; gives the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=200)
    parser.add_argument("-o", "--output", type=Path, default=PAGE)
    chosen = parser.parse_args(arguments)
    outcome = run(range(chosen.seeds))
    text = section(outcome)
    write_section(text, chosen.output)
    print(text)
    return 0 if holds(outcome) else 1


if __name__ == "__main__":
    raise SystemExit(main())
