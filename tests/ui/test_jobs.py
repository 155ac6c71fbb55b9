"""Long work runs in a thread of its own, tells how far it is, stops when asked, keeps its error."""

import threading
import time

import pytest

from workbench.errors import InputError
from workbench.ui import jobs
from workbench.ui.jobs import Job, Progress


def _ended(job_id: str) -> Job:
    job = jobs.find(job_id)
    assert job is not None
    deadline = time.monotonic() + 10
    while job.is_running and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not job.is_running
    return job


def test_a_finished_job_keeps_its_result_until_it_is_forgotten() -> None:
    job_id = jobs.start("count", lambda _progress: 42)
    assert _ended(job_id).result == 42
    jobs.forget(job_id)
    assert jobs.find(job_id) is None


def test_progress_is_a_share_of_the_whole() -> None:
    seen = threading.Event()
    go_on = threading.Event()

    def work(progress: Progress) -> None:
        progress(25, 100)
        seen.set()
        go_on.wait(10)

    job_id = jobs.start("half-way", work)
    assert seen.wait(10)
    job = jobs.find(job_id)
    assert job is not None
    assert (job.share, job.is_running) == (0.25, True)
    go_on.set()
    _ended(job_id)


def test_a_job_that_is_stopped_ends_at_its_next_step() -> None:
    started = threading.Event()

    def work(progress: Progress) -> str:
        while True:
            progress(1, 100)
            started.set()
            time.sleep(0.005)

    job_id = jobs.start("endless", work)
    assert started.wait(10)
    job = jobs.find(job_id)
    assert job is not None
    job.stop.set()
    assert _ended(job_id).is_cancelled


@pytest.mark.parametrize("error", [InputError("line 3: no request_id"), ZeroDivisionError()])
def test_the_error_of_a_job_is_kept_for_the_screen(error: Exception) -> None:
    def work(_progress: Progress) -> None:
        raise error

    assert _ended(jobs.start("broken", work)).error is error


def test_an_unknown_job_is_none() -> None:
    assert jobs.find("nobody") is None
    assert jobs.find(None) is None
