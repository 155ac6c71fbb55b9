"""How many annotators an item wants, from the command line."""

import json
from pathlib import Path

import pytest
from sqlalchemy import func, select

from db.models import queue_items
from workbench.cli.app import run
from workbench.services.open_store import open_store


@pytest.fixture
def address(tmp_path: Path) -> str:
    url = f"sqlite:///{tmp_path}/store.db"
    lines = [{"request_id": f"q-{n}", "query": "How long?", "answer": "Long."} for n in range(10)]
    path = tmp_path / "traces.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    assert command("upgrade", "--db", url) == 0
    assert command("import", "traces", str(path), "--db", url) == 0
    return url


def command(*arguments: str) -> int:
    return run(list(arguments))


def wanted(url: str) -> dict[int, int]:
    store = open_store(url)
    statement = select(queue_items.c.wanted_labels, func.count()).group_by(
        queue_items.c.wanted_labels
    )
    with store.reading() as connection:
        found = {row[0]: row[1] for row in connection.execute(statement)}
    store.close()
    return found


def test_an_overlap_of_two_asks_two_people_for_every_item(address: str) -> None:
    build = ("queue", "build", "--run", "default", "--size", "10", "--db", address)
    assert command(*build, "--overlap", "2") == 0
    assert wanted(address) == {2: 10}


def test_an_overlap_share_asks_a_second_person_for_a_part(address: str) -> None:
    build = ("queue", "build", "--run", "default", "--size", "10", "--db", address)
    assert command(*build, "--overlap", "2", "--overlap-share", "0.3") == 0
    assert wanted(address) == {1: 7, 2: 3}


@pytest.mark.parametrize("size", [["--all"], ["--size", "500"]])
def test_an_overlap_share_is_one_of_the_traces_drawn_however_many_were_asked_for(
    address: str, size: list[str]
) -> None:
    build = ("queue", "build", "--run", "default", *size, "--db", address)
    assert command(*build, "--overlap", "2", "--overlap-share", "0.3") == 0
    assert wanted(address) == {1: 7, 2: 3}


@pytest.mark.parametrize("beside", [("--size", "5"), ("--uniform", "5")])
def test_a_size_beside_every_trace_is_refused(address: str, beside: tuple[str, str]) -> None:
    build = ("queue", "build", "--run", "default", "--all", "--db", address)
    assert command(*build, *beside) == 2
    assert wanted(address) == {}


def test_a_share_without_an_overlap_of_two_is_refused(address: str) -> None:
    build = ("queue", "build", "--run", "default", "--size", "10", "--db", address)
    assert command(*build, "--overlap-share", "0.3") == 2


def test_an_unknown_division_is_refused_without_a_judge_too(address: str) -> None:
    build = ("queue", "build", "--run", "default", "--size", "10", "--db", address)
    assert command(*build, "--by", "colour") == 2
    assert wanted(address) == {}


def test_the_people_wanted_change_after_the_draw(
    address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    build = ("queue", "build", "--run", "default", "--size", "10", "--db", address)
    assert command(*build) == 0
    assert command("queue", "overlap", "default-1", "3", "--db", address) == 0
    assert wanted(address) == {3: 10}
    assert "3 annotators wanted on each of 10 items; 0 are finished" in capsys.readouterr().out
    assert command("queue", "overlap", "autumn", "3", "--db", address) == 2
