"""Questions that went through two runs, as a draw of both their answers needs and leaves them."""

from typing import NamedTuple

from sqlalchemy import Connection, and_, select

from db.models import current_traces, queue_items, queues
from db.read_pairs import pairs_of_runs, side_of, verdict_from
from workbench.domain.vocabulary import Evidence, JudgeVerdict


class DrawablePair(NamedTuple):
    """One pair as a draw sees it: its two traces with their names, and the two verdicts."""

    trace_a: int
    request_a: str
    verdict_a: JudgeVerdict | None
    trace_b: int
    request_b: str
    verdict_b: JudgeVerdict | None


class LinkedItem(NamedTuple):
    """One question of two queues drawn together, and how probable it was to be in them."""

    queue_id: int
    queue_b: int
    trace_a: int
    trace_b: int
    judge_id: int | None
    inclusion_probability: float


def read_drawable_pairs(
    connection: Connection, run_a: int, run_b: int, judge_id: int
) -> list[DrawablePair]:
    """Every pair with an answer on both sides."""
    rows = pairs_of_runs(run_a, run_b, judge_id).subquery("pairs")
    first, second = current_traces.alias("first"), current_traces.alias("second")
    failed = Evidence.ENDPOINT_UNAVAILABLE.value
    statement = (
        select(
            rows.c.trace_a,
            first.c.request_id,
            rows.c.verdict_a,
            rows.c.trace_b,
            second.c.request_id,
            rows.c.verdict_b,
        )
        .select_from(
            rows.join(first, first.c.trace_id == rows.c.trace_a).join(
                second, second.c.trace_id == rows.c.trace_b
            )
        )
        .where(rows.c.evidence_a != failed, rows.c.evidence_b != failed)
        .order_by(rows.c.trace_a)
    )
    return [
        DrawablePair(a, name_a, verdict_from(ver_a), b, name_b, verdict_from(ver_b))
        for a, name_a, ver_a, b, name_b, ver_b in connection.execute(statement)
    ]


def read_linked_items(connection: Connection, run_a: int, run_b: int) -> list[LinkedItem]:
    """The questions of all queues of the two runs that were drawn together."""
    first, second = queues.alias("first"), queues.alias("second")
    item_a, item_b = queue_items.alias("item_a"), queue_items.alias("item_b")
    side_a, side_b = side_of(run_a, "side_a"), side_of(run_b, "side_b")
    statement = (
        select(
            first.c.queue_id,
            second.c.queue_id,
            item_a.c.trace_id,
            item_b.c.trace_id,
            first.c.judge_id,
            item_a.c.inclusion_probability,
        )
        .select_from(
            first.join(second, second.c.queue_id == first.c.paired_queue_id)
            .join(item_a, item_a.c.queue_id == first.c.queue_id)
            .join(side_a, side_a.c.trace_id == item_a.c.trace_id)
            .join(side_b, side_b.c.question == side_a.c.question)
            .join(
                item_b,
                and_(
                    item_b.c.queue_id == second.c.queue_id,
                    item_b.c.trace_id == side_b.c.trace_id,
                ),
            )
        )
        .where(first.c.run_id == run_a, second.c.run_id == run_b)
        .order_by(first.c.queue_id, item_a.c.trace_id)
    )
    return [LinkedItem._make(row) for row in connection.execute(statement)]
