"""From the key to the next item on screen, beside a Streamlit page with one button.

Both are timed inside the browser, from the event to the first frame that shows the answer, in
the same run and the same browser, so that the difference is what the label page itself costs.
The server's part is what passes between two frames on the line: the key going out, and the
server saying that the script has ended. The script itself is timed inside the server, without
what Streamlit does to start it and to send what it drew.
"""

import base64
import os
import shutil
import socket
import statistics
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from workbench.resources import screen_script
from workbench.services.labelling.build_queue import build_queue
from workbench.services.open_store import open_store

if TYPE_CHECKING:
    from playwright.sync_api import Page

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
SETTLE_MS = 450
N_WARM = 3
PATIENCE_MS = 120_000
N_QUEUE = 5_000
QUEUE = "bench-speed"

BUTTON_PAGE = """
import streamlit as st

n = st.session_state.get("n", 0)
if st.button("Next"):
    n += 1
    st.session_state["n"] = n
st.text(f"clicked {n}")
"""

CLOCKED = """
import sys, time

from streamlit.runtime.scriptrunner.script_runner import ScriptRunner
from streamlit.web import cli

run, clock = ScriptRunner._run_script, open(sys.argv.pop(1), "w", buffering=1)


def clocked(self, *args):
    began, worked = time.perf_counter(), time.thread_time()
    try:
        return run(self, *args)
    finally:
        wall, processor = time.perf_counter() - began, time.thread_time() - worked
        print(wall * 1000, processor * 1000, file=clock)


ScriptRunner._run_script = clocked
cli.main(prog_name="streamlit")
"""

# Texts inside components stand in shadow trees, which innerText does not enter.
SHOWN = """
() => {
  const board = [...document.querySelectorAll('*')]
    .map((node) => node.shadowRoot && node.shadowRoot.querySelector('.board'))
    .find(Boolean);
  const text = board ? board.textContent : document.querySelector('.stText')?.textContent;
  return { text, isBusy: Boolean(board && board.classList.contains('busy')) };
}
"""

WATCH = f"""
() => {{
  const shown = {SHOWN};
  const before = shown().text;
  window.spent = null;
  const begin = () => {{
    const began = performance.now();
    const look = () => {{
      const now = shown();
      if (now.text && now.text !== before && !now.isBusy) window.spent = performance.now() - began;
      else requestAnimationFrame(look);
    }};
    requestAnimationFrame(look);
  }};
  window.addEventListener('keydown', begin, {{ capture: true, once: true }});
  window.addEventListener('click', begin, {{ capture: true, once: true }});
}}
"""


class Script(NamedTuple):
    """Milliseconds of one run of a script in the server: by the clock, and of the processor."""

    wall: float
    processor: float


@dataclass(frozen=True, slots=True)
class PageSpeed:
    """Milliseconds of each key or click: to the answer, of the server's part, of the script."""

    answers: list[float]
    served: list[float]
    scripts: list[Script]


@dataclass(frozen=True, slots=True)
class LabelSpeed:
    """The label page beside an empty one, in a queue of so many items."""

    n_queue: int
    label: PageSpeed
    button: PageSpeed


@contextmanager
def _app(script: Path, url: str, clock: Path) -> Iterator[str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen(
        [
            *(sys.executable, "-c", CLOCKED, str(clock)),
            *("run", str(script), "--server.port", str(port)),
            *("--server.address", "127.0.0.1", "--server.headless", "true"),
            *("--browser.gatherUsageStats", "false", "--server.fileWatcherType", "none"),
        ],
        env=os.environ | {"WORKBENCH_DATABASE_URL": url},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    place = f"http://127.0.0.1:{port}"
    try:
        for _ in range(200):
            try:
                urllib.request.urlopen(f"{place}/_stcore/health", timeout=2).close()
                break
            except OSError:
                time.sleep(0.1)
        yield place
    finally:
        process.terminate()
        process.wait()


def _speed(page: "Page", act: Callable[[], None], n: int, clock: Path) -> PageSpeed:
    page.wait_for_timeout(SETTLE_MS)
    n_before, served = len(_scripts(clock)), _served(page)
    answers = []
    for _ in range(N_WARM + n):
        page.wait_for_timeout(SETTLE_MS)
        page.evaluate(WATCH)
        act()
        page.wait_for_function("window.spent !== null", timeout=PATIENCE_MS)
        answers.append(float(page.evaluate("window.spent")))
    page.wait_for_timeout(SETTLE_MS)
    scripts = _scripts(clock)[n_before:]
    return PageSpeed(answers[N_WARM:], served[N_WARM:], scripts[N_WARM:])


def _scripts(clock: Path) -> list[Script]:
    lines = clock.read_text(encoding="utf-8").splitlines()
    return [Script(*map(float, line.split())) for line in lines]


def _served(page: "Page") -> list[float]:
    """A list that grows by the server's part of each thing that the page sends from now on."""
    served: list[float] = []
    sent_at: list[float] = []

    def received(frame: dict[str, Any]) -> None:
        message = ForwardMsg()
        message.ParseFromString(base64.b64decode(frame["response"]["payloadData"]))
        if message.WhichOneof("type") == "script_finished" and sent_at:
            served.append((frame["timestamp"] - sent_at[-1]) * 1000)
            sent_at.clear()

    session = page.context.new_cdp_session(page)
    session.on("Network.webSocketFrameSent", lambda frame: sent_at.append(frame["timestamp"]))
    session.on("Network.webSocketFrameReceived", received)
    session.send("Network.enable")
    return served


def measure(
    store_file: Path, folder: Path, n_items: int, n_queue: int = N_QUEUE
) -> LabelSpeed | None:
    """Label `n_items` of a queue with the keyboard; None where there is no Chromium."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        return None
    from playwright.sync_api import sync_playwright

    url = f"sqlite:///{store_file}"
    store = open_store(url)
    queue = build_queue(store, run="bench", judge="strict@2", size=n_queue, seed=7, name=QUEUE)
    store.close()
    script = folder / "button_page.py"
    script.write_text(BUTTON_PAGE, encoding="utf-8")
    clock = folder / "clock"
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=list(FLAGS))
        with _app(script, url, clock) as place:
            page = browser.new_page()
            page.goto(place)
            page.get_by_text("clicked 0").wait_for()
            button = page.get_by_role("button", name="Next")
            clicks = _speed(page, button.click, n_items, clock)
            page.close()
        with _app(screen_script(), url, clock) as place:
            page = browser.new_page(viewport={"width": 1280, "height": 800})
            page.set_default_timeout(PATIENCE_MS)
            page.goto(f"{place}/label?annotator=bench&queue={queue.queue_id}")
            page.get_by_role("button", name="Yes, go on").click()
            page.locator(".board .option").first.wait_for()
            # Can't tell: one key, and the next item comes.
            keys = _speed(page, lambda: page.keyboard.press("5"), n_items, clock)
            page.close()
        browser.close()
    return LabelSpeed(n_queue, keys, clicks)


def lines(measured: LabelSpeed | None, n_traces: int) -> list[str]:
    """The measured part of the page."""
    if measured is None:
        return ["Not measured: no Chromium was found."]
    label, button = measured.label, measured.button
    ratio = statistics.median(label.answers) / statistics.median(button.answers)
    return [
        f"In a store of {n_traces:,} traces and a queue of {measured.n_queue:,}; from the key to "
        f"the next item on screen, in headless Chromium, {len(label.answers)} times; beside it an "
        "empty Streamlit page with one button.",
        "",
        "| what | median ms | worst ms | empty page: median ms | worst ms |",
        "|---|---|---|---|---|",
        _row("key to next item", label.answers, button.answers),
        _row(
            "of it, from the key's message to the end of the server's script",
            label.served,
            button.served,
        ),
        _row(
            "of it, the script itself, by the server's clock",
            [one.wall for one in label.scripts],
            [one.wall for one in button.scripts],
        ),
        _row(
            "of it, processor",
            [one.processor for one in label.scripts],
            [one.processor for one in button.scripts],
        ),
        "",
        f"The next item takes {ratio:.1f} × as long as the empty page's click; aimed at: 2 ×, and "
        "never above 3 ×.",
    ]


def _row(name: str, label: list[float], button: list[float]) -> str:
    figures = (statistics.median(label), max(label), statistics.median(button), max(button))
    return f"| {name} | {' | '.join(f'{figure:.0f}' for figure in figures)} |"
