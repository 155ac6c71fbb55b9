"""The practice screen: a mission is read, decided and revealed, beside an empty store."""

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from tests.ui.screen_app import go, open_app, shown
from workbench.services.practice.play_mission import fixes, outcome, situation
from workbench.ui import parts, practice_view, triage_view


@pytest.fixture
def app(migrated_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AppTest:
    path = tmp_path / "store.db"
    path.write_bytes(migrated_file.read_bytes())
    return go(open_app(f"sqlite:///{path}", monkeypatch), "practice")


def decide(app: AppTest, action: str) -> AppTest:
    app.radio[0].set_value(action)
    button = next(one for one in app.button if one.label == "Do it and see")
    return button.click().run()


def test_the_triage_is_shown_and_the_answer_is_not(app: AppTest) -> None:
    assert not app.exception
    found = situation("funnel")
    page = shown(app)
    assert parts._text(found.table.sentence) in page
    assert found.triage.next_project is not None
    assert "first:" not in page
    assert found.mission.lesson not in page
    expected = [row["Bucket"] for row in triage_view.corrected_rows(found.table)]
    assert app.dataframe[0].value["Bucket"].tolist() == expected


def test_a_decision_reveals_the_truth_and_can_be_taken_again(app: AppTest) -> None:
    at = decide(app, "stronger_model")
    assert not at.exception
    found = outcome("funnel", "stronger_model")
    page = shown(at)
    for said in (found.sentence, practice_view.lesson(found)):
        assert parts._text(said) in page
    assert at.dataframe[0].value["Before"].tolist()[-1] == found.n_before
    at = next(one for one in at.button if one.label == "Try another fix").click().run()
    assert not at.exception
    assert "What do you do?" in shown(at)
    assert list(at.radio[0].options) == [fix.action for fix in fixes()]


def test_another_mission_starts_undecided(app: AppTest) -> None:
    at = decide(app, "more_candidates")
    assert "Right: retrieval lost most" in shown(at)
    at = at.selectbox(key="mission").set_value("worse_model").run()
    assert not at.exception
    assert "The cheaper model" in shown(at)
    assert "What do you do?" in shown(at)


def test_the_next_mission_is_one_click_away(app: AppTest) -> None:
    at = decide(app, "more_candidates")
    at = next(one for one in at.button if one.label == "Next mission").click().run()
    assert not at.exception
    assert at.selectbox(key="mission").value == "longer_prompt"
    assert "What do you do?" in shown(at)


def test_nothing_is_done_before_something_is_chosen(app: AppTest) -> None:
    at = next(one for one in app.button if one.label == "Do it and see").click().run()
    assert not at.exception
    assert "What do you do?" in shown(at)
