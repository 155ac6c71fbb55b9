"""Looks a store over: what is wrong, and how to mend it.

What needs no decision is mended at once and said: an import that was cut off is swept, a stage
computed before its gold changed is computed again. Nothing that a person recorded is touched.
"""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass

from db import migrate, read_health
from db.engine import open_engine
from db.reach import as_store_trouble, reach, sqlite_file
from db.store import Store
from workbench.errors import StoreOutOfDate, StoreUnavailable
from workbench.report.counted import counted_as

NEEDED_BYTES = 200_000_000


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at. `remedy` is empty where nothing is left to do."""

    check: str
    is_wrong: bool
    message: str
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class CheckReport:
    """Everything that was looked at, in order."""

    address: str
    findings: tuple[Finding, ...]

    @property
    def is_sound(self) -> bool:
        """Whether nothing is left to mend."""
        return not any(finding.is_wrong for finding in self.findings)


def check_address(url: str) -> None:
    """Raise StoreUnavailable where no store answers at `url`; makes no file.

    Raises
    ------
    StoreOutOfDate
        There is no store yet; names the command that makes it.
    StoreUnavailable
        The address does not answer, or holds something else.
    InputError
        The address cannot be read.
    """
    engine = open_engine(url)
    try:
        path = sqlite_file(engine)
        if path is not None and not path.exists() and path.parent.is_dir():
            address = engine.url.render_as_string(hide_password=True)
            raise StoreOutOfDate(f"There is no store at {address} yet. Run: workbench upgrade")
        reach(engine)
    finally:
        engine.dispose()


def check_store(url: str) -> CheckReport:
    """Look over the store at `url`, mending what needs no decision.

    Raises
    ------
    StoreUnavailable
        No store answers at `url`.
    InputError
        The address cannot be read.
    """
    check_address(url)
    store = Store(open_engine(url))
    try:
        return CheckReport(store.address, tuple(_findings(store)))
    finally:
        store.close()


def _findings(store: Store) -> Iterator[Finding]:
    revision = _revision(store)
    yield revision
    if store.is_sqlite:
        try:
            with as_store_trouble(store.engine):
                yield from _file_findings(store)
        except StoreUnavailable as trouble:
            yield Finding("integrity", True, str(trouble), "put back the last backup")
            return
        yield _space(store)
    if not revision.is_wrong:
        yield _imports(store)
        yield _evidence(store)


def _revision(store: Store) -> Finding:
    found, head = migrate.current(store.engine), migrate.head()
    if found == head:
        return Finding("revision", False, f"the store is at revision {head}")
    if migrate.is_foreign(store.engine):
        message = "the tables in it were not made by this program"
        return Finding("revision", True, message, "give another --db address")
    message = f"the store is at revision {found or 'none'}; this version works with {head}"
    if found is not None and found > head:
        return Finding("revision", True, message, "install the newer version that made it")
    return Finding("revision", True, message, "run: workbench upgrade")


def _file_findings(store: Store) -> Iterator[Finding]:
    with store.reading() as connection:
        damage = read_health.integrity_problems(connection)
        orphans = read_health.rows_without_parent(connection)
        mode = read_health.journal_mode(connection)
    if damage:
        message = f"the file is damaged: {damage[0]} ({len(damage)} findings)"
        yield Finding("integrity", True, message, "stop the app and put back the last backup")
    else:
        yield Finding("integrity", False, "the file is whole")
    if orphans:
        named = ", ".join(f"{n} in {table}" for table, n in orphans)
        message = f"rows point at rows that are gone: {named}"
        yield Finding("references", True, message, "put back the last backup")
    else:
        yield Finding("references", False, "every row has its parent")
    if mode == "wal":
        yield Finding("journal", False, "people can read while somebody writes")
    else:
        message = f"the journal mode is {mode}, so readers wait for writers"
        yield Finding("journal", True, message, "move the file to a local disk")


def _space(store: Store) -> Finding:
    path = sqlite_file(store.engine)
    if path is None:
        raise ValueError("only a SQLite file takes space here")
    free, size = shutil.disk_usage(path.parent).free, path.stat().st_size
    # An upgrade copies the file, and the log can grow to its size meanwhile.
    needed = max(NEEDED_BYTES, 2 * size)
    message = f"{free / 1e9:.1f} GB free, the store takes {size / 1e9:.2f} GB"
    if free < needed:
        return Finding("space", True, message, f"free at least {needed / 1e9:.1f} GB")
    return Finding("space", False, message)


def _imports(store: Store) -> Finding:
    from workbench.services.housekeeping.sweep_imports import sweep_imports

    with store.reading() as connection:
        n_before = read_health.n_unfinished_imports(connection)
    sweep_imports(store)
    with store.reading() as connection:
        n_left = read_health.n_unfinished_imports(connection)
    if n_left:
        return Finding("imports", False, f"{n_left} still under way, {n_before - n_left} swept")
    if n_before:
        return Finding("imports", False, f"{n_before} cut off and swept; import the file again")
    return Finding("imports", False, "none was cut off")


def _evidence(store: Store) -> Finding:
    from workbench.services.triage.triage_traces import refresh_evidence

    with store.reading() as connection:
        n_stale = read_health.n_stale_evidence(connection)
    if not n_stale:
        return Finding("stages", False, "every trace's stage fits its gold")
    refresh_evidence(store)
    with store.reading() as connection:
        n_left = read_health.n_stale_evidence(connection)
    if n_left:
        message = (
            f"{counted_as(n_left, 'trace has', 'traces have')} a stage that does not fit the gold"
        )
        return Finding("stages", True, message, "import the traces again")
    return Finding("stages", False, f"{n_stale} were out of date and computed again")
