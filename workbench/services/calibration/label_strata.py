"""A target set as strata of what the ids say and the judge says, each with its labels.

Where ids decide nothing, all such traces of a verdict form one stratum, unless the labels were
drawn by stage too. Traces without a verdict belong to the target set only where they were
labelled.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum

from db.read_triage import Cell
from workbench.domain.remedies import FAILING_BUCKETS, TABLE_ORDER
from workbench.domain.vocabulary import (
    BUCKET_OF_STAGE,
    STAGE_OF_EVIDENCE,
    Bucket,
    Evidence,
    JudgeVerdict,
    Outside,
)
from workbench.services.calibration.label_weights import weighted_stratum
from workbench.services.calibration.read_labels_of import Label
from workbench.services.triage.observe_run import bucket_of
from workbench.stats.buckets_by_cell import CellStratum
from workbench.stats.stratum import Stratum

UNNAMED = Outside.LABEL_MISSING
NO_STAGE = "stage unknown"
VERDICT_WORDS = {
    JudgeVerdict.FAIL: "judge says fail",
    JudgeVerdict.PASS: "judge says pass",
    None: "no verdict",
}


@dataclass(frozen=True, slots=True)
class StratumPart:
    """One stratum: its class by ids, its verdict, how many items it has, and its labels."""

    name: str
    evidence: str
    verdict: JudgeVerdict | None
    n_target: int
    labels: tuple[Label, ...]
    is_weighted: bool = False


def stratum_parts(
    cells: Sequence[Cell], labels: Sequence[Label], is_by_stage: bool, is_weighted: bool
) -> list[StratumPart]:
    """Give the strata of a target set, each with its labels; outages are outside.

    `is_weighted` says that labels of a stratum do not stand for equally many traces.
    """
    sizes: Counter[tuple[str, JudgeVerdict | None]] = Counter()
    for cell in cells:
        if cell.evidence is not Evidence.ENDPOINT_UNAVAILABLE:
            sizes[_class_of(cell.evidence, is_by_stage), cell.verdict] += cell.n
    found: dict[tuple[str, JudgeVerdict | None], list[Label]] = defaultdict(list)
    for label in labels:
        if label.evidence is not Evidence.ENDPOINT_UNAVAILABLE:
            found[_class_of(label.evidence, is_by_stage), label.verdict].append(label)
    # Traces without a verdict are part of the target set only where all their strata are labelled.
    silent = [key for key in sizes if key[1] is None]
    is_silent_in = all(found[key] for key in silent)
    return [
        StratumPart(
            f"{evidence}, {VERDICT_WORDS[verdict]}",
            evidence,
            verdict,
            n_target,
            tuple(found[evidence, verdict]),
            is_weighted,
        )
        for (evidence, verdict), n_target in sorted(sizes.items(), key=_place)
        if n_target > 0 and (verdict is not None or is_silent_in)
    ]


def _place(item: tuple[tuple[str, JudgeVerdict | None], int]) -> tuple[int, str, str]:
    (evidence, verdict), _ = item
    order = [str(word) for word in Evidence]
    return (order.index(evidence) if evidence in order else len(order), evidence, verdict or "~")


def _class_of(evidence: Evidence, is_by_stage: bool) -> str:
    return evidence if is_by_stage or evidence in STAGE_OF_EVIDENCE else NO_STAGE


def merged_by_verdict(parts: Sequence[StratumPart], *, is_weighted: bool) -> list[StratumPart]:
    """Give the strata joined over what the ids say, one for each verdict."""
    verdicts = dict.fromkeys(part.verdict for part in parts)
    return [
        StratumPart(
            VERDICT_WORDS[verdict],
            "",
            verdict,
            sum(part.n_target for part in parts if part.verdict is verdict),
            tuple(label for part in parts if part.verdict is verdict for label in part.labels),
            is_weighted,
        )
        for verdict in verdicts
    ]


def buckets_of(parts: Sequence[StratumPart]) -> list[str]:
    """Give the rows of the table in order, unnamed failures only where there are some."""
    seen = {name for part in parts for name in counts_of(part)}
    unnamed = [UNNAMED] if UNNAMED in seen else []
    return [*FAILING_BUCKETS, *unnamed, *TABLE_ORDER[len(FAILING_BUCKETS) :]]


def counts_of(part: StratumPart) -> dict[str, float]:
    """Give a stratum's labels by the bucket people put them into.

    Weighted labels count as their part of the weight, so that they add up to their number.
    """
    counts: dict[str, float] = defaultdict(float)
    weights = _weights(part)
    unit = len(part.labels) / fsum(weights.values()) if part.is_weighted and part.labels else 1.0
    for label in part.labels:
        counts[str(bucket_of(label))] += weights[label.trace_id] * unit
    return counts


def _weights(part: StratumPart) -> dict[int, float]:
    return {label.trace_id: label.weight if part.is_weighted else 1.0 for label in part.labels}


def right_bucket(verdict: JudgeVerdict | None) -> Bucket:
    """Give the bucket of a right answer under a verdict."""
    return Bucket.EVALUATION_ERROR if verdict is JudgeVerdict.FAIL else Bucket.CORRECT


def as_stratum(part: StratumPart) -> Stratum:
    """Give a stratum as the total needs it."""
    return weighted_stratum(part.n_target, part.labels, _weights(part), part.name)


def as_cell(part: StratumPart) -> CellStratum:
    """Give a stratum as the rows need it."""
    stage = STAGE_OF_EVIDENCE.get(Evidence(part.evidence)) if part.evidence != NO_STAGE else None
    failing = (*FAILING_BUCKETS, UNNAMED) if stage is None else (BUCKET_OF_STAGE[stage],)
    possible = frozenset({*failing, right_bucket(part.verdict)})
    return CellStratum(
        part.name, part.n_target, counts_of(part), possible, as_stratum(part).n_effective
    )
