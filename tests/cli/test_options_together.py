"""No option is ignored in silence: what says nothing beside another is refused, no file made."""

import shutil
from pathlib import Path

import pytest

from tests.cli.conftest import Command
from workbench.services.housekeeping.make_demo import make_demo

COUNTS = "--flagged 120 --judged 400 --tp 45 --fn 5 --fp 15 --tn 85"
OF_SPRING = "--run spring --judge strict@2"


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


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (f"correct {COUNTS} --judge strict@2", "--judge"),
        (f"correct {COUNTS} --calibrated-on winter --conservative", "--calibrated-on, --cons"),
        (f"correct {COUNTS} --where model=a --since 2026-01-01", "--where, --since"),
        (f"correct {COUNTS} --target items --judged-buckets", "--judged-buckets, --target items"),
        (f"correct {OF_SPRING} --labels-from these-items", "--labels-from"),
        ("correct --counts-of october --judge strict@2 --until 2026-01-01", "--until"),
        ("export traces -o out.csv --judge strict@2 --history", "--judge, --history"),
        ("export calibration -o out.csv --judge strict@2 --calibrated-on a", "--calibrated-on"),
        ("export verdicts -o out.csv --list candidates", "--list"),
        ("export all -o out.zip --history", "--history"),
        (f"plan {OF_SPRING} --difference 0.1", "--difference"),
        ("compare spring a b --show 2", "--show"),
        (f"triage {OF_SPRING} --where model=a --where model=b", "model has a value already"),
        ("triage --run spring --what-if packing=1 --what-if packing=0.5", "packing has a value"),
        ("probe --judge strict@2 export --run spring -o out.jsonl", "--judge after probe export"),
        ("probe --db sqlite:///no.db export --run spring -o out.jsonl", "--db after probe export"),
        ("probe --json import --run spring", "--json after probe import"),
    ],
)
def test_what_would_be_ignored_is_named(
    demo: Path, command: Command, arguments: str, named: str
) -> None:
    ran = command(*arguments.split())
    assert (ran.code, ran.out) == (2, "")
    assert named in ran.err
    assert not list(demo.glob("out.*"))


@pytest.mark.parametrize(
    "arguments",
    [
        f"correct {COUNTS} --labels-from these-items",
        f"correct {OF_SPRING} --target items --conservative --where model=m-small",
        "export triage -o out.csv --judge strict@2 --calibrated-on spring",
        "export verdicts -o out.csv --history",
        "export runs -o out.txt --list reranked",
        f"plan {OF_SPRING}",
        "probe export --judge strict@2 --run spring -o out.jsonl",
    ],
)
def test_what_goes_together_is_done(demo: Path, command: Command, arguments: str) -> None:
    ran = command(*arguments.split())
    assert ran.code == 0, ran.err
