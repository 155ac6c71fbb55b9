"""What a saved verdict costs, beside what the same disk takes to make any write last.

Eight people at one server save and go on, each with the short pause of a fast person, and once
more with a fifth of it, as forty would; meanwhile a process of its own appends to a file and has
it written through, so that the disk's own time is of the same run. Then one person labels on
without a pause, from the first item of a queue to the last, to see whether the last ones cost more
than the first. Beside the clock stands the processor's time of the same steps, which other work on
the machine hardly touches.
"""

import random
import sqlite3
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from workbench.domain.questions import Answers
from workbench.domain.vocabulary import Answer, EntryKind
from workbench.services.labelling.build_queue import build_queue
from workbench.services.labelling.label_traces import LabelItem, Submission, next_item, record_entry
from workbench.services.open_store import Store, open_store

N_PEOPLE = 8
PAUSES = ((0.5, 1.5), (0.1, 0.3))
N_ENDS = 500
ALLOWED_MS = 10.0
WORST_MS = 250.0
CODE_SYNCS = """
import os, sys, time

with open(sys.argv[1], "wb") as file:
    while True:
        file.write(b"x" * 8192)
        file.flush()
        began = time.perf_counter()
        os.fsync(file.fileno())
        print((time.perf_counter() - began) * 1000, flush=True)
        time.sleep(0.05)
"""


class Spent(NamedTuple):
    """Milliseconds of one step: by the clock, and of the processor."""

    wall: float
    processor: float


@dataclass(frozen=True, slots=True)
class Crowd:
    """What several people's saves and next items take, beside what any write takes to last."""

    pause: tuple[float, float]
    syncs: list[float]
    saves: list[Spent]
    nexts: list[Spent]

    @property
    def limit(self) -> float:
        """What 95 of 100 saves may take: twice what the disk takes, and 10 ms."""
        return 2 * percentile(self.syncs, 95) + ALLOWED_MS


@dataclass(frozen=True, slots=True)
class LabelSaves:
    """Several people at each pace, and one person without a pause."""

    n_traces: int
    crowds: list[Crowd]
    alone: list[Spent]


def percentile(values: list[float], percent: int) -> float:
    """The value that so many of a hundred do not exceed."""
    return statistics.quantiles(values, n=100, method="inclusive")[percent - 1]


def measure(store_file: Path, folder: Path, n_saves: int, n_alone: int) -> LabelSaves:
    """Save `n_saves` verdicts by eight people at each pace, then `n_alone` by one.

    Each time in a new queue.
    """
    store = open_store(f"sqlite:///{store_file}")
    crowds = [
        _with_people(store, _drawn(store, n_saves, seed), folder, pause)
        for seed, pause in enumerate(PAUSES)
    ]
    alone = _drawn(store, n_alone, len(PAUSES))
    # In the order in which they were made; each with the item that comes next.
    one: list[Spent] = []
    item = next_item(store, alone, "alone")
    while item is not None:
        with _timed(one):
            record_entry(store, _verdict(item, "alone"), leases_next=True)
            item = next_item(store, alone, "alone")
    store.close()
    return LabelSaves(_n_traces(store_file), crowds, one)


def _drawn(store: Store, n: int, seed: int) -> int:
    name = f"bench-saves-{seed}"
    return build_queue(store, run="bench", judge=None, size=n, seed=seed, name=name).queue_id


@contextmanager
def _timed(spent: list[Spent]) -> Iterator[None]:
    began, worked = time.perf_counter(), time.thread_time()
    yield
    wall, processor = time.perf_counter() - began, time.thread_time() - worked
    spent.append(Spent(wall * 1000, processor * 1000))


def _with_people(store: Store, queue_id: int, folder: Path, pause: tuple[float, float]) -> Crowd:
    saves: list[Spent] = []
    nexts: list[Spent] = []
    troubles: list[BaseException] = []

    def label(person: str) -> None:
        rng = random.Random(person)
        try:
            # The first one of each opens a connection, which belongs to no save.
            item = next_item(store, queue_id, person)
            while item is not None:
                time.sleep(rng.uniform(*pause))
                with _timed(saves):
                    record_entry(store, _verdict(item, person), leases_next=True)
                with _timed(nexts):
                    item = next_item(store, queue_id, person)
        except BaseException as trouble:
            troubles.append(trouble)

    syncing = subprocess.Popen(
        [sys.executable, "-c", CODE_SYNCS, str(folder / "syncs")], stdout=subprocess.PIPE, text=True
    )
    threads = [threading.Thread(target=label, args=(f"person-{n}",)) for n in range(N_PEOPLE)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    syncing.kill()
    out, _ = syncing.communicate()
    if troubles:
        raise troubles[0]
    return Crowd(pause, [float(line) for line in out.splitlines()], saves, nexts)


def _verdict(item: LabelItem, person: str) -> Submission:
    return Submission(
        item.queue_id,
        item.trace_id,
        person,
        EntryKind.VERDICT,
        answers=Answers(answer=Answer.CORRECT),
        note="as the reference says",
        seconds_spent=12.0,
        expected_entry_id=item.expected_entry_id,
        gold_version_id=item.gold_version_id,
    )


def _n_traces(store_file: Path) -> int:
    with closing(sqlite3.connect(store_file)) as connection:
        return int(connection.execute("SELECT count(*) FROM traces").fetchone()[0])


def lines(measured: LabelSaves) -> list[str]:
    """The measured part of the page."""
    first, last = measured.alone[:N_ENDS], measured.alone[-N_ENDS:]
    return [
        "## Saving",
        "",
        f"In a store of {measured.n_traces:,} traces, {N_PEOPLE} people at one server, "
        f"{len(measured.crowds[0].saves):,} saves at each pace with `synchronous=FULL`; the disk "
        "is asked by another process in the same run.",
        "",
        *(line for crowd in measured.crowds for line in _crowd_lines(crowd)),
        f"One person without a pause, {len(measured.alone):,} items, save and next item together:",
        "",
        "| what | median ms | of it processor, median ms |",
        "|---|---|---|",
        *(
            f"| the {name} {len(part)} | {statistics.median(s.wall for s in part):.1f} | "
            f"{statistics.median(s.processor for s in part):.1f} |"
            for name, part in (("first", first), ("last", last))
        ),
    ]


def _crowd_lines(crowd: Crowd) -> list[str]:
    return [
        f"With {crowd.pause[0]:g} to {crowd.pause[1]:g} s between two saves of a person:",
        "",
        "| what | median ms | 95 of 100 below, ms | worst ms | of it processor, median ms |",
        "|---|---|---|---|---|",
        _row("save a verdict", crowd.saves),
        _row("read the next item, leased with the save", crowd.nexts),
        f"| the disk alone: 8 kB written through | {statistics.median(crowd.syncs):.1f} | "
        f"{percentile(crowd.syncs, 95):.1f} | {max(crowd.syncs):.0f} | |",
        "",
        f"Aimed at: 95 of 100 below {crowd.limit:.1f} ms (twice the disk's own, and "
        f"{ALLOWED_MS:.0f} ms), none above {WORST_MS:.0f} ms.",
        "",
    ]


def _row(name: str, spent: list[Spent]) -> str:
    walls = [one.wall for one in spent]
    return (
        f"| {name} | {statistics.median(walls):.1f} | {percentile(walls, 95):.1f} | "
        f"{max(walls):.0f} | {statistics.median(one.processor for one in spent):.1f} |"
    )
