"""Questions that went through two runs, by the judge's two verdicts, with their labels.

Chosen: within a pair of verdicts each labelled question counts the same where its draw knew nothing
else: two queues of the same questions drawn together by this judge's verdicts, or each run's own
labels by its verdicts. Otherwise each counts for the questions it stands for, and the formulas get
the number of equal labels that would know as much. Questions drawn together have one probability;
where each run was drawn by itself, a question's weight is the product of its two labels' weights:
the two draws know nothing of each other, or one of them took every question. Within a pair of
verdicts the draws are joined in proportion to their labels.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import fsum

from db import read_pair_draws, read_pairs
from db.read_pair_draws import LinkedItem
from db.read_pairs import PairCell, PairCounts, PairRow
from workbench.domain.triage import observed_bucket
from workbench.domain.vocabulary import Bucket, Design, Evidence, JudgeVerdict, Outside
from workbench.errors import InputError
from workbench.services.calibration.read_labels_of import (
    SAME_ITEMS,
    Label,
    LabelsOf,
    read_labels_of,
)
from workbench.services.open_store import Store
from workbench.services.triage.observe_run import Target, read_target
from workbench.stats.paired import PairStratum

Verdicts = tuple[JudgeVerdict, JudgeVerdict]

VERDICT_PAIRS: tuple[Verdicts, ...] = (
    (JudgeVerdict.FAIL, JudgeVerdict.FAIL),
    (JudgeVerdict.FAIL, JudgeVerdict.PASS),
    (JudgeVerdict.PASS, JudgeVerdict.FAIL),
    (JudgeVerdict.PASS, JudgeVerdict.PASS),
)


@dataclass(frozen=True, slots=True)
class LabelledPair:
    """One question, its two traces, and what people say of each; None where they say nothing.

    `drawn` says how its two answers came into two queues together, where its labels follow from
    that draw.
    """

    row: PairRow
    label_a: Label | None
    label_b: Label | None
    drawn: LinkedItem | None = None

    @property
    def is_decided(self) -> bool:
        """Whether both answers are labelled right or wrong."""
        return None not in (_failing(self.label_a), _failing(self.label_b))

    @property
    def change(self) -> int:
        """Give 1 if right became wrong, -1 if wrong became right, 0 otherwise."""
        return int(_failing(self.label_b) is True) - int(_failing(self.label_a) is True)


@dataclass(frozen=True, slots=True)
class RunPair:
    """Two runs read together: targets, labels, pairs as counted and those with a label."""

    target_a: Target
    target_b: Target
    labels_a: LabelsOf
    labels_b: LabelsOf
    counts: PairCounts
    cells: tuple[PairCell, ...]
    touched: tuple[LabelledPair, ...]

    @property
    def decided(self) -> tuple[LabelledPair, ...]:
        """Give the pairs whose two answers are both labelled right or wrong."""
        return tuple(
            pair for pair in self.touched if pair.is_decided and not _has_no_answer(pair.row)
        )

    @property
    def compared(self) -> tuple[LabelledPair, ...]:
        """Give the decided pairs that a number can rest on.

        Where nobody knows how a run's labels were drawn, those are the pairs drawn together.
        """
        decided = self.decided
        linked = tuple(pair for pair in decided if pair.drawn is not None)
        return linked if linked and not self._is_each_known() else decided

    @property
    def n_failed_endpoint(self) -> int:
        """Give the number of pairs without an answer on one side."""
        return sum(cell.n for cell in self.cells if _has_no_answer(cell))

    @property
    def n_unjudged(self) -> int:
        """Give the number of answered pairs without a usable verdict on one side."""
        return sum(
            cell.n
            for cell in self.cells
            if not _has_no_answer(cell) and None in (cell.verdict_a, cell.verdict_b)
        )

    def verdict_counts(self) -> Counter[Verdicts]:
        """Give the number of judged pairs by their two verdicts."""
        found: Counter[Verdicts] = Counter()
        for cell in self.cells:
            if cell.verdict_a and cell.verdict_b and not _has_no_answer(cell):
                found[cell.verdict_a, cell.verdict_b] += cell.n
        return found

    def is_design_known(self) -> bool:
        """Whether the compared pairs were drawn from these very traces by a known rule."""
        return self._is_each_known() or all(pair.drawn is not None for pair in self.compared)

    def _is_each_known(self) -> bool:
        return {self.labels_a.design, self.labels_b.design} <= SAME_ITEMS

    def is_uniform(self) -> bool:
        """Whether the compared pairs are a random sample, or all there is."""
        linked = [pair.drawn for pair in self.compared if pair.drawn is not None]
        if linked:
            chances = {item.inclusion_probability for item in linked}
            return len(linked) == len(self.compared) and len(chances) == 1
        return {self.labels_a.design, self.labels_b.design} == {Design.UNIFORM}

    def strata(self) -> tuple[PairStratum, ...]:
        """Give the four pairs of verdicts with their labels, in the order of VERDICT_PAIRS."""
        return self._strata(self._weighted_stratum)

    def _weighted_stratum(self, n_target: int, pairs: Sequence[LabelledPair]) -> PairStratum:
        weights: dict[int | None, list[float]] = defaultdict(list)
        for pair in pairs:
            weights[_draw_of(pair)].append(self._stands_for(pair))
        # Each draw counts for as much as it has labels, whatever the scale of its weights.
        scale = {draw: len(found) / fsum(found) for draw, found in weights.items()}
        return _weighted_stratum(
            n_target, pairs, [self._stands_for(pair) * scale[_draw_of(pair)] for pair in pairs]
        )

    def _stands_for(self, pair: LabelledPair) -> float:
        if pair.drawn is not None:
            is_own = pair.drawn.judge_id == self.target_a.judge_id
            return 1.0 if is_own else 1 / pair.drawn.inclusion_probability
        is_unequal = any(
            labels.is_by_stage or labels.is_weighted for labels in (self.labels_a, self.labels_b)
        )
        return _weight(pair.label_a) * _weight(pair.label_b) if is_unequal else 1.0

    def counted_strata(self) -> tuple[PairStratum, ...]:
        """Give the same with every labelled pair counted as one, however it was drawn."""
        return self._strata(_counted_stratum)

    def _strata(
        self, stratum: Callable[[int, Sequence[LabelledPair]], PairStratum]
    ) -> tuple[PairStratum, ...]:
        sizes = self.verdict_counts()
        found: dict[Verdicts, list[LabelledPair]] = defaultdict(list)
        for pair in self.compared:
            if pair.row.verdict_a and pair.row.verdict_b:
                found[pair.row.verdict_a, pair.row.verdict_b].append(pair)
        return tuple(stratum(sizes[verdicts], found[verdicts]) for verdicts in VERDICT_PAIRS)


def read_run_pair(store: Store, run_a: str, run_b: str, judge: str | None) -> RunPair:
    """Read two runs and their pairs; raises InputError for an unknown run or judge."""
    if run_a == run_b:
        raise InputError(f"Both runs are {run_a!r}. Name two runs of the same questions.")
    target_a = read_target(store, run_a, judge, {})
    target_b = read_target(store, run_b, judge, {})
    labels_a, labels_b = (
        read_labels_of(store, target.run_ids, target.judge_id, target.n_judged, {})
        for target in (target_a, target_b)
    )
    ids = (target_a.run_ids[0], target_b.run_ids[0])
    with store.reading() as connection:
        counts = read_pairs.count_pairs(connection, *ids)
        cells = read_pairs.read_pair_cells(connection, *ids, target_a.judge_id)
        rows = read_pairs.read_labelled_pairs(connection, *ids, target_a.judge_id)
        linked = read_pair_draws.read_linked_items(connection, *ids)
    together: dict[tuple[int, int], list[LinkedItem]] = defaultdict(list)
    for item in linked:
        together[item.trace_a, item.trace_b].append(item)
    of_a, of_b = _by_trace(labels_a), _by_trace(labels_b)
    is_each_known = {labels_a.design, labels_b.design} <= SAME_ITEMS
    touched = tuple(
        LabelledPair(
            row,
            label_a := of_a.get(row.trace_a),
            label_b := of_b.get(row.trace_b),
            _draw_behind(label_a, label_b, together[row.trace_a, row.trace_b], is_each_known),
        )
        for row in rows
    )
    return RunPair(target_a, target_b, labels_a, labels_b, counts, tuple(cells), touched)


def _draw_behind(
    label_a: Label | None, label_b: Label | None, drawn: Sequence[LinkedItem], is_each_known: bool
) -> LinkedItem | None:
    """The common draw that the two labels follow from.

    A question that is drawn once more after both its answers were labelled keeps the draw of its
    labels, where that is known.
    """
    for item in reversed(drawn):
        if (label_a is not None and label_a.queue_id == item.queue_id) or (
            label_b is not None and label_b.queue_id == item.queue_b
        ):
            return item
    if not drawn or (is_each_known and label_a is not None and label_b is not None):
        return None
    return drawn[-1]


def bucket_in(
    evidence: Evidence, verdict: JudgeVerdict | None, label: Label | None
) -> Bucket | Outside:
    """The observed bucket as triage counts it; a label names the stage where ids decide none."""
    if label is None:
        return observed_bucket(evidence, verdict)
    return observed_bucket(evidence, verdict, label.stage, label.unresolved is not None)


def _by_trace(labels: LabelsOf) -> Mapping[int, Label]:
    # Findings about questions that both runs have say nothing of a run, but they do of the pair.
    all_labels = (*labels.findings, *labels.unresolved, *labels.labels)
    return {label.trace_id: label for label in all_labels}


def _failing(label: Label | None) -> bool | None:
    return None if label is None else label.is_failing


def _weight(label: Label | None) -> float:
    return 1.0 if label is None else label.weight


def _has_no_answer(row: PairRow | PairCell) -> bool:
    return Evidence.ENDPOINT_UNAVAILABLE in (row.evidence_a, row.evidence_b)


def _counted_stratum(n_target: int, pairs: Sequence[LabelledPair]) -> PairStratum:
    changes = Counter(pair.change for pair in pairs)
    return PairStratum(n_target, len(pairs), changes[1], changes[-1])


def _draw_of(pair: LabelledPair) -> int | None:
    return None if pair.drawn is None else pair.drawn.queue_id


def _weighted_stratum(
    n_target: int, pairs: Sequence[LabelledPair], weights: Sequence[float]
) -> PairStratum:
    if len(set(weights)) <= 1:
        return _counted_stratum(n_target, pairs)
    total = fsum(weights)
    # Kish: the number of equally weighted labels that know as much.
    n_effective = min(float(len(pairs)), total**2 / fsum(weight * weight for weight in weights))
    broken, fixed = (
        n_effective
        * fsum(weight for pair, weight in zip(pairs, weights, strict=True) if pair.change == way)
        / total
        for way in (1, -1)
    )
    # The formulas take shares and sizes; nothing in them needs whole numbers.
    return PairStratum(n_target, n_effective, broken * (1 - 1e-12), fixed * (1 - 1e-12))  # type: ignore[arg-type]
