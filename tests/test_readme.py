"""The README names every command and every field, and what it shows is true."""

import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer.main

from tests.cli.conftest import command
from workbench.cli.commands import app
from workbench.domain.vocabulary import Bucket, Design, Outside
from workbench.formats.trace_jsonl import FIELDS

__all__ = ["command"]

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def commands(tree: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    for name, one in sorted(getattr(tree, "commands", {}).items()):
        if hasattr(one, "commands"):
            yield from commands(one, (*path, name))
            # A group that does something by itself; after its own, which are longer to read.
            if one.invoke_without_command:
                yield (*path, name), one
        else:
            yield (*path, name), one


COMMANDS = dict(commands(typer.main.get_command(app)))
NAMED = [" ".join(path) for path in COMMANDS]


def options(one: Any) -> set[str]:
    return {
        flag for parameter in one.params for flag in (*parameter.opts, *parameter.secondary_opts)
    }


def lines_of_code() -> list[str]:
    blocks = re.findall(r"```\n(.*?)```", README, flags=re.DOTALL)
    return [line for block in blocks for line in block.splitlines() if line.strip()]


def calls(text: str) -> list[list[str]]:
    """Every `workbench …` written in a text, split as the shell would."""
    found = re.findall(r"(?:^|`|: |; )(workbench [^`;\n]+)", text, flags=re.MULTILINE)
    return [shlex.split(call.replace("\\|", "|").replace("…", "")) for call in found]


def path_of(call: list[str]) -> tuple[str, ...]:
    return next((path for path in COMMANDS if tuple(call[1 : 1 + len(path)]) == path), ())


def check(call: list[str]) -> None:
    path = path_of(call)
    assert path, f"{' '.join(call)}: there is no such command"
    flags = {word.split("=")[0] for word in call if word.startswith("-")}
    assert flags - options(COMMANDS[path]) - {"--help"} == set(), " ".join(call)


@pytest.mark.parametrize("name", NAMED)
def test_every_command_is_in_the_table(name: str) -> None:
    assert f"| `workbench {name}` |" in README


def test_the_table_names_no_command_that_is_not_there() -> None:
    rows = re.findall(r"^\| `workbench ([a-z -]+)` \|", README, flags=re.MULTILINE)
    assert sorted(rows) == sorted(NAMED)


@pytest.mark.parametrize("name", NAMED)
def test_every_command_shows_an_example_that_it_takes(name: str) -> None:
    shown = COMMANDS[tuple(name.split())].epilog or ""
    examples = calls(shown)
    assert examples, f"workbench {name} --help shows no example"
    assert all(path_of(call) == tuple(name.split()) for call in examples)
    for call in examples:
        check(call)


@pytest.mark.parametrize("name", NAMED)
def test_every_option_is_explained(name: str) -> None:
    counts = {"--flagged", "--judged", "--tp", "--fn", "--fp", "--tn"}
    silent = [
        parameter.name
        for parameter in COMMANDS[tuple(name.split())].params
        if not getattr(parameter, "help", None)
        and not counts & set(parameter.opts)
        and parameter.opts[0].startswith("-")
    ]
    assert silent == []


def test_every_call_in_the_text_is_one_that_the_command_takes() -> None:
    found = calls(README)
    assert len(found) > 20
    for call in found:
        if len(call) > 1 and not call[1].startswith("-"):
            check(call)


@pytest.mark.parametrize("field", FIELDS)
def test_every_native_field_is_in_the_table(field: str) -> None:
    assert re.search(rf"^\|[^|]*`{field}`[^|]*\|", README, flags=re.MULTILINE)


@pytest.mark.parametrize("word", [*Bucket, *Outside])
def test_every_bucket_is_explained(word: str) -> None:
    assert f"`{word}`" in README


@pytest.mark.parametrize("design", Design)
def test_every_design_is_in_the_table(design: str) -> None:
    assert f"| `{design}` |" in README


def test_every_file_it_points_to_is_there() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", README)
    assert links
    missing = [one for one in links if "://" not in one and not (ROOT / one).exists()]
    assert [one for one in missing if not one.startswith("docs/screenshots/")] == []


def test_what_it_says_of_the_six_counts_is_what_comes_out(command: Any) -> None:
    line = next(line for line in lines_of_code() if "--flagged" in line)
    ran = command(*shlex.split(line)[1:])
    assert ran.code == 0
    assert "30.0 %" in ran.out
    assert "20.0 %" in ran.out


def test_the_coverage_it_claims_is_the_measured_one() -> None:
    measured = (ROOT / "docs" / "coverage.md").read_text(encoding="utf-8").splitlines()
    claims = re.findall(
        r"^\| ([a-z].*?) \| (0\.\d+), (0\.\d+) \| (0\.\d+), (0\.\d+) \|", README, re.M
    )
    assert len(claims) == 3
    for design, *figures in claims:
        found: list[str] = []
        for method in ("| **post-stratified, MOVER-Jeffreys** (headline)", "| judgy 0.1.0"):
            row = next(
                line
                for line in measured
                if line.startswith(method) and f"| {design} | 2,000 |" in line
            )
            found += [cell.strip() for cell in row.split("|")[7:9]]
        assert figures == found, design


def test_every_file_of_the_makefile_is_named_and_every_target_there() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), flags=re.MULTILINE))
    named = set(re.findall(r"`make ([a-z]+)`", README))
    assert {"demo", "test", "check", "bench", "coverage"} <= named
    assert named - targets == set()


def test_the_python_examples_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```", README, flags=re.DOTALL)
    assert blocks
    for block in blocks:
        exec(compile(block, "README.md", "exec"), {})


def test_the_python_it_asks_for_is_the_one_it_needs() -> None:
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert needed["project"]["requires-python"] == ">=3.11"
    assert "Python 3.11 or newer" in README
