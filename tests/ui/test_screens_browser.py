"""The screens in a browser: downloads, reloads, nothing cut off, no other host asked."""

import time
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.ui.conftest import AppServer
from workbench.resources import sample_data
from workbench.services.housekeeping.make_demo import fill_demo
from workbench.services.housekeeping.read_overview import import_log

pytestmark = pytest.mark.browser

SCREENS = (
    "",
    "judge",
    "judge?judge-section=Disagreements",
    "judge?judge-section=Groups",
    "judge?judge-section=Thresholds",
    "judge?judge-section=Judges",
    "judge?judge-section=Overlap",
    "judge?judge-section=Anchoring",
    "adjudicate",
    "triage",
    "triage?triage-section=Funnel",
    "triage?triage-section=Next+project",
    "triage?triage-section=Failure+points",
    "triage?triage-section=Probe",
    "triage?triage-section=Budget",
    "triage?triage-section=Report",
    "triage?since=2024-01-01",
    "explain",
    "compare",
    "signals",
    "signals?signals-section=Every+signal",
    "signals?signals-section=By+version",
    "signals?signals-section=Queue",
    "practice",
    "data",
    "data?section=Queues",
    "data?section=Judges",
    "data?section=Annotators",
    "data?section=Export",
    "data?section=Backup",
    "data?section=Log",
)


@pytest.fixture(scope="module")
def filled(app_server: AppServer) -> AppServer:
    fill_demo(app_server.store)
    return app_server


def _open(page: Page, server: AppServer, screen: str) -> None:
    page.goto(f"{server.url}/{screen}")
    expect(page.locator(".wb-title")).to_be_visible(timeout=30_000)
    page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for()


def test_the_triage_table_and_chart_can_be_taken_along(page: Page, filled: AppServer) -> None:
    _open(page, filled, "triage")
    starts = {"PNG": b"\x89PNG", "SVG": b"<svg", "Parquet": b"PAR1"}
    for label, start in starts.items():
        with page.expect_download(timeout=30_000) as download:
            page.get_by_role("button", name=label, exact=True).click()
        path = Path(download.value.path())
        assert path.read_bytes().startswith(start), label
    with page.expect_download() as download:
        page.get_by_role("button", name="CSV", exact=True).click()
    assert download.value.suggested_filename == "triage_spring_strict@2.csv"
    text = Path(download.value.path()).read_text(encoding="utf-8-sig")
    assert text.splitlines()[0].startswith("bucket,stage,owner,observed_n,observed_share")


def test_on_a_narrow_window_nothing_is_cut_off_and_no_other_host_is_asked(
    page: Page, filled: AppServer
) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.set_viewport_size({"width": 800, "height": 900})
    for screen in SCREENS:
        _open(page, filled, screen)
        wide = page.evaluate(
            "[...document.querySelectorAll('.stMain *')].filter(e =>"
            " e.getBoundingClientRect().right > innerWidth + 1 &&"
            " e.tagName !== 'INPUT' && !e.closest('[data-testid=stDataFrame]')).length"
        )
        assert wide == 0, screen
    hosts = {url.split("/")[2] for url in asked if url.startswith(("http", "ws"))}
    assert hosts == {filled.url.removeprefix("http://")}


def test_an_import_goes_on_through_a_reload_and_happens_once(
    page: Page, filled: AppServer, tmp_path: Path
) -> None:
    text = (sample_data() / "traces.jsonl").read_text(encoding="utf-8")
    upload = tmp_path / "again.jsonl"
    upload.write_text(text.replace('"run": "spring"', '"run": "summer"'), encoding="utf-8")
    _open(page, filled, "data")
    page.locator("input[type=file]").set_input_files(upload)
    page.get_by_role("button", name="Import traces").click()
    page.wait_for_url("**job=*")
    page.reload()
    expect(page.get_by_text("Imported", exact=True)).to_be_visible(timeout=60_000)
    page.reload()
    page.get_by_role("button", name="Done").click()
    expect(page.get_by_text("Imported", exact=True)).to_be_hidden()
    time.sleep(0.5)
    names = [row.file_name for row in import_log(filled.store)]
    assert names.count("again.jsonl") == 1


def test_the_next_step_leads_to_the_label_screen(page: Page, filled: AppServer) -> None:
    _open(page, filled, "")
    page.get_by_role("button", name="Continue labelling").click()
    page.wait_for_url("**/label*")
    _open(page, filled, "")
    page.get_by_role("link", name="Data").click()
    page.get_by_role("tab", name="Queues").click()
    page.wait_for_url("**section=Queues*")
    expect(page.get_by_role("button", name="Draw the queue")).to_be_visible()
