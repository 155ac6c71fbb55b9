"""Long work in the background: a thread with its progress, found again after a reload.

Chosen: a thread and a job object that the whole process shares, looked at by a fragment that
redraws itself. Rejected: working inside the script, where any click interrupts half-way through.
No function here that runs in the thread calls Streamlit.
"""

import threading
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field

import streamlit as st

from workbench.errors import WorkbenchError

Progress = Callable[[int, int], None]
Work = Callable[[Progress], object]


@dataclass
class Job:
    """One piece of long work: how far it is, and its result or its trouble once it has ended."""

    title: str
    job_id: str = field(default_factory=lambda: uuid.uuid4().hex)
    n_done: int = 0
    n_total: int = 0
    is_running: bool = True
    is_cancelled: bool = False
    result: object = None
    error: Exception | None = None
    stop: threading.Event = field(default_factory=threading.Event)

    @property
    def share(self) -> float:
        """How much is done, in [0, 1]."""
        return min(1.0, self.n_done / self.n_total) if self.n_total else 0.0

    def progress(self, n_done: int, n_total: int) -> None:
        """Note how far the work is; ends it where somebody asked for that."""
        if self.stop.is_set():
            raise KeyboardInterrupt
        self.n_done, self.n_total = n_done, n_total


@st.cache_resource
def _jobs() -> dict[str, Job]:
    return {}


def start(title: str, work: Work) -> str:
    """Start the work in a thread of its own; gives the id to find it by."""
    job = Job(title)
    _jobs()[job.job_id] = job
    threading.Thread(target=_run, args=(job, work), name=title, daemon=True).start()
    return job.job_id


def find(job_id: str | None) -> Job | None:
    """The job with this id, None where it was forgotten or never was."""
    return _jobs().get(job_id) if job_id else None


def forget(job_id: str) -> None:
    """Drop a finished job and its result."""
    _jobs().pop(job_id, None)


def _run(job: Job, work: Work) -> None:
    try:
        job.result = work(job.progress)
    except KeyboardInterrupt:
        job.is_cancelled = True
    except WorkbenchError as error:
        job.error = error
    except Exception as error:
        # Kept for the screen, which raises it again: a bug must not die with its thread.
        job.error = error
    finally:
        job.is_running = False
