"""One statement that adds a version of a queue's guideline; older ones stay for their entries."""

from datetime import datetime

from sqlalchemy import Connection, insert

from db.models import guidelines


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
