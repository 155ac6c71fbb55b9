"""On an empty store every screen says what to do next; a store out of date names the command."""

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from tests.ui.screen_app import go, open_app, shown


@pytest.fixture
def app(migrated_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AppTest:
    path = tmp_path / "store.db"
    path.write_bytes(migrated_file.read_bytes())
    return open_app(f"sqlite:///{path}", monkeypatch)


def test_the_first_screen_of_an_empty_store_leads_to_the_import(app: AppTest) -> None:
    assert not app.exception
    assert "import a file of traces" in shown(app)
    button = app.button(key="to-data-Import")
    assert button.label == "Import a file"


@pytest.mark.parametrize("screen", ["judge", "triage"])
def test_a_screen_without_traces_says_what_to_import(app: AppTest, screen: str) -> None:
    at = go(app, screen)
    assert not at.exception
    assert "No traces yet" in shown(at)
    assert at.button(key="to-data-Import").label == "Import a file"


@pytest.mark.parametrize("section", ["Queues", "Judges", "Annotators", "Export", "Log"])
def test_a_section_of_data_without_traces_says_what_to_import(app: AppTest, section: str) -> None:
    at = go(app, "data", section=section)
    assert not at.exception
    assert 'class="wb-empty"' in shown(at)


def test_an_empty_store_can_be_backed_up(app: AppTest) -> None:
    at = go(app, "data", section="Backup")
    assert not at.exception
    assert [button.label for button in at.get("download_button")] == [
        "Download a copy of the store"
    ]


def test_a_store_that_was_never_made_names_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = open_app(f"sqlite:///{tmp_path / 'new.db'}", monkeypatch)
    assert not at.exception
    assert len(at.error) == 1
    assert "workbench upgrade" in at.code[0].value
