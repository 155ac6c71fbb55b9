"""Many short writing transactions of one import, whose commits do not wait for the disk.

Chosen: `synchronous=normal` while batches are written, since nobody sees them before the
last transaction, which is an ordinary one and makes the log before it durable as well. Waiting
for the disk at each batch made half of a long import. Verdicts are never written this way.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.exc import OperationalError

from db.engine import writer_lock
from db.store import Store
from workbench.errors import StoreUnavailable

Writing = Callable[[], AbstractContextManager[Connection]]


@contextmanager
def batch_writing(store: Store) -> Iterator[Writing]:
    """Hand out a function that opens one writing transaction after another."""
    with store.engine.connect() as connection:
        driver: Any = connection.connection.driver_connection

        @contextmanager
        def writing() -> Iterator[Connection]:
            try:
                with writer_lock(store.engine), connection.begin():
                    yield connection
            except OperationalError as error:
                raise StoreUnavailable(
                    f"The store {store.address} could not be used: {error.orig}. Nothing of this "
                    "import was kept. Try again; if it stays, run: workbench doctor"
                ) from error

        if not store.is_sqlite:
            yield writing
            return
        driver.execute("PRAGMA synchronous=normal").close()
        try:
            yield writing
        finally:
            driver.execute("PRAGMA synchronous=full").close()
