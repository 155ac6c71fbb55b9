"""Which queues there are, how they stand over all annotators, and how many labels they want."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from db.read_queues import (
    Connection,
    QueueRow,
    count_labelled,
    read_item_labels,
    read_judges,
    read_queue_names,
    read_queue_rows,
    read_strata,
)
from db.write_queues import set_items_wanted, set_queue_wanted
from workbench.domain.records import JudgeId
from workbench.errors import InputError
from workbench.services.find_judge import judge_names
from workbench.services.open_store import Store


@dataclass(frozen=True, slots=True)
class QueueStratum:
    """One stratum at draw time.

    `evidence` is "any" where the draw was not by stage, `verdict` is fail, pass, none (no
    usable verdict), for a draw without a judge "any", and for questions drawn in two runs both
    verdicts, as in fail/pass.
    """

    evidence: str
    verdict: str
    n_target: int
    n_drawn: int


@dataclass(frozen=True, slots=True)
class QueueSummary:
    """One line of the list of queues; `n_labelled_by` counts current verdicts by annotator."""

    queue_id: int
    name: str
    run: str
    judge: str | None
    size: int
    created_at: datetime
    n_labelled_by: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class QueueStatus:
    """How far a queue is, over all annotators.

    `n_finished` items have the labels they want. `disagreements` are the request ids on which
    current verdicts differ in whether the answer fails. `n_changed` items were imported with
    another content since the draw and are asked no longer. `paired_with` is the queue that asks
    the same questions in another run.
    """

    summary: QueueSummary
    strata: tuple[QueueStratum, ...]
    n_uniform: int
    by: tuple[str, ...]
    seed: int
    where: Mapping[str, str]
    wanted_labels: int
    reveals_judge: bool
    n_items: int
    n_labelled: int
    n_finished: int
    n_changed: int
    disagreements: tuple[str, ...]
    paired_with: str | None = None


def list_queues(store: Store) -> tuple[QueueSummary, ...]:
    """Every queue, newest first."""
    with store.reading() as connection:
        rows = read_queue_rows(connection)
        labelled = count_labelled(connection)
        names = _judge_names(connection)
    return tuple(_summary(row, labelled, names) for row in rows)


def queue_status(store: Store, queue: str | int) -> QueueStatus:
    """How one queue stands, by its name or id; InputError where there is none."""
    with store.reading() as connection:
        row = find_queue(connection, queue)
        labelled = count_labelled(connection)
        strata = read_strata(connection, row.queue_id)
        items = read_item_labels(connection, row.queue_id)
        names = _judge_names(connection)
    current = [item for item in items if item.is_current]
    return QueueStatus(
        summary=_summary(row, labelled, names),
        strata=tuple(QueueStratum(s.evidence, s.verdict, s.n_target, s.n_drawn) for s in strata),
        n_uniform=row.n_uniform,
        by=tuple(row.strata_by.split(",")) if row.strata_by else (),
        seed=row.seed,
        where=row.filters,
        wanted_labels=row.wanted_labels,
        reveals_judge=row.reveals_judge,
        n_items=len(current),
        n_labelled=sum(item.n_verdicts > 0 for item in current),
        n_finished=sum(item.n_verdicts >= item.wanted_labels for item in current),
        n_changed=len(items) - len(current),
        disagreements=tuple(
            item.request_id for item in current if item.n_failing and item.n_passing
        ),
        paired_with=row.paired_with,
    )


def set_wanted_labels(store: Store, queue: str | int, wanted_labels: int) -> None:
    """Ask for that many annotators on every item of the queue."""
    if wanted_labels < 1:
        raise InputError(f"Labels per item must be at least 1, got {wanted_labels}.")
    with store.writing() as connection:
        queue_id = find_queue(connection, queue).queue_id
        set_queue_wanted(connection, queue_id, wanted_labels)
        set_items_wanted(connection, queue_id, wanted_labels)


def find_queue(connection: Connection, queue: str | int) -> QueueRow:
    """A queue by its name or id; raises InputError where there is none."""
    rows = read_queue_rows(connection, queue)
    if not rows:
        known = ", ".join(sorted(read_queue_names(connection))) or "none; build one first"
        raise InputError(f"There is no queue {queue!r}. Known: {known}.")
    return rows[0]


def _judge_names(connection: Connection) -> dict[JudgeId, str]:
    known = read_judges(connection)
    return {row.judge: name for row, name in zip(known, judge_names(known), strict=True)}


def _summary(
    row: QueueRow, labelled: list[tuple[int, str, int]], names: Mapping[JudgeId, str]
) -> QueueSummary:
    judge = None
    if row.judge_name is not None:
        judge = names[JudgeId(row.judge_name, row.judge_version or "", row.judge_fingerprint or "")]
    return QueueSummary(
        queue_id=row.queue_id,
        name=row.name,
        run=row.run,
        judge=judge,
        size=row.size,
        created_at=row.created_at,
        n_labelled_by={name: n for queue_id, name, n in labelled if queue_id == row.queue_id},
    )
