"""What one annotator has done and still has to do in every queue; one SELECT."""

from typing import NamedTuple

from sqlalchemy import Connection, and_, case, func, not_, select

from db.item_conditions import is_asked, is_full, own_entries
from db.models import queue_items, queues, runs
from workbench.domain.vocabulary import EntryKind


class OwnQueueRow(NamedTuple):
    """One queue with an annotator's part of it; `n_skipped` counts notes without a verdict too."""

    queue_id: int
    name: str
    run: str
    n_done: int
    n_skipped: int
    n_open: int


def read_own_queues(connection: Connection, annotator_id: int) -> list[OwnQueueRow]:
    """Every queue, the newest first, also one in which nothing is left to ask."""
    item, own = queue_items.c, own_entries.c
    is_counted = and_(item.removed_at.is_(None), is_asked(queues.c.queue_id))
    is_done = own.kind == EntryKind.VERDICT
    is_open = and_(own.kind.is_(None), item.trace_id.is_not(None), not_(is_full(annotator_id)))
    rows = connection.execute(
        select(
            queues.c.queue_id,
            queues.c.name,
            runs.c.name,
            *(
                func.count(case((and_(is_counted, condition), 1)))
                for condition in (is_done, and_(own.kind.is_not(None), not_(is_done)), is_open)
            ),
        )
        .select_from(queues)
        .join(runs, runs.c.run_id == queues.c.run_id)
        .outerjoin(queue_items, item.queue_id == queues.c.queue_id)
        .outerjoin(
            own_entries,
            and_(
                own.trace_id == item.trace_id,
                own.annotator_id == annotator_id,
                own.is_current,
            ),
        )
        .group_by(queues.c.queue_id, queues.c.name, runs.c.name)
        .order_by(queues.c.queue_id.desc())
    )
    return [OwnQueueRow._make(row) for row in rows]
