"""A lost connection while labelling: nothing said to be saved is lost, nothing is saved twice."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.ui.conftest import AppServer
from tests.ui.label_browser import LabelPage
from tests.ui.label_items import current, entries, queue_of, record, written

pytestmark = pytest.mark.browser

OUTAGE_MS = 60_000


class Line:
    """A line to the app that can be cut: what is open is closed, and nothing new comes through."""

    def __init__(self, port: int) -> None:
        self.target = port
        self.is_cut = False
        self.open: list[socket.socket] = []
        self.carriers: list[threading.Thread] = []
        self.door = socket.create_server(("127.0.0.1", 0))
        self.port = self.door.getsockname()[1]
        self.server = threading.Thread(target=self._serve, daemon=True)
        self.server.start()

    def _serve(self) -> None:
        while True:
            try:
                near, _ = self.door.accept()
            except OSError:
                return
            if self.is_cut:
                near.close()
                continue
            try:
                far = socket.create_connection(("127.0.0.1", self.target))
            except OSError:
                near.close()
                continue
            self.open += [near, far]
            for source, sink in ((near, far), (far, near)):
                carrier = threading.Thread(target=_carry, args=(source, sink), daemon=True)
                carrier.start()
                self.carriers.append(carrier)

    def cut(self) -> None:
        self.is_cut = True
        for each in self.open:
            _shut(each)
        self.open.clear()

    def mend(self) -> None:
        self.is_cut = False

    def close(self) -> None:
        _shut(self.door)
        self.door.close()
        self.server.join(5)
        self.cut()
        for carrier in self.carriers:
            carrier.join(5)


def _carry(source: socket.socket, sink: socket.socket) -> None:
    try:
        while data := source.recv(65_536):
            sink.sendall(data)
    except OSError:
        pass
    finally:
        # The other carrier's turn ends with it, and each closes the end it read from.
        _shut(sink)
        source.close()


def _shut(each: socket.socket) -> None:
    try:
        each.shutdown(socket.SHUT_RDWR)
    except OSError:
        return


@contextmanager
def line_to(server: AppServer) -> Iterator[tuple[AppServer, Line]]:
    line = Line(urlsplit(server.url).port or 0)
    try:
        yield AppServer(f"http://127.0.0.1:{line.port}", server.store), line
    finally:
        line.close()


def lost_and_found(server: AppServer, page: Page, folder: Path, run: str, outage_ms: int) -> None:
    path = written(folder, [record(f"{run}-{n}") for n in range(1, 5)])
    queue_id = queue_of(server.store, path, run)
    with line_to(server) as (behind, line):
        label = LabelPage(page, behind)
        label.enter("ann1", queue_id)
        first = label.name
        label.press("1")
        second = label.name
        label.press("2")
        label.write_note("before the cut")
        asked = label.question
        line.cut()
        page.wait_for_timeout(500)
        # What is typed while the line is down stays; a key that saves says that it did not.
        page.keyboard.press("n")
        page.keyboard.type(", and after")
        page.keyboard.press("Escape")
        page.wait_for_timeout(outage_ms)
        saved = current(server.store, run)
        assert saved == {first: ("verdict", "correct", None, None)}
        line.mend()
        expect(label.board.locator(".request")).to_have_text(second, timeout=30_000)
        page.wait_for_function("() => navigator.onLine", timeout=5_000)
        _until_connected(page)
        assert (label.name, label.question) == (second, asked)
        note = "before the cut, and after"
        assert label.note.input_value() == note
        label.press("4")
        expect(label.board.locator(".done")).to_have_text("2 of 4", timeout=15_000)
        assert current(server.store, run) == saved | {
            second: ("verdict", "wrong", "generation", note)
        }
        assert len(entries(server.store, run)) == 2


def _until_connected(page: Page) -> None:
    page.locator('[data-testid="stApp"][data-test-connection-state="CONNECTED"]').wait_for(
        timeout=60_000
    )
    page.wait_for_timeout(1_000)


def test_a_short_cut_of_the_line_loses_nothing(
    app_server: AppServer, page: Page, tmp_path: Path
) -> None:
    lost_and_found(app_server, page, tmp_path, "short", 2_000)


@pytest.mark.slow
def test_a_minute_without_a_line_loses_nothing(
    app_server: AppServer, page: Page, tmp_path: Path
) -> None:
    lost_and_found(app_server, page, tmp_path, "minute", OUTAGE_MS)


def test_a_key_pressed_while_the_line_is_down_is_not_said_to_be_saved(
    app_server: AppServer, page: Page, tmp_path: Path
) -> None:
    queue_id = queue_of(
        app_server.store, written(tmp_path, [record(f"down-{n}") for n in (1, 2)]), "down"
    )
    with line_to(app_server) as (behind, line):
        label = LabelPage(page, behind)
        label.enter("ann1", queue_id)
        first = label.name
        line.cut()
        page.wait_for_timeout(500)
        page.keyboard.press("1")
        expect(label.line).to_contain_text("may not have counted", timeout=10_000)
        expect(label.board.locator(".option.pressed")).to_have_count(0)
        assert entries(app_server.store, "down") == []
        line.mend()
        _until_connected(page)
        # Whether the key comes through late or must be pressed again, it counts once.
        if label.name == first:
            page.keyboard.press("1")
        expect(label.board.locator(".done")).to_have_text("1 of 2", timeout=15_000)
        assert current(app_server.store, "down") == {first: ("verdict", "correct", None, None)}
        assert len(entries(app_server.store, "down")) == 1
