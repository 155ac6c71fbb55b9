"""One statement per function that stores a drawn queue; never opens a transaction."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, insert, update

from db.models import queue_items, queue_strata, queues


def insert_queue(connection: Connection, values: dict[str, Any]) -> int:
    """Add a queue; gives its id. Its strata and items follow."""
    return int(
        connection.execute(
            insert(queues).values(**values).returning(queues.c.queue_id)
        ).scalar_one()
    )


def insert_stratum(connection: Connection, values: dict[str, Any]) -> int:
    """Add a stratum of a queue; gives its id."""
    return int(
        connection.execute(
            insert(queue_strata).values(**values).returning(queue_strata.c.stratum_id)
        ).scalar_one()
    )


def insert_items(connection: Connection, items: Sequence[dict[str, Any]]) -> None:
    """Add the drawn items of a queue."""
    connection.execute(insert(queue_items), items)


def pair_queues(connection: Connection, queue_id: int, paired_queue_id: int) -> None:
    """Say that a queue asks the questions of another one, in another run."""
    connection.execute(
        update(queues).where(queues.c.queue_id == queue_id).values(paired_queue_id=paired_queue_id)
    )


def set_queue_wanted(connection: Connection, queue_id: int, wanted_labels: int) -> None:
    """Store how many labels a queue wants per item."""
    connection.execute(
        update(queues).where(queues.c.queue_id == queue_id).values(wanted_labels=wanted_labels)
    )


def set_items_wanted(connection: Connection, queue_id: int, wanted_labels: int) -> None:
    """Let every item of a queue want that many labels."""
    connection.execute(
        update(queue_items)
        .where(queue_items.c.queue_id == queue_id)
        .values(wanted_labels=wanted_labels)
    )
