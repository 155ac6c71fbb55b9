"""A server that dies between two keys, and what the page of one annotator holds of others."""

import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from db.engine import open_engine
from db.store import Store
from tests.ui.conftest import AppServer, free_port
from tests.ui.label_browser import LabelPage
from tests.ui.label_items import current, entries, queue_of, record, written
from workbench.domain.vocabulary import Answer, Stage
from workbench.resources import screen_script
from workbench.services.labelling.adjudicate import Reason, Ruling, decide
from workbench.services.labelling.guidelines import set_guideline
from workbench.services.labelling.queue_status import set_wanted_labels
from workbench.settings import DATABASE_VARIABLE

pytestmark = pytest.mark.browser

START_SECONDS = 90


class Server:
    """The app on one store and one port, which can be killed and started again."""

    def __init__(self, file: Path) -> None:
        self.address = f"sqlite:///{file}"
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None
        self.app = AppServer(f"http://127.0.0.1:{self.port}", Store(open_engine(self.address)))

    def start(self) -> None:
        command = [sys.executable, "-m", "streamlit", "run", str(screen_script())]
        command += ["--server.address", "127.0.0.1", "--server.port", str(self.port)]
        command += ["--server.headless", "true", "--browser.gatherUsageStats", "false"]
        self.process = subprocess.Popen(
            command,
            env=os.environ | {DATABASE_VARIABLE: self.address},
            cwd=screen_script().parents[2],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        until = time.monotonic() + START_SECONDS
        while time.monotonic() < until:
            try:
                urllib.request.urlopen(f"{self.app.url}/_stcore/health", timeout=2).close()
                return
            except (urllib.error.URLError, OSError):
                time.sleep(0.1)
        raise AssertionError("the app did not start")

    def kill(self) -> None:
        if self.process is not None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()

    def close(self) -> None:
        self.kill()
        self.app.store.close()


@pytest.fixture
def server(migrated_file: Path, tmp_path: Path) -> Iterator[Server]:
    file = tmp_path / "app.db"
    file.write_bytes(migrated_file.read_bytes())
    own = Server(file)
    own.start()
    yield own
    own.close()


def connected(page: Page) -> None:
    page.locator('[data-testid="stApp"][data-test-connection-state="CONNECTED"]').wait_for(
        timeout=60_000
    )
    page.wait_for_timeout(1_500)


@pytest.mark.slow
def test_a_server_killed_between_the_steps_of_a_label_loses_and_doubles_nothing(
    server: Server, page: Page, tmp_path: Path
) -> None:
    n_items = 6
    path = written(tmp_path, [record(f"kill-{n}") for n in range(n_items)])
    label = LabelPage(page, server.app)
    label.enter("ann1", queue_of(server.app.store, path))
    expected: dict[str, tuple[object, ...]] = {}

    # After a save was said, before anything of the next item.
    first = label.name
    label.press("1")
    expected[first] = ("verdict", "correct", None, None)
    restarted(server, label)
    assert (label.name != first, current(server.app.store)) == (True, expected)

    # Half-way through an item, with a note begun.
    second = label.name
    label.press("2")
    label.write_note("à moitié")
    restarted(server, label)
    assert label.name == second
    assert label.note.input_value() == "à moitié"
    assert current(server.app.store) == expected
    # What was not saved is asked again; the digit is never taken for another question.
    assert label.question == "Is the answer right?"
    label.press("1")
    expected[second] = ("verdict", "correct", None, "à moitié")
    assert current(server.app.store) == expected

    # In the very moment of a save: it is there or it is not, and pressing again does not double.
    for _ in range(2):
        name = label.name
        page.keyboard.press("1")
        server.kill()
        restarted(server, label)
        if name not in current(server.app.store):
            assert label.name == name
            label.press("1")
        expected[name] = ("verdict", "correct", None, None)
        assert current(server.app.store) == expected
        assert label.name != name
    assert len(entries(server.app.store)) == len(expected)
    assert label.done == f"{len(expected)} of {n_items}"


def restarted(server: Server, label: LabelPage) -> None:
    server.kill()
    server.start()
    connected(label.page)
    label.page.reload()
    label.wait()


def test_a_browser_killed_between_the_steps_resumes_at_the_same_item(
    app_server: AppServer, browser: Browser, tmp_path: Path
) -> None:
    path = written(tmp_path, [record(f"gone-{n}") for n in range(4)])
    queue_id = queue_of(app_server.store, path, "gone")
    expected: dict[str, tuple[object, ...]] = {}
    open_item = ""
    for n_before in range(3):
        context = browser.new_context()
        label = LabelPage(context.new_page(), app_server)
        label.enter("ann1", queue_id)
        assert open_item in ("", label.name)
        assert label.done == f"{n_before} of 4"
        label.press("1")
        open_item, saved = label.name, current(app_server.store, "gone")
        assert len(saved) == n_before + 1
        assert expected.items() <= saved.items()
        expected = dict(saved)
        # Half an answer, and the browser is gone with it.
        label.press("2")
        context.close()
    assert len(entries(app_server.store, "gone")) == 3


def test_what_others_answered_noted_and_decided_is_in_nothing_sent_to_the_page(
    app_server: AppServer, browser: Browser, page: Page, tmp_path: Path
) -> None:
    run = "blind"
    path = written(tmp_path, [record(f"blind-{n}") for n in (1, 2)])
    queue_id = queue_of(app_server.store, path, run, wanted_labels=2)
    other_queue = queue_of(app_server.store, path, "other-run")
    set_guideline(app_server.store, queue_id, "OWN-GUIDELINE of this queue")
    set_guideline(app_server.store, other_queue, "FOREIGN-GUIDELINE of another queue")
    contexts = [browser.new_context() for _ in range(2)]
    for name, keys, context in zip(("Zoe-Q", "Ben-Q"), ("1", "22"), contexts, strict=True):
        theirs = LabelPage(context.new_page(), app_server)
        theirs.enter(name, queue_id)
        for _ in range(2):
            theirs.write_note(f"SECRET-NOTE by {name}")
            theirs.press("f", *keys)
        context.close()
    traces = {e["request_id"] for e in entries(app_server.store, run)}
    assert traces == {"blind-1", "blind-2"}
    with app_server.store.reading() as connection:
        ids = connection.exec_driver_sql(
            "SELECT DISTINCT trace_id FROM human_entries WHERE queue_id = ?", (queue_id,)
        ).scalars()
        trace_ids = list(ids)
    for trace_id in trace_ids:
        decide(
            app_server.store,
            Ruling(
                trace_id,
                "Chief-Q",
                Answer.WRONG,
                Reason.GUIDELINE_GAP,
                Stage.PACKING,
                note="SECRET-DECISION",
            ),
        )
    set_wanted_labels(app_server.store, queue_id, 3)
    received: list[bytes] = []

    def keep(payload: str | bytes) -> None:
        received.append(payload.encode() if isinstance(payload, str) else payload)

    page.on("websocket", lambda socket: socket.on("framereceived", keep))
    label = LabelPage(page, app_server)
    label.enter("Ann-Q", queue_id)
    label.press("h", "Escape", "j", "e", "v", "Escape", "i", "i")
    label.press("ArrowRight", "b")
    sent = b"".join(received)
    shown = page.content() + page.title() + page.url + label.board.inner_html()
    assert b"How long is a day ticket valid?" in sent
    assert b"OWN-GUIDELINE" in sent
    secrets = ("Zoe-Q", "Ben-Q", "Chief-Q", "SECRET-", "FOREIGN-", "guideline_gap")
    for secret in secrets:
        assert secret.encode() not in sent, secret
        assert secret not in shown, secret
    assert not entries_of(app_server.store, run, "Ann-Q")
    expect(label.board.locator(".head")).not_to_contain_text("Flag set")


def entries_of(store: Store, run: str, name: str) -> list[dict[str, object]]:
    return [entry for entry in entries(store, run) if entry["annotator"] == name]
