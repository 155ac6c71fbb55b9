"""Correction where the labels are of the very items reported: post-stratified, never pooled.

Strata are what the ids say, crossed with the verdict. Where ids decide nothing, people name the
bucket inside each verdict. Chosen for strata without a label: the total rests on the verdicts
alone, and only the rows concerned go without a number. Labels that were drawn by stage too, by
scores, by another judge's verdicts or by those on another run are no equal sample within a verdict:
there each counts by its weight, and the interval by the number of equal labels that would know as
much (Kish). Where such labels leave
more than a tenth of the items in strata without any, they were not taken as drawn: refused.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from db.read_triage import Cell
from workbench.domain.refusals import Code, Refusal, Warning_
from workbench.domain.vocabulary import STAGE_OF_EVIDENCE, Bucket
from workbench.errors import NotEnoughLabels
from workbench.report.counted import counted, counted_as
from workbench.services.calibration.label_strata import (
    NO_STAGE,
    UNNAMED,
    StratumPart,
    as_cell,
    as_stratum,
    buckets_of,
    merged_by_verdict,
    right_bucket,
    stratum_parts,
)
from workbench.services.calibration.read_labels_of import Label
from workbench.services.results import EstimateOrRefusal
from workbench.services.triage.observe_run import bucket_of
from workbench.stats.bucket_table import FAILING, BucketRow, BucketTable
from workbench.stats.buckets_by_cell import (
    CellStratum,
    bucket_shares_by_cell,
    bucket_shares_by_cell_clopper,
    bucket_shares_by_cell_clopper_jointly,
    bucket_shares_by_cell_items,
    bucket_shares_by_cell_items_jointly,
    bucket_shares_by_cell_jointly,
)
from workbench.stats.buckets_by_verdict import (
    VerdictGroup,
    bucket_shares_by_verdict,
    bucket_shares_by_verdict_jointly,
)
from workbench.stats.interval import Estimate
from workbench.stats.prevalence import (
    Stratum,
    post_stratified,
    post_stratified_clopper,
    post_stratified_items,
)

MOST_UNLABELLED = 0.10
WEIGHTED_ASSUMPTION = (
    "labels that were not drawn alike within a verdict, each weighted by its inclusion probability"
)

ShareOf = Callable[[Sequence[Stratum], float], Estimate]
RowsOf = Callable[[Sequence[CellStratum], Sequence[str], float], BucketTable]


@dataclass(frozen=True, slots=True)
class Method:
    """One way to put intervals around the same shares."""

    share: ShareOf
    rows: RowsOf
    rows_jointly: RowsOf
    has_draws: bool


SYSTEM = Method(post_stratified, bucket_shares_by_cell, bucket_shares_by_cell_jointly, True)
ITEMS = Method(
    post_stratified_items, bucket_shares_by_cell_items, bucket_shares_by_cell_items_jointly, False
)
CONSERVATIVE = Method(
    post_stratified_clopper,
    bucket_shares_by_cell_clopper,
    bucket_shares_by_cell_clopper_jointly,
    False,
)


@dataclass(frozen=True, slots=True)
class SameItems:
    """The corrected total, its rows each by itself and all at once, and what to say of them."""

    total: EstimateOrRefusal
    rows: Mapping[str, BucketRow]
    rows_jointly: Mapping[str, BucketRow]
    n_target: int
    warnings: tuple[Warning_, ...]


def correct_same_items(
    cells: Sequence[Cell],
    labels: Sequence[Label],
    is_by_stage: bool,
    is_weighted: bool,
    method: Method,
    rng: np.random.Generator,
    confidence: float = 0.95,
) -> SameItems:
    """Give the corrected total and rows from labels of the items in `cells`.

    `is_by_stage` and `is_weighted` say how the labels were drawn, as in `LabelsOf`.
    """
    is_equal = not (is_by_stage or is_weighted)
    parts = stratum_parts(cells, labels, is_by_stage, is_weighted)
    n_target = sum(part.n_target for part in parts)
    if n_target == 0:
        refusal = Refusal(
            Code.NOTHING_JUDGED,
            "No trace of the target set has a usable verdict of this judge",
            "Import its verdicts: workbench import verdicts FILE --run RUN.",
        )
        return SameItems(refusal, {}, {}, 0, ())
    buckets = buckets_of(parts)
    warnings = [*_override_warnings(labels), *_thin_warnings(parts, n_target)]
    table, jointly = _tables(parts, buckets, is_equal, method, rng, confidence)
    rows = {row.bucket: row for row in table.rows}
    rows_jointly = {row.bucket: row for row in jointly.rows}
    unlabelled = [part for part in parts if not part.labels]
    total: EstimateOrRefusal
    if not unlabelled:
        total = method.share([as_stratum(part) for part in parts], confidence)
    elif not is_equal and sum(part.n_target for part in unlabelled) > MOST_UNLABELLED * n_target:
        total = _unlabelled_refusal(unlabelled)
    else:
        merged = merged_by_verdict(parts, is_weighted=not is_equal)
        total = _by_verdict_alone(merged, method, confidence, rows, rows_jointly)
        if isinstance(total, Estimate):
            warnings.append(_rows_missing(unlabelled, rows))
    if isinstance(total, Estimate) and is_weighted:
        total = replace(total, assumption=WEIGHTED_ASSUMPTION)
    return SameItems(total, rows, rows_jointly, n_target, tuple(warnings))


def _tables(
    parts: Sequence[StratumPart],
    buckets: Sequence[str],
    is_equal: bool,
    method: Method,
    rng: np.random.Generator,
    confidence: float,
) -> tuple[BucketTable, BucketTable]:
    is_all_unknown = all(part.evidence == NO_STAGE for part in parts)
    if method.has_draws and is_all_unknown and is_equal and all(p.labels for p in parts):
        groups = [
            VerdictGroup(part.n_target, Counter(str(bucket_of(label)) for label in part.labels))
            for part in parts
        ]
        return (
            bucket_shares_by_verdict(groups, buckets, rng, confidence),
            bucket_shares_by_verdict_jointly(groups, buckets, rng, confidence),
        )
    strata = [as_cell(part) for part in parts]
    return (
        method.rows(strata, buckets, confidence),
        method.rows_jointly(strata, buckets, confidence),
    )


def _by_verdict_alone(
    merged: Sequence[StratumPart],
    method: Method,
    confidence: float,
    rows: dict[str, BucketRow],
    rows_jointly: dict[str, BucketRow],
) -> EstimateOrRefusal:
    strata = [as_stratum(part) for part in merged]
    try:
        total = method.share(strata, confidence)
    except NotEnoughLabels:
        return _unlabelled_refusal([part for part in merged if not part.labels])
    cells = [
        CellStratum(
            part.name,
            part.n_target,
            {
                FAILING: stratum.n_failed,
                right_bucket(part.verdict): stratum.n_labelled - stratum.n_failed,
            },
            frozenset({FAILING, right_bucket(part.verdict)}),
            stratum.n_effective,
        )
        for part, stratum in zip(merged, strata, strict=True)
    ]
    names = (FAILING, Bucket.EVALUATION_ERROR, Bucket.CORRECT)
    for table, target in (
        (method.rows(cells, names, confidence), rows),
        (method.rows_jointly(cells, names, confidence), rows_jointly),
    ):
        target |= {row.bucket: row for row in table.rows if row.bucket != FAILING}
    return total


def _unlabelled_refusal(unlabelled: Sequence[StratumPart]) -> Refusal:
    named = "; ".join(f"{part.name} ({counted(part.n_target, 'item')})" for part in unlabelled)
    return Refusal(
        Code.STRATUM_UNLABELLED,
        f"No item is labelled where: {named}; what fails there is unknown",
        "Label a random part of these items.",
    )


def _rows_missing(unlabelled: Sequence[StratumPart], rows: Mapping[str, BucketRow]) -> Warning_:
    named = "; ".join(f"{part.name} ({counted(part.n_target, 'item')})" for part in unlabelled)
    missing = ", ".join(name for name, row in rows.items() if row.estimate is None)
    return Warning_(
        Code.STRATUM_UNLABELLED,
        f"Not labelled: {named}. The total rests on the verdicts alone; without a number, "
        f"only with limits: {missing or 'no row'}",
        "Label a random part of these items.",
    )


def _override_warnings(labels: Sequence[Label]) -> list[Warning_]:
    n_overridden = sum(
        label.stage is not None
        and label.is_failing is True
        and label.evidence in STAGE_OF_EVIDENCE
        and label.stage is not STAGE_OF_EVIDENCE[label.evidence]
        for label in labels
    )
    n_unnamed = sum(bucket_of(label) is UNNAMED for label in labels)
    warnings = []
    if n_overridden:
        warnings.append(
            Warning_(
                Code.STAGE_OVERRIDDEN,
                f"On {counted(n_overridden, 'labelled failure')} "
                "people name another stage than the ids; "
                "the table follows the people there",
            )
        )
    if n_unnamed:
        warnings.append(
            Warning_(
                Code.STAGE_NOT_NAMED,
                f"{counted_as(n_unnamed, 'labelled failure has', 'labelled failures have')} "
                "no stage: gold is unknown and nobody named "
                "one; they stand in a row of their own",
                "Name the stage while labelling, or add gold passages.",
            )
        )
    return warnings


def _thin_warnings(parts: Sequence[StratumPart], n_target: int) -> list[Warning_]:
    thin = [part for part in parts if 0 < len(part.labels) < 10 and part.n_target > 0.05 * n_target]
    if not thin:
        return []
    named = "; ".join(f"{part.name}: {len(part.labels)} of {part.n_target}" for part in thin)
    return [
        Warning_(
            Code.STRATUM_THIN,
            f"Fewer than 10 labels in strata that matter ({named})",
            "Label more there; these rows move most with a few labels.",
        )
    ]
