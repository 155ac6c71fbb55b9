"""The signals screen: what moved, every signal, versions, and the queue drawn from one."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from streamlit.testing.v1 import AppTest

from db.store import Store
from tests.services.signal_traces import imported, lines
from tests.ui.conftest import AppServer
from tests.ui.screen_app import go, open_app, shown
from workbench.services.labelling.queue_status import list_queues
from workbench.services.signals.watch_signals import watch_signals
from workbench.ui import parts


@pytest.fixture
def moved(sqlite_store: Store, tmp_path: Path) -> Store:
    imported(sqlite_store, tmp_path, lines(200, 140, truncated=True))
    return sqlite_store


@pytest.fixture
def app(moved: Store, monkeypatch: pytest.MonkeyPatch) -> AppTest:
    return open_app(str(moved.engine.url), monkeypatch)


def test_what_moved_is_said_first_with_the_service_s_own_sentences(
    app: AppTest, moved: Store
) -> None:
    at = go(app, "signals")
    assert not at.exception
    page = shown(at)
    result = watch_signals(moved, "live", "strict@2")
    assert parts._text(result.sentence) in page
    for series in result.signals:
        assert (parts._text(series.sentence) in page) == (series.move is not None)


def test_the_table_of_every_signal_holds_the_service_s_numbers(app: AppTest, moved: Store) -> None:
    at = go(app, "signals", **{"signals-section": "Every signal"})
    assert not at.exception
    table = at.dataframe[0].value
    result = watch_signals(moved, "live", "strict@2")
    assert table["Signal"].tolist() == [series.title for series in result.signals]
    assert table["Traces"].tolist() == [series.n for series in result.signals]
    by_title = dict(zip(table["Signal"], table["Since"], strict=True))
    assert by_title["Truncated prompts"] == "100.0 %"
    assert "Low top score needs a threshold" in shown(at)


def test_one_version_only_is_said_and_two_are_compared(app: AppTest, moved: Store) -> None:
    at = go(app, "signals", **{"signals-section": "By version"})
    assert not at.exception
    assert "One version only" in shown(at)


def test_versions_are_compared_by_what_tells_them_apart(
    sqlite_store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    imported(sqlite_store, tmp_path, lines(200, 140, truncated=True, model="m-large"))
    at = open_app(str(sqlite_store.engine.url), monkeypatch)
    at = go(at, "signals", **{"signals-section": "By version"})
    assert not at.exception
    assert "The 2 versions of model differ in 1 of 7 signals: truncated prompts." in shown(at)


def test_a_queue_is_drawn_from_the_signal_chosen(app: AppTest, moved: Store) -> None:
    at = go(app, "signals", **{"signals-section": "Queue"})
    at = at.selectbox[-1].set_value("truncated").run()
    at.number_input[0].set_value(10)
    at = next(button for button in at.button if button.label == "Draw the queue").click().run()
    assert not at.exception
    assert "Queue live-1: 10 traces drawn, 3 of them from all alike" in shown(at)
    assert [queue.name for queue in list_queues(moved)] == ["live-1"]


def test_where_answers_are_lost_is_shown_on_both_sides(app: AppTest) -> None:
    at = go(app, "signals")
    around = next(one for one in at.expander if one.label.startswith("Where answers are lost"))
    assert around.label == "Where answers are lost, before and since"


def test_too_few_traces_are_refused_in_a_sentence(
    sqlite_store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    imported(sqlite_store, tmp_path, lines(50))
    at = go(open_app(str(sqlite_store.engine.url), monkeypatch), "signals")
    assert not at.exception
    assert "50 traces are too few" in shown(at)


def test_an_empty_store_says_what_to_import(
    sqlite_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = go(open_app(str(sqlite_store.engine.url), monkeypatch), "signals")
    assert not at.exception
    assert "No traces yet" in shown(at)


def test_hostile_values_stay_text(
    sqlite_store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = "![m](http://x.example/m.png)<script>alert(1)</script>"
    traces = [one | {"run": "<b>r</b>"} for one in lines(120, 60, model=model, truncated=True)]
    imported(sqlite_store, tmp_path, traces)
    for section in ("What moved", "Every signal", "By version", "Queue"):
        at = open_app(str(sqlite_store.engine.url), monkeypatch)
        at = go(at, "signals", **{"signals-section": section})
        assert not at.exception
        assert "<script" not in shown(at)
        assert "<b>r" not in shown(at)
        alive = [element.value for element in [*at.markdown, *at.caption, *at.error]]
        assert not any("x.example" in text for text in alive)


@pytest.mark.slow
@pytest.mark.browser
def test_chart_table_and_triage_unfold_and_can_be_taken_along(
    page: Page, app_server: AppServer, tmp_path: Path
) -> None:
    lost = {"truncated": True, "prompt_passages": ["d3"]}
    imported(app_server.store, tmp_path, lines(200, 140, **lost))
    page.set_viewport_size({"width": 800, "height": 900})
    page.goto(f"{app_server.url}/signals")
    expect(page.get_by_text("2 of 7 signals moved")).to_be_visible(timeout=60_000)
    page.get_by_text("Table and files", exact=True).first.click()
    starts = {"PNG": b"\x89PNG", "SVG": b"<svg", "CSV": b"From,To,Traces,Level"}
    for label, start in starts.items():
        with page.expect_download(timeout=30_000) as download:
            page.get_by_role("button", name=label, exact=True).click()
        assert Path(download.value.path()).read_bytes().startswith(start), label
    page.get_by_text("Where answers are lost, before and since", exact=True).first.click()
    expect(page.get_by_text("uncorrected; the limits hold for all rows")).to_be_visible(
        timeout=30_000
    )
    wide = page.evaluate(
        "[...document.querySelectorAll('.stMain *')].filter(e =>"
        " e.getBoundingClientRect().right > innerWidth + 1 &&"
        " e.tagName !== 'INPUT' && !e.closest('[data-testid=stDataFrame]')).length"
    )
    assert wide == 0
