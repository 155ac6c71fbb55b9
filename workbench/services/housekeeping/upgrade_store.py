"""Brings a store to this version's revision, after copying a SQLite file beside itself."""

from dataclasses import dataclass
from itertools import count
from pathlib import Path

from db import migrate
from db.copy_file import copy_file
from db.engine import open_engine
from db.reach import as_store_trouble, reach, sqlite_file
from db.store import Store
from workbench.errors import StoreOutOfDate, StoreUnavailable
from workbench.services.housekeeping.sweep_imports import sweep_imports


@dataclass(frozen=True, slots=True)
class UpgradeReport:
    """What an upgrade did.

    `found` is None for a store made just now, `copy` None where none was needed; `n_swept`
    counts the imports that were cut off and swept.
    """

    address: str
    found: str | None
    revision: str
    copy: Path | None
    n_swept: int = 0

    @property
    def is_changed(self) -> bool:
        """Whether the store was made or moved to another revision."""
        return self.found != self.revision


def upgrade_store(url: str) -> UpgradeReport:
    """Make the store at `url`, or bring it to this version's revision, whole or not at all.

    Raises
    ------
    StoreUnavailable
        The address cannot be used, holds somebody else's tables, or rows would lose their parent.
    StoreOutOfDate
        The store was made by a newer version than this one.
    InputError
        The address cannot be read.
    """
    engine = open_engine(url)
    try:
        reach(engine)
        address = engine.url.render_as_string(hide_password=True)
        found, head = migrate.current(engine), migrate.head()
        if migrate.is_foreign(engine):
            raise StoreUnavailable(
                f"{address} holds tables that this program did not make. Give another --db address."
            )
        # Revisions are numbered and linear, so the larger text is the later one.
        if found is not None and found > head:
            raise StoreOutOfDate(
                f"The store {address} is at revision {found}; this version works with {head}. "
                "A newer version made it: install that version of judge-workbench."
            )
        path = sqlite_file(engine)
        copy = None
        if found is not None and found != head and path is not None:
            copy = _free_name(path, head)
            copy_file(path, copy)
        if found != head:
            with as_store_trouble(engine):
                migrate.upgrade(engine)
        return UpgradeReport(address, found, head, copy, sweep_imports(Store(engine)))
    finally:
        engine.dispose()


def _free_name(path: Path, head: str) -> Path:
    # A copy from an upgrade that failed is never written over: it may be the only good one.
    names = (
        path.with_name(f"{path.name}.before-{head}{'' if n == 1 else f'-{n}'}.bak")
        for n in count(1)
    )
    return next(name for name in names if not name.exists())
