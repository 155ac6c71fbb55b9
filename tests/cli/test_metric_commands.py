"""The metrics command: keys other programs rely on, text for people, and exit codes."""

import shutil
from pathlib import Path

import pytest

from tests.cli.conftest import Command
from workbench.services.housekeeping.make_demo import make_demo

MEASURES = ("recall", "precision", "hit_rate", "mrr", "ndcg", "hole")


@pytest.fixture(scope="module")
def demo_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo store: 400 traces, 36 of them of questions whose answer no passage holds."""
    path = tmp_path_factory.mktemp("demo") / "demo.db"
    make_demo(path, lambda _: None)
    return path


@pytest.fixture
def demo(demo_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with a copy of the demo as its default store."""
    shutil.copy(demo_file, tmp_path / "workbench.db")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_json_has_the_keys_that_other_programs_rely_on(demo: Path, command: Command) -> None:
    ran = command("metrics", "--run", "spring", "-k", "5,10", "--json")
    assert ran.code == 0
    assert {"run", "list", "k", "n_questions", "left_out", "metrics", "seed", "warnings"} <= set(
        ran.json
    )
    assert (ran.json["run"], ran.json["list"], ran.json["k"]) == ("spring", "candidates", [5, 10])
    n_left_out = sum(ran.json["left_out"].values())
    assert ran.json["n_traces"] + n_left_out == 400
    assert ran.json["left_out"]["gold_empty"] == 36
    assert [(row["metric"], row["k"]) for row in ran.json["metrics"]] == [
        (measure, k) for measure in MEASURES for k in (5, 10)
    ]
    for row in ran.json["metrics"]:
        assert 0 <= row["low"] < row["estimate"] < row["high"] <= 1
        assert row["n"] == ran.json["n_questions"]
        assert row["method"]


def test_the_text_names_lists_measures_intervals_and_what_was_left_out(
    demo: Path, command: Command
) -> None:
    ran = command("metrics", "--run", "spring", "-k", "3", "--list", "reranked")
    assert ran.code == 0
    for part in ("spring, reranked", "recall@3", "hit rate@3", "hole@3", "95 % interval"):
        assert part in ran.out
    assert "list not logged" in ran.out
    assert "needs several passages together" in ran.err


def test_the_same_seed_prints_the_same_and_the_seed_is_printed(
    demo: Path, command: Command
) -> None:
    first = command("metrics", "--run", "spring", "--seed", 11)
    assert "seed 11" in first.out
    assert command("metrics", "--run", "spring", "--seed", 11).out == first.out


def test_nothing_to_measure_is_a_result_with_its_reason(demo: Path, command: Command) -> None:
    nobody = ("metrics", "--run", "spring", "--where", "model=none-of-these")
    text, ran = command(*nobody), command(*nobody, "--json")
    assert (text.code, ran.code) == (0, 0)
    assert "No measure: no trace has both gold and the list" in text.out
    assert {row["estimate"] for row in ran.json["metrics"]} == {None}
    assert all(row["reason"] for row in ran.json["metrics"])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--run", "autumn"), "There is no run 'autumn'"),
        (("--run", "spring", "-k", "5;10"), "for example -k 5,10"),
        (("--run", "spring", "-k", ","), "k must be between 1 and"),
        (("--run", "spring", "-k", "0"), "k must be between 1 and"),
        (("--run", "spring", "-k", "9" * 30), "k must be between 1 and"),
    ],
)
def test_wrong_input_ends_with_two(
    demo: Path, command: Command, arguments: tuple[str, ...], said: str
) -> None:
    ran = command("metrics", *arguments)
    assert ran.code == 2
    assert said in ran.err
