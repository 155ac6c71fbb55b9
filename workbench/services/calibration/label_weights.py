"""How many traces each label stands for, and how many equal labels a part of them is worth."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from math import fsum
from typing import NamedTuple

from workbench.domain.vocabulary import Bucket, Design, Evidence, JudgeVerdict, Outside
from workbench.services.calibration.read_labels_of import Label, LabelsOf
from workbench.services.triage.observe_run import Target, bucket_of
from workbench.stats.stratum import Stratum
from workbench.stats.weighting import clustered_n, hajek_rate


def failure_mix(target: Target, found: LabelsOf) -> dict[Bucket | Outside, float]:
    """Give the labelled failures by bucket, as many as equal ones would have been.

    Labels drawn by verdict hold too many flagged failures; each then counts for the traces of its
    verdict that it stands for. A uniform sample is counted as it is.
    """
    weights = failure_weights(target, found)
    total = fsum(weights.values())
    squares = fsum(weight * weight for weight in weights.values())
    mix: dict[Bucket | Outside, float] = defaultdict(float)
    for label in found.labels:
        bucket = bucket_of(label)
        if bucket is not None and label.trace_id in weights:
            mix[bucket] += weights[label.trace_id] * total / squares
    return mix


def failure_weights(target: Target, found: LabelsOf) -> dict[int, float]:
    """Give the traces that each labelled failure stands for, by trace, up to a common factor.

    Of labels drawn by verdict, one without a verdict stands for no known number and is absent.
    """
    failures = [label for label in found.labels if label.is_failing is True]
    if found.design not in (Design.BY_VERDICT, Design.QUEUE):
        return {label.trace_id: 1.0 for label in failures}
    within = label_weights(target, found)
    sizes = {JudgeVerdict.FAIL: target.n_flagged, JudgeVerdict.PASS: target.n_passed}
    totals: dict[JudgeVerdict | None, float] = defaultdict(float)
    for label in found.labels:
        totals[label.verdict] += within[label.trace_id]
    return {
        label.trace_id: within[label.trace_id] * sizes[label.verdict] / totals[label.verdict]
        for label in failures
        if label.verdict is not None
    }


class Worth(NamedTuple):
    """Failing share of some labels, and how many equal, independent labels know as much."""

    rate: float
    n: float


def label_weights(target: Target, found: LabelsOf) -> dict[int, float]:
    """Give the traces that each label stands for within its verdict, by trace.

    Labels drawn within each verdict alike count alike. Labels drawn by stage too stand for their
    stratum; labels drawn by another judge, or beside an unlabelled stratum, for what the draw says.
    """
    if found.is_weighted:
        return {label.trace_id: label.weight for label in found.labels}
    if not found.is_by_stage:
        return {label.trace_id: 1.0 for label in found.labels}
    sizes: Counter[tuple[Evidence, JudgeVerdict | None]] = Counter()
    for cell in target.cells:
        if cell.evidence is not Evidence.ENDPOINT_UNAVAILABLE:
            sizes[cell.evidence, cell.verdict] += cell.n
    drawn = Counter((label.evidence, label.verdict) for label in found.labels)
    open_verdicts = {verdict for (evidence, verdict) in sizes if not drawn[evidence, verdict]}
    return {
        label.trace_id: label.weight
        if label.verdict in open_verdicts
        else sizes[label.evidence, label.verdict] / drawn[label.evidence, label.verdict]
        for label in found.labels
    }


def worth_of(labels: Sequence[Label], weights: Mapping[int, float]) -> Worth:
    """Give the failing share of some labels and what they are worth; nothing without labels."""
    if not labels:
        return Worth(0.0, 0.0)
    values = [label.is_failing is True for label in labels]
    own = [weights[label.trace_id] for label in labels]
    independent = clustered_n(values, [label.query_id for label in labels])
    if len(set(own)) == 1:
        return Worth(sum(values) / len(values), independent)
    weighted = hajek_rate(values, own)
    return Worth(weighted.rate.estimate, weighted.n_effective * independent / len(values))


def weighted_stratum(
    n_target: int, labels: Sequence[Label], weights: Mapping[int, float], name: str
) -> Stratum:
    """Give the stratum of some labels, its interval as wide as their worth."""
    worth = worth_of(labels, weights)
    n = len(labels)
    is_plain = worth.n == n
    n_failed = (
        float(sum(label.is_failing is True for label in labels))
        if is_plain
        else min(worth.rate * n, float(n))
    )
    return Stratum(n_target, n, n_failed, None if is_plain else worth.n, name)
