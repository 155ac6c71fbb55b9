"""How the labels at hand were drawn, and how many traces each of them stands for.

Labels from a queue know their draw; labels from outside have what was declared. Chosen for labels
that one judge's verdicts drew, read beside another judge: each stands for the traces that the
drawing judge gave the same verdict, divided by the labels among them; for a queue that is its
stored inclusion probability. Where nobody said which of several judges it was, or the drawing
judge's verdicts leave more than a tenth of the traces without any label, the draw is unknown.
So it is with questions drawn in two runs where they are less than nine tenths of a run's traces:
such labels compare the runs, and say nothing of the rest.

A queue from a signal knows every item's probability, so its labels count wherever its draw could
reach every trace that is spoken of: the run, or a window that lies in the window it was drawn from.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from shlex import quote

from db import read_label_origins
from db.bulk import Connection
from db.read_calibration import LabelRow
from db.read_label_origins import LabelSetRow, QueueRow
from workbench.domain.refusals import Code, Refusal
from workbench.domain.trace_window import window_of, window_words
from workbench.domain.vocabulary import Design, EntryKind
from workbench.services.calibration.label_draws import (
    PartialDraw,
    VerdictDraw,
    is_by_signal,
    partial_draws,
    verdict_draw,
)

SAME_ITEMS = frozenset({Design.UNIFORM, Design.BY_VERDICT, Design.QUEUE})
FIRST_TRACE = "first_trace_id"
VERDICT_FILTERS = frozenset({"verdict", "judge_verdict", "judge"})


@dataclass(frozen=True, slots=True)
class Origins:
    """Where the labels of some traces come from, beside the judge that is read.

    `where` are the field values that chose the traces, a window among them.
    """

    judge_id: int | None
    queues: Mapping[int, QueueRow]
    sets: Mapping[int, LabelSetRow]
    draws: Mapping[int, VerdictDraw]
    partial: Mapping[int, PartialDraw]
    where: Mapping[str, str] = field(default_factory=dict)

    def design_of(self, row: LabelRow) -> Design:
        """Give how one entry's trace was drawn, as far as this judge is concerned."""
        if row.queue_id is not None:
            return self._design_of_queue(self.queues[row.queue_id])
        if row.label_set_id is None:
            return Design.UNKNOWN
        draw = self.draws.get(row.label_set_id)
        if draw is not None and not draw.is_known:
            return Design.UNKNOWN
        return Design(self.sets[row.label_set_id].design)

    def _design_of_queue(self, queue: QueueRow) -> Design:
        if is_by_signal(queue):
            if not self._reaches_all(queue):
                return Design.UNKNOWN
        elif queue.filters:
            is_own = queue.judge_id in (None, self.judge_id)
            is_by_verdict = is_own and VERDICT_FILTERS.issuperset(queue.filters)
            return Design.BY_VERDICT if is_by_verdict else Design.UNKNOWN
        if queue.queue_id in self.partial and not self.partial[queue.queue_id].is_nearly_whole:
            return Design.UNKNOWN
        is_uniform = queue.n_uniform >= queue.size or queue.n_census > 0
        return Design.UNIFORM if is_uniform else Design.QUEUE

    def _reaches_all(self, queue: QueueRow) -> bool:
        """Whether a queue from a signal could draw every trace that is spoken of."""
        # Without a uniform part only what the signal points at could be drawn.
        has_slice = queue.n_uniform > 0 and FIRST_TRACE not in queue.filters
        return has_slice and window_of(queue.filters).holds(window_of(self.where))

    def is_tuned_on(self, row: LabelRow) -> bool:
        """Whether the judge was tuned on the entry."""
        return row.label_set_id is not None and self.sets[row.label_set_id].was_tuned_on

    def is_unblinded(self, row: LabelRow) -> bool:
        """Whether the entry was given with the judge's verdict in sight."""
        if row.queue_id is not None:
            return self.queues[row.queue_id].reveals_judge
        return row.label_set_id is not None and self.sets[row.label_set_id].was_blind is False

    def are_findings(self, row: LabelRow) -> bool:
        """Whether the entry's queue was drawn from a part of the traces and speaks of it alone."""
        return row.queue_id is not None and self.design_of(row) is Design.UNKNOWN

    def is_unequal(self, rows: Iterable[LabelRow]) -> bool:
        """Whether entries of one verdict were drawn by more than this judge's verdict and stages.

        That is another judge's verdicts, the verdicts on another run, the judge's scores, or a
        signal.
        """
        given = list(rows)
        queue_ids = {row.queue_id for row in given if row.queue_id is not None}
        set_ids = {row.label_set_id for row in given if row.label_set_id is not None}
        return any(self._is_unequal_queue(self.queues[queue_id]) for queue_id in queue_ids) or any(
            not self.draws[set_id].is_own for set_id in set_ids & self.draws.keys()
        )

    def _is_unequal_queue(self, queue: QueueRow) -> bool:
        is_targeted = queue.n_uniform < queue.size and not queue.n_census
        is_of_another = queue.judge_id not in (None, self.judge_id)
        is_finer = (
            queue.paired_queue_id is not None or "score" in queue.strata_by or is_by_signal(queue)
        )
        return is_targeted and (is_of_another or is_finer)

    def rounds(self, rows: Iterable[LabelRow]) -> tuple[tuple[str, ...], ...]:
        """Give the queues behind the entries in rounds: a later one could know earlier labels.

        Queues drawn to compare two runs are left out: what they add was not added for this share.
        """
        given: dict[int, list[datetime]] = defaultdict(list)
        for row in rows:
            if row.queue_id is not None and row.kind == EntryKind.VERDICT:
                given[row.queue_id].append(row.recorded_at)
        rounds: list[list[str]] = []
        seen: list[datetime] = []
        for queue in sorted(self.queues.values(), key=lambda queue: queue.created_at):
            if queue.paired_queue_id is not None or not given[queue.queue_id]:
                continue
            if not rounds or min(seen) < queue.created_at:
                rounds.append([])
            rounds[-1].append(queue.name)
            seen += given[queue.queue_id]
        return tuple(tuple(names) for names in rounds)

    def weights(self, rows: Sequence[LabelRow]) -> dict[int, float]:
        """Traces that each entry stands for: its draw's, scaled to the draw's share of labels."""
        drawn: dict[int, float] = {}
        totals: dict[tuple[int | None, int | None], float] = defaultdict(float)
        sizes: Counter[tuple[int | None, int | None]] = Counter()
        given = [row for row in rows if row.kind == EntryKind.VERDICT]
        for row in given:
            key = (row.queue_id, row.label_set_id)
            drawn[row.entry_id] = self._stands_for(row)
            sizes[key] += 1
            totals[key] += drawn[row.entry_id]
        return {
            row.entry_id: drawn[row.entry_id] * sizes[key] / totals[key]
            for row in given
            for key in [(row.queue_id, row.label_set_id)]
        }

    def _stands_for(self, row: LabelRow) -> float:
        if row.inclusion_probability:
            return 1 / row.inclusion_probability
        draw = None if row.label_set_id is None else self.draws.get(row.label_set_id)
        if draw is None or draw.weights is None:
            return 1.0
        return draw.weights.get(row.entry_id, 1.0)

    def design(self, by_trace: Iterable[Sequence[LabelRow]], n_judged: int) -> tuple[Design, bool]:
        """Give the design of all labels together, and whether they were drawn by stage too."""
        rows = [row for entries in by_trace for row in entries]
        judged = {row.trace_id for row in rows if row.verdict is not None}
        if not rows:
            return Design.UNKNOWN, False
        if n_judged > 0 and len(judged) >= n_judged:
            return Design.UNIFORM, False
        designs = {self.design_of(row) for row in rows}
        by_stage = any(
            self._is_by_stage(row) for row in rows if self.design_of(row) is not Design.UNIFORM
        )
        if len(designs) == 1:
            return designs.pop(), by_stage
        return (Design.QUEUE if designs <= SAME_ITEMS else Design.UNKNOWN), by_stage

    def _is_by_stage(self, row: LabelRow) -> bool:
        return row.queue_id is not None and "stage" in self.queues[row.queue_id].strata_by

    def why_unknown(self, run: str | None) -> Refusal:
        """Give why these labels cannot be taken as drawn, and what would mend it."""
        for draw in self.draws.values():
            if draw.judge is None and not draw.is_own:
                return Refusal(
                    Code.DESIGN_UNKNOWN,
                    "Nobody said by which judge's verdicts these labels were drawn, and "
                    f"{len(draw.others)} judges judged the run",
                    declare_line(run, by_judge=" or ".join(draw.others)),
                )
            if draw.unlabelled:
                words = " and ".join(draw.unlabelled)
                return Refusal(
                    Code.DESIGN_UNKNOWN,
                    f"These labels were drawn by the verdicts of {draw.judge}, and none is among "
                    f"the traces where it says {words}",
                    "Label a random part of these traces.",
                )
        for queue_id, part in self.partial.items():
            if not part.is_nearly_whole and not part.is_paired:
                return Refusal(
                    Code.DESIGN_UNKNOWN,
                    f"Queue {self.queues[queue_id].name} was drawn from {part.n_target} of "
                    f"{part.n_run} traces with an answer: the others came later, or were taken out "
                    "of a queue before",
                    f"Draw a queue of this run: {_draw_line(run)}.",
                )
            if not part.is_nearly_whole:
                return Refusal(
                    Code.DESIGN_UNKNOWN,
                    f"These labels were drawn from {part.n_target} questions that another run has "
                    f"too, and this run has {part.n_run} traces with an answer",
                    f"Draw a queue of this run: {_draw_line(run)}.",
                )
        for queue in self.queues.values():
            if is_by_signal(queue) and not self._reaches_all(queue):
                return _of_a_part(queue, run)
        return Refusal(
            Code.DESIGN_UNKNOWN, "Nobody said how these labels were drawn", declare_line(run)
        )


def read_origins(
    connection: Connection,
    rows: Collection[LabelRow],
    judge_id: int | None,
    where: Mapping[str, str],
) -> Origins:
    """Read where the entries come from; `where` is the choice of traces they were read with."""
    queues = read_label_origins.read_queue_rows(
        connection, {row.queue_id for row in rows if row.queue_id is not None}
    )
    sets = read_label_origins.read_label_sets(
        connection, {row.label_set_id for row in rows if row.label_set_id is not None}
    )
    draws = {}
    if judge_id is not None:
        draws = {
            set_id: verdict_draw(connection, label_set, judge_id, where)
            for set_id, label_set in sets.items()
            if label_set.design == Design.BY_VERDICT
        }
    partial = partial_draws(connection, queues.values())
    return Origins(judge_id, queues, sets, draws, partial, dict(where))


def _of_a_part(queue: QueueRow, run: str | None) -> Refusal:
    """Why the labels of a queue from a signal do not speak of the traces asked for."""
    window = window_of(queue.filters)
    if FIRST_TRACE in queue.filters or queue.n_uniform == 0 or window.is_open:
        what = "traces imported since a signal moved" if queue.n_uniform else "what it points at"
        return Refusal(
            Code.DESIGN_UNKNOWN,
            f"Queue {queue.name} was drawn by a signal from {what} alone, so its labels are "
            "findings about these traces",
            f"Draw a queue of this run: {_draw_line(run)}.",
        )
    sides = [
        f"--{name} {side:%Y-%m-%dT%H:%M}"
        for name, side in zip(window._fields, window, strict=True)
        if side is not None
    ]
    return Refusal(
        Code.DESIGN_UNKNOWN,
        f"Queue {queue.name} was drawn by a signal from the traces that ran "
        f"{window_words(window)}, so its labels speak of that window alone",
        f"Look at it: workbench triage --run {quote(run or 'RUN')} {' '.join(sides)}.",
    )


def _draw_line(run: str | None) -> str:
    return f"workbench queue build --run {quote(run or 'RUN')} --judge NAME --size 100"


def declare_line(run: str | None, by_judge: str = "") -> str:
    """The command that says how labels from outside were drawn."""
    line = f"Declare it: workbench import verdicts FILE --run {quote(run or 'RUN')} --design "
    if by_judge:
        return f"{line}by_verdict --judge NAME@VERSION, which is {by_judge}"
    return f"{line}uniform (or by_verdict, by_truth)"
