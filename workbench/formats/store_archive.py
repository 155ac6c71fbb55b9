"""A whole store as one file: a zip with a table of contents and JSON lines for each table.

Chosen: texts that any program reads, one row a line, and dates of the zip's members held
constant, so that the same store gives the same bytes.
"""

import json
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import IO, NamedTuple

from workbench.errors import InputError

CONTENTS = "contents.json"
ENDING = ".jsonl"
KIND = "judge-workbench store"
FIRST_DAY = (1980, 1, 1, 0, 0, 0)


class Contents(NamedTuple):
    """Which revision of the store was written, and how many rows of each table."""

    revision: str
    n_rows: dict[str, int]


def write_archive(
    out: IO[bytes] | Path, contents: Contents, tables: Iterable[tuple[str, Iterable[object]]]
) -> None:
    """Write the contents and then every table row by row."""
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        said = {"kind": KIND, "revision": contents.revision, "n_rows": contents.n_rows}
        archive.writestr(_member(CONTENTS), json.dumps(said, indent=1) + "\n")
        for name, rows in tables:
            with archive.open(_member(name + ENDING), "w", force_zip64=True) as file:
                for row in rows:
                    # ASCII alone: escapes keep every character, lone surrogates too.
                    file.write(json.dumps(row).encode("ascii") + b"\n")


def _member(name: str) -> zipfile.ZipInfo:
    member = zipfile.ZipInfo(name, FIRST_DAY)
    member.compress_type = zipfile.ZIP_DEFLATED
    return member


def is_archive(path: Path) -> bool:
    """Whether a file is a zip with a table of contents, as a whole store has."""
    try:
        with zipfile.ZipFile(path) as archive:
            return CONTENTS in archive.namelist()
    except (OSError, zipfile.BadZipFile):
        return False


def read_contents(path: Path) -> Contents:
    """Read the table of contents; raises InputError where the file is something else."""
    try:
        with zipfile.ZipFile(path) as archive:
            said = json.loads(archive.read(CONTENTS))
    except (OSError, zipfile.BadZipFile, KeyError, ValueError) as error:
        raise InputError(
            f"{path.name} is no whole store: {_reason(error)}. "
            "Such a file is made by: workbench export all -o store.zip"
        ) from error
    is_ours = isinstance(said, dict) and said.get("kind") == KIND
    n_rows = said.get("n_rows") if is_ours else None
    if not isinstance(n_rows, dict) or not all(isinstance(n, int) for n in n_rows.values()):
        raise InputError(f"{path.name} is no whole store: its {CONTENTS} says something else.")
    return Contents(str(said.get("revision")), n_rows)


def _reason(error: Exception) -> str:
    if isinstance(error, KeyError):
        return f"it holds no {CONTENTS}"
    if isinstance(error, zipfile.BadZipFile):
        return "it is no zip file, or is cut short"
    return str(error) or type(error).__name__


def read_table_rows(path: Path, name: str) -> Iterator[Mapping[str, object]]:
    """Give the rows of one table; raises InputError with the line that cannot be read."""
    try:
        with zipfile.ZipFile(path) as archive, archive.open(name + ENDING) as file:
            for number, line in enumerate(file, start=1):
                row = json.loads(line)
                if not isinstance(row, dict):
                    raise InputError(f"{path.name}, {name}{ENDING}, line {number}: is no object.")
                yield row
    except (OSError, zipfile.BadZipFile, KeyError, ValueError) as error:
        raise InputError(f"{path.name}, {name}{ENDING}: cannot be read: {error}") from error
