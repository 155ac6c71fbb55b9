"""Ten items of the real demo by keyboard alone, from the command to the exported file."""

import csv
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.services.test_serve_app import said_place, serving
from tests.ui.conftest import AppServer, free_port
from tests.ui.label_browser import LabelPage
from workbench.services.open_store import open_store

pytestmark = pytest.mark.browser

NAME = "Zoé Lefèvre"
NOTE = "à vérifier : l’édition n’est pas citée — ½ page"
N_ITEMS = 10
ANSWER = "Is the answer right?"
QUEUE = 1
MAX_QUESTIONS = 9


def export_rows(folder: Path, *options: str) -> list[dict[str, str]]:
    """Rows of the person, as `workbench export` writes them in the demo's folder."""
    file = folder / f"verdicts{len(options)}.csv"
    command = [sys.executable, "-m", "workbench", "export", "verdicts", "--format", "csv"]
    command += ["-o", str(file), "--db", "sqlite:///workbench-demo.db", *options]
    root = str(Path(__file__).resolve().parents[2])
    subprocess.run(command, cwd=folder, env=os.environ | {"PYTHONPATH": root}, check=True)
    with file.open(encoding="utf-8-sig", newline="") as lines:
        return [row for row in csv.DictReader(lines) if row["annotator"] == NAME]


def answer(label: LabelPage, is_right: bool) -> None:
    """Answer what is asked until the next item comes: yes to every stage, then the answer."""
    name = label.name
    for _ in range(MAX_QUESTIONS):
        is_answer = label.question == ANSWER
        label.press("2" if is_answer and not is_right else "1")
        if label.name != name:
            return
    raise AssertionError(f"{name} still asks: {label.question}")


def test_ten_items_of_the_demo_are_in_the_export_as_they_were_given(
    page: Page, tmp_path: Path
) -> None:
    arguments = ("demo", "--no-browser", "--port", str(free_port()))
    expected: dict[str, tuple[str, str, str]] = {}
    with serving(tmp_path, *arguments) as process:
        place, said = said_place(process)
        assert "40 are left for you" in said
        store = open_store(f"sqlite:///{tmp_path / 'workbench-demo.db'}")
        label = LabelPage(page, AppServer(place, store))
        label.enter(NAME, QUEUE)
        for n in range(N_ITEMS):
            name = label.name
            assert name not in expected
            if n == 2:
                label.press("s")
                expected[name] = ("skip", "", "")
                continue
            is_right = n % 3 != 0
            if n == 4:
                label.write_note(NOTE)
            if n == 6:
                # Answered, taken back, and answered the other way.
                answer(label, not is_right)
                label.press("z")
                assert label.name == name
            answer(label, is_right)
            given = "correct" if is_right else "wrong"
            expected[name] = ("verdict", given, NOTE if n == 4 else "")
            if n == 5:
                shown = label.name
                page.reload()
                label.wait()
                assert label.name == shown
        assert label.done == f"{N_ITEMS - 1} of 40"
        store.close()
        rows = export_rows(tmp_path)
        history = export_rows(tmp_path, "--history")
        # The app is a process of its own: asked to stop, the command takes it along.
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)
    assert len(rows) == N_ITEMS
    assert {
        row["request_id"]: (row["kind"], row["answer"], row["notes"]) for row in rows
    } == expected
    # The answer that was taken back and the taking back are history, and nothing else is.
    assert sorted(row["kind"] for row in history) == ["skip", "undo", *["verdict"] * N_ITEMS]
