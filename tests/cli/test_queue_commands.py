"""Queues from the command line."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Command
from workbench.resources import sample_data


@pytest.fixture
def spring(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: Command) -> Path:
    """The current folder, with the sample traces in its store."""
    monkeypatch.chdir(tmp_path)
    assert command("upgrade").code == 0
    assert command("import", "traces", sample_data() / "traces.jsonl").code == 0
    return tmp_path


def test_the_same_seed_draws_the_same_queue(command: Command, spring: Path) -> None:
    made = [
        command(
            *("queue", "build", "--run", "spring", "--judge", "strict@2", "--size", 40),
            *("--by", "verdict,stage", "--seed", 7, "--name", name, "--json"),
        )
        for name in ("one", "two")
    ]
    assert [ran.code for ran in made] == [0, 0]
    first, second = (ran.json for ran in made)
    assert first.pop("queue") == "one"
    assert second.pop("queue") == "two"
    assert first == second
    assert first["size"] == 40
    assert first["n_uniform"] == 12
    assert sum(stratum["n_drawn"] for stratum in first["strata"]) == 40


def test_a_seed_that_is_not_given_is_made_and_said(command: Command, spring: Path) -> None:
    ran = command("queue", "build", "--run", "spring", "--size", 5)
    assert ran.code == 0
    assert "seed " in ran.out


def test_every_trace_can_be_asked_for(command: Command, spring: Path) -> None:
    ran = command("queue", "build", "--run", "spring", "--all", "--seed", 1, "--json")
    assert ran.code == 0
    assert ran.json["size"] == 398


def test_status_lists_queues_and_shows_one(command: Command, spring: Path) -> None:
    assert "workbench queue build" in command("queue", "status").out
    command("queue", "build", "--run", "spring", "--size", 5, "--seed", 1)
    assert command("queue", "status", "--json").json["queues"][0]["queue"] == "spring-1"
    shown = command("queue", "status", "spring-1")
    assert shown.code == 0
    assert "0 of 5 finished" in shown.out
    assert command("queue", "status", "spring-1", "--json").json["n_items"] == 5


@pytest.mark.parametrize(
    "wrong",
    [
        ["--run", "winter"],
        ["--run", "spring", "--judge", "owl"],
        ["--run", "spring", "--where", "answer"],
        ["--run", "spring", "--judge", "strict@2", "--by", "colour"],
        ["--run", "spring", "--size", "10", "--uniform", "20"],
    ],
)
def test_what_cannot_be_drawn_is_one_line_and_exit_code_two(
    command: Command, spring: Path, wrong: list[str]
) -> None:
    ran = command("queue", "build", "--seed", 1, *wrong)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.strip()
    assert "Traceback" not in ran.err


def test_a_queue_that_is_not_there_is_named(command: Command, spring: Path) -> None:
    ran = command("queue", "status", "nothing")
    assert ran.code == 2
    assert "nothing" in ran.err


@pytest.mark.parametrize("option", ["--seed", "--overlap"])
def test_a_number_that_no_store_holds_is_wrong_input(command: Command, option: str) -> None:
    ran = command("queue", "build", "--run", "spring", option, 10**23)
    assert ran.code == 2
    assert option in ran.err


@pytest.fixture
def both_runs(spring: Path, command: Command) -> Path:
    """The sample traces as run autumn too."""
    again = spring / "autumn.jsonl"
    lines = (sample_data() / "traces.jsonl").read_text(encoding="utf-8").splitlines()
    again.write_text(
        "\n".join(json.dumps(json.loads(line) | {"run": "autumn"}) for line in lines),
        encoding="utf-8",
    )
    assert command("import", "traces", again).code == 0
    return spring


def test_the_same_questions_are_drawn_in_two_runs(command: Command, both_runs: Path) -> None:
    pair = ("queue", "build", "--run", "spring", "--also-run", "autumn", "--judge", "strict@2")
    ran = command(*pair, "--size", 30, "--seed", 7, "--json")
    assert ran.code == 0
    first, second = ran.json["queues"]
    assert (first["queue"], second["queue"]) == ("spring-1", "autumn-1")
    assert first["strata"] == second["strata"]
    assert (first["size"], first["by"]) == (30, ["verdict_pair"])
    said = command(*pair, "--size", 10, "--name", "change").out
    assert "Queue change-spring of spring and queue change-autumn of autumn" in said
    assert "workbench compare spring autumn --judge strict@2" in said
    shown = command("queue", "status", "change-spring")
    assert "asked in queue change-autumn" in shown.out
    assert command("queue", "status", "autumn-1", "--json").json["paired_with"] == "spring-1"


@pytest.mark.parametrize(
    "options", [(), ("--judge", "strict@2", "--by", "verdict,stage"), ("--where", "model=x")]
)
def test_two_runs_are_drawn_by_the_verdicts_of_one_judge(
    command: Command, both_runs: Path, options: tuple[str, ...]
) -> None:
    ran = command("queue", "build", "--run", "spring", "--also-run", "autumn", *options)
    assert ran.code == 2
    assert "--also-run draws by the verdicts of one --judge" in ran.err


def test_a_queue_follows_the_scores_inside_a_verdict(command: Command, spring: Path) -> None:
    build = ("queue", "build", "--run", "spring", "--judge", "strict@2", "--by", "verdict,score")
    ran = command(*build, "--size", 40, "--seed", 7, "--json")
    assert ran.code == 0
    assert ran.json["by"] == ["verdict", "score"]
