"""Removes what an import that never finished left behind; nobody ever saw its rows.

An import says every few seconds that it is alive. One that fell silent, or whose process is
gone from this machine, is swept by the next import, by `workbench upgrade` and `doctor`.
"""

import os
import socket
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from hashlib import blake2b

from db import sweep_rows, write_imports
from db.store import Store

SILENCE = timedelta(seconds=60)
BATCH = 200


def process_mark() -> str:
    """Name this process without naming the machine: a hash of its name, and the number."""
    host = blake2b(socket.gethostname().encode(), digest_size=6).hexdigest()
    return f"{host}:{os.getpid()}"


def is_alive(details: Mapping[str, object], now: datetime) -> bool:
    """Whether a running import's process may still be at work."""
    host, _, number = str(details.get("process", "")).partition(":")
    own_host, _, own_number = process_mark().partition(":")
    if host == own_host and number.isdigit() and number != own_number and os.name == "posix":
        try:
            os.kill(int(number), 0)
        except ProcessLookupError:
            return False
        except PermissionError:
            pass
    try:
        heard_at = datetime.fromisoformat(str(details.get("heartbeat", "")))
    except ValueError:
        return False
    return now - heard_at < SILENCE


def sweep_imports(store: Store) -> int:
    """Sweep every unfinished import that has fallen silent; gives how many there were."""
    now = datetime.now(UTC)
    with store.reading() as connection:
        running = write_imports.running_imports(connection)
    silent = [item.import_id for item in running if not is_alive(item.details, now)]
    for import_id in silent:
        sweep_import(store, import_id)
    return len(silent)


def sweep_import(store: Store, import_id: int) -> None:
    """Take back one unfinished import, in short transactions; a finished one stays."""
    with store.writing() as connection:
        if import_id not in {i.import_id for i in write_imports.running_imports(connection)}:
            return
        for table in sweep_rows.SUPERSEDED:
            sweep_rows.restore_superseded(connection, table, import_id)
    for table in sweep_rows.BY_KEY:
        n_gone = BATCH
        while n_gone == BATCH:
            with store.writing() as connection:
                n_gone = sweep_rows.delete_some(connection, table, import_id, BATCH)
    with store.writing() as connection:
        for table in sweep_rows.WHOLE:
            sweep_rows.delete_all(connection, table, import_id)
        write_imports.mark_swept(connection, import_id, datetime.now(UTC))
        if not write_imports.running_imports(connection):
            # A run that another import has just begun is empty as well.
            sweep_rows.delete_empty_runs(connection)
