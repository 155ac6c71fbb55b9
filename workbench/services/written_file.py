"""A file that leaves the store stands whole under its name, or what stood there before does.

Chosen: written beside its place and moved there at the end, so that a full disk, a trouble half
way or Ctrl-C leaves no half table. Rejected: asking before a file is written over, which a script
cannot answer; but a SQLite database, which may be the store itself, is never written over.
"""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO
from uuid import uuid4

from workbench.errors import InputError

SQLITE_BEGINS = b"SQLite format 3\x00"


@contextmanager
def written_file(path: Path) -> Iterator[BinaryIO]:
    """Give the file to write; at the end it stands at `path`, after a trouble nothing is changed.

    Raises
    ------
    InputError
        A SQLite database stands there, or the file cannot be written.
    """
    try:
        if path.exists() and not path.is_file():
            # A pipe or a device cannot be moved over, and a folder says so here.
            with path.open("wb") as file:
                yield file
            return
        _refuse_database(path)
        part = path.resolve().with_name(f".workbench-{uuid4().hex}.part")
        try:
            with part.open("xb") as file:
                yield file
            if path.exists():
                shutil.copymode(path, part)
            part.replace(path.resolve())
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}.") from error


def _refuse_database(path: Path) -> None:
    if not path.is_file():
        return
    with path.open("rb") as file:
        if file.read(len(SQLITE_BEGINS)) == SQLITE_BEGINS:
            raise InputError(
                f"{path} is a SQLite database, perhaps the store, and is not written over. "
                "Name another file."
            )
