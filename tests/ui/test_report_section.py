"""The report in the app: the same page as the command's, behind two buttons."""

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.ui.conftest import AppServer
from tests.ui.screen_app import go, open_app, shown
from workbench.services.housekeeping.make_demo import fill_demo, make_demo
from workbench.services.open_store import open_store
from workbench.services.reporting.make_report import report_bytes

MADE = re.compile(rb"made [^<]*UTC")


def test_the_report_is_offered_in_both_forms(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_demo(tmp_path / "demo.db", lambda _: None)
    at = open_app(f"sqlite:///{tmp_path / 'demo.db'}", monkeypatch)
    at = go(at, "triage", **{"triage-section": "Report"})
    assert not at.exception
    assert "One page to send to somebody" in shown(at)
    labels = [button.proto.label for button in at.get("download_button")]
    assert labels == ["HTML page", "Markdown"]


@pytest.mark.slow
@pytest.mark.browser
def test_the_button_makes_the_page_that_the_service_makes(
    page: Page, app_server: AppServer, tmp_path: Path
) -> None:
    fill_demo(app_server.store)
    page.goto(f"{app_server.url}/triage?triage-section=Report")
    button = page.get_by_role("button", name="HTML page")
    button.wait_for(timeout=60_000)
    with page.expect_download(timeout=60_000) as download:
        button.click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert file.name == "report_spring_strict@2.html"
    same = report_bytes(app_server.store, datetime.now(UTC), "html", "spring", "strict@2")
    assert MADE.sub(b"", file.read_bytes()) == MADE.sub(b"", same)


@pytest.mark.browser
def test_the_page_opens_offline_without_a_single_other_request(page: Page, tmp_path: Path) -> None:
    make_demo(tmp_path / "demo.db", lambda _: None)
    store = open_store(f"sqlite:///{tmp_path / 'demo.db'}")
    file = tmp_path / "report.html"
    file.write_bytes(report_bytes(store, datetime.now(UTC), "html", "spring", "strict@2"))
    store.close()
    requests: list[str] = []
    said: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.on("console", lambda message: said.append(message.text))
    page.goto(file.as_uri())
    assert requests == [file.as_uri()]
    assert said == []
    for scheme, ground in (("light", "rgb(255, 255, 255)"), ("dark", "rgb(18, 25, 30)")):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        colour = "getComputedStyle(document.body).backgroundColor"
        assert page.evaluate(colour) == ground
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate(colour) == "rgb(255, 255, 255)"
    page.emulate_media(media="screen")
    page.set_viewport_size({"width": 400, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 400
