"""How far the annotator is, counted along with each save, and read anew only now and then.

Measured: counting a queue of 5,000 items costs 8 ms, a good part of what a key costs in all.
Own saves change one item in a known way, so they are added up here. Others' saves change only
what is left, which may be some seconds old; every other act has the store counted again.
"""

from dataclasses import dataclass, replace

from workbench.domain.records import HumanEntry
from workbench.domain.vocabulary import EntryKind
from workbench.services.labelling.label_progress import Progress, progress
from workbench.services.labelling.stale_answers import StaleAnswer, gold_mark, stale_answers
from workbench.services.open_store import Store

RECOUNT_SECONDS = 15.0


@dataclass(frozen=True, slots=True)
class Counts:
    """Progress as it was counted at an instant, and the answers older than their gold.

    `mark` is the store's newest version of any gold when the list was read.
    """

    progress: Progress
    counted_at: float
    mark: int
    stale: tuple[StaleAnswer, ...] = ()


def counted(
    store: Store,
    queue_id: int,
    annotator: str,
    counts: Counts | None,
    now: float,
    mark: int | None = None,
) -> Counts:
    """The counts as they stand: those given where they are young enough, else read anew.

    `mark` is the one that came with an item just now; without it, it is asked for.
    """
    mark = gold_mark(store) if mark is None else mark
    if counts is not None and counts.mark == mark:
        if now - counts.counted_at < RECOUNT_SECONDS:
            return counts
        return replace(counts, progress=progress(store, queue_id, annotator), counted_at=now)
    return Counts(
        progress(store, queue_id, annotator), now, mark, stale_answers(store, queue_id, annotator)
    )


def counted_on(
    counts: Counts | None, trace_id: int, kind: EntryKind, own: HumanEntry | None
) -> Counts | None:
    """The counts after one save on an item that was open to the annotator; None stays None."""
    if counts is None:
        return None
    before = own.kind if own is not None else None
    moved = _place(kind) if before is not EntryKind.VERDICT else _place(before)
    done, skipped, left = (
        n + (place == moved) - (place == _place(before))
        for place, n in enumerate(
            (counts.progress.n_done, counts.progress.n_skipped, counts.progress.n_open)
        )
    )
    pace = counts.progress.seconds_per_item
    so_far = replace(
        counts.progress,
        n_done=done,
        n_skipped=skipped,
        n_open=left,
        seconds_left=None if pace is None else pace * left,
    )
    is_answer = kind is EntryKind.VERDICT
    stale = tuple(s for s in counts.stale if not (is_answer and s.trace_id == trace_id))
    # The first pace of all is read from the store.
    return None if pace is None and is_answer else replace(counts, progress=so_far, stale=stale)


def _place(kind: EntryKind | None) -> int:
    if kind is None:
        return 2
    return 0 if kind is EntryKind.VERDICT else 1
