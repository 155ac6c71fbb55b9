"""The guideline of a queue and its versions; one SELECT each."""

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, select

from db.models import guidelines


class GuidelineRow(NamedTuple):
    """One version of a queue's guideline."""

    guideline_id: int
    version: int
    text: str
    created_at: datetime


def read_guideline(connection: Connection, queue_id: int) -> GuidelineRow | None:
    """The newest version of a queue's guideline; None where it has none."""
    g = guidelines.c
    row = connection.execute(
        select(g.guideline_id, g.version, g.text, g.created_at)
        .where(g.queue_id == queue_id)
        .order_by(g.version.desc())
        .limit(1)
    ).one_or_none()
    return None if row is None else GuidelineRow(*row)


def read_guideline_versions(connection: Connection, queue_id: int) -> list[GuidelineRow]:
    """Every version of a queue's guideline, the newest first."""
    g = guidelines.c
    rows = connection.execute(
        select(g.guideline_id, g.version, g.text, g.created_at)
        .where(g.queue_id == queue_id)
        .order_by(g.version.desc())
    )
    return [GuidelineRow(*row) for row in rows]
