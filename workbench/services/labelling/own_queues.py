"""What one annotator has done and still has to do, queue by queue; of nobody else."""

from dataclasses import dataclass
from typing import NamedTuple

from db.read_own_queues import read_own_queues
from workbench.services.labelling.label_queue import known_annotator
from workbench.services.labelling.label_traces import why_empty
from workbench.services.open_store import Store


class OwnProgress(NamedTuple):
    """One annotator's part of a queue; `n_skipped` counts skips and notes without a verdict."""

    n_done: int
    n_skipped: int
    n_open: int


@dataclass(frozen=True, slots=True)
class OwnQueue:
    """One queue as one annotator stands in it.

    `why_done` is said of the newest one where nothing is open in any.
    """

    queue_id: int
    name: str
    run: str
    progress: OwnProgress
    why_done: str = ""


def own_queues(store: Store, annotator: str) -> tuple[OwnQueue, ...]:
    """Every queue with that annotator's part of it, the newest first.

    Raises
    ------
    InputError
        No annotator name.
    """
    with store.reading() as connection:
        # A name that never opened anything has no key; 0 is nobody's.
        rows = read_own_queues(connection, known_annotator(connection, annotator) or 0)
    is_done = not any(row.n_open for row in rows)
    return tuple(
        OwnQueue(
            queue_id=row.queue_id,
            name=row.name,
            run=row.run,
            progress=OwnProgress(row.n_done, row.n_skipped, row.n_open),
            why_done=why_empty(store, row.queue_id, annotator) if is_done and n == 0 else "",
        )
        for n, row in enumerate(rows)
    )
