"""Draws that need more than their own word: by a judge's verdicts, in two runs, by a signal.

Chosen: such a draw serves where what it could not reach is at most a tenth of the traces; beyond
that its labels say nothing of the rest, and nobody knows how much that would move.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from db import read_label_origins, read_triage
from db.bulk import Connection
from db.read_label_origins import LabelSetRow, QueueRow
from db.read_queues import read_judges
from workbench.domain.queue import BY_SIGNAL
from workbench.domain.trace_window import NAMES
from workbench.domain.vocabulary import Evidence, JudgeVerdict
from workbench.services.find_judge import judge_names

MOST_UNLABELLED = 0.10


@dataclass(frozen=True, slots=True)
class VerdictDraw:
    """A label set that a judge's verdicts drew: whose, and what its labels stand for.

    `judge` None says that nobody knows which judge it was, and `others` which it could be;
    `unlabelled` names the verdicts of the judge that have traces and no label, where they matter.
    """

    judge: str | None
    is_own: bool
    others: tuple[str, ...] = ()
    weights: Mapping[int, float] | None = None
    unlabelled: tuple[str, ...] = ()

    @property
    def is_known(self) -> bool:
        """Whether a number can rest on the draw."""
        return self.is_own or (self.judge is not None and not self.unlabelled)


@dataclass(frozen=True, slots=True)
class PartialDraw:
    """A queue that could reach so many of the traces with an answer it speaks of.

    `is_paired` where it was drawn from the questions that two runs share.
    """

    n_target: int
    n_run: int
    is_paired: bool = True

    @property
    def is_nearly_whole(self) -> bool:
        """Whether the rest is too small to matter."""
        return self.n_run - self.n_target <= MOST_UNLABELLED * self.n_run


def verdict_draw(
    connection: Connection, label_set: LabelSetRow, judge_id: int, where: Mapping[str, str]
) -> VerdictDraw:
    """Give what is known of a set that a judge's verdicts drew, for the judge that is read."""
    drawn_by = label_set.judge_id
    names = _judge_names(connection)
    if drawn_by is None:
        of_run = [
            key for key, _, _ in read_triage.read_judges_of_runs(connection, [label_set.run_id])
        ]
        if len(of_run) > 1:
            return VerdictDraw(None, False, tuple(names[key] for key in of_run))
        drawn_by = of_run[0] if of_run else judge_id
    # The whole run was drawn from, whatever part of it is spoken of.
    sizes = _sizes(connection, label_set.run_id, drawn_by, {})
    spoken_of = _sizes(connection, label_set.run_id, drawn_by, where) if where else sizes
    verdicts = {
        entry_id: None if verdict is None else JudgeVerdict(verdict)
        for entry_id, verdict in read_label_origins.read_verdicts_on_set(
            connection, label_set.label_set_id, drawn_by
        ).items()
    }
    drawn = Counter(verdicts.values())
    missing = [verdict for verdict, n in spoken_of.items() if n and not drawn[verdict]]
    is_thin = sum(spoken_of[verdict] for verdict in missing) > MOST_UNLABELLED * spoken_of.total()
    return VerdictDraw(
        names[drawn_by],
        drawn_by == judge_id,
        weights={entry_id: sizes[word] / drawn[word] for entry_id, word in verdicts.items()},
        unlabelled=tuple(str(verdict or "nothing") for verdict in missing) if is_thin else (),
    )


def _sizes(
    connection: Connection, run_id: int, judge_id: int | None, where: Mapping[str, str]
) -> Counter[JudgeVerdict | None]:
    sizes: Counter[JudgeVerdict | None] = Counter()
    for cell in read_triage.read_cells(connection, [run_id], judge_id, where):
        if cell.evidence is not Evidence.ENDPOINT_UNAVAILABLE:
            sizes[cell.verdict] += cell.n
    return sizes


def _judge_names(connection: Connection) -> dict[int, str]:
    known = read_judges(connection)
    return dict(zip((row.judge_id for row in known), judge_names(known), strict=True))


def partial_draws(connection: Connection, queues: Iterable[QueueRow]) -> dict[int, PartialDraw]:
    """Give the queues that could not reach all of their run, or of their window of it, by key.

    Of two runs, what the other does not have; of a signal, what somebody took out before, and what
    was imported since.
    """
    found = {}
    counted: dict[tuple[int, tuple[tuple[str, str], ...]], int] = {}
    for queue in queues:
        is_paired = queue.paired_queue_id is not None
        if not is_paired and not is_by_signal(queue):
            continue
        window = {name: str(queue.filters[name]) for name in NAMES if name in queue.filters}
        key = queue.run_id, tuple(sorted(window.items()))
        if key not in counted:
            counted[key] = _sizes(connection, queue.run_id, None, window).total()
        n_run = counted[key]
        if n_run > queue.n_target:
            found[queue.queue_id] = PartialDraw(queue.n_target, n_run, is_paired)
    return found


def is_by_signal(queue: QueueRow) -> bool:
    """Whether a signal drew the queue; its filters then say which, and the window."""
    return queue.strata_by == BY_SIGNAL
