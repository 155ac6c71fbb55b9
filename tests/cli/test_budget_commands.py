"""budget, and triage with failure points and what-ifs, on the sample data."""

import pytest

from tests.cli.conftest import Command
from workbench.report.percent import percent
from workbench.services.housekeeping.make_demo import make_demo


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("demo") / "demo.db"
    make_demo(path, lambda _said: None)
    return f"sqlite:///{path}"


def test_the_budget_is_printed_with_its_periods_and_places(command: Command, demo: str) -> None:
    ran = command("budget", "--run", "spring", "--db", demo)
    assert ran.code == 0
    assert ran.out.startswith("Of 325 tokens, 112 go to system prompt")
    assert "Newest week against all before: +0.0 passages" in ran.out
    assert "(95 % interval −0.1 to +0.1)" in ran.out
    assert "gold stands" in ran.out
    assert "2 judges gave verdicts on this run; shown is lenient@1" in ran.err
    found = command("budget", "--run", "spring", "--every", "month", "--db", demo, "--json").json
    assert [row["start"] for row in found["periods"]] == ["2026-03-01", "2026-04-01"]
    assert found["limit_from"] == "settings"
    assert {row["place"] for row in found["places"]["places"]} == {"first", "middle", "last"}
    assert found["is_shrinking"] is False


def test_a_refused_change_is_null_with_its_reason(command: Command, demo: str) -> None:
    found = command(
        "budget", "--run", "spring", "--where", "request_id=shop-0001", "--db", demo, "--json"
    ).json
    assert found["change"]["estimate"] is None
    assert "are the least" in found["change"]["reason"]


def test_triage_keeps_its_keys_and_gains_those_asked_for(command: Command, demo: str) -> None:
    plain = command("triage", "--run", "spring", "--judge", "strict@2", "--db", demo, "--json").json
    more = command(
        "triage", "--run", "spring", "--judge", "strict@2", "--failure-points",
        "--what-if", "retrieval=0.95", "--what-if", "packing=0.85", "--db", demo, "--json",
    ).json  # fmt: skip
    assert set(more) - set(plain) == {"failure_points", "what_if"}
    assert {key: more[key] for key in plain} == plain
    assert {row["stage"] for row in more["what_if"]["ceilings"]} >= {"retrieval", "packing"}
    judged = next(row for row in plain["funnel"] if row["stage"] == "generation")
    assert more["what_if"]["now"]["estimate"] == pytest.approx(
        plain["end_to_end"] / judged["rate"] * plain["corrected_generation"]["estimate"]
    )
    observed = sum(row["observed_n"] or 0 for row in more["failure_points"]["points"])
    failing = [
        row for row in plain["buckets"] if row["bucket"] not in ("correct", "evaluation_error")
    ]
    assert observed == sum(row["n"] for row in failing)


def test_what_comes_through_all_stages_has_its_interval(command: Command, demo: str) -> None:
    arguments = ("triage", "--run", "spring", "--judge", "strict@2", "--db", demo)
    share = percent(command(*arguments, "--json").json["end_to_end"])
    (line,) = (one for one in command(*arguments).out.splitlines() if "multiply" in one)
    assert line.startswith(f"The stages multiply to {share} that come out right (95 % interval ")
    assert line.endswith("Generation is what the judge says, its errors included.")


def test_triage_prints_what_mending_exposes(command: Command, demo: str) -> None:
    ran = command(
        "triage", "--run", "spring", "--judge", "lenient@1", "--failure-points",
        "--what-if", "retrieval=0.95", "--db", demo,
    )  # fmt: skip
    assert ran.code == 0
    assert "coverage becomes the largest loss" in ran.out
    assert "FP2      Missed the top ranked documents" in ran.out
    assert "Run again: Retrieval and all after it" in ran.out


@pytest.mark.parametrize(
    ("given", "said"),
    [("retrieval=much", "write a rate from 0 to 1"), ("tea=0.5", "no stage tea")],
)
def test_a_what_if_that_cannot_be_ends_with_two(
    command: Command, demo: str, given: str, said: str
) -> None:
    ran = command("triage", "--run", "spring", "--what-if", given, "--db", demo)
    assert ran.code == 2
    assert said in ran.err
