"""Which runs there are to see: one whose first import is unfinished, or died, is not there yet."""

from sqlalchemy import ColumnElement, exists, or_

from db.models import current_traces, label_sets, queues, runs


def is_visible() -> ColumnElement[bool]:
    """Whether a run has a trace that counts, or labels or a queue of its own."""
    return or_(
        exists().where(current_traces.c.run_id == runs.c.run_id),
        exists().where(label_sets.c.run_id == runs.c.run_id),
        exists().where(queues.c.run_id == runs.c.run_id),
    )
