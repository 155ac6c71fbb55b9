"""What else calibrate and correct say of judges: people's errors, thresholds, side by side."""

import json
import shutil
from pathlib import Path

import pytest

from tests.cli.conftest import Command
from workbench.report.percent import percent
from workbench.resources import sample_data
from workbench.services.housekeeping.make_demo import make_demo

STRICT = ("--judge", "strict@2", "--run", "spring")


@pytest.fixture(scope="module")
def demo_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("demo") / "demo.db"
    make_demo(path, lambda _: None)
    return path


@pytest.fixture
def demo(demo_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with a copy of the demo as its default store."""
    shutil.copy(demo_file, tmp_path / "workbench.db")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_card_says_what_if_people_err_too(command: Command, demo: Path) -> None:
    band = command("calibrate", *STRICT, "--json").json["human_error"]
    assert [row["error"] for row in band["rows"]] == [0.0, 0.03, 0.05]
    assert band["error"] is None
    assert {turn["conclusion"] for turn in band["turns"]} == {"bias", "next_project"}
    text = command("calibrate", *STRICT).out
    assert "If people err too" in text
    assert band["sentence"] in text


def test_no_rate_in_a_row_of_judges_stands_without_its_limits(command: Command, demo: Path) -> None:
    card = command("calibrate", *STRICT, "--json").json
    for arguments in (("calibrate", "--all-judges"), ("judges",)):
        printed = command(*arguments, "--run", "spring").out
        (line,) = (one for one in printed.splitlines() if one.startswith("strict@2 "))
        for name in ("sensitivity", "false_positive_rate", "corrected_prevalence"):
            figure = card[name]
            shown = f"{percent(figure['low'])} to {percent(figure['high'])}".replace(" %", "")
            assert f"{percent(figure['estimate'])} ({shown})" in line


def test_thresholds_are_given_where_asked(command: Command, demo: Path) -> None:
    found = command("calibrate", *STRICT, "--thresholds", "--json").json
    card, curve = found, found["thresholds"]
    (marked,) = (point for point in curve["points"] if point["is_current"])
    assert marked["threshold"] == curve["current"] == 0.7
    assert marked["sensitivity"]["estimate"] == pytest.approx(card["sensitivity"]["estimate"])
    assert marked["sensitivity"]["n"] == card["sensitivity"]["n"]
    assert curve["corrected"]["by_score_bins"]["method"].startswith("post-stratified")
    text = command("calibrate", *STRICT, "--thresholds").out
    assert "in use" in text
    assert "By score bins ±" in text
    assert "thresholds" not in command("calibrate", *STRICT, "--json").json


def test_judges_stand_side_by_side(command: Command, demo: Path) -> None:
    found = command("calibrate", "--all-judges", "--run", "spring", "--json").json
    assert [row["judge"] for row in found["judges"]] == ["lenient@1", "strict@2"]
    card = command("calibrate", *STRICT, "--json").json
    assert found["judges"][1]["corrected_prevalence"] == card["corrected_prevalence"]
    assert all(isinstance(row["labels_needed"], int) for row in found["judges"])
    text = command("calibrate", "--all-judges", "--run", "spring").out
    assert text.startswith(found["sentence"])
    assert "lenient@1" in text


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("calibrate",), "--judge NAME@VERSION"),
        (("calibrate", "--all-judges"), "--run RUN"),
        (("calibrate", "--all-judges", *STRICT), "without --judge"),
        (("correct", *STRICT, "--judged-buckets", "--conservative"), "one way alone"),
        (("correct", *STRICT, "--judged-buckets", "--target", "items"), "one way alone"),
    ],
)
def test_options_that_do_not_go_together_are_wrong_input(
    command: Command, demo: Path, arguments: tuple[str, ...], said: str
) -> None:
    ran = command(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err


def test_a_judge_that_only_says_fail_names_no_bucket(command: Command, demo: Path) -> None:
    ran = command("correct", *STRICT, "--judged-buckets", "--json")
    assert ran.code == 0
    assert ran.json["corrected"] is None
    assert "not where" in ran.json["reason"]
    assert ran.json["buckets"] == []


def test_buckets_that_a_judge_names_are_corrected(command: Command, demo: Path) -> None:
    """The judge names a stage by the last digit of the request, so its buckets mean little."""
    stages = ("retrieval", "correct", "generation_error")
    names = [
        json.loads(line)["request_id"]
        for line in (sample_data() / "traces.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    lines = [
        json.dumps({"request_id": name, "verdict": stages[number % 3]})
        for number, name in enumerate(names)
    ]
    file = demo / "namer.jsonl"
    file.write_text("\n".join(lines), encoding="utf-8")
    ran = command("import", "verdicts", file, "--run", "spring", "--judge", "namer@1")
    assert ran.code == 0, ran.err
    asked = ("correct", "--run", "spring", "--judge", "namer@1", "--judged-buckets")
    found = command(*asked, "--json").json
    assert found["method"] == "post-stratified by judged bucket, Dirichlet draws"
    rows = {row["bucket"]: row for row in found["buckets"]}
    assert rows["retrieval_miss"]["observed_n"] > 130
    shares = [row["corrected_share"] or 0.0 for row in rows.values()]
    assert sum(shares) == pytest.approx(1)
    assert "retrieval_miss" in command(*asked).out


def test_without_labels_everything_is_refused_as_a_result(command: Command, demo: Path) -> None:
    traces = sample_data() / "traces.jsonl"
    text = traces.read_text(encoding="utf-8").replace('"run": "spring"', '"run": "summer"')
    (demo / "summer.jsonl").write_text(text, encoding="utf-8")
    assert command("import", "traces", "summer.jsonl").code == 0
    ran = command("calibrate", "--judge", "strict@2", "--run", "summer", "--thresholds", "--json")
    assert ran.code == 0
    assert ran.json["human_error"]["rows"] is None
    assert "not calibrated" in ran.json["human_error"]["reason"]
    assert ran.json["thresholds"]["points"] is None
    assert ran.json["thresholds"]["corrected"]["by_score_bins"] is None
    lines = command("calibrate", "--all-judges", "--run", "summer", "--json").json["judges"]
    assert [line["labels_needed"] for line in lines] == [None, None]
    assert all(line["labels_needed_reason"] for line in lines)
    assert all(line["bias"]["reading"] is None for line in lines)
    text = command("calibrate", "--judge", "strict@2", "--run", "summer", "--thresholds").out
    assert "If people err too: no estimate, as said above." in text
    assert "Thresholds: no estimate, as said above." in text
