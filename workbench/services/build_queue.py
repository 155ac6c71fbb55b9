"""Draws a queue of traces to label, and stores how each item came into it.

Chosen: a uniform slice beside halves drawn from judge-fail and judge-pass, each item's exact
inclusion probability stored at draw time, so that the estimator knows the design. Rejected:
most suspicious first, whose labels support no rate at all.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from workbench.services.open_store import Store


@dataclass(frozen=True, slots=True)
class QueueStratum:
    """One stratum at draw time.

    `evidence` is "any" where the draw was not by stage, `verdict` is fail, pass, none (no
    usable verdict) or, for a draw without a judge, "any".
    """

    evidence: str
    verdict: str
    n_target: int
    n_drawn: int


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
class QueueSummary:
    """One line of the list of queues; `n_labelled_by` counts current verdicts by annotator."""

    queue_id: int
    name: str
    run: str
    judge: str | None
    size: int
    created_at: datetime
    n_labelled_by: Mapping[str, int] = field(default_factory=dict)


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

    Raises
    ------
    InputError
        Unknown run, judge, field or stratum; a size that cannot be; a name already taken.
    """
    raise NotImplementedError


def list_queues(store: Store) -> tuple[QueueSummary, ...]:
    """Every queue, newest first."""
    raise NotImplementedError


@dataclass(frozen=True, slots=True)
class QueueStatus:
    """How far a queue is, over all annotators.

    `n_finished` items have the labels they want. `disagreements` are the request ids on which
    current verdicts differ in whether the answer fails. `n_changed` items were imported with
    another content since the draw and are asked no longer.
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
    n_finished: int
    n_changed: int
    disagreements: tuple[str, ...]


def queue_status(store: Store, queue: str | int) -> QueueStatus:
    """How one queue stands, by its name or id; InputError where there is none."""
    raise NotImplementedError


def set_wanted_labels(store: Store, queue: str | int, wanted_labels: int) -> None:
    """Ask for that many annotators on every item of the queue."""
    raise NotImplementedError
