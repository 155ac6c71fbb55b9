"""Files out, and a whole store out and in, as the shell does it."""

import shutil
from pathlib import Path

import pytest

from tests.cli.conftest import Command
from workbench.resources import sample_data
from workbench.services.housekeeping.make_demo import make_demo

EXPORTS = sample_data() / "exports"


@pytest.fixture(scope="module")
def demo_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("demo") / "demo.db"
    make_demo(path, lambda _: None)
    return path


@pytest.fixture
def demo(demo_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copy(demo_file, tmp_path / "workbench.db")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_store_leaves_and_comes_back_with_the_same_figures(demo: Path, command: Command) -> None:
    correct = ("correct", "--run", "spring", "--judge", "strict@2", "--json")
    before = command(*correct).json
    assert command("export", "all", "-o", "store.zip").code == 0
    assert command("export", "verdicts", "--history", "-o", "before.csv").code == 0
    new = ("--db", "sqlite:///new.db")
    assert command(*new, "upgrade").code == 0
    ran = command(*new, "import", "all", "store.zip")
    assert (ran.code, "imported from store.zip" in ran.out) == (0, True)
    assert command(*new, *correct).json == before
    command(*new, "export", "verdicts", "--history", "-o", "after.csv")
    assert (demo / "after.csv").read_bytes() == (demo / "before.csv").read_bytes()
    again = command(*new, "import", "all", "store.zip")
    assert (again.code, "The store is not empty" in again.err) == (2, True)
    assert "workbench --db sqlite:///new-2.db import all store.zip" in again.err


def test_part_of_a_store_is_not_all_of_it(demo: Path, command: Command) -> None:
    ran = command("export", "all", "--run", "spring", "-o", "store.zip")
    assert (ran.code, "no run, judge or traces can be chosen" in ran.err) == (2, True)
    ran = command("export", "all", "-o", "store.csv")
    assert (ran.code, "all is written as zip" in ran.err) == (2, True)
    assert not list(demo.glob("store.*"))


def test_a_run_file_says_what_it_left_out(demo: Path, command: Command) -> None:
    ran = command("export", "runs", "--list", "reranked", "-o", "run.txt")
    assert ran.code == 0
    assert "129 traces logged no such list" in ran.err
    assert ran.out.startswith("Wrote 1,330 rows")


def test_annotations_without_spans_are_wrong_input(demo: Path, command: Command) -> None:
    ran = command("export", "phoenix", "-o", "a.jsonl")
    assert (ran.code, "Phoenix annotates spans" in ran.err) == (2, True)


def test_a_named_format_that_does_not_fit_is_refused(demo: Path, command: Command) -> None:
    path = EXPORTS / "langfuse.jsonl"
    ran = command("import", "traces", path, "--format", "mlflow")
    assert (ran.code, "it looks like Langfuse traces" in ran.err) == (2, True)
    assert command("import", "traces", path, "--format", "langfuse").code == 0
