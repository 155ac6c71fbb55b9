"""Marks a run as repeating another one with the gold passages in the prompt."""

from datetime import datetime

from sqlalchemy import Connection, delete, exists, insert

from db.models import runs, traces


def insert_probe_run(connection: Connection, name: str, origin: int, now: datetime) -> int:
    """Insert a run that repeats another one; gives its key."""
    made = connection.execute(
        insert(runs)
        .values(name=name, created_at=now, probe_of_run_id=origin)
        .returning(runs.c.run_id)
    )
    return int(made.scalar_one())


def delete_run_without_traces(connection: Connection, run_id: int) -> None:
    """Delete a run into which nothing was imported; one with traces stays."""
    connection.execute(
        delete(runs).where(
            runs.c.run_id == run_id, ~exists().where(traces.c.run_id == runs.c.run_id)
        )
    )
