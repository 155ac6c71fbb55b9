"""Gold, claims and guideline on the label screen, by keyboard."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import select

from db import models
from db.store import Store
from tests.ui.conftest import AppServer
from tests.ui.label_browser import LabelPage
from tests.ui.label_items import current, queue_of, record, written
from workbench.services.labelling.guidelines import set_guideline

pytestmark = pytest.mark.browser

CLAIMS = ["Valid until 03:00", {"id": "helmet", "text": "Helmets cost 2 extra"}]


@pytest.fixture
def label(page: Page, app_server: AppServer) -> LabelPage:
    return LabelPage(page, app_server)


def stored(store: Store, run: str) -> list[dict[str, Any]]:
    e, t = models.human_entries.c, models.traces.c
    with store.reading() as connection:
        rows = connection.execute(
            select(t.request_id, e.kind, e.error_type, e.claims, e.guideline_id, e.is_current)
            .join(models.traces, t.trace_id == e.trace_id)
            .join(models.runs, models.runs.c.run_id == t.run_id)
            .where(models.runs.c.name == run)
            .order_by(e.entry_id)
        )
        return [dict(row) for row in rows.mappings()]


def test_an_answer_older_than_its_gold_is_listed_and_confirmed(
    label: LabelPage, tmp_path: Path
) -> None:
    records = [record(f"g-{n}", question_id="k") for n in (1, 2, 3)]
    label.enter("ann1", queue_of(label.server.store, written(tmp_path, records), "old"))
    label.jump("g-1")
    label.press("1")
    label.jump("g-2")
    label.press("1")
    label.jump("g-3")
    label.press("g")
    expect(label.board.locator(".bar")).to_contain_text("2 answers older than the gold")
    before = current(label.server.store, "old")
    label.page.keyboard.press("r")
    rows = label.board.locator(".sheet .row")
    assert sorted(rows.locator("code").all_inner_texts()) == ["g-1", "g-2"]
    expect(rows.first).to_contain_text("Changed by you")
    assert current(label.server.store, "old") == before
    label.press("1")
    first = label.name
    assert "Does your answer still hold?" in label.question
    label.press("1")
    # The next one of the list comes by itself.
    assert {first, label.name} == {"g-1", "g-2"}
    expect(label.board.locator(".bar")).to_contain_text("1 answer older than the gold")
    label.press("2", "2", "4")
    expect(label.board.locator(".bar")).not_to_contain_text("older than the gold")
    kinds = [(e["request_id"], e["error_type"]) for e in stored(label.server.store, "old")]
    assert len(kinds) == 4


@pytest.mark.slow
def test_a_source_is_retired_with_a_reason_and_the_versions_are_told(
    label: LabelPage, tmp_path: Path
) -> None:
    path = written(tmp_path, [record("v-1", gold_passages=["d1", "d2"])])
    label.enter("ann1", queue_of(label.server.store, path, "retire"))
    label.press("v")
    label.board.get_by_label("Why a source is retired (optional)").fill("helmets, not tickets")
    label.board.get_by_role("button", name="Retire d2").click()
    expect(label.line).to_contain_text("d2 is no valid source any more")
    label.press("v")
    versions = label.board.locator(".versions li").all_inner_texts()
    assert versions[0].startswith("1. 2 sources from a file")
    assert versions[1].startswith("2. d2 retired by you: helmets, not tickets")


def test_claims_are_checked_by_key_and_suggest_the_error(label: LabelPage, tmp_path: Path) -> None:
    records = [record("c-1", expected_claims=CLAIMS), record("c-2")]
    label.enter("ann1", queue_of(label.server.store, written(tmp_path, records), "claims"))
    label.jump("c-2")
    assert label.board.locator(".claims").count() == 0
    label.press("l")
    assert label.question == "Is the answer right?"
    label.jump("c-1")
    label.press("l")
    expect(label.board.locator(".claim-asked")).to_have_text("Valid until 03:00")
    expect(label.board.locator(".support")).to_contain_text("Supported by d1")
    label.press("1")
    expect(label.board.locator(".support")).to_contain_text("Supported by d2")
    label.press("2")
    suggested = label.board.locator(".option", has_text="the claims say so")
    expect(suggested).to_contain_text("Wrong")
    label.press("2")
    expect(suggested).to_contain_text("Incomplete")
    label.press("4")
    (entry,) = stored(label.server.store, "claims")
    assert entry["error_type"] == "incomplete"
    assert entry["claims"] == [
        {"id": "1", "text": "Valid until 03:00", "state": "found", "doc_id": "d1"},
        {"id": "helmet", "text": "Helmets cost 2 extra", "state": "missing", "doc_id": "d2"},
    ]


@pytest.mark.slow
def test_a_claim_may_have_no_support_and_is_taken_back_step_by_step(
    label: LabelPage, tmp_path: Path
) -> None:
    path = written(tmp_path, [record("s-1", expected_claims=CLAIMS)])
    label.enter("ann1", queue_of(label.server.store, path, "support"))
    label.press("l", "p", "3", "z")
    expect(label.board.locator(".support")).to_contain_text("no passage")
    expect(label.board.locator(".claim-asked")).to_have_text("Valid until 03:00")
    label.press("k", "3", "Escape", "2", "2")
    (entry,) = stored(label.server.store, "support")
    assert [(c["state"], c["doc_id"]) for c in entry["claims"]] == [("contradicted", "d2")]


def test_a_guideline_stands_beside_the_questions_and_fetches_nothing(
    label: LabelPage, tmp_path: Path
) -> None:
    queue_id = queue_of(
        label.server.store, written(tmp_path, [record("r-1"), record("r-2")]), "rule"
    )
    text = "# Rule\n\n- **All** of it\n\n![x](http://evil.test/x.png) <img src=http://evil.test/y>"
    version = set_guideline(label.server.store, queue_id, text).guideline
    asked: list[str] = []
    label.page.on("request", lambda request: asked.append(request.url))
    label.enter("ann1", queue_id)
    guide = label.board.locator(".guide")
    expect(guide.locator("h3")).to_have_text("Rule")
    assert guide.locator("strong").inner_text() == "All"
    assert "<img" in guide.inner_text()
    assert guide.locator("img").count() == 0
    assert not [url for url in asked if "evil" in url]
    label.press("i")
    expect(guide).to_have_count(0)
    label.press("1")
    # Read once, it stays closed; a new version opens by itself.
    expect(guide).to_have_count(0)
    set_guideline(label.server.store, queue_id, "# Another rule")
    label.press("c")
    expect(guide.locator("h3")).to_have_text("Another rule")
    (entry,) = stored(label.server.store, "rule")
    assert entry["guideline_id"] == version.guideline_id
    assert json.dumps(entry["claims"]) == "null"
