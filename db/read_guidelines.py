"""The guideline of a queue and its versions; one SELECT each."""

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, select

from db.item_conditions import OF_QUEUE
from db.models import guidelines


class GuidelineRow(NamedTuple):
    """One version of a queue's guideline."""

    guideline_id: int
    version: int
    text: str
    created_at: datetime


_versions = (
    select(
        guidelines.c.guideline_id, guidelines.c.version, guidelines.c.text, guidelines.c.created_at
    )
    .where(guidelines.c.queue_id == OF_QUEUE)
    .order_by(guidelines.c.version.desc())
)
_newest = _versions.limit(1)


def read_guideline(connection: Connection, queue_id: int) -> GuidelineRow | None:
    """The newest version of a queue's guideline; None where it has none."""
    row = connection.execute(_newest, {"of_queue": queue_id}).one_or_none()
    return None if row is None else GuidelineRow(*row)


def read_guideline_versions(connection: Connection, queue_id: int) -> list[GuidelineRow]:
    """Every version of a queue's guideline, the newest first."""
    rows = connection.execute(_versions, {"of_queue": queue_id})
    return [GuidelineRow(*row) for row in rows]
