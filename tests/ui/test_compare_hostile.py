"""Names and texts that look like HTML, markdown or formulas stay text: Compare, Judge, Practice."""

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect
from streamlit.testing.v1 import AppTest

from db.store import Store
from tests.builders import trace
from tests.services.planted import plant_label, plant_label_set, plant_traces
from tests.ui.conftest import AppServer
from tests.ui.screen_app import go, open_app, shown
from workbench.domain.records import JudgeId, JudgeOpinion
from workbench.domain.vocabulary import JudgeVerdict

BAD = (
    "<script>alert(1)</script><img src=x onerror=alert(1)>![m](http://x.example/m.png)"
    "[a](http://x.example) **b** $\\frac{1}{2}$ :red[c] :material/home: 😀 ` | &lt;"
)
RUNS = (f"A {BAD}", f"B {BAD}", f"C {BAD}")
JUDGE = JudgeId(f"J {BAD}", f"1 {BAD}")
N = 24
SECTIONS = ("Quality", "Judge's verdicts", "Moves", "Read", "Several runs")


def fill(store: Store, question: str = f"Q {BAD}") -> None:
    traces = [
        trace(
            f"R{k} {run}",
            run=run,
            question_id=f"{question} {k}",
            query=BAD,
            answer=BAD,
            reference_answer=BAD,
            judges=(
                JudgeOpinion(
                    JUDGE,
                    JudgeVerdict.FAIL if (k + 3 * place) % 4 == 0 else JudgeVerdict.PASS,
                    BAD,
                    rationale=BAD,
                ),
            ),
        )
        for place, run in enumerate(RUNS)
        for k in range(N)
    ]
    ids = plant_traces(store, traces)
    for place, run in enumerate(RUNS):
        label_set = plant_label_set(store, run, "uniform")
        for k in range(N):
            said = "wrong" if (k + place) % 5 == 0 else "correct"
            plant_label(store, ids[f"R{k} {run}"], said, label_set_id=label_set)


def alive(at: AppTest) -> str:
    """Everything drawn that Streamlit reads as markdown or HTML."""
    drawn = [*at.markdown, *at.caption, *at.error, *at.warning, *at.info, *at.header, *at.title]
    labels = [*at.button, *at.selectbox, *at.multiselect, *at.radio]
    return "\n".join(
        [str(element.value) for element in drawn] + [element.label for element in labels]
    )


def assert_stays_text(at: AppTest) -> None:
    assert not at.exception
    page = shown(at)
    assert "<script" not in page
    assert "<img" not in page
    # Escaped once, and only once.
    assert "&amp;amp;" not in page
    assert "x.example" not in alive(at)


@pytest.mark.parametrize("section", SECTIONS)
def test_hostile_names_and_texts_stay_text_on_compare(
    sqlite_store: Store, monkeypatch: pytest.MonkeyPatch, section: str
) -> None:
    fill(sqlite_store)
    app = open_app(str(sqlite_store.engine.url), monkeypatch)
    at = go(app, "compare", **{"compare-section": section})
    assert_stays_text(at)


@pytest.mark.parametrize("section", ["Over time", "Systems"])
def test_hostile_runs_and_judges_stay_text_over_time(
    sqlite_store: Store, monkeypatch: pytest.MonkeyPatch, section: str
) -> None:
    fill(sqlite_store)
    app = open_app(str(sqlite_store.engine.url), monkeypatch)
    assert_stays_text(go(app, "judge", **{"judge-section": section}))


def test_hostile_ids_stay_text_where_no_question_is_shared(
    sqlite_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant_traces(sqlite_store, [trace(f"{run[0]} {BAD}", run=run) for run in RUNS[:2]])
    app = open_app(str(sqlite_store.engine.url), monkeypatch)
    at = go(app, "compare")
    assert_stays_text(at)
    assert "share no question_id" in shown(at)


def test_a_hostile_address_leaves_practice_as_it_was(
    sqlite_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(sqlite_store)
    app = open_app(str(sqlite_store.engine.url), monkeypatch)
    at = go(app, "practice", mission=BAD)
    assert_stays_text(at)
    assert at.selectbox(key="mission").value == "funnel"


@pytest.mark.slow
@pytest.mark.browser
def test_the_browser_runs_and_fetches_nothing_of_hostile_names(
    page: Page, app_server: AppServer
) -> None:
    fill(app_server.store)
    asked: list[str] = []
    said: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("dialog", lambda dialog: (said.append(dialog.message), dialog.dismiss()))
    for section in SECTIONS:
        page.goto(f"{app_server.url}/compare?compare-section={quote(section)}")
        expect(page.get_by_role("tab", name=section)).to_be_visible(timeout=60_000)
        page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for()
        expect(page.locator("[data-testid=stMain] .wb-title")).to_be_visible()
        assert page.locator("[data-testid=stMain] .katex").count() == 0, section
        assert page.locator("[data-testid=stMain] img").count() == 0, section
    page.goto(f"{app_server.url}/compare?compare-section=Moves")
    chart = page.locator("[data-testid=stVegaLiteChart]")
    expect(chart).to_be_visible(timeout=60_000)
    box = chart.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator("#vg-tooltip-element")).to_contain_text(re.compile("Before.*After"))
    assert said == []
    hosts = {url.split("/")[2] for url in asked if url.startswith(("http", "ws"))}
    assert hosts == {app_server.url.removeprefix("http://")}
