"""Draws a queue of traces to label, and stores how each item came into it.

Chosen: a uniform slice beside halves drawn from judge-fail and judge-pass, each item's exact
inclusion probability stored at draw time, so that the estimator knows the design. Rejected:
most suspicious first, whose labels support no rate at all.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from db.read_queues import (
    Connection,
    read_judge_scores,
    read_run_id,
    read_run_names,
    read_target,
    read_verdicts,
)
from workbench.domain.queue import NO_VERDICT
from workbench.domain.vocabulary import Evidence
from workbench.errors import InputError
from workbench.report.counted import counted
from workbench.services.find_judge import find_judge
from workbench.services.labelling.draw_queue import (
    check_size,
    counted_strata,
    draw_items,
    strata_of,
    stratum_of,
    wanted_by_trace,
)
from workbench.services.labelling.near_scores import nearness_by_trace
from workbench.services.labelling.queue_status import (
    QueueStatus,
    QueueStratum,
    QueueSummary,
    list_queues,
    queue_status,
    set_wanted_labels,
)
from workbench.services.labelling.store_queue import (
    QueuePlan,
    QueueReport,
    free_name,
    store_queue,
)
from workbench.services.open_store import Store
from workbench.services.triage.place_evidence import ensure_evidence

__all__ = [
    "QueueReport",
    "QueueStatus",
    "QueueStratum",
    "QueueSummary",
    "build_queue",
    "list_queues",
    "queue_status",
    "set_wanted_labels",
]

FILTERS = ("verdict", "stage", "index_version", "model", "question_id", "truncated")
DIVISIONS = (("verdict",), ("verdict", "stage"), ("verdict", "score"))


def build_queue(
    store: Store,
    *,
    run: str,
    judge: str | None,
    size: int | None,
    n_uniform: int | None = None,
    by: tuple[str, ...] = ("verdict",),
    seed: int,
    name: str | None = None,
    wanted_labels: int = 1,
    overlap_share: float = 0.0,
    where: Mapping[str, str] | None = None,
    reveals_judge: bool = False,
) -> QueueReport:
    """Draw and store a queue over the current traces of a run; `size` None takes every trace.

    Without a judge every item is drawn uniformly. `by` divides by verdict, by verdict and stage,
    or, as verdict and score, lets the targeted part prefer scores near those of the other verdict.
    `n_uniform` is part of `size`; where it is not given it is 30 % of it. `overlap_share` of the
    items drawn, chosen at random, want one label more. `where` keeps the traces whose field
    (verdict, stage, index_version, model, question_id, truncated) has the value.

    Raises
    ------
    InputError
        Unknown run, judge, field or stratum; a size that cannot be; a name already taken.
    """
    chosen = dict(where or {})
    by = _checked(size, n_uniform, by, wanted_labels, overlap_share, chosen, judge)
    ensure_evidence(store)
    with store.reading() as connection:
        run_id = find_run(connection, run)
        found = None if judge is None else find_judge(connection, judge)
        judge_id = None if found is None else found.judge_id
        verdicts = {} if judge_id is None else read_verdicts(connection, run_id, judge_id)
        target = read_target(connection, run_id, _filters(chosen))
        scores = {}
        if judge_id is not None and "score" in by:
            scores = read_judge_scores(connection, run_id, judge_id)
    if "verdict" in chosen:
        target = [
            row for row in target if verdicts.get(row.trace_id, NO_VERDICT) == chosen["verdict"]
        ]
    rows = [row for row in target if not row.is_error]
    if not rows:
        raise InputError(
            f"Run {run} has no trace with an answer"
            + (f" where {_said(chosen)}" if chosen else "")
            + ". Nothing can be drawn."
        )
    notices = list(_notices(len(target) - len(rows), chosen))
    strata = strata_of((stratum_of(row, verdicts, by), row) for row in rows)
    near = nearness_by_trace(strata, scores) if "score" in by and found is not None else None
    draw = draw_items(strata, size, n_uniform, found is not None, seed, nearness_of=near)
    notices += draw.notices
    n_overlap = round(len(draw.items) * overlap_share)
    with store.writing() as connection:
        plan = QueuePlan(
            run=run,
            run_id=run_id,
            judge=found,
            name=free_name(connection, name, run),
            by=by,
            where=chosen,
            seed=seed,
            wanted_labels=wanted_labels,
            n_overlap=n_overlap,
            reveals_judge=reveals_judge,
        )
        wanted = wanted_by_trace(draw.items, wanted_labels, n_overlap, seed)
        return store_queue(
            connection, plan, draw, counted_strata(strata, draw), wanted, tuple(notices)
        )


def _checked(
    size: int | None,
    n_uniform: int | None,
    by: tuple[str, ...],
    wanted_labels: int,
    overlap_share: float,
    where: Mapping[str, str],
    judge: str | None,
) -> tuple[str, ...]:
    check_size(size, n_uniform)
    if wanted_labels < 1 or not 0 <= overlap_share <= 1:
        raise InputError("Labels per item must be at least 1, the share of overlap from 0 to 1.")
    unknown = [field for field in where if field not in FILTERS]
    if unknown:
        raise InputError(f"Cannot filter on {', '.join(unknown)}. Known: {', '.join(FILTERS)}.")
    ordered = tuple(part for part in ("verdict", "stage", "score") if part in by)
    if ordered not in DIVISIONS or len(ordered) != len(by):
        raise InputError(
            f"Cannot draw by {','.join(by) or 'nothing'}. Give verdict, or verdict,stage, or "
            "verdict,score."
        )
    if judge is None:
        if "verdict" in where:
            raise InputError("A filter on the verdict needs a judge: give one.")
        if "score" in ordered:
            raise InputError("A draw by score needs a judge: give one.")
        return ()
    return ordered


def find_run(connection: Connection, run: str) -> int:
    """Key of a run; raises InputError where there is none of that name."""
    run_id = read_run_id(connection, run)
    if run_id is None:
        known = ", ".join(read_run_names(connection)) or "none; import traces first"
        raise InputError(f"There is no run {run!r}. Known: {known}.")
    return run_id


def _filters(where: Mapping[str, str]) -> dict[str, Any]:
    names = {"stage": "evidence", "truncated": "is_truncated", "question_id": "query_key"}
    filters: dict[str, Any] = {names.get(field, field): value for field, value in where.items()}
    if "stage" in where:
        filters["evidence"] = _evidence(where["stage"])
    if "question_id" in where:
        filters["query_key"] = f"question:{where['question_id']}"
    if "truncated" in where:
        words = {"true": True, "false": False}
        if where["truncated"] not in words:
            raise InputError(f"truncated is true or false, got {where['truncated']!r}.")
        filters["is_truncated"] = words[where["truncated"]]
    filters.pop("verdict", None)
    if where.get("verdict", NO_VERDICT) not in ("fail", "pass", NO_VERDICT):
        raise InputError(f"verdict is fail, pass or none, got {where['verdict']!r}.")
    return filters


def _evidence(word: str) -> Evidence:
    word = Evidence.REACHED if word == "generation" else word
    if word not in list(Evidence):
        raise InputError(f"{word!r} is no stage. Known: generation, {', '.join(Evidence)}.")
    return Evidence(word)


def _notices(n_errors: int, where: Mapping[str, str]) -> Sequence[str]:
    notices = []
    if n_errors:
        notices.append(
            f"Left out because an endpoint failed and there is no answer: "
            f"{counted(n_errors, 'trace')}."
        )
    narrowing = {field: value for field, value in where.items() if field != "verdict"}
    if narrowing:
        notices.append(
            f"Drawn where {_said(narrowing)} only: the labels are findings about these traces and "
            "correct no share of the run."
        )
    return notices


def _said(where: Mapping[str, str]) -> str:
    return ", ".join(f"{field}={value}" for field, value in where.items())
