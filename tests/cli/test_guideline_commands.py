from pathlib import Path

import pytest

from db.store import Store
from tests.cli.conftest import Command, command
from tests.ui.label_items import queue_of, record, written

__all__ = ["command"]


@pytest.fixture
def db(sqlite_store: Store, tmp_path: Path) -> str:
    queue_of(sqlite_store, written(tmp_path, [record("q-1")]), "spring")
    return str(sqlite_store.engine.url)


def test_a_guideline_is_given_and_shown(command: Command, db: str, tmp_path: Path) -> None:
    file = tmp_path / "guideline.md"
    file.write_bytes("\ufeff# Correct\r\n\r\nAll of the reference.\n".encode())
    given = command("queue", "guideline", "spring-1", file, "--db", db)
    assert (given.code, given.out) == (0, "Queue spring-1 has guideline version 1.\n")
    again = command("queue", "guideline", "spring-1", file, "--db", db, "--json")
    assert again.json == {"queue": "spring-1", "version": 1, "is_new": False}
    shown = command("queue", "guideline", "spring-1", "--db", db)
    assert shown.out == "# Correct\n\nAll of the reference.\n"
    assert "Version 1" in shown.err


@pytest.mark.parametrize(
    ("content", "says"),
    [(None, "could not be read"), (b"\xff\xfe", "not UTF-8"), (b"  \n", "empty")],
)
def test_what_is_no_guideline_is_wrong_input(
    command: Command, db: str, tmp_path: Path, content: bytes | None, says: str
) -> None:
    file = tmp_path / "guideline.md"
    if content is not None:
        file.write_bytes(content)
    ran = command("queue", "guideline", "spring-1", file, "--db", db)
    assert ran.code == 2
    assert says in ran.err


def test_a_queue_without_guideline_and_an_unknown_queue_say_what_to_do(
    command: Command, db: str
) -> None:
    without = command("queue", "guideline", "spring-1", "--db", db)
    assert without.code == 2
    assert "has no guideline" in without.err
    assert command("queue", "guideline", "winter", "--db", db).code == 2
    assert command("queue", "guideline", "spring-1", "--db", db, "--json").json["version"] is None
