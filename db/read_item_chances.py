"""How the items of a queue came into it: each one's probability, and its side of a pair."""

from typing import NamedTuple

from sqlalchemy import Connection, case, func, select

from db.item_conditions import OF_QUEUE, is_asked
from db.models import human_entries, queue_items, queues
from workbench.domain.vocabulary import FAILING_ANSWERS, PASSING_ANSWERS, EntryKind


class ItemChance(NamedTuple):
    """A labelled item: its stratum, whether it fails, and the chance it was drawn with."""

    stratum_id: int
    is_failing: bool
    inclusion_probability: float


_n_failing = func.sum(case((human_entries.c.answer.in_(FAILING_ANSWERS), 1), else_=0))
_n_passing = func.sum(case((human_entries.c.answer.in_(PASSING_ANSWERS), 1), else_=0))
_labelled = (
    select(queue_items.c.stratum_id, _n_failing > 0, queue_items.c.inclusion_probability)
    .select_from(queue_items)
    .join(human_entries, human_entries.c.trace_id == queue_items.c.trace_id)
    .where(
        queue_items.c.queue_id == OF_QUEUE,
        queue_items.c.removed_at.is_(None),
        human_entries.c.is_current,
        human_entries.c.kind == EntryKind.VERDICT,
        is_asked(OF_QUEUE),
    )
    .group_by(
        queue_items.c.trace_id,
        queue_items.c.stratum_id,
        queue_items.c.inclusion_probability,
        queue_items.c.order_key,
    )
    .having((_n_failing > 0) != (_n_passing > 0))
    .order_by(queue_items.c.order_key)
)


def read_labelled_chances(connection: Connection, queue_id: int) -> list[ItemChance]:
    """Items of a queue whose labels agree and whose content still stands, in its order."""
    rows = connection.execute(_labelled, {"of_queue": queue_id})
    return [ItemChance._make(row) for row in rows]


def read_side_of_pair(connection: Connection, queue_id: int) -> int | None:
    """0 for the first of two queues drawn together, 1 for the other, None for a queue alone."""
    statement = select(queues.c.paired_queue_id).where(queues.c.queue_id == queue_id)
    paired = connection.execute(statement).scalar()
    return None if paired is None else int(paired < queue_id)
