"""`workbench report` and `workbench check`: a file that is written, and exit codes for a build."""

from pathlib import Path

import pytest

from tests.cli.conftest import Command
from workbench.cli.commands import run as run_command
from workbench.services.calibration.calibrate_judge import calibrate_judge
from workbench.services.calibration.correct_prevalence import correct_prevalence
from workbench.services.housekeeping.make_demo import JUDGE, RUN, make_demo
from workbench.services.open_store import open_store
from workbench.stats.interval import Estimate

ASKED = ("--run", RUN, "--judge", JUDGE)


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("demo") / "demo.db"
    make_demo(path, lambda _: None)
    return f"sqlite:///{path}"


def test_a_report_is_written_in_the_form_of_its_name(
    command: Command, demo: str, tmp_path: Path
) -> None:
    for name, begins in (("r.html", "<!doctype html>"), ("r.md", "# Triage of spring")):
        ran = command("report", *ASKED, "-o", tmp_path / name, "--db", demo)
        assert (ran.code, ran.out) == (0, "")
        assert (tmp_path / name).read_text(encoding="utf-8").startswith(begins)


def test_another_ending_or_an_unknown_run_is_wrong_input(
    command: Command, demo: str, tmp_path: Path
) -> None:
    for arguments, said in (
        ((*ASKED, "-o", tmp_path / "r.pdf"), ".html or .md"),
        (("--run", "nowhere", "-o", tmp_path / "r.html"), "nowhere"),
        ((*ASKED, "-o", tmp_path / "no" / "r.html"), "cannot be written"),
    ):
        ran = command("report", *arguments, "--db", demo)
        assert ran.code == 2
        assert said in ran.err
    assert not list(tmp_path.iterdir())


def test_the_bound_decides_and_not_the_estimate(command: Command, demo: str) -> None:
    corrected = correct_prevalence(open_store(demo), RUN, JUDGE).corrected
    assert isinstance(corrected, Estimate)
    between = (corrected.estimate + corrected.high) / 2
    for limit, code in ((corrected.high, 0), (between, 1), (corrected.low / 2, 1)):
        ran = command("check", *ASKED, "--max-corrected", repr(limit), "--db", demo, "--json")
        assert (ran.code, ran.json["holds"]) == (code, code == 0)
        assert ran.json["checks"][0]["bound"] == corrected.high
    text = command("check", *ASKED, "--max-corrected", repr(between), "--db", demo)
    assert "does not hold" in text.out
    assert "More labels may decide it" in text.out


def test_a_bucket_and_the_judge_are_held_to_their_own_intervals(
    command: Command, demo: str
) -> None:
    store = open_store(demo)
    row = next(
        row
        for row in correct_prevalence(store, RUN, JUDGE).buckets
        if row.bucket == "retrieval_miss"
    )
    card = calibrate_judge(store, JUDGE, RUN)
    assert isinstance(card.sensitivity, Estimate)
    assert isinstance(card.false_positive_rate, Estimate)
    ran = command(
        "check", *ASKED, "--db", demo, "--json",
        "--max-corrected", row.high, "--bucket", "retrieval_miss",
        "--min-sensitivity", card.sensitivity.low,
        "--max-false-positive-rate", card.false_positive_rate.high - 1e-6,
    )  # fmt: skip
    assert ran.code == 1
    assert [one["holds"] for one in ran.json["checks"]] == [True, True, False]
    assert [one["bound"] for one in ran.json["checks"]] == [
        row.high,
        card.sensitivity.low,
        card.false_positive_rate.high,
    ]


def test_a_refused_number_does_not_hold_and_says_why(command: Command, demo: str) -> None:
    ran = command(
        "check", *ASKED, "--max-corrected", "1", "--where", "model=nothing", "--db", demo, "--json"
    )
    assert ran.code == 1
    found = ran.json["checks"][0]
    assert (found["holds"], found["estimate"]) == (False, None)
    assert found["reason"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "nothing to check"),
        (("--max-corrected", "25"), "fraction from 0 to 1"),
        (("--max-corrected", "nan"), "fraction from 0 to 1"),
        (("--bucket", "retrieval_miss"), "give both"),
        (("--max-corrected", "0.3", "--bucket", "correct"), "no failing bucket"),
    ],
)
def test_limits_that_cannot_be_are_wrong_input(
    command: Command, demo: str, arguments: tuple[str, ...], said: str
) -> None:
    ran = command("check", *ASKED, *arguments, "--db", demo)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err


def test_the_exit_code_is_that_of_the_process(demo: str) -> None:
    assert run_command(["check", *ASKED, "--max-corrected", "0.01", "--db", demo]) == 1
