"""The triage of a window of time: from the address, and from a signal that moved."""

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from db.store import Store
from tests.services.signal_traces import imported, lines
from tests.ui.screen_app import go, open_app, shown


@pytest.fixture
def app(sqlite_store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AppTest:
    imported(sqlite_store, tmp_path, lines(200, 140, truncated=True))
    return open_app(str(sqlite_store.engine.url), monkeypatch)


def test_the_address_limits_every_figure_to_a_window(app: AppTest) -> None:
    at = go(app, "triage", since="2026-03-08T04:00")
    assert not at.exception
    assert "Only traces that ran since 2026-03-08 04:00 (UTC)" in shown(at)
    assert "20 of 60 " in shown(at)
    (button,) = [one for one in at.button if one.label == "Show the whole run"]
    at = button.click().run()
    assert not at.exception
    assert "67 of 200 " in shown(at)
    assert "Only traces that ran" not in shown(at)


def test_a_text_that_is_no_date_is_said_and_nothing_is_counted(app: AppTest) -> None:
    at = go(app, "triage", since="lent")
    assert not at.exception
    assert "is no date" in at.code[0].value
    assert not at.tabs


def test_a_window_without_traces_is_said(app: AppTest) -> None:
    at = go(app, "triage", since="2030-01-01")
    assert not at.exception
    assert "No trace of this run ran in that window" in shown(at)


def test_a_moved_signal_leads_to_the_triage_since(app: AppTest) -> None:
    at = go(app, "signals")
    (button,) = [one for one in at.button if one.label.startswith("Open the triage since")]
    assert button.label == "Open the triage since 8 March, 04:00"
    at = button.click().run()
    assert not at.exception
    assert "Only traces that ran since 2026-03-08 04:00 (UTC)" in shown(at)
