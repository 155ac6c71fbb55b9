"""People who label as fast as they can in processes of their own, and say what was acknowledged.

`crowd ADDRESS QUEUE PEOPLE` runs one process a person until nothing is left. `killed ADDRESS
QUEUE PEOPLE KILLS SEED` runs a server with a thread a person and kills it without warning, as
often as asked, each time at a random moment after its first save. A line is written the moment
the save has returned, so whatever stands in one was acknowledged.
"""

import mmap
import os
import random
import signal
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from subprocess import PIPE, Popen
from typing import NamedTuple

from db.engine import open_engine
from db.store import Store
from tests.services.labelling import answer
from workbench.errors import VerdictConflict
from workbench.services.labelling.label_traces import next_item, record_entry

ROOT = Path(__file__).resolve().parent.parent.parent
MAX_WAIT = 0.3


class Said(NamedTuple):
    """One line of the processes: saved, refused, killed or trouble."""

    what: str
    person: str = ""
    entry_id: int = 0
    trace_id: int = 0
    text: str = ""


@contextmanager
def started(store: Store, *arguments: object) -> Iterator["Popen[str]"]:
    """The processes on the store; whatever is left of them ends with the block."""
    address = store.engine.url.render_as_string(hide_password=False)
    how, *rest = arguments
    command = [sys.executable, "-m", "tests.services.label_process", str(how), address]
    process = Popen(
        [*command, *map(str, rest)], stdout=PIPE, cwd=ROOT, text=True, start_new_session=True
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def heard(process: "Popen[str]") -> list[Said]:
    """Every line until the processes end."""
    assert process.stdout is not None
    with process.stdout as lines:
        said = [line.rstrip("\n").split(" ", 4) for line in lines]
    return [Said(what, who, int(e), int(t), text) for what, who, e, t, text in said]


def _say(
    what: str, person: str = "-", entry_id: int = 0, trace_id: int = 0, text: str = ""
) -> None:
    # One write of less than a page is never mixed with another one's.
    os.write(1, f"{what} {person} {entry_id} {trace_id} {text!r}"[:500].encode() + b"\n")


def _label(store: Store, queue_id: int, person: str, mark: mmap.mmap | None = None) -> None:
    try:
        while (item := next_item(store, queue_id, person)) is not None:
            submission = answer(item, person, note=f"{person} on {item.request_id}")
            try:
                saved = record_entry(store, submission, leases_next=True)
            except VerdictConflict:
                _say("refused", person, trace_id=item.trace_id)
                continue
            _say("saved", person, saved.entry_id, item.trace_id)
            if mark is not None:
                mark[0] = 1
    except Exception as trouble:
        _say("trouble", person, text=f"{type(trouble).__name__}: {trouble}")


def _forked(address: str, queue_id: int, people: Sequence[str], mark: mmap.mmap | None) -> int:
    child = os.fork()
    if child:
        return child
    store = Store(open_engine(address))
    threads = [
        threading.Thread(target=_label, args=(store, queue_id, person, mark)) for person in people
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    os._exit(0)


def _crowd(address: str, queue_id: int, people: list[str]) -> None:
    for child in [_forked(address, queue_id, [person], None) for person in people]:
        os.waitpid(child, 0)


def _killed(address: str, queue_id: int, people: list[str], n_kills: int, seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(n_kills):
        mark = mmap.mmap(-1, 1)
        child = _forked(address, queue_id, people, mark)
        while not mark[0] and os.waitpid(child, os.WNOHANG) == (0, 0):
            time.sleep(0.002)
        time.sleep(rng.uniform(0, MAX_WAIT))
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        if os.WIFSIGNALED(status):
            _say("killed")


if __name__ == "__main__":
    how, address, queue_id, n_people, *rest = sys.argv[1:]
    people = [f"person-{n}" for n in range(int(n_people))]
    if how == "crowd":
        _crowd(address, int(queue_id), people)
    else:
        _killed(address, int(queue_id), people, int(rest[0]), int(rest[1]))
