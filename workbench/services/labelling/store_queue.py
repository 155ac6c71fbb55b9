"""Stores a drawn queue: its row, its strata, and each item with its inclusion probability.

A draw is made outside the writing transaction, which labelling would wait for. What an import
replaced meanwhile is found out inside it, left out, and counted in a notice.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from db.read_queues import Connection, read_queue_names
from db.read_replaced import read_replaced
from db.write_queues import insert_items, insert_queue, insert_stratum
from workbench.domain.queue import Slice, StratumKey, order_key
from workbench.errors import InputError
from workbench.report.counted import counted
from workbench.services.find_judge import FoundJudge
from workbench.services.labelling.draw_queue import Draw
from workbench.services.labelling.queue_status import QueueStratum


@dataclass(frozen=True, slots=True)
class QueueReport:
    """What was drawn, with the notices a person should read."""

    queue_id: int
    name: str
    run: str
    judge: str | None
    size: int
    n_uniform: int
    by: tuple[str, ...]
    seed: int
    strata: tuple[QueueStratum, ...]
    notices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class QueuePlan:
    """What is stored of a queue beside its items."""

    run: str
    run_id: int
    judge: FoundJudge | None
    name: str
    by: tuple[str, ...]
    where: Mapping[str, str]
    seed: int
    wanted_labels: int
    n_overlap: int
    reveals_judge: bool


def store_queue(
    connection: Connection,
    plan: QueuePlan,
    draw: Draw,
    strata: Sequence[QueueStratum],
    wanted: Mapping[int, int],
    notices: tuple[str, ...],
) -> QueueReport:
    """Write a queue and say what was drawn; `wanted` are the labels wanted by trace.

    Raises
    ------
    InputError
        An import replaced every drawn trace meanwhile.
    """
    replaced = read_replaced(connection, [item.trace_id for item in draw.items])
    if replaced:
        gone = Counter(item.stratum for item in draw.items if item.trace_id in replaced)
        draw = without(draw, replaced)
        strata = [
            replace(
                stratum,
                n_drawn=stratum.n_drawn - gone[StratumKey(stratum.evidence, stratum.verdict)],
            )
            for stratum in strata
        ]
        notices = (*notices, replaced_notice(len(replaced)))
    queue_id = insert_queue(
        connection,
        {
            "name": plan.name,
            "run_id": plan.run_id,
            "judge_id": None if plan.judge is None else plan.judge.judge_id,
            "size": len(draw.items),
            "n_uniform": draw.n_uniform,
            "strata_by": ",".join(plan.by),
            "filters": dict(plan.where),
            "seed": plan.seed,
            "wanted_labels": plan.wanted_labels,
            "n_overlap": min(plan.n_overlap, len(draw.items)),
            "reveals_judge": plan.reveals_judge,
            "created_at": datetime.now(UTC),
        },
    )
    stratum_ids = {
        StratumKey(stratum.evidence, stratum.verdict): insert_stratum(
            connection,
            {
                "queue_id": queue_id,
                "evidence": stratum.evidence,
                "verdict": stratum.verdict,
                "n_target": stratum.n_target,
                "n_drawn": stratum.n_drawn,
            },
        )
        for stratum in strata
    }
    insert_items(
        connection,
        [
            {
                "queue_id": queue_id,
                "trace_id": item.trace_id,
                "stratum_id": stratum_ids[item.stratum],
                "slice": item.slice,
                "inclusion_probability": item.probability,
                "order_key": order_key(plan.seed, plan.run, item.request_id),
                "wanted_labels": wanted[item.trace_id],
            }
            for item in draw.items
        ],
    )
    return QueueReport(
        queue_id=queue_id,
        name=plan.name,
        run=plan.run,
        judge=None if plan.judge is None else str(plan.judge.judge),
        size=len(draw.items),
        n_uniform=draw.n_uniform,
        by=plan.by,
        seed=plan.seed,
        strata=tuple(strata),
        notices=notices,
    )


def without(draw: Draw, gone: Collection[int]) -> Draw:
    """Give a draw without some of its traces; raises InputError where nothing is left of it."""
    items = tuple(item for item in draw.items if item.trace_id not in gone)
    if not items:
        raise InputError(
            "An import replaced every drawn trace while the queue was drawn. Draw it again."
        )
    n_uniform = draw.n_uniform - sum(
        item.trace_id in gone and item.slice != Slice.TARGETED for item in draw.items
    )
    return replace(draw, items=items, n_uniform=max(0, n_uniform))


def replaced_notice(n: int) -> str:
    """Say how many drawn traces an import replaced."""
    return (
        f"Replaced by an import while the queue was drawn, and so left out: "
        f"{counted(n, 'trace')}. The new "
        "versions are in a queue that is drawn now."
    )


def free_name(connection: Connection, name: str | None, run: str) -> str:
    """The name asked for, or the first of RUN-1, RUN-2, … that no queue has.

    Raises
    ------
    InputError
        The name is empty, or a queue has it.
    """
    taken = read_queue_names(connection)
    if name is not None:
        if not name.strip():
            raise InputError("The queue's name is empty.")
        if name in taken:
            raise InputError(f"There is a queue {name} already. Give another --name.")
        return name
    number = 1
    while f"{run}-{number}" in taken:
        number += 1
    return f"{run}-{number}"
