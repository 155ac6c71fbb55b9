"""What is printed: in silence once nobody reads, and with nothing that a terminal obeys."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Command
from workbench.cli.printing import print_json, remark, say
from workbench.services.housekeeping.make_demo import make_demo

TRACE = '{"request_id": "%s", "query": "How long?", "answer": "%s"}\n'


def code_unread(stream: str, *arguments: object) -> int:
    """Exit code of a whole process whose output, or whose remarks, nobody reads."""
    reader, writer = os.pipe()
    os.close(reader)
    others = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL} | {stream: writer}
    command = [sys.executable, "-m", "workbench", *map(str, arguments)]
    try:
        return subprocess.run(command, check=False, **others).returncode
    finally:
        os.close(writer)


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("demo") / "demo.db"
    make_demo(path, lambda _said: None)
    return f"sqlite:///{path}"


def test_a_reader_who_left_changes_no_exit_code(demo: str) -> None:
    check = ("--db", demo, "check", "--run", "spring", "--judge", "strict@2", "--max-corrected")
    assert code_unread("stdout", *check, "0.99") == 0
    assert code_unread("stdout", *check, "0.01") == 1
    assert code_unread("stderr", *check, "99") == 2
    assert code_unread("stdout", "--help") == 0


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_an_import_goes_on_where_nobody_reads_of_it(
    tmp_path: Path, command: Command, stream: str
) -> None:
    address = f"sqlite:///{tmp_path / 'store.db'}"
    assert command("--db", address, "upgrade").code == 0
    files = [tmp_path / "one.jsonl", tmp_path / "two.jsonl"]
    for file in files:
        file.write_text(TRACE % (file.stem, "30 days."), encoding="utf-8")
    assert code_unread(stream, "--db", address, "import", "traces", *files) == 0
    assert command("--db", address, "explain", "two").code == 0


def test_no_trace_gives_orders_to_the_terminal(tmp_path: Path, command: Command) -> None:
    address = f"sqlite:///{tmp_path / 'store.db'}"
    assert command("--db", address, "upgrade").code == 0
    file = tmp_path / "hostile.jsonl"
    file.write_text(TRACE % ("r1", r"\u001b]0;owned\u0007\u001b[2J30 days"), encoding="utf-8")
    assert command("--db", address, "import", "traces", file).code == 0
    printed = command("--db", address, "explain", "r1")
    assert "Answer: ␛]0;owned␇␛[2J30 days\n" in printed.out
    assert command("--db", address, "explain", "r1", "--json").json["answer"].startswith("\x1b]0;")


def test_lines_and_tabs_stay_and_json_is_left_alone(capsys: pytest.CaptureFixture[str]) -> None:
    say("a\tb\r\nc\rd\x9b")
    remark("e\x7f")
    print_json({"del": "\x7f"})
    printed = capsys.readouterr()
    assert printed.out == 'a\tb\nc␍d�\n{\n  "del": "\x7f"\n}\n'
    assert printed.err == "e␡\n"
