"""The strata that labels can be drawn from, with the labels there are.

They are those of the correction, cut as finely as the ids allow or joined to one for each verdict.
Chosen by default: the verdict alone, which is enough for the share that fails; drawn by stage too,
no stratum gets fewer than ten labels, and the plan grows with the number of strata.
"""

from collections.abc import Sequence
from dataclasses import replace

from workbench.domain.vocabulary import STAGE_OF_EVIDENCE, Evidence, JudgeVerdict
from workbench.services.calibration.label_strata import (
    StratumPart,
    as_cell,
    as_stratum,
    merged_by_verdict,
    stratum_parts,
)
from workbench.services.calibration.label_weights import label_weights
from workbench.services.calibration.read_labels_of import LabelsOf
from workbench.services.planning.plan_results import PlannedStratum
from workbench.services.triage.observe_run import Target
from workbench.stats.buckets_by_cell import CellStratum
from workbench.stats.stratum import Stratum


def finest_strata(target: Target, labels: LabelsOf) -> tuple[StratumPart, ...]:
    """Give the target set by verdict and by what the ids say, with the labels of each part."""
    weights = label_weights(target, labels)
    weighed = [replace(label, weight=weights[label.trace_id]) for label in labels.labels]
    is_unequal = labels.is_by_stage or labels.is_weighted
    return tuple(stratum_parts(target.cells, weighed, True, is_unequal))


def drawable_strata(finest: Sequence[StratumPart], is_by_stage: bool) -> tuple[StratumPart, ...]:
    """Give the strata a draw can aim at: the finest ones, or each verdict whole."""
    if is_by_stage:
        return tuple(finest)
    is_weighted = any(part.is_weighted for part in finest)
    order = (*JudgeVerdict, None)
    merged = merged_by_verdict(finest, is_weighted=is_weighted)
    return tuple(sorted(merged, key=lambda part: order.index(part.verdict)))


def counted(part: StratumPart) -> Stratum:
    """Give a stratum's counts as the search takes them.

    Without the number of equal labels: the search works on labels to be made, and what those so far
    are worth is in the half-width now.
    """
    return replace(as_stratum(part), n_effective=None)


def counted_cell(part: StratumPart) -> CellStratum:
    """Give a finest stratum as one of the bucket table, counted likewise."""
    return replace(as_cell(part), n_effective=None)


def planned(part: StratumPart, n_more: int | None) -> PlannedStratum:
    """Give a stratum as the plan shows it."""
    evidence = Evidence(part.evidence) if part.evidence else None
    return PlannedStratum(
        str(part.verdict) if part.verdict else "none",
        None if evidence is None else str(STAGE_OF_EVIDENCE.get(evidence, evidence)),
        part.n_target,
        len(part.labels),
        n_more,
    )
