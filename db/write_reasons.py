"""Stores in words how the items of a queue came in; never opens a transaction."""

from sqlalchemy import Connection, update

from db.models import queue_items


def set_reason(connection: Connection, queue_id: int, slice_name: str, reason: str) -> None:
    """Give a reason to the items of one slice of a queue."""
    item = queue_items.c
    connection.execute(
        update(queue_items)
        .where(item.queue_id == queue_id, item.slice == slice_name)
        .values(reason=reason)
    )
