"""Upgrade, current and head revision; finds the scripts in a checkout and in a wheel.

A migration runs with foreign keys off, in one explicit transaction, then checks every
foreign key: with them on, rebuilding a parent table silently deletes every verdict below it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, inspect

from db.engine import writer_lock
from workbench.errors import StoreUnavailable

OUR_TABLE = "imports"
"""A table that every revision has."""


def scripts_folder() -> Path:
    """Folder of the migration scripts: inside the package when installed, else the checkout's."""
    installed = Path(__file__).resolve().parent / "migrations"
    return installed if installed.is_dir() else installed.parent.parent / "migrations"


def _config(connection: Connection | None = None) -> Config:
    config = Config()
    config.set_main_option("script_location", str(scripts_folder()).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def head() -> str:
    """Revision that this version works with."""
    return ScriptDirectory.from_config(_config()).get_current_head() or ""


def current(engine: Engine) -> str | None:
    """Revision the store is at; None for a new, empty one."""
    with engine.connect().execution_options(is_reading=True) as connection:
        return MigrationContext.configure(connection).get_current_revision()


def is_foreign(engine: Engine) -> bool:
    """Whether the store holds tables and none of ours: somebody else's database."""
    names = set(inspect(engine).get_table_names()) - {"alembic_version"}
    return bool(names) and OUR_TABLE not in names


def upgrade(engine: Engine) -> None:
    """Bring the store to the head revision, whole or not at all."""
    with writer_lock(engine), _unguarded(engine) as connection:
        command.upgrade(_config(connection), "head")
        if engine.dialect.name == "sqlite":
            broken = connection.exec_driver_sql("PRAGMA foreign_key_check").fetchall()
            if broken:
                raise StoreUnavailable(
                    f"Upgrading would leave {len(broken)} rows without their parent "
                    f"(first: {tuple(broken[0])}). Nothing was changed. Run: workbench doctor"
                )


@contextmanager
def _unguarded(engine: Engine) -> Iterator[Connection]:
    if engine.dialect.name != "sqlite":
        with engine.begin() as connection:
            # Two upgrades at once take their turn.
            connection.exec_driver_sql("SELECT pg_advisory_xact_lock(7274639)")
            yield connection
        return
    with engine.connect() as connection:
        driver = connection.connection.driver_connection
        driver.execute("PRAGMA foreign_keys=off")  # type: ignore[union-attr]
        try:
            with connection.begin():
                yield connection
        finally:
            driver.execute("PRAGMA foreign_keys=on")  # type: ignore[union-attr]
