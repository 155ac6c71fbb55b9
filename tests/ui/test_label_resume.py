"""Reload, a link that was sent, a new tab: who labels, where, and what was not saved yet."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.ui.conftest import AppServer
from tests.ui.label_browser import LabelPage
from tests.ui.label_items import current, entries, queue_of, record, written

pytestmark = pytest.mark.browser


@pytest.fixture
def label(page: Page, app_server: AppServer) -> LabelPage:
    return LabelPage(page, app_server)


def queue(label: LabelPage, folder: Path, run: str, n: int = 4) -> int:
    path = written(folder, [record(f"{run}-{k}") for k in range(1, n + 1)])
    return queue_of(label.server.store, path, run)


def test_a_reload_in_the_middle_of_an_item_loses_no_answer_of_it(
    label: LabelPage, tmp_path: Path
) -> None:
    label.enter("ann1", queue(label, tmp_path, "middle"))
    name = label.name
    label.press("2")
    asked = label.question
    label.write_note("à vérifier")
    label.page.reload()
    label.wait()
    assert (label.name, label.question, label.note.input_value()) == (name, asked, "à vérifier")
    assert "annotator=ann1" in label.page.url
    label.press("4")
    assert current(label.server.store, "middle") == {
        name: ("verdict", "wrong", "generation", "à vérifier")
    }


@pytest.mark.slow
def test_a_reload_stays_on_an_item_that_was_gone_back_to(label: LabelPage, tmp_path: Path) -> None:
    label.enter("ann1", queue(label, tmp_path, "back"))
    first = label.name
    label.press("1", "b")
    assert label.name == first
    label.page.reload()
    label.wait()
    assert label.name == first
    assert label.question == "You have answered this item."
    assert len(entries(label.server.store, "back")) == 1


def test_a_link_that_was_sent_takes_no_name_without_asking(
    label: LabelPage, tmp_path: Path, browser: Browser
) -> None:
    label.enter("ann1", queue(label, tmp_path, "link"))
    elsewhere = browser.new_context().new_page()
    elsewhere.goto(label.page.url)
    expect(elsewhere.get_by_text("You were labelling here as")).to_be_visible()
    assert elsewhere.locator(".board").count() == 0
    elsewhere.get_by_role("button", name="I am somebody else").click()
    expect(elsewhere.get_by_label("Your name")).to_have_value("")
    elsewhere.context.close()
    assert entries(label.server.store, "link") == []


def test_whoever_leaves_is_asked_again_after_a_reload(label: LabelPage, tmp_path: Path) -> None:
    label.enter("ann1", queue(label, tmp_path, "leave"))
    label.page.get_by_role("button", name="Change").click()
    expect(label.page.get_by_label("Your name")).to_have_value("")
    label.page.reload()
    expect(label.page.get_by_label("Your name")).to_have_value("")
    assert label.board.count() == 0


@pytest.mark.slow
def test_another_name_in_the_address_is_not_the_one_the_tab_remembers(
    label: LabelPage, tmp_path: Path
) -> None:
    queue_id = queue(label, tmp_path, "other")
    label.enter("ann1", queue_id)
    label.page.goto(f"{label.server.url}/label?annotator=ann2&queue={queue_id}")
    expect(label.page.get_by_text("You were labelling here as")).to_be_visible()
    assert label.board.count() == 0
