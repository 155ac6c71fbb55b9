"""Opens an engine: pragmas, explicit BEGIN, one writer at a time in a process.

Chosen: BEGIN IMMEDIATE for writing transactions, since deferred ones fail at once when two
annotators save, and `synchronous=FULL`, since an acknowledged verdict must survive a power
cut. A lock per engine lets writers of one process queue fairly, which SQLite's busy handler
does not. Writers of several processes ask again every millisecond: SQLite's own handler soon
asks only ten times a second, and an import by the command line, whose batches are a few
milliseconds apart, would keep an annotator at a screen waiting for seconds. Whose turn it is
falls by chance, so some wait many times as long as most; they give up late. Measured: with
twenty processes writing without a pause on a busy machine, four of a thousand saves did not get
their turn within ten seconds.
"""

import sqlite3
import threading
import time
from typing import Any

from sqlalchemy import Connection, Engine, ExceptionContext, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError

from workbench.errors import InputError

BUSY_TIMEOUT_MS = 10_000
TURN_SECONDS = 60.0
ASKED_AGAIN_AFTER = 0.001
JOURNAL = "journal_mode=wal"
PRAGMAS = (
    JOURNAL,
    "synchronous=full",
    f"busy_timeout={BUSY_TIMEOUT_MS}",
    "foreign_keys=on",
    "temp_store=memory",
    "cache_size=-65536",
)


def open_engine(url: str) -> Engine:
    """Engine for the store at `url`; raises InputError where the address cannot be read."""
    try:
        parsed = make_url(url)
        if parsed.drivername == "postgresql":
            parsed = parsed.set(drivername="postgresql+psycopg")
        if parsed.get_backend_name() not in ("sqlite", "postgresql"):
            raise InputError(
                f"Store address uses {parsed.drivername!r}. "
                "Give sqlite:///FILE or postgresql://USER@HOST/NAME."
            )
        engine = create_engine(
            parsed, pool_size=20, pool_pre_ping=parsed.get_backend_name() != "sqlite"
        )
    except (ArgumentError, NoSuchModuleError, ModuleNotFoundError) as error:
        raise InputError(
            f"Store address {url!r} cannot be used: {error}. Give sqlite:///FILE or "
            "postgresql://USER@HOST/NAME (which needs: pip install 'judge-workbench[postgres]')."
        ) from error
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _configure)
        event.listen(engine, "begin", _begin)
        event.listen(engine, "handle_error", _keep_when_interrupted)
    return engine


def _keep_when_interrupted(context: ExceptionContext) -> None:
    """Let an interrupted statement's connection roll back like any other.

    SQLAlchemy would throw the connection away, and the file stays locked for as long as anything,
    the traceback too, holds one of its cursors.
    """
    if not isinstance(context.original_exception, Exception):
        context.is_disconnect = False


def _configure(connection: Any, _record: object) -> None:
    # The driver's own transaction handling is switched off: BEGIN is always explicit.
    connection.isolation_level = None
    is_ours = _is_ours_or_new(connection)
    for pragma in PRAGMAS:
        if is_ours or pragma != JOURNAL:
            connection.execute(f"PRAGMA {pragma}").close()


def _is_ours_or_new(connection: Any) -> bool:
    """Whether the file may be changed at all; its journal mode stays in it for good."""
    tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    return not tables or ("imports",) in tables


def _begin(connection: Connection) -> None:
    if connection.get_execution_options().get("is_reading", False):
        connection.exec_driver_sql("BEGIN")
        return
    driver: Any = connection.connection.driver_connection
    driver.execute("PRAGMA busy_timeout=0").close()
    try:
        if not _has_begun(driver):
            # Said once more by way of SQLAlchemy, whose error the callers know.
            connection.exec_driver_sql("BEGIN IMMEDIATE")
    finally:
        driver.execute(f"PRAGMA busy_timeout={BUSY_TIMEOUT_MS}").close()


def _has_begun(driver: Any) -> bool:
    """Whether the turn to write came in time; asked of the driver itself.

    Whoever waits asks a thousand times a second, and each time by way of SQLAlchemy twenty
    waiting processes would leave the writer no processor to finish on.
    """
    given_up_at = time.monotonic() + TURN_SECONDS
    while time.monotonic() < given_up_at:
        try:
            driver.execute("BEGIN IMMEDIATE").close()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                return False
        else:
            return True
        time.sleep(ASKED_AGAIN_AFTER)
    return False


_locks: dict[str, threading.RLock] = {}
_locks_guard = threading.Lock()


def writer_lock(engine: Engine) -> threading.RLock:
    """The lock that writers of this process take in turn for the engine's store."""
    with _locks_guard:
        return _locks.setdefault(
            engine.url.render_as_string(hide_password=False), threading.RLock()
        )
