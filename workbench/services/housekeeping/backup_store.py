"""Copies a SQLite store consistently while it is in use."""

from dataclasses import dataclass
from pathlib import Path

from db.copy_file import copy_file
from db.engine import open_engine
from db.reach import reach, sqlite_file
from workbench.errors import InputError, StoreUnavailable


@dataclass(frozen=True, slots=True)
class BackupReport:
    """Where the copy is and how large."""

    address: str
    path: Path
    n_bytes: int


def backup_store(url: str, target: Path) -> BackupReport:
    """Copy the store at `url`, at whatever revision, to the new file `target`.

    Raises
    ------
    InputError
        `target` exists or has no folder, or the store is a database server's.
    StoreUnavailable
        There is no store at `url`, or the copy cannot be made.
    """
    engine = open_engine(url)
    try:
        address = engine.url.render_as_string(hide_password=True)
        path = sqlite_file(engine)
        if path is None:
            raise InputError(
                f"{address} is not a file, so it cannot be copied from here. "
                "Run: pg_dump --format=custom --file=workbench.dump DATABASE"
            )
        if not path.is_file():
            raise StoreUnavailable(f"There is no store at {address}. Give its address with --db.")
        if target.exists():
            raise InputError(f"{target} exists and is not written over. Name a new file.")
        if not target.parent.is_dir():
            raise InputError(f"{target}: the folder {target.parent} does not exist. Make it first.")
        reach(engine)
        copy_file(path, target)
        return BackupReport(address, target, target.stat().st_size)
    finally:
        engine.dispose()
