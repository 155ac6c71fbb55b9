"""Files made on the data screen are those that the command writes."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.ui.conftest import AppServer
from workbench.services.exporting.export_tables import FORMATS, table_bytes
from workbench.services.housekeeping.make_demo import fill_demo
from workbench.ui.sections.export_files import KINDS, MIME, NAMES

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def filled(app_server: AppServer) -> AppServer:
    fill_demo(app_server.store)
    return app_server


def _chosen(page: Page, server: AppServer, table: str) -> None:
    page.goto(f"{server.url}/data?section=Export")
    expect(page.locator(".wb-title")).to_be_visible(timeout=30_000)
    page.get_by_label("Table", exact=False).first.click()
    page.get_by_role("option", name=table, exact=True).click()
    expect(page.get_by_role("button", name="Make the file")).to_be_visible(timeout=30_000)


def _taken(page: Page) -> tuple[str, bytes]:
    page.get_by_role("button", name="Make the file").click()
    button = page.get_by_role("button", name="Download", exact=True)
    expect(button).to_be_visible(timeout=30_000)
    with page.expect_download(timeout=30_000) as download:
        button.click()
    return download.value.suggested_filename, Path(download.value.path()).read_bytes()


def test_every_table_has_its_words() -> None:
    assert set(KINDS) == set(FORMATS)
    assert {form for forms in FORMATS.values() for form in forms} == set(NAMES) == set(MIME)


def test_scores_for_langfuse_are_taken_along(page: Page, filled: AppServer) -> None:
    _chosen(page, filled, "Labels for Langfuse")
    name, content = _taken(page)
    assert name == "langfuse_spring.jsonl"
    assert content == table_bytes(filled.store, "langfuse", "jsonl", run="spring")


def test_a_ranking_says_what_it_left_out_and_is_taken_along(page: Page, filled: AppServer) -> None:
    _chosen(page, filled, "Rankings")
    page.get_by_role("radio", name="reranked").click()
    name, content = _taken(page)
    assert name == "runs-reranked_spring.txt"
    assert content == table_bytes(filled.store, "runs", "txt", "spring", ranking="reranked")
    expect(page.get_by_text("129 traces logged no such list")).to_be_visible()


def test_judgements_are_made_and_then_taken_along(page: Page, filled: AppServer) -> None:
    _chosen(page, filled, "Relevance judgements")
    name, content = _taken(page)
    assert name == "qrels_spring.txt"
    assert content == table_bytes(filled.store, "qrels", "txt", run="spring")


def test_what_phoenix_cannot_take_is_said(page: Page, filled: AppServer) -> None:
    _chosen(page, filled, "Labels for Phoenix")
    page.get_by_role("button", name="Make the file").click()
    expect(page.get_by_text("Phoenix annotates spans", exact=False)).to_be_visible(timeout=30_000)


def test_the_whole_store_is_one_file(page: Page, filled: AppServer) -> None:
    _chosen(page, filled, "The whole store")
    name, content = _taken(page)
    assert (name, content[:2]) == ("store.zip", b"PK")
    expect(page.get_by_label("Run", exact=True)).to_be_hidden()


@pytest.mark.parametrize(
    ("typed", "said"), [("v2", "Write it as FIELD=VALUE"), ("colour=red", "has a field colour")]
)
def test_a_filter_that_is_none_is_said_before_a_file_is_offered(
    page: Page, filled: AppServer, typed: str, said: str
) -> None:
    page.goto(f"{filled.url}/data?section=Export")
    download = page.get_by_role("button", name="Download", exact=True)
    expect(download).to_be_visible(timeout=30_000)
    page.get_by_label("Only where", exact=True).fill(typed)
    page.get_by_label("Only where", exact=True).press("Enter")
    expect(page.get_by_text(said)).to_be_visible(timeout=30_000)
    expect(download).to_be_hidden()
