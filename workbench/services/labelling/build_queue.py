"""Draws a queue of traces to label, and stores how each item came into it.

Chosen: a uniform slice beside halves drawn from judge-fail and judge-pass, each item's exact
inclusion probability stored at draw time, so that the estimator knows the design. Rejected:
most suspicious first, whose labels support no rate at all.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from db.read_queues import (
    Connection,
    TargetRow,
    read_queue_names,
    read_run_id,
    read_run_names,
    read_target,
    read_verdicts,
)
from db.write_queues import insert_items, insert_queue, insert_stratum
from workbench.domain.queue import (
    NO_VERDICT,
    StratumKey,
    order_key,
)
from workbench.domain.vocabulary import Evidence
from workbench.errors import InputError
from workbench.services.find_judge import find_judge
from workbench.services.labelling.draw_queue import (
    Draw,
    Strata,
    counted_strata,
    draw_items,
    stratum_of,
    wanted_by_trace,
)
from workbench.services.labelling.queue_status import (
    QueueStatus,
    QueueStratum,
    QueueSummary,
    list_queues,
    queue_status,
    set_wanted_labels,
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
DIVISIONS = (("verdict",), ("verdict", "stage"))


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
    n_overlap: int = 0,
    where: Mapping[str, str] | None = None,
    reveals_judge: bool = False,
) -> QueueReport:
    """Draw and store a queue over the current traces of a run; `size` None takes every trace.

    Without a judge every item is drawn uniformly. `n_uniform` is part of `size`; where it is
    not given it is 30 % of it. `n_overlap` items, chosen at random, want one label more.
    `where` keeps the traces whose field (verdict, stage, index_version, model, question_id,
    truncated) has the value.

    Raises
    ------
    InputError
        Unknown run, judge, field or stratum; a size that cannot be; a name already taken.
    """
    chosen = dict(where or {})
    by = _checked(size, n_uniform, by, wanted_labels, n_overlap, chosen, judge)
    ensure_evidence(store)
    with store.reading() as connection:
        run_id = _run_id(connection, run)
        found = None if judge is None else find_judge(connection, judge)
        judge_id = None if found is None else found.judge_id
        verdicts = {} if judge_id is None else read_verdicts(connection, run_id, judge_id)
        target = read_target(connection, run_id, _filters(chosen))
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
    strata: dict[StratumKey, list[TargetRow]] = {}
    for row in rows:
        strata.setdefault(stratum_of(row, verdicts, by), []).append(row)
    strata = dict(sorted(strata.items()))
    draw = draw_items(strata, size, n_uniform, found is not None, seed)
    notices += draw.notices
    with store.writing() as connection:
        queue_name = _free_name(read_queue_names(connection), name, run)
        queue = {
            "name": queue_name,
            "run_id": run_id,
            "judge_id": judge_id,
            "size": len(draw.items),
            "n_uniform": draw.n_uniform,
            "strata_by": ",".join(by),
            "filters": chosen,
            "seed": seed,
            "wanted_labels": wanted_labels,
            "n_overlap": min(n_overlap, len(draw.items)),
            "reveals_judge": reveals_judge,
            "created_at": datetime.now(UTC),
        }
        queue_id = insert_queue(connection, queue)
        drawn = _store_strata(connection, queue_id, strata, draw)
        wanted = wanted_by_trace(draw.items, wanted_labels, n_overlap, seed)
        items = [
            {
                "queue_id": queue_id,
                "trace_id": item.trace_id,
                "stratum_id": drawn[item.stratum],
                "slice": item.slice,
                "inclusion_probability": item.probability,
                "order_key": order_key(seed, run, item.request_id),
                "wanted_labels": wanted[item.trace_id],
            }
            for item in draw.items
        ]
        insert_items(connection, items)
    return QueueReport(
        queue_id=queue_id,
        name=queue_name,
        run=run,
        judge=None if found is None else str(found.judge),
        size=len(draw.items),
        n_uniform=draw.n_uniform,
        by=by,
        seed=seed,
        strata=counted_strata(strata, draw),
        notices=tuple(notices),
    )


def _checked(
    size: int | None,
    n_uniform: int | None,
    by: tuple[str, ...],
    wanted_labels: int,
    n_overlap: int,
    where: Mapping[str, str],
    judge: str | None,
) -> tuple[str, ...]:
    if size is not None and size < 1:
        raise InputError(f"size must be at least 1, got {size}.")
    if n_uniform is not None and not 0 <= n_uniform <= (size if size is not None else n_uniform):
        raise InputError(f"uniform must lie between 0 and size ({size}), got {n_uniform}.")
    if wanted_labels < 1 or n_overlap < 0:
        raise InputError("Labels per item must be at least 1, the overlap at least 0.")
    unknown = [field for field in where if field not in FILTERS]
    if unknown:
        raise InputError(f"Cannot filter on {', '.join(unknown)}. Known: {', '.join(FILTERS)}.")
    ordered = tuple(part for part in ("verdict", "stage") if part in by)
    if ordered not in DIVISIONS or len(ordered) != len(by):
        raise InputError(
            f"Cannot draw by {','.join(by) or 'nothing'}. Give verdict, or verdict,stage."
        )
    if judge is None:
        if "verdict" in where:
            raise InputError("A filter on the verdict needs a judge: give one.")
        return ()
    return ordered


def _run_id(connection: Connection, run: str) -> int:
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
            f"Left out because an endpoint failed and there is no answer: {n_errors} traces."
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


def _free_name(taken: set[str], name: str | None, run: str) -> str:
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


def _store_strata(
    connection: Connection,
    queue_id: int,
    strata: Strata,
    draw: Draw,
) -> dict[StratumKey, int]:
    return {
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
        for stratum in counted_strata(strata, draw)
    }
