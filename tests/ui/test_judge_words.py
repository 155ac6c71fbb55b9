"""Meanings of a judge's words on the page: said of the word they were chosen for, or void."""

import json
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from db.store import Store
from tests.ui.screen_app import go, open_app
from workbench.services.importing.import_traces import import_traces


def _judged(store: Store, path: Path, first: int, words: list[str]) -> None:
    lines = [
        {
            "request_id": f"r{number}",
            "query": "How long?",
            "answer": "30 days.",
            "judge": {"name": "owl", "version": "1", "verdict": word},
        }
        for number, word in enumerate(words, start=first)
    ]
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    assert import_traces(store, path).is_imported


def _words(app: AppTest) -> tuple[str | None, list[str]]:
    (editor,) = app.data_editor
    return editor.key, editor.value["Word"].tolist()


def test_what_was_chosen_is_void_once_a_row_holds_another_word(
    sqlite_store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _judged(sqlite_store, tmp_path / "one.jsonl", 0, ["flim", "flim", "zonk"])
    at = go(open_app(str(sqlite_store.engine.url), monkeypatch), "data", section="Judges")
    before, words = _words(at)
    assert words == ["flim", "zonk"]
    assert _words(at.run()) == (before, words)
    # Somebody else's import: now the other word is the frequent one, and stands first.
    _judged(sqlite_store, tmp_path / "two.jsonl", 3, ["zonk", "zonk"])
    after, words = _words(at.run())
    assert words == ["zonk", "flim"]
    assert after != before
