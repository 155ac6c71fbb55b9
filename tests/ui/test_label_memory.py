"""A long day at the label screen: neither the server nor the page grows with the items done."""

import gc
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from db.store import Store
from tests.ui.conftest import AppServer
from tests.ui.label_browser import LabelPage
from tests.ui.label_items import queue_of, record, written
from workbench.services.labelling.label_traces import progress
from workbench.ui.label_acts import carry_out
from workbench.ui.label_count import counted
from workbench.ui.label_desk import Act, Desk, open_item
from workbench.ui.label_view import page as drawn

pytestmark = pytest.mark.slow

N_ITEMS = 1_000
N_WARM = 250
SERVER_MB = 8.0
N_BROWSER = 160
N_BROWSER_WARM = 40
PAGE_MB = 3.0


def held_mb() -> float:
    """Memory of this process that is in use right now."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 1e6


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_thousand_items_leave_nothing_behind_on_the_server(
    sqlite_store: Store, tmp_path: Path
) -> None:
    path = written(tmp_path, [record(f"m-{n}", question_id=f"m-{n}") for n in range(N_ITEMS + 5)])
    queue_id = queue_of(sqlite_store, path)
    desk, now, warm = Desk("ann1", queue_id), 100.0, 0.0
    for n in range(N_ITEMS):
        desk, item = open_item(sqlite_store, desk, now)
        assert item is not None
        counts = counted(sqlite_store, queue_id, "ann1", desk.counts, now)
        desk = replace(desk, counts=counts)
        json.dumps(drawn(desk, item, counts.progress))
        now += 1.0
        act = Act("answer", n + 1, item.trace_id, "1", "answer", note=f"note {n}")
        desk = carry_out(sqlite_store, desk, act, now)
        if n == N_WARM:
            warm = held_mb()
    assert progress(sqlite_store, queue_id, "ann1").n_done == N_ITEMS
    assert len(desk.drafts) <= 1
    assert held_mb() - warm < SERVER_MB


@pytest.mark.browser
def test_the_page_keeps_nothing_of_the_items_before(
    app_server: AppServer, page: Page, tmp_path: Path
) -> None:
    passages = [{"doc_id": f"p{k}", "rank": k, "text": "ticket valid " * 300} for k in range(1, 31)]
    records = [
        record(f"h-{n}", question_id=f"h-{n}", candidates=passages) for n in range(N_BROWSER)
    ]
    label = LabelPage(page, app_server)
    label.enter("ann1", queue_of(app_server.store, written(tmp_path, records), "heap"))
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")

    def in_use() -> dict[str, Any]:
        for _ in range(3):
            session.send("HeapProfiler.collectGarbage")
        metrics = session.send("Performance.getMetrics")["metrics"]
        return {metric["name"]: metric["value"] for metric in metrics}

    warm = in_use()
    for n in range(1, N_BROWSER - 5):
        page.keyboard.press("1")
        expect(label.board.locator(".done")).to_have_text(f"{n} of {N_BROWSER}", timeout=20_000)
        page.wait_for_timeout(330)
        if n == N_BROWSER_WARM:
            warm = in_use()
    after = in_use()
    grown_mb = (after["JSHeapUsedSize"] - warm["JSHeapUsedSize"]) / 1e6
    assert grown_mb < PAGE_MB, (warm, after)
    assert after["Nodes"] < 1.5 * warm["Nodes"], (warm["Nodes"], after["Nodes"])
    assert after["JSEventListeners"] < 1.5 * warm["JSEventListeners"]
