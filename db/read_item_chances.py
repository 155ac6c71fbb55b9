"""How the items of a queue came into it: each one's probability, and its side of a pair."""

from sqlalchemy import Connection, select

from db.models import queue_items, queues


def read_item_chances(connection: Connection, queue_id: int) -> dict[int, float]:
    """Inclusion probability of each item of a queue, by trace."""
    item = queue_items.c
    statement = select(item.trace_id, item.inclusion_probability).where(
        item.queue_id == queue_id, item.removed_at.is_(None)
    )
    return {row.trace_id: row.inclusion_probability for row in connection.execute(statement)}


def read_side_of_pair(connection: Connection, queue_id: int) -> int | None:
    """0 for the first of two queues drawn together, 1 for the other, None for a queue alone."""
    statement = select(queues.c.paired_queue_id).where(queues.c.queue_id == queue_id)
    paired = connection.execute(statement).scalar()
    return None if paired is None else int(paired < queue_id)
