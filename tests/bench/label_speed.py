"""From the key to the next item on screen, beside a Streamlit page with one button.

Both are timed inside the browser, from the event to the first frame that shows the answer, in
the same run and the same browser, so that the difference is what the label page itself costs.
The script's part is what passes between two frames on the line: the key going out, and the
server saying that the script has ended.
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
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from workbench.resources import screen_script
from workbench.services.labelling.build_queue import build_queue
from workbench.services.open_store import open_store

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


@dataclass(frozen=True, slots=True)
class LabelSpeed:
    """Milliseconds from key or click to the answer on screen, and of the server's script."""

    n_items: int
    n_queue: int
    script_median: float
    script_worst: float
    label_median: float
    label_worst: float
    button_median: float
    button_worst: float


@contextmanager
def _app(script: Path, url: str) -> Iterator[str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "streamlit", "run", str(script), "--server.port", str(port)),
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


def _spent(page: Any, act: Any, n: int) -> list[float]:
    spent = []
    for _ in range(N_WARM + n):
        page.wait_for_timeout(SETTLE_MS)
        page.evaluate(WATCH)
        act()
        page.wait_for_function("window.spent !== null", timeout=PATIENCE_MS)
        spent.append(float(page.evaluate("window.spent")))
    return spent[N_WARM:]


class Scripts:
    """How long the server's script took for each thing that the page sent."""

    def __init__(self, page: Any) -> None:
        self.milliseconds: list[float] = []
        self._sent_at: float | None = None
        session = page.context.new_cdp_session(page)
        session.on("Network.webSocketFrameSent", self._sent)
        session.on("Network.webSocketFrameReceived", self._received)
        session.send("Network.enable")

    def _sent(self, frame: dict[str, Any]) -> None:
        self._sent_at = frame["timestamp"]

    def _received(self, frame: dict[str, Any]) -> None:
        message = ForwardMsg()
        message.ParseFromString(base64.b64decode(frame["response"]["payloadData"]))
        if message.WhichOneof("type") == "script_finished" and self._sent_at is not None:
            self.milliseconds.append((frame["timestamp"] - self._sent_at) * 1000)
            self._sent_at = None


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
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=list(FLAGS))
        with _app(script, url) as place:
            page = browser.new_page()
            page.goto(place)
            page.get_by_text("clicked 0").wait_for()
            button = page.get_by_role("button", name="Next")
            clicks = _spent(page, button.click, n_items)
            page.close()
        with _app(screen_script(), url) as place:
            page = browser.new_page(viewport={"width": 1280, "height": 800})
            page.set_default_timeout(PATIENCE_MS)
            page.goto(f"{place}/label?annotator=bench&queue={queue.queue_id}")
            page.get_by_role("button", name="Yes, go on").click()
            page.locator(".board .option").first.wait_for()
            page.wait_for_timeout(SETTLE_MS)
            scripts = Scripts(page)
            # Can't tell: one key, and the next item comes.
            keys = _spent(page, lambda: page.keyboard.press("5"), n_items)
            page.close()
        browser.close()
    spent = scripts.milliseconds[N_WARM:]
    return LabelSpeed(
        n_items,
        n_queue,
        statistics.median(spent),
        max(spent),
        statistics.median(keys),
        max(keys),
        statistics.median(clicks),
        max(clicks),
    )


def lines(measured: LabelSpeed | None, n_traces: int) -> list[str]:
    """The measured part of the page."""
    if measured is None:
        return ["Not measured: no Chromium was found."]
    return [
        f"In a store of {n_traces:,} traces and a queue of {measured.n_queue:,}; from the key to "
        f"the next item on screen, in headless Chromium, {measured.n_items} times.",
        "",
        "| what | median ms | worst ms |",
        "|---|---|---|",
        f"| key to next item | {measured.label_median:.0f} | {measured.label_worst:.0f} |",
        f"| of it, from the key's message to the end of the server's script | "
        f"{measured.script_median:.0f} | {measured.script_worst:.0f} |",
        "| an empty Streamlit page with one button | "
        f"{measured.button_median:.0f} | {measured.button_worst:.0f} |",
        "",
        f"The next item takes {measured.label_median / measured.button_median:.1f} × as long as "
        "the empty page's click; aimed at: 2 ×, and never above 3 ×.",
    ]
