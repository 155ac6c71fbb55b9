"""Store: the one handle; `reading()` and `writing()` hand out a transaction."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import OperationalError

from db.engine import writer_lock
from workbench.errors import StoreUnavailable


@dataclass(frozen=True)
class Store:
    """An open store at its expected revision."""

    engine: Engine

    @property
    def is_sqlite(self) -> bool:
        """Whether the store is one SQLite file."""
        return self.engine.dialect.name == "sqlite"

    @property
    def address(self) -> str:
        """The store's address without its password."""
        return self.engine.url.render_as_string(hide_password=True)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Hand out one consistent view of the store; waits for no writer."""
        with (
            _as_store_trouble(self),
            self.engine.connect().execution_options(is_reading=True) as connection,
            connection.begin(),
        ):
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Hand out one writing transaction; commits at the end, rolls back on any error."""
        with _as_store_trouble(self), writer_lock(self.engine), self.engine.begin() as connection:
            yield connection

    @contextmanager
    def writing_lightly(self) -> Iterator[Connection]:
        """Hand out a writing transaction whose commit does not wait for the disk.

        For what a power cut may take without harm, such as a lease; never for a verdict.
        """
        with (
            _as_store_trouble(self),
            writer_lock(self.engine),
            self.engine.connect() as connection,
        ):
            driver: Any = connection.connection.driver_connection
            if not self.is_sqlite:
                with connection.begin():
                    yield connection
                return
            driver.execute("PRAGMA synchronous=normal").close()
            try:
                with connection.begin():
                    yield connection
            finally:
                driver.execute("PRAGMA synchronous=full").close()

    def close(self) -> None:
        """Close every pooled connection."""
        self.engine.dispose()


@contextmanager
def _as_store_trouble(store: Store) -> Iterator[None]:
    try:
        yield
    except OperationalError as error:
        raise StoreUnavailable(
            f"The store {store.address} could not be used: {error.orig}. "
            "Nothing of this step was saved. Try again; if it stays, run: workbench doctor"
        ) from error
