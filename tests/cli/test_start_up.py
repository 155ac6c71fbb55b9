"""Asking for help waits for no number library; whole processes start quickly."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
HEAVY = ("numpy", "scipy", "pandas", "pyarrow", "sqlalchemy", "alembic", "streamlit", "altair")
COUNTS = [
    "--flagged",
    "120",
    "--judged",
    "400",
    "--tp",
    "45",
    "--fn",
    "5",
    "--fp",
    "15",
    "--tn",
    "85",
]


def modules_after(*arguments: str) -> set[str]:
    """Modules that a whole process of the command has loaded at its end."""
    script = (
        "import sys, atexit\n"
        "atexit.register(lambda: print(*sys.modules, file=sys.stderr))\n"
        f"sys.argv = {['workbench', *arguments]!r}\n"
        "from workbench.__main__ import main\n"
        "main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return {name.split(".")[0] for name in done.stderr.splitlines()[-1].split()}


def processor_seconds(*arguments: str) -> float:
    """The least processor time of five whole processes; what else runs does not count."""
    spent = []
    for _ in range(5):
        before = os.times()
        subprocess.run(
            [sys.executable, "-m", "workbench", *arguments],
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            check=True,
        )
        after = os.times()
        spent.append(
            after.children_user
            - before.children_user
            + after.children_system
            - before.children_system
        )
    return min(spent)


@pytest.mark.parametrize("arguments", [["--help"], ["import", "traces", "--help"], ["--version"]])
def test_help_loads_no_number_library(arguments: list[str]) -> None:
    loaded = modules_after(*arguments)
    assert loaded & set(HEAVY) == set()
    assert "typer" in loaded


def test_correcting_counts_opens_no_store_and_loads_no_table_library() -> None:
    loaded = modules_after("correct", *COUNTS)
    assert loaded & {"pandas", "pyarrow", "sqlalchemy", "alembic", "streamlit", "altair"} == set()
    assert "numpy" in loaded


def test_help_starts_in_a_third_of_a_second() -> None:
    assert processor_seconds("--help") < 0.3


def test_correcting_counts_takes_a_second_and_a_half_at_most() -> None:
    assert processor_seconds("correct", *COUNTS) < 1.5
