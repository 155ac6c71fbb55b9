"""The app on a store of its own, and headless Chromium to drive it."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from db.engine import open_engine
from db.store import Store
from workbench.resources import screen_script
from workbench.settings import DATABASE_VARIABLE

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
START_SECONDS = 60


@dataclass(frozen=True)
class AppServer:
    """A running app and the store it works on, which tests may read and write."""

    url: str
    store: Store


def free_port() -> int:
    """A port that nobody listens on right now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="module")
def app_server(
    migrated_file: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[AppServer]:
    """The app on an empty, migrated SQLite file, one for the tests of a module.

    Tests that need a store of their own use a run and an annotator of their own in it.
    """
    with served(migrated_file, tmp_path_factory.mktemp("app"), {}) as server:
        yield server


@contextmanager
def served(
    migrated_file: Path,
    folder: Path,
    environment: Mapping[str, str],
    port: int | None = None,
    started_in: Path | None = None,
) -> Iterator[AppServer]:
    """The app on a store of its own, with more in its environment.

    It reads the secrets of the folder it is started in.
    """
    path = folder / "app.db"
    path.write_bytes(migrated_file.read_bytes())
    address, port = f"sqlite:///{path}", port or free_port()
    command = [sys.executable, "-m", "streamlit", "run", str(screen_script())]
    command += ["--server.address", "127.0.0.1", "--server.port", str(port)]
    command += ["--server.headless", "true", "--browser.gatherUsageStats", "false"]
    log_path = folder / "app.log"
    with log_path.open("w") as log:
        process = subprocess.Popen(
            command,
            env=os.environ | {DATABASE_VARIABLE: address} | environment,
            cwd=started_in or screen_script().parents[2],
            stdout=log,
            stderr=subprocess.STDOUT,
        )
        store = Store(open_engine(address))
        try:
            _wait_until_healthy(f"http://127.0.0.1:{port}", process, log_path)
            yield AppServer(f"http://127.0.0.1:{port}", store)
        finally:
            store.close()
            process.terminate()
            process.wait(timeout=20)


def _wait_until_healthy(url: str, process: subprocess.Popen[bytes], log_path: Path) -> None:
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until and process.poll() is None:
        try:
            with urllib.request.urlopen(f"{url}/_stcore/health", timeout=2):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    pytest.fail(f"The app did not start: {log_path.read_text()}")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Headless Chromium; skipped where there is none, and a failure in CI."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        if os.environ.get("CI") == "true":
            pytest.fail("Chromium is not installed")
        pytest.skip("Chromium is not installed")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield chromium
        chromium.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page in a browser context of its own, 1280 by 800."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    yield context.new_page()
    context.close()
