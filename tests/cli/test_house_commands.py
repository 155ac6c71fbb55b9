"""upgrade, backup, doctor and simulate, and how troubles become lines and exit codes."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from db import migrate
from tests.cli.conftest import Command
from workbench.cli.house_commands import MOST_QUESTIONS
from workbench.simulation.queries import query_pool


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_upgrade_makes_the_default_store_in_the_current_folder(
    command: Command, here: Path
) -> None:
    ran = command("upgrade")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == f"Made the store sqlite:///workbench.db at revision {migrate.head()}.\n"
    assert command("upgrade").out.endswith("nothing to do.\n")
    assert (here / "workbench.db").is_file()


def test_the_environment_names_the_store(
    command: Command, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WORKBENCH_DATABASE_URL", "sqlite:///mine.db")
    assert command("upgrade").code == 0
    assert [path.name for path in here.glob("*.db")] == ["mine.db"]


@pytest.mark.parametrize(
    "arguments",
    [["--db", "sqlite:///mine.db", "upgrade"], ["upgrade", "--db", "sqlite:///mine.db"]],
)
def test_an_address_on_the_command_wins_before_and_after_its_name(
    command: Command, here: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    monkeypatch.setenv("WORKBENCH_DATABASE_URL", "sqlite:///theirs.db")
    assert command(*arguments).code == 0
    assert [path.name for path in here.glob("*.db")] == ["mine.db"]


def test_a_command_never_makes_or_upgrades_a_store(command: Command, here: Path) -> None:
    ran = command("queue", "status")
    assert ran.code == 2
    assert ran.err.strip() == (
        "There is no store at sqlite:///workbench.db yet. Run: workbench upgrade"
    )
    assert list(here.iterdir()) == []


def test_a_store_out_of_date_names_both_revisions_and_the_command(
    command: Command, here: Path
) -> None:
    command("upgrade")
    with closing(sqlite3.connect("workbench.db")) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0000'")
        connection.commit()
    ran = command("queue", "status")
    assert ran.code == 2
    assert "0000" in ran.err
    assert migrate.head() in ran.err
    assert "workbench upgrade" in ran.err
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize(
    "address",
    ["mysql://host/x", "nonsense", "sqlite:///no/such/folder/x.db", "postgresql://127.0.0.1:1/x"],
)
def test_a_bad_address_is_one_line_and_exit_code_two(
    command: Command, here: Path, address: str
) -> None:
    for name in ("upgrade", "doctor"):
        ran = command(name, "--db", address)
        assert (ran.code, ran.out) == (2, "")
        assert ran.err.count("\n") == 1
        assert "Traceback" not in ran.err


def test_backup_copies_and_says_where(command: Command, here: Path) -> None:
    command("upgrade")
    ran = command("backup", "copy.db")
    assert ran.code == 0
    assert "copy.db" in ran.out
    assert command("doctor", "--db", "sqlite:///copy.db").code == 0


def test_backup_over_a_file_is_refused(command: Command, here: Path) -> None:
    command("upgrade")
    command("backup", "copy.db")
    ran = command("backup", "copy.db")
    assert ran.code == 2
    assert "is not written over" in ran.err


def test_the_doctor_finds_a_sound_store_sound(command: Command, here: Path) -> None:
    command("upgrade")
    ran = command("doctor")
    assert ran.code == 0
    assert "WRONG" not in ran.out


def test_the_doctor_ends_with_one_and_says_how_to_mend_it(command: Command, here: Path) -> None:
    command("upgrade")
    with closing(sqlite3.connect("workbench.db")) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0000'")
        connection.commit()
    ran = command("doctor")
    assert ran.code == 1
    assert "WRONG  revision" in ran.out
    assert "To mend it: run: workbench upgrade" in ran.out
    found = command("doctor", "--json")
    assert found.code == 1
    assert found.json["is_sound"] is False


def test_simulate_gives_the_same_bytes_for_the_same_seed(command: Command, here: Path) -> None:
    for folder in ("a", "b"):
        ran = command("simulate", "--questions", 20, "--seed", 3, "-o", folder)
        assert ran.code == 0
        assert ran.out.startswith("Wrote 20 traces")
    for name in ("traces.jsonl", "corpus.jsonl", "truth.csv"):
        assert (here / "a" / name).read_bytes() == (here / "b" / name).read_bytes()


def test_simulate_writes_over_nothing(command: Command, here: Path) -> None:
    command("simulate", "--questions", 5, "-o", "a")
    ran = command("simulate", "--questions", 5, "-o", "a")
    assert ran.code == 2
    assert "is not written over" in ran.err


def test_simulate_says_how_many_questions_there_are(command: Command, here: Path) -> None:
    ran = command("simulate", "--questions", MOST_QUESTIONS + 1, "-o", "a")
    assert ran.code == 2
    assert f"less than or equal to {MOST_QUESTIONS}" in ran.err
    assert len(query_pool()) == MOST_QUESTIONS


def test_the_sample_data_is_what_simulate_writes(command: Command, here: Path) -> None:
    from workbench.resources import sample_data

    command("simulate", "-o", "again")
    for name in ("traces.jsonl", "corpus.jsonl", "truth.csv"):
        assert (here / "again" / name).read_bytes() == (sample_data() / name).read_bytes()


def test_an_unknown_command_is_wrong_input(command: Command) -> None:
    ran = command("triangulate")
    assert ran.code == 2
    assert "No such command" in ran.err


def test_the_version_is_printed(command: Command) -> None:
    ran = command("--version")
    assert ran.code == 0
    assert ran.out.startswith("judge-workbench ")


def test_a_folder_that_is_a_file_is_named(command: Command, here: Path) -> None:
    (here / "taken").write_text("mine", encoding="utf-8")
    ran = command("simulate", "--questions", 5, "-o", "taken")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("taken cannot be written")
    assert (here / "taken").read_text(encoding="utf-8") == "mine"
