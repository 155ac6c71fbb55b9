"""Looking ahead and across from the command line: sentences first, promised keys, exit codes."""

import json
import shutil
from pathlib import Path

import pytest

from tests.cli.conftest import Command
from workbench.resources import sample_data
from workbench.services.housekeeping.make_demo import make_demo
from workbench.services.importing.import_traces import import_traces
from workbench.services.open_store import open_store

SPRING = ("--run", "spring", "--judge", "strict@2")


@pytest.fixture(scope="module")
def two_runs_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo store with the same traces once more, as run `again`."""
    path = tmp_path_factory.mktemp("two") / "demo.db"
    make_demo(path, lambda _: None)
    lines = (sample_data() / "traces.jsonl").read_text(encoding="utf-8").splitlines()
    again = path.with_name("again.jsonl")
    rows = [json.loads(line) | {"run": "again"} for line in lines]
    again.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    store = open_store(f"sqlite:///{path}")
    assert import_traces(store, again).is_imported
    store.close()
    return path


@pytest.fixture
def two_runs(two_runs_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The current folder, with a copy of both runs as its default store."""
    shutil.copy(two_runs_file, tmp_path / "workbench.db")
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("two_runs")
def test_plan_says_what_is_missing_and_agrees_with_correct(command: Command) -> None:
    ran = command("plan", *SPRING, "--half-width", 0.06, "--json")
    assert ran.code == 0
    corrected = command("correct", *SPRING, "--json").json["corrected"]
    assert ran.json["half_width_now"] == (corrected["high"] - corrected["low"]) / 2
    assert ran.json["half_width_wanted"] == 0.06
    assert ran.json["n_more"] == sum(row["n_more"] for row in ran.json["per_stratum"]) > 0
    text = command("plan", *SPRING, "--half-width", 0.06)
    assert text.out.startswith(f"With {ran.json['n_now']} labels the share that truly fails")
    assert f"About {ran.json['n_more']} more for ± 6.0 points" in text.out
    assert f"comes from: {ran.json['dominant']}" in text.out
    assert "workbench queue build --run spring" in text.err


@pytest.mark.usefixtures("two_runs")
def test_plan_also_tells_buckets_apart_and_finds_changes(command: Command) -> None:
    asked = ("--tell", "largest", "--compare-with", "again", "--difference", 0.15)
    ran = command("plan", *SPRING, *asked, "--json")
    assert ran.code == 0
    assert ran.json["tell"]["first"] != ran.json["tell"]["second"]
    assert ran.json["tell"]["n_more"] >= 0
    assert ran.json["before_after"]["difference"] == 0.15
    assert ran.json["before_after"]["n_pairs_wanted"] > 0
    text = command("plan", *SPRING, *asked)
    assert "To tell " in text.out
    assert "To find a change of 15.0 points between spring and again in 80.0 % of cases" in text.out
    assert "Assumption: where no pair is labelled yet" in text.out


@pytest.mark.usefixtures("two_runs")
def test_refused_plan_is_a_result(command: Command) -> None:
    ran = command("plan", "--run", "again", "--judge", "strict@2", "--half-width", 0.01, "--json")
    assert ran.code == 0
    assert ran.json["n_more"] is None
    assert ran.json["half_width_now"] is None
    assert ran.json["reason"]
    text = command("plan", "--run", "again", "--judge", "strict@2", "--half-width", 0.01)
    assert text.code == 0
    assert "No plan" in text.out


@pytest.mark.usefixtures("two_runs")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("plan", "--run", "summer", "--judge", "strict@2"), "no run 'summer'"),
        (("plan", *SPRING, "--half-width", 2), "half-width"),
        (("plan", *SPRING, "--tell", "retrieval_miss"), "two different buckets"),
        (("compare", "spring", "summer"), "no run 'summer'"),
        (("compare", "spring", "spring"), "Both runs"),
        (("compare", "spring", "again", "--judge", "nobody@1"), "no judge 'nobody@1'"),
    ],
)
def test_wrong_input_is_one_line_and_exit_code_two(
    command: Command, arguments: tuple[object, ...], said: str
) -> None:
    ran = command(*arguments)
    assert ran.code == 2
    assert said in ran.err
    assert ran.err.count("\n") == 1


@pytest.mark.usefixtures("two_runs")
def test_compare_of_equal_runs_finds_no_change_and_no_quality_claim(command: Command) -> None:
    ran = command("compare", "spring", "again", "--judge", "strict@2", "--json")
    assert ran.code == 0
    assert ran.json["n_pairs"] == 400
    assert (ran.json["fixed"], ran.json["broken"], ran.json["p_value"]) == (0, 0, 1.0)
    assert ran.json["basis"] == "judge"
    assert ran.json["moves"] == []
    assert ran.json["n_stayed"] == 400
    assert ran.json["difference"]["estimate"] is None
    text = command("compare", "spring", "again", "--judge", "strict@2", "--show", 3)
    assert text.out.startswith("400 questions are in both runs. Whether quality changed is not")
    assert "Did the judge's verdicts change?" in text.out
    assert "Not more one way than chance gives" in text.out
    assert "60 questions are labelled in spring only" in text.err


@pytest.mark.usefixtures("two_runs")
def test_judge_chosen_for_the_comparison_is_said(command: Command) -> None:
    ran = command("compare", "spring", "again")
    assert ran.code == 0
    assert "2 judges gave verdicts on this run" in ran.err


@pytest.mark.usefixtures("two_runs")
def test_plan_by_stage_is_asked_for_and_a_comparison_names_its_draw(command: Command) -> None:
    plain = command("plan", *SPRING, "--half-width", 0.05, "--json").json
    by_stage = command("plan", *SPRING, "--half-width", 0.05, "--by", "verdict,stage", "--json")
    assert {row["stage"] for row in plain["per_stratum"]} == {None}
    assert None not in {row["stage"] for row in by_stage.json["per_stratum"]}
    assert plain["n_more_by_stage"] == by_stage.json["n_more"]
    assert command("plan", *SPRING, "--by", "stage").code == 2
    pair = command("plan", *SPRING, "--compare-with", "again", "--json").json["before_after"]
    assert "queue build --run spring --also-run again" in pair["next_step"]
    assert pair["next_step"].endswith(f"--size {pair['n_more']}")
