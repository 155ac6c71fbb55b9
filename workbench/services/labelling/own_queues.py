"""What one annotator has done and still has to do, queue by queue; of nobody else."""

from dataclasses import dataclass

from workbench.services.labelling.label_progress import Progress, progress
from workbench.services.labelling.label_traces import why_empty
from workbench.services.labelling.queue_status import list_queues
from workbench.services.open_store import Store


@dataclass(frozen=True, slots=True)
class OwnQueue:
    """One queue as one annotator stands in it; `why_done` says why nothing is open, if so."""

    queue_id: int
    name: str
    run: str
    progress: Progress
    why_done: str


def own_queues(store: Store, annotator: str) -> tuple[OwnQueue, ...]:
    """Every queue with that annotator's part of it, the newest first."""
    found = []
    for queue in list_queues(store):
        so_far = progress(store, queue.queue_id, annotator)
        why = "" if so_far.n_open else why_empty(store, queue.queue_id, annotator)
        found.append(OwnQueue(queue.queue_id, queue.name, queue.run, so_far, why))
    return tuple(found)
