"""A consistent copy of a SQLite store while others read and write it.

Chosen: SQLite's own backup call, which sees one committed state, write-ahead log included.
Rejected: copying the file, which misses what still stands in the log.
"""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from workbench.errors import StoreUnavailable


def copy_file(source: Path, target: Path) -> None:
    """Copy the store whole or not at all; `target` appears only when the copy is sound.

    Raises
    ------
    StoreUnavailable
        The source cannot be read, the target not be written, or the copy is damaged.
    """
    unfinished = target.with_name(f"{target.name}.unfinished")
    unfinished.unlink(missing_ok=True)
    try:
        with (
            closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=rw", uri=True)) as original,
            closing(sqlite3.connect(unfinished)) as copy,
        ):
            original.backup(copy)
            # One file to carry away: the log is folded in.
            copy.execute("PRAGMA journal_mode=delete")
            (state,) = copy.execute("PRAGMA quick_check(1)").fetchone()
        if state != "ok":
            raise StoreUnavailable(
                f"{source} is damaged ({state}), so no copy was made. Run: workbench doctor"
            )
        os.replace(unfinished, target)
    except (sqlite3.Error, OSError) as error:
        raise StoreUnavailable(
            f"{source} could not be copied to {target}: {error}. Nothing was changed. "
            "Check the folder and its free space."
        ) from error
    finally:
        unfinished.unlink(missing_ok=True)
