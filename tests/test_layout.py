"""The house keeps its plan: import contracts, sizes, door signs, and no words of elsewhere."""

import ast
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("workbench", "db")
MODULES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("*.py"))

MODULE_LINES = 500
TEST_LINES = 600
TOP_LEVEL = {
    "CHANGELOG.md",
    "Containerfile",
    "LICENSE",
    "Makefile",
    "README.md",
    "SECURITY.md",
    "compose.yaml",
    "constraints.txt",
    "db",
    "docs",
    "migrations",
    "pyproject.toml",
    "sample_data",
    "tests",
    "workbench",
}
FORBIDDEN_NAMES = {"utils.py", "helpers.py", "common.py", "base.py"}


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def tracked() -> list[str]:
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("this is no git checkout")
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return listed.stdout.splitlines()


def is_door_sign(path: Path) -> bool:
    """Only a docstring, re-exports and `__all__`."""
    body = ast.parse(path.read_text(encoding="utf-8")).body
    return ast.get_docstring(ast.Module(body, [])) is not None and all(
        isinstance(node, ast.ImportFrom)
        or (isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__")
        for node in body[1:]
    )


def test_rooms_import_downwards_only() -> None:
    program = Path(sys.executable).parent / "lint-imports"
    found = subprocess.run(
        [program, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert found.returncode == 0, found.stdout + found.stderr


def test_a_module_fits_its_size() -> None:
    lengths = {name(path): len(path.read_text(encoding="utf-8").splitlines()) for path in MODULES}
    assert {path: n for path, n in lengths.items() if n > MODULE_LINES} == {}


def test_a_test_file_fits_its_size() -> None:
    lengths = {name(path): len(path.read_text(encoding="utf-8").splitlines()) for path in TESTS}
    assert {path: n for path, n in lengths.items() if n > TEST_LINES} == {}


def test_every_package_has_its_door_sign() -> None:
    signs = [path for path in MODULES if path.name == "__init__.py"]
    assert len(signs) >= len(PACKAGES)
    assert [name(path) for path in signs if not is_door_sign(path)] == []
    folders = {path.parent for path in MODULES if path.parent.name != "screens"}
    without = {name(folder) for folder in folders} - {name(path.parent) for path in signs}
    # Screens and their sections are scripts that Streamlit runs by path.
    assert {folder for folder in without if "/ui" not in folder} == set()


def test_every_module_says_what_it_is() -> None:
    scripts = ROOT / "workbench" / "ui" / "screens"
    silent = [
        name(path)
        for path in MODULES
        if path.parent != scripts
        and ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) is None
    ]
    assert silent == []


def test_no_module_is_a_drawer_for_odds_and_ends() -> None:
    assert [name(path) for path in MODULES if path.name in FORBIDDEN_NAMES] == []


def test_a_screen_is_short() -> None:
    screens = sorted((ROOT / "workbench" / "ui" / "screens").glob("*.py"))
    lengths = {path.name: len(path.read_text(encoding="utf-8").splitlines()) for path in screens}
    assert {path: n for path, n in lengths.items() if n > 120} == {}


def test_tests_stand_alone_as_functions() -> None:
    classes = [
        f"{name(path)}:{node.lineno}"
        for path in TESTS
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef) and node.name.startswith("Test")
    ]
    assert classes == []


def test_the_top_level_holds_only_what_is_named() -> None:
    found = {path.split("/")[0] for path in tracked() if not path.startswith(".")}
    assert found - TOP_LEVEL == set()


def test_pins_name_no_place_to_fetch_from() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = [line for line in lines if line and not line.startswith("#")]
    assert pins
    assert [pin for pin in pins if not re.fullmatch(r"[A-Za-z0-9._-]+==[^ ]+( ; .+)?", pin)] == []


def test_no_file_holds_a_path_of_one_machine() -> None:
    places = re.compile(r"(?<![\w.])/(?:home|root|Users)/\w")
    found = []
    for path in tracked():
        file = ROOT / path
        if not file.is_file() or file.suffix in (".png", ".parquet", ".gz", ".db", ".svg"):
            continue
        if places.search(file.read_text(encoding="utf-8", errors="replace")):
            found.append(path)
    assert found == []
