"""Queues that wait for labels, for the refusals that would else ask for another draw."""

from collections.abc import Collection

from sqlalchemy import Connection, exists, select, true

from db.models import current_judge_verdicts, current_traces, human_entries, queue_items, queues


def read_open_queues(connection: Connection, run_ids: Collection[int], judge_id: int) -> list[str]:
    """Queues of the runs with an unlabelled trace that the judge judged, the newest first."""
    is_labelled = exists().where(
        human_entries.c.trace_id == queue_items.c.trace_id,
        human_entries.c.kind == "verdict",
        human_entries.c.is_current.is_(true()),
    )
    waits = (
        exists()
        .where(
            queue_items.c.queue_id == queues.c.queue_id,
            queue_items.c.removed_at.is_(None),
            current_traces.c.trace_id == queue_items.c.trace_id,
            current_judge_verdicts.c.trace_id == queue_items.c.trace_id,
            current_judge_verdicts.c.judge_id == judge_id,
            current_judge_verdicts.c.verdict.is_not(None),
            ~is_labelled.correlate(queue_items),
        )
        .correlate(queues)
    )
    statement = (
        select(queues.c.name)
        .where(queues.c.run_id.in_(sorted(run_ids)), waits)
        .order_by(queues.c.queue_id.desc())
    )
    return list(connection.scalars(statement))
