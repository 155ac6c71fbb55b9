"""`workbench signals` and `workbench queue from-signal`: text, JSON, and wrong input."""

from pathlib import Path

import pytest

from db.store import Store
from tests.cli.conftest import Command
from tests.services.signal_traces import imported, lines


@pytest.fixture
def address(sqlite_store: Store, tmp_path: Path) -> str:
    imported(sqlite_store, tmp_path, lines(200, 140, truncated=True))
    return str(sqlite_store.engine.url)


def test_a_moved_signal_is_a_sentence_and_a_row(command: Command, address: str) -> None:
    ran = command("signals", "--run", "live", "--judge", "strict@2", "--db", address)
    assert ran.code == 0
    assert ran.out.startswith("1 of 7 signals moved: truncated prompts.")
    assert "rose by 90.0 points" in ran.out
    assert "Holm over 7 signals" in ran.out
    assert "at most 5.0 % of looks" in ran.out
    assert "Flags are those of strict@2." in ran.out
    assert "workbench queue from-signal truncated --run live" in ran.err


def test_json_holds_every_signal_with_its_move(command: Command, address: str) -> None:
    found = command("signals", "--run", "live", "--db", address, "--json").json
    by_name = {one["signal"]: one for one in found["signals"]}
    assert (found["n"], found["n_moved"], found["axis"]) == (200, 1, "time")
    assert by_name["truncated"]["move"]["since"] == "2026-03-08T04:00:00+00:00"
    assert by_name["truncated"]["move"]["difference"]["estimate"] == pytest.approx(0.9)
    assert by_name["declined"]["move"] is None
    assert found["low_score"]["code"] == "NOT_ENOUGH_LABELS"


def test_too_few_traces_are_no_trouble_and_say_what_to_do(command: Command, address: str) -> None:
    ran = command("signals", "--run", "live", "--until", "2026-03-04", "--db", address)
    assert ran.code == 0
    assert ran.out.startswith("40 traces are too few")
    assert "Next: Import more traces." in ran.err


def test_a_look_can_begin_later_and_then_finds_nothing(command: Command, address: str) -> None:
    ran = command("signals", "--run", "live", "--until", "2026-03-08T04:00", "--db", address)
    assert ran.out.startswith("Nothing moved")


def test_versions_stand_side_by_side(command: Command, address: str) -> None:
    ran = command("signals", "--by", "truncated", "--run", "live", "--db", address)
    assert ran.code == 0
    assert "differ in 1 of 7 signals: truncated prompts" in ran.out
    found = command("signals", "--by", "model", "--db", address, "--json").json
    assert (found["by"], found["n_versions"]) == ("model", 1)


def test_a_queue_comes_from_a_signal(command: Command, address: str) -> None:
    ran = command(
        *("queue", "from-signal", "truncated", "--run", "live", "--size", 10, "--seed", 7),
        *("--db", address),
    )
    assert ran.code == 0
    assert "Queue live-1: 10 traces of live, 3 of them drawn uniformly" in ran.out
    found = command(
        *("queue", "from-signal", "declined", "--run", "live", "--size", 10, "--seed", 7),
        *("--db", address, "--json"),
    ).json
    assert found["strata"][0]["evidence"] == "a short answer that says it does not know"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("signals", "--since", "soon"), "'soon' is no date"),
        (("signals", "--by", "model", "--since", "2026-03-04"), "leave out --since"),
        (("signals", "--run", "dead"), "Known: live"),
        (("signals", "--by", "request_id"), "200 values"),
        (("queue", "from-signal", "mood", "--run", "live"), "no signal 'mood'"),
        (("queue", "from-signal", "top_score", "--run", "live"), "did not move"),
    ],
)
def test_wrong_input_is_one_line_and_code_2(
    command: Command, address: str, arguments: tuple[str, ...], said: str
) -> None:
    ran = command(*arguments, "--db", address)
    assert ran.code == 2
    assert said in ran.err
    assert len(ran.err.strip().splitlines()) == 1
