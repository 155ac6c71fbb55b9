"""Draws the same questions in two runs, to be labelled in both, and says how each came in.

Chosen: strata are the pairs of the judge's two verdicts, half of the targeted part comes from pairs
whose verdicts differ, since they decide the difference, and both queues keep each question's one
inclusion probability. Each run has a queue of its own, in an order of its own and named as any
other: nothing says to an annotator what became of a question in the other run.
"""

from dataclasses import dataclass, replace

from db.read_pair_draws import DrawablePair, read_drawable_pairs
from db.read_queues import Connection, TargetRow
from db.read_replaced import read_replaced
from db.write_queues import pair_queues
from workbench.domain.queue import ANY, StratumKey, pair_verdict, targeted_pair_shares
from workbench.errors import InputError
from workbench.services.find_judge import find_judge
from workbench.services.labelling.build_queue import find_run
from workbench.services.labelling.draw_queue import (
    Draw,
    check_size,
    counted_strata,
    draw_items,
    strata_of,
    wanted_by_trace,
)
from workbench.services.labelling.store_queue import (
    QueuePlan,
    QueueReport,
    free_name,
    replaced_notice,
    store_queue,
    without,
)
from workbench.services.open_store import Store
from workbench.services.triage.place_evidence import ensure_evidence

BY_PAIR = ("verdict_pair",)


@dataclass(frozen=True, slots=True)
class PairedQueues:
    """Two queues of the same questions, the one of the first run and that of the other."""

    first: QueueReport
    second: QueueReport


def build_paired_queues(
    store: Store,
    *,
    run: str,
    also_run: str,
    judge: str,
    size: int | None,
    n_uniform: int | None = None,
    seed: int,
    name: str | None = None,
    wanted_labels: int = 1,
    overlap_share: float = 0.0,
    reveals_judge: bool = False,
) -> PairedQueues:
    """Draw `size` questions that both runs answered, and store a queue of them for each run.

    None takes every such question. `n_uniform` of them are drawn from all alike, 30 % where it is
    not given; `overlap_share` of them want one label more. `name` becomes NAME-RUN and
    NAME-ALSO_RUN.

    Raises
    ------
    InputError
        Unknown run or judge, one run given twice, no question in both, or a size that cannot be.
    """
    if run == also_run:
        raise InputError(f"Both runs are {run!r}. Name two runs of the same questions.")
    check_size(size, n_uniform)
    ensure_evidence(store)
    with store.reading() as connection:
        ids = find_run(connection, run), find_run(connection, also_run)
        found = find_judge(connection, judge)
        pairs = read_drawable_pairs(connection, *ids, found.judge_id)
    if not pairs:
        raise InputError(
            f"No question has one answer in {run} and one in {also_run}: import both runs with "
            "the same question_id."
        )
    strata = strata_of(
        (
            StratumKey(ANY, pair_verdict(pair.verdict_a, pair.verdict_b)),
            TargetRow(pair.trace_a, pair.request_a, False, None),
        )
        for pair in pairs
    )
    draw = draw_items(strata, size, n_uniform, True, seed, shares_of=targeted_pair_shares)
    n_overlap = round(len(draw.items) * overlap_share)
    wanted = wanted_by_trace(draw.items, wanted_labels, n_overlap, seed)
    others = {pair.trace_a: pair for pair in pairs}
    other_wanted = {others[trace_id].trace_b: n for trace_id, n in wanted.items()}
    with store.writing() as connection:
        draw = _without_replaced(connection, draw, others)
        counted = counted_strata(strata, draw)
        other_draw = _of_the_other_run(draw, others)
        plan = QueuePlan(
            run=run,
            run_id=ids[0],
            judge=found,
            name=free_name(connection, None if name is None else f"{name}-{run}", run),
            by=BY_PAIR,
            where={},
            seed=seed,
            wanted_labels=wanted_labels,
            n_overlap=n_overlap,
            reveals_judge=reveals_judge,
        )
        first = store_queue(connection, plan, draw, counted, wanted, draw.notices)
        other = replace(
            plan,
            run=also_run,
            run_id=ids[1],
            name=free_name(connection, None if name is None else f"{name}-{also_run}", also_run),
        )
        second = store_queue(connection, other, other_draw, counted, other_wanted, draw.notices)
        pair_queues(connection, first.queue_id, second.queue_id)
        pair_queues(connection, second.queue_id, first.queue_id)
    return PairedQueues(first, second)


def _without_replaced(connection: Connection, draw: Draw, others: dict[int, DrawablePair]) -> Draw:
    """The draw without questions of which an import replaced one of the two answers meanwhile."""
    pairs = [others[item.trace_id] for item in draw.items]
    replaced = read_replaced(connection, [key for p in pairs for key in (p.trace_a, p.trace_b)])
    gone = {pair.trace_a for pair in pairs if not replaced.isdisjoint((pair.trace_a, pair.trace_b))}
    if not gone:
        return draw
    kept = without(draw, gone)
    return replace(kept, notices=(*kept.notices, replaced_notice(len(gone))))


def _of_the_other_run(draw: Draw, others: dict[int, DrawablePair]) -> Draw:
    items = tuple(
        item._replace(
            trace_id=others[item.trace_id].trace_b, request_id=others[item.trace_id].request_b
        )
        for item in draw.items
    )
    return replace(draw, items=items)
