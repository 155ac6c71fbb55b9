"""The app as a whole process: it answers, takes another port, and stops quietly."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from workbench.errors import InputError
from workbench.services.housekeeping.serve_app import free_port, is_free
from workbench.services.housekeeping.upgrade_store import upgrade_store

ROOT = Path(__file__).resolve().parent.parent.parent
SECONDS = 60


@contextmanager
def listening(port: int = 0) -> Iterator[int]:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", port))
        taken.listen()
        yield taken.getsockname()[1]


@pytest.fixture
def url(tmp_path: Path) -> str:
    address = f"sqlite:///{tmp_path / 'store.db'}"
    upgrade_store(address)
    return address


@contextmanager
def serving(tmp_path: Path, *arguments: str) -> Iterator["subprocess.Popen[str]"]:
    process = subprocess.Popen(
        [sys.executable, "-m", "workbench", *arguments],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT), "DISPLAY": "", "WAYLAND_DISPLAY": ""},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()


def said_place(process: "subprocess.Popen[str]") -> tuple[str, str]:
    """Read standard error until the address is said; gives it and all that was said."""
    said = ""
    assert process.stderr is not None
    for line in process.stderr:
        said += line
        if found := re.search(r"The app is at (http://\S+)", line):
            return found.group(1), said
    raise AssertionError(f"the app never said where it is: {said}")


def health(place: str) -> str:
    with urllib.request.urlopen(f"{place}/_stcore/health", timeout=5) as answer:
        return str(answer.read().decode())


def is_gone(place: str) -> bool:
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        try:
            health(place)
        except OSError:
            return True
        time.sleep(0.1)
    return False


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_the_app_answers_and_stops_with_zero_and_no_traceback(
    tmp_path: Path, url: str, how: signal.Signals
) -> None:
    with listening() as port:
        pass
    with serving(tmp_path, "serve", "--db", url, "--port", str(port)) as process:
        place, _ = said_place(process)
        assert place == f"http://localhost:{port}"
        assert health(place) == "ok"
        process.send_signal(how)
        out, err = process.communicate(timeout=SECONDS)
    assert process.returncode == 0
    assert "Traceback" not in out + err
    assert is_gone(place)


def test_a_port_in_use_is_said_and_another_is_taken(tmp_path: Path, url: str) -> None:
    with (
        listening() as port,
        serving(tmp_path, "serve", "--db", url, "--port", str(port)) as process,
    ):
        place, said = said_place(process)
        assert f"Port {port} is in use; taking " in said
        assert place != f"http://localhost:{port}"
        assert health(place) == "ok"
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=SECONDS)


def test_serving_a_missing_store_starts_nothing(tmp_path: Path) -> None:
    with serving(tmp_path, "serve", "--db", "sqlite:///none.db") as process:
        _, err = process.communicate(timeout=SECONDS)
    assert process.returncode == 2
    assert "Run: workbench upgrade" in err


def test_the_next_free_port_is_taken() -> None:
    said: list[str] = []
    with listening() as port:
        assert not is_free("127.0.0.1", port)
        assert free_port("127.0.0.1", port, said.append) > port
    assert len(said) == 1


def test_a_free_port_is_taken_without_a_word() -> None:
    said: list[str] = []
    with listening() as port:
        pass
    assert free_port("127.0.0.1", port, said.append) == port
    assert said == []


def test_an_address_of_another_machine_is_wrong_input() -> None:
    with pytest.raises(InputError, match=r"192\.0\.2\.1"):
        is_free("192.0.2.1", 8501)


def test_the_demo_serves_its_own_store_without_a_display(tmp_path: Path) -> None:
    with listening() as port:
        pass
    with serving(tmp_path, "demo", "--port", str(port)) as process:
        place, said = said_place(process)
        assert "40 are left for you" in said
        assert health(place) == "ok"
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=SECONDS)
    assert process.returncode == 0
    assert "Traceback" not in out + err
    assert (tmp_path / "workbench-demo.db").is_file()
    assert not (tmp_path / "workbench.db").exists()
