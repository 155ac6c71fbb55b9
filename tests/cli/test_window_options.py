"""`--since` and `--until` on triage, correct and calibrate: the same window for each."""

from pathlib import Path

import pytest

from db.store import Store
from tests.cli.conftest import Command
from tests.services.signal_traces import imported, lines

WINDOW = ("--since", "2026-03-04", "--until", "2026-03-06T12:00")


@pytest.fixture
def address(sqlite_store: Store, tmp_path: Path) -> str:
    imported(sqlite_store, tmp_path, lines(200, 140, truncated=True))
    return str(sqlite_store.engine.url)


def test_triage_correct_and_calibrate_read_the_same_window(command: Command, address: str) -> None:
    options = ("--run", "live", "--judge", "strict@2", *WINDOW, "--db", address, "--json")
    triage = command("triage", *options).json
    assert triage["where"] == {
        "since": "2026-03-04T00:00:00+00:00",
        "until": "2026-03-06T12:00:00+00:00",
    }
    assert triage["n"] == 60
    assert command("correct", *options).json["n"] == 60
    card = command("calibrate", *options).json
    assert card["where"] == triage["where"]
    assert card["observed_prevalence"]["n"] == 60


def test_where_takes_a_window_too(command: Command, address: str) -> None:
    options = ("--run", "live", "--db", address, "--json")
    assert command("triage", *options, "--where", "since=2026-03-08T04:00").json["n"] == 60


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("--since", "march"), "--since: 'march' is no date"),
        (("--since", "2026-03-06", "--until", "2026-03-04"), "must lie after the beginning"),
        (("--where", "until=soon"), "'soon' is no date"),
    ],
)
def test_what_is_no_window_is_wrong_input(
    command: Command, address: str, given: tuple[str, ...], said: str
) -> None:
    ran = command("triage", "--run", "live", *given, "--db", address)
    assert ran.code == 2
    assert said in ran.err


def test_a_moved_signal_names_the_triage_since(command: Command, address: str) -> None:
    ran = command("signals", "--run", "live", "--db", address)
    assert "workbench triage --run live --since 2026-03-08T04:00" in ran.err
