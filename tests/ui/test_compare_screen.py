"""The compare screen and the judge over time: page, files, services and notebook say the same."""

from pathlib import Path

import pandas as pd
import pytest
from playwright.sync_api import Page, expect
from streamlit.testing.v1 import AppTest

from db.store import Store
from tests.builders import trace
from tests.services.planted import plant_label, plant_label_set, plant_traces
from tests.ui.conftest import AppServer
from tests.ui.screen_app import go, open_app, shown
from workbench import notebook
from workbench.domain.records import JudgeId, JudgeOpinion
from workbench.domain.vocabulary import JudgeVerdict
from workbench.services.calibration.judge_versions import judge_versions
from workbench.services.calibration.system_ranking import system_ranking
from workbench.services.comparing.compare_runs import compare_runs
from workbench.services.comparing.compare_several import compare_several
from workbench.services.labelling.build_paired_queues import build_paired_queues
from workbench.services.results import Estimate
from workbench.ui import parts
from workbench.ui.compare_values import signed_points

OLD, NEW = JudgeId("owl", "1"), JudgeId("owl", "2")
N = 60
WRONG = {"before": 30, "after": 12, "other": 28}
"""The first so many of 60 questions are wrong in each run."""
HOSTILE = "![m](http://x.example/m.png)<script>alert(1)</script>"


def opinions(number: int, n_wrong: int) -> tuple[JudgeOpinion, ...]:
    """Both versions follow the truth, and each is wrong on questions of its own."""
    is_wrong = number < n_wrong
    said = (is_wrong != (number % 7 == 0), is_wrong != (number % 11 == 0))
    return tuple(
        JudgeOpinion(
            judge, JudgeVerdict.FAIL if fails else JudgeVerdict.PASS, "", rationale=HOSTILE
        )
        for judge, fails in zip((OLD, NEW), said, strict=True)
    )


def fill(store: Store, labelled: tuple[str, ...] = tuple(WRONG), answer: str = "Yes.") -> None:
    traces = [
        trace(
            f"{run}-{k}",
            run=run,
            question_id=f"q{k}",
            answer=answer,
            judges=opinions(k, n_wrong),
        )
        for run, n_wrong in WRONG.items()
        for k in range(N)
    ]
    ids = plant_traces(store, traces)
    for run in labelled:
        label_set = plant_label_set(store, run, "uniform")
        for k in range(N):
            said = "wrong" if k < WRONG[run] else "correct"
            plant_label(store, ids[f"{run}-{k}"], said, label_set_id=label_set)


PAIR = {"compare.before": "before", "compare.after": "after", "compare.judge": "owl@1"}


def opened(store: Store, monkeypatch: pytest.MonkeyPatch, section: str) -> AppTest:
    app = open_app(str(store.engine.url), monkeypatch)
    at = go(app, "compare", **PAIR, **{"compare-section": section})
    assert not at.exception
    return at


def test_quality_is_the_difference_of_the_service(
    sqlite_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(sqlite_store)
    page = shown(opened(sqlite_store, monkeypatch, "Quality"))
    found = compare_runs(sqlite_store, "before", "after", "owl@1")
    assert isinstance(found.difference, Estimate)
    assert parts._text(found.sentence) in page
    assert signed_points(found.difference.estimate) == "−30.0 points"
    assert "−30.0 points" in page
    assert "18 fixed, 0 broken" in page
    assert "McNemar" in page


def test_without_labels_quality_is_not_known_and_the_judge_has_its_own_title(
    sqlite_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(sqlite_store, labelled=())
    at = opened(sqlite_store, monkeypatch, "Quality")
    assert "Whether after is better than before is not known." in shown(at)
    assert "McNemar" not in shown(at)
    assert "Draw a queue for both" in [button.label for button in at.button]
    build_paired_queues(sqlite_store, run="before", also_run="after", judge="owl@1", size=8, seed=7)
    at = opened(sqlite_store, monkeypatch, "Quality")
    assert "Label queues before-1 and after-1, which wait" in shown(at)
    labels = [button.label for button in at.button]
    assert "Label the queue that waits" in labels
    assert "Draw a queue for both" not in labels
    page = shown(opened(sqlite_store, monkeypatch, "Judge's verdicts"))
    found = compare_runs(sqlite_store, "before", "after", "owl@1")
    assert "Did the judge's verdicts change?" in page.replace("&#x27;", "'")
    assert parts._text(found.judge_sentence) in page


def test_the_table_of_moves_adds_up_to_the_questions(
    sqlite_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(sqlite_store)
    at = opened(sqlite_store, monkeypatch, "Moves")
    table = at.dataframe[0].value
    assert table["Questions"].sum() == N
    found = compare_runs(sqlite_store, "before", "after", "owl@1")
    assert table["Questions"].tolist()[: len(found.moves)] == [move.n for move in found.moves]


def test_questions_to_read_lead_to_their_item(
    sqlite_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(sqlite_store)
    at = opened(sqlite_store, monkeypatch, "Read")
    assert len(at.dataframe[0].value) >= 18
    assert [b.label for b in at.button].count("Open in Explain") == 2
    assert "<script" not in shown(at)
    assert "People: wrong." in shown(at)


def test_several_runs_are_adjusted_as_the_service_and_the_notebook_do(
    sqlite_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(sqlite_store)
    at = opened(sqlite_store, monkeypatch, "Several runs")
    found = compare_several(sqlite_store, "before", ["after", "other"], "owl@1")
    assert parts._text(found.sentence) in shown(at)
    table = at.dataframe[0].value
    assert table["p adjusted"].tolist() == [f"{row.adjusted_p_value:.2g}" for row in found.runs]
    raw = [row.comparison.difference_p_value for row in found.runs]
    assert [row.adjusted_p_value for row in found.runs] == list(notebook.adjust(raw))


def test_one_run_or_twice_the_same_says_what_to_do(
    sqlite_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = go(open_app(str(sqlite_store.engine.url), monkeypatch), "compare")
    assert not at.exception
    assert "One run is nothing to compare" in shown(at)
    fill(sqlite_store)
    at = go(
        open_app(str(sqlite_store.engine.url), monkeypatch),
        "compare",
        **{"compare.before": "after", "compare.after": "after"},
    )
    assert not at.exception
    assert "Twice the same run" in shown(at)


def test_runs_without_a_common_question_show_their_ids_and_the_way_out(
    sqlite_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    for run in ("before", "after"):
        plant_traces(sqlite_store, [trace(f"{run}-{k}", run=run) for k in range(4)])
    at = opened(sqlite_store, monkeypatch, "Quality")
    page = shown(at)
    assert "No question to compare" in page
    assert "after-0, after-1, after-2." in page
    assert "same question_id" in page
    assert [button.label for button in at.button] == ["Import a file"]


def test_systems_with_one_run_say_what_to_do(
    sqlite_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant_traces(
        sqlite_store,
        [trace(f"q{k}", run="only", judges=opinions(k, WRONG["before"])) for k in range(N)],
    )
    app = open_app(str(sqlite_store.engine.url), monkeypatch)
    at = go(app, "judge", **{"judge-section": "Systems"})
    assert not at.exception
    assert "One system has no order" in shown(at)
    assert 'class="wb-headline"' not in shown(at)
    assert "Import a file" in [button.label for button in at.button]


def test_two_systems_are_shown_with_the_refusal_of_their_order(
    sqlite_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    traces = [
        trace(f"{run}-{k}", run=run, judges=opinions(k, WRONG[run]))
        for run in ("before", "after")
        for k in range(N)
    ]
    plant_traces(sqlite_store, traces)
    app = open_app(str(sqlite_store.engine.url), monkeypatch)
    at = go(app, "judge", **{"choice.judge": "owl@1", "judge-section": "Systems"})
    assert not at.exception
    assert "No number here" in shown(at)
    assert sorted(at.dataframe[0].value["Run"]) == ["after", "before"]


def frame(run: str) -> pd.DataFrame:
    words = {True: "fail", False: "pass"}
    rows = []
    for k in range(N):
        both = [one.verdict is JudgeVerdict.FAIL for one in opinions(k, WRONG[run])]
        human = "wrong" if k < WRONG[run] else "correct"
        rows.append((run, words[both[0]], words[both[1]], human))
    return pd.DataFrame(rows, columns=["run", "before", "after", "human"])


def test_the_difference_is_the_same_in_the_service_and_in_a_notebook(sqlite_store: Store) -> None:
    fill(sqlite_store)
    found = compare_runs(sqlite_store, "before", "after", "owl@1")
    assert isinstance(found.difference, Estimate)
    first, second = frame("before"), frame("after")
    pairs = pd.DataFrame(
        {
            "before": first["human"],
            "after": second["human"],
            "judge_before": first["before"],
            "judge_after": second["before"],
        }
    )
    mine = notebook.compare(pairs, judge_before="judge_before", judge_after="judge_after")
    assert mine.estimate == pytest.approx(found.difference.estimate)
    assert mine.interval == found.difference.interval


def test_a_judge_over_time_is_the_same_on_screen_in_the_service_and_in_a_notebook(
    sqlite_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(sqlite_store)
    history = judge_versions(sqlite_store, "owl", "before")
    change = history.changes[0]
    mine = notebook.judge_change(frame("before"))
    assert (mine.n_anchors, mine.flip_rate, mine.p_value) == (
        change.n_anchors,
        change.flip_rate,
        change.p_value,
    )
    assert isinstance(change.sensitivity, Estimate)
    assert isinstance(change.false_positive_rate, Estimate)
    assert mine.sensitivity.interval == change.sensitivity.interval
    assert mine.false_positive_rate.interval == change.false_positive_rate.interval
    app = open_app(str(sqlite_store.engine.url), monkeypatch)
    choice = {"choice.run": "before", "choice.judge": "owl@2"}
    at = go(app, "judge", **choice, **{"judge-section": "Over time"})
    assert not at.exception
    page = shown(at)
    for text in (history.sentence, change.flips_sentence, change.sentence):
        assert parts._text(text) in page
    assert signed_points(change.sensitivity.estimate) in page
    assert at.dataframe[0].value["Version"].tolist() == ["owl@1", "owl@2"]


def test_a_ranking_is_the_same_on_screen_in_the_service_and_in_a_notebook(
    sqlite_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(sqlite_store)
    ranking = system_ranking(sqlite_store, "owl@1")
    assert isinstance(ranking.tau, Estimate)
    mine = notebook.rank_systems(
        pd.concat([frame(run) for run in WRONG]).rename(columns={"before": "judge"})
    )
    assert (mine.estimate, mine.interval) == (ranking.tau.estimate, ranking.tau.interval)
    app = open_app(str(sqlite_store.engine.url), monkeypatch)
    choice = {"choice.run": "before", "choice.judge": "owl@1"}
    at = go(app, "judge", **choice, **{"judge-section": "Systems"})
    assert not at.exception
    assert parts._text(ranking.sentence) in shown(at)
    assert at.dataframe[0].value["Run"].tolist() == [row.run for row in ranking.systems]


def n_cut_off(page: Page) -> int:
    """How many elements reach beyond the right edge of the window."""
    page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for()
    found = page.evaluate(
        "[...document.querySelectorAll('.stMain *')].filter(e =>"
        " e.getBoundingClientRect().right > innerWidth + 1 &&"
        " e.tagName !== 'INPUT' && !e.closest('[data-testid=stDataFrame]')).length"
    )
    return int(found)


@pytest.mark.slow
@pytest.mark.browser
def test_moves_can_be_taken_along_and_a_question_opens_in_explain(
    page: Page, app_server: AppServer
) -> None:
    fill(app_server.store)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.set_viewport_size({"width": 800, "height": 900})
    pair = "&".join(f"{name}={value}" for name, value in PAIR.items())
    page.goto(f"{app_server.url}/compare?{pair}&compare-section=Moves")
    expect(page.get_by_text("questions kept their bucket")).to_be_visible(timeout=60_000)
    starts = {"PNG": b"\x89PNG", "SVG": b"<svg", "CSV": b"Before,After,Questions"}
    for label, start in starts.items():
        with page.expect_download(timeout=30_000) as download:
            page.get_by_role("button", name=label, exact=True).click()
        assert Path(download.value.path()).read_bytes().startswith(start), label
    for section in ("Quality", "Judge's verdicts", "Several runs", "Read"):
        page.get_by_role("tab", name=section).click()
        assert n_cut_off(page) == 0, section
    page.get_by_role("button", name="Open in Explain").last.click()
    expect(page.get_by_role("heading", name="Explain")).to_be_visible(timeout=30_000)
    expect(page.get_by_label("Request")).to_have_value("after-12", timeout=30_000)
    # Only the run after holds it.
    expect(page.get_by_role("heading", name="The trace")).to_be_visible(timeout=30_000)
    for section in ("Over+time", "Systems"):
        page.goto(f"{app_server.url}/judge?choice.run=before&judge-section={section}")
        expect(page.locator(".wb-headline")).to_be_visible(timeout=30_000)
        assert n_cut_off(page) == 0, section
    hosts = {url.split("/")[2] for url in asked if url.startswith(("http", "ws"))}
    assert hosts == {app_server.url.removeprefix("http://")}
