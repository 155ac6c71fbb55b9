"""Opens a store, or says which command must run first; cli and ui take the Store type from here."""

from db import migrate
from db.engine import open_engine
from db.store import Store
from workbench.errors import StoreOutOfDate, StoreUnavailable

__all__ = ["Store", "open_store"]


def open_store(url: str) -> Store:
    """Open the store at `url`; never upgrades it.

    Raises
    ------
    StoreOutOfDate
        The revision is not the one this version works with; names both and the command.
    StoreUnavailable
        The address cannot be reached, or holds somebody else's tables.
    InputError
        The address cannot be read.
    """
    engine = open_engine(url)
    found, expected = migrate.current(engine), migrate.head()
    if found == expected:
        return Store(engine)
    address = engine.url.render_as_string(hide_password=True)
    is_foreign = migrate.is_foreign(engine)
    engine.dispose()
    if is_foreign:
        raise StoreUnavailable(
            f"{address} holds tables that this program did not make. Give another --db address."
        )
    # Revisions are numbered and linear, so the larger text is the later one.
    is_newer = found is not None and found > expected
    raise StoreOutOfDate(
        f"The store {address} is at revision {found or 'none'}; this version works with "
        f"{expected}. "
        + (
            "A newer version made it: install that version of judge-workbench."
            if is_newer
            else "Run: workbench upgrade"
        )
    )
