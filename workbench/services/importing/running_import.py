"""An import under way: one at a time in a store, invisible until done, swept when it fails.

Chosen: short batches under a `running` row, made visible by one tiny last transaction.
Rejected: one long transaction, which blocks every annotator for as long as the file is long.
"""

import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import blake2b

from db import write_imports
from db.batch_writing import Writing
from db.bulk import Connection
from db.store import Store
from workbench.errors import StoreUnavailable
from workbench.services.housekeeping.sweep_imports import (
    is_alive,
    process_mark,
    sweep_import,
    sweep_imports,
)

WAIT_SECONDS = 10.0
BEAT_SECONDS = 2.0
PAUSE_SECONDS = 0.005


@dataclass(slots=True)
class RunningImport:
    """The import's row, and when it last said that it is alive."""

    store: Store
    import_id: int
    started_at: datetime
    last_beat: float = field(default_factory=time.monotonic)

    @contextmanager
    def batch(self, writing: Writing | None = None) -> Iterator[Connection]:
        """Hand out one short transaction of the import; whoever waits gets a turn behind it."""
        with (writing or self.store.writing)() as connection:
            yield connection
            self._beat(connection)
        give_turn()

    def _beat(self, connection: Connection) -> None:
        if time.monotonic() - self.last_beat >= BEAT_SECONDS:
            write_imports.beat(connection, self.import_id, alive())
            self.last_beat = time.monotonic()

    def finish(
        self,
        connection: Connection,
        counts: Mapping[str, int],
        content_hash: str,
        details: Mapping[str, object],
    ) -> None:
        """Make every row visible; the last thing in the last transaction."""
        write_imports.finish_import(
            connection, self.import_id, datetime.now(UTC), counts, content_hash, details
        )


def give_turn() -> None:
    """Leave the store to whoever waits for it, who asks every millisecond."""
    time.sleep(PAUSE_SECONDS)


def content_mark(texts: Iterable[str]) -> str:
    """Give the hash of a file's records by which the log tells the same content."""
    whole = blake2b(digest_size=16)
    for text in texts:
        whole.update(text.encode("utf-8", "replace"))
    return whole.hexdigest()


def alive() -> dict[str, object]:
    """Give what a running import's row says of its process."""
    return {"heartbeat": datetime.now(UTC).isoformat(), "process": process_mark()}


@contextmanager
def running_import(store: Store, kind: str, file_name: str) -> Iterator[RunningImport]:
    """Enter the import log as running; whatever escapes takes the import's rows back.

    Raises StoreUnavailable where another import stays at work.
    """
    sweep_imports(store)
    started_at = datetime.now(UTC)
    import_id = _enter(store, kind, file_name, started_at)
    try:
        yield RunningImport(store, import_id, started_at)
    except BaseException:
        sweep_import(store, import_id)
        raise


def _enter(store: Store, kind: str, file_name: str, started_at: datetime) -> int:
    deadline = time.monotonic() + WAIT_SECONDS
    while True:
        with store.writing() as connection:
            write_imports.queue_up(connection)
            others = [
                item
                for item in write_imports.running_imports(connection)
                if is_alive(item.details, datetime.now(UTC))
            ]
            if not others:
                return write_imports.start_import(connection, kind, file_name, started_at, alive())
        if time.monotonic() > deadline:
            raise StoreUnavailable(
                f"Another import ({others[0].file_name}) is at work in this store. Nothing was "
                "imported. Try again when it is done; one that died is taken back after a minute."
            )
        time.sleep(0.2)
