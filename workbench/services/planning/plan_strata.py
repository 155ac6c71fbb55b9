"""The strata that labels can be drawn from, with the labels there are.

Chosen: verdict and stage where the labels so far were drawn by both, else the verdict alone, since
a plan must name what a draw can aim at. Traces without a verdict belong to it only where all their
strata are labelled, as in the correction.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from workbench.domain.remedies import FAILING_BUCKETS
from workbench.domain.vocabulary import (
    BUCKET_OF_STAGE,
    STAGE_OF_EVIDENCE,
    Bucket,
    Evidence,
    JudgeVerdict,
)
from workbench.services.calibration.read_labels_of import Label, LabelsOf
from workbench.services.planning.plan_results import PlannedStratum
from workbench.services.triage.observe_run import Target, bucket_of
from workbench.stats.buckets_by_cell import CellStratum
from workbench.stats.stratum import Stratum

Key = tuple[JudgeVerdict | None, Evidence]


@dataclass(frozen=True, slots=True)
class PlanStratum:
    """One stratum of the target set: what it is called, its items and its labels.

    `evidence` is None where the stratum takes a verdict whole.
    """

    verdict: JudgeVerdict | None
    evidence: Evidence | None
    n_target: int
    labels: tuple[Label, ...]

    def counted(self) -> Stratum:
        """Give its counts as the formulas take them."""
        n_failed = sum(label.is_failing is True for label in self.labels)
        return Stratum(self.n_target, len(self.labels), n_failed)

    def planned(self, n_more: int | None) -> PlannedStratum:
        """Give it as the plan shows it."""
        evidence = self.evidence
        stage = None if evidence is None else str(STAGE_OF_EVIDENCE.get(evidence, evidence))
        return PlannedStratum(
            str(self.verdict) if self.verdict else "none",
            stage,
            self.n_target,
            len(self.labels),
            n_more,
        )

    def cell(self) -> CellStratum:
        """Give it as a stratum of the bucket table; it must have an evidence."""
        stage = None if self.evidence is None else STAGE_OF_EVIDENCE.get(self.evidence)
        right = Bucket.EVALUATION_ERROR if self.verdict is JudgeVerdict.FAIL else Bucket.CORRECT
        failing = FAILING_BUCKETS if stage is None else (BUCKET_OF_STAGE[stage],)
        counts: dict[str, int] = {}
        for label in self.labels:
            bucket = str(bucket_of(label))
            counts[bucket] = counts.get(bucket, 0) + 1
        return CellStratum("", self.n_target, counts, frozenset({*failing, right}))


def finest_strata(target: Target, labels: LabelsOf) -> tuple[PlanStratum, ...]:
    """Give the target set by verdict and evidence, with the labels of each part."""
    sizes: dict[Key, int] = {}
    for cell in target.cells:
        if cell.evidence is not Evidence.ENDPOINT_UNAVAILABLE:
            key: Key = (cell.verdict, cell.evidence)
            sizes[key] = sizes.get(key, 0) + cell.n
    found: dict[Key, list[Label]] = {key: [] for key in sizes}
    for label in labels.labels:
        key = (label.verdict, label.evidence)
        if key in found:
            found[key].append(label)
    silent = [key for key in sizes if key[0] is None]
    is_silent_in = all(found[key] for key in silent)
    order = {verdict: place for place, verdict in enumerate((*JudgeVerdict, None))}
    stages = list(Evidence)
    return tuple(
        PlanStratum(verdict, evidence, n, tuple(found[verdict, evidence]))
        for (verdict, evidence), n in sorted(
            sizes.items(), key=lambda item: (stages.index(item[0][1]), order[item[0][0]])
        )
        if n and (verdict is not None or is_silent_in)
    )


def drawable_strata(finest: Sequence[PlanStratum], is_by_stage: bool) -> tuple[PlanStratum, ...]:
    """Give the strata a draw can aim at: the finest ones, or each verdict whole."""
    if is_by_stage:
        return tuple(finest)
    present = {part.verdict for part in finest}
    return tuple(
        PlanStratum(
            verdict,
            None,
            sum(part.n_target for part in finest if part.verdict is verdict),
            tuple(label for part in finest if part.verdict is verdict for label in part.labels),
        )
        for verdict in (*JudgeVerdict, None)
        if verdict in present
    )
