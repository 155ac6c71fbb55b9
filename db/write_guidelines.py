"""Statements that add a version of a queue's guideline; older ones stay for their entries."""

from datetime import datetime

from sqlalchemy import Connection, insert, select

from db.models import guidelines, queues


def hold_queue(connection: Connection, queue_id: int) -> None:
    """Let writers of one queue's guideline take turns until the transaction ends.

    SQLite has one writer at a time and knows no such clause, which is left out there.
    """
    # Not the key itself: labels that refer to the queue go on being saved meanwhile.
    statement = select(queues.c.queue_id).where(queues.c.queue_id == queue_id)
    connection.execute(statement.with_for_update(key_share=True))


def insert_guideline(
    connection: Connection, queue_id: int, version: int, text: str, now: datetime
) -> int:
    """Add a version; gives its id."""
    return int(
        connection.execute(
            insert(guidelines)
            .values(queue_id=queue_id, version=version, text=text, created_at=now)
            .returning(guidelines.c.guideline_id)
        ).scalar_one()
    )
