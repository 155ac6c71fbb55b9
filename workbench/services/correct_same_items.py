"""Correction where the labels are of the very items reported: post-stratified, never pooled.

Strata are what the ids say, crossed with the verdict. Where ids decide nothing, people name the
bucket inside each verdict. Chosen for strata without a label: if the labels are a random sample
within each verdict, the total rests on the verdicts alone and only the rows concerned go without
a number; if the labels were drawn by stage too, nothing can stand in for the missing stratum.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from db.read_triage import Cell
from workbench.domain.refusals import Code, Refusal, Warning_
from workbench.domain.remedies import FAILING_BUCKETS, TABLE_ORDER
from workbench.domain.vocabulary import (
    BUCKET_OF_STAGE,
    STAGE_OF_EVIDENCE,
    Bucket,
    Evidence,
    JudgeVerdict,
    Outside,
)
from workbench.errors import NotEnoughLabels
from workbench.services.observe_run import bucket_of
from workbench.services.read_labels_of import Label
from workbench.services.results import EstimateOrRefusal
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
from workbench.stats.weighting import clustered_n

UNNAMED = Outside.LABEL_MISSING
NO_STAGE = "stage unknown"
VERDICT_WORDS = {
    JudgeVerdict.FAIL: "judge says fail",
    JudgeVerdict.PASS: "judge says pass",
    None: "no verdict",
}

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


@dataclass(frozen=True, slots=True)
class _Part:
    """One stratum under construction: its class by ids, its verdict, its items and its labels."""

    name: str
    evidence: str
    verdict: JudgeVerdict | None
    n_target: int
    labels: tuple[Label, ...]


def correct_same_items(
    cells: Sequence[Cell],
    labels: Sequence[Label],
    is_by_stage: bool,
    method: Method,
    rng: np.random.Generator,
    confidence: float = 0.95,
) -> SameItems:
    """Give the corrected total and rows from labels of the items in `cells`."""
    parts = _parts(cells, labels, is_by_stage)
    n_target = sum(part.n_target for part in parts)
    if n_target == 0:
        refusal = Refusal(
            Code.NOTHING_JUDGED,
            "No trace of the target set has a usable verdict of this judge",
            "Import its verdicts: workbench import verdicts FILE --run RUN.",
        )
        return SameItems(refusal, {}, {}, 0, ())
    buckets = _buckets(parts)
    warnings = [*_override_warnings(labels), *_thin_warnings(parts, n_target)]
    table, jointly = _tables(parts, buckets, is_by_stage, method, rng, confidence)
    rows = {row.bucket: row for row in table.rows}
    rows_jointly = {row.bucket: row for row in jointly.rows}
    unlabelled = [part for part in parts if not part.labels]
    total: EstimateOrRefusal
    if not unlabelled:
        total = method.share([_as_stratum(part) for part in parts], confidence)
    elif is_by_stage:
        total = _unlabelled_refusal(unlabelled)
    else:
        total = _by_verdict_alone(parts, method, confidence, rows, rows_jointly)
        if isinstance(total, Estimate):
            warnings.append(_rows_missing(unlabelled, rows))
    return SameItems(total, rows, rows_jointly, n_target, tuple(warnings))


def _tables(
    parts: Sequence[_Part],
    buckets: Sequence[str],
    is_by_stage: bool,
    method: Method,
    rng: np.random.Generator,
    confidence: float,
) -> tuple[BucketTable, BucketTable]:
    is_all_unknown = all(part.evidence == NO_STAGE for part in parts)
    if method.has_draws and is_all_unknown and not is_by_stage and all(p.labels for p in parts):
        groups = [VerdictGroup(part.n_target, _counts(part)) for part in parts]
        return (
            bucket_shares_by_verdict(groups, buckets, rng, confidence),
            bucket_shares_by_verdict_jointly(groups, buckets, rng, confidence),
        )
    strata = [_as_cell(part) for part in parts]
    return (
        method.rows(strata, buckets, confidence),
        method.rows_jointly(strata, buckets, confidence),
    )


def _by_verdict_alone(
    parts: Sequence[_Part],
    method: Method,
    confidence: float,
    rows: dict[str, BucketRow],
    rows_jointly: dict[str, BucketRow],
) -> EstimateOrRefusal:
    merged = _merged_by_verdict(parts)
    try:
        total = method.share([_as_stratum(part) for part in merged], confidence)
    except NotEnoughLabels:
        return _unlabelled_refusal([part for part in merged if not part.labels])
    strata = [
        CellStratum(
            part.name,
            part.n_target,
            {FAILING: _n_failing(part), _right(part.verdict): len(part.labels) - _n_failing(part)},
            frozenset({FAILING, _right(part.verdict)}),
            _n_effective(part.labels),
        )
        for part in merged
    ]
    names = (FAILING, Bucket.EVALUATION_ERROR, Bucket.CORRECT)
    for table, target in (
        (method.rows(strata, names, confidence), rows),
        (method.rows_jointly(strata, names, confidence), rows_jointly),
    ):
        target |= {row.bucket: row for row in table.rows if row.bucket != FAILING}
    return total


def _parts(cells: Sequence[Cell], labels: Sequence[Label], is_by_stage: bool) -> list[_Part]:
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
        _Part(
            f"{evidence}, {VERDICT_WORDS[verdict]}",
            evidence,
            verdict,
            n_target,
            tuple(found[evidence, verdict]),
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


def _merged_by_verdict(parts: Sequence[_Part]) -> list[_Part]:
    verdicts = dict.fromkeys(part.verdict for part in parts)
    return [
        _Part(
            VERDICT_WORDS[verdict],
            "",
            verdict,
            sum(part.n_target for part in parts if part.verdict is verdict),
            tuple(label for part in parts if part.verdict is verdict for label in part.labels),
        )
        for verdict in verdicts
    ]


def _buckets(parts: Sequence[_Part]) -> list[str]:
    seen = {name for part in parts for name in _counts(part)}
    unnamed = [UNNAMED] if UNNAMED in seen else []
    return [*FAILING_BUCKETS, *unnamed, *TABLE_ORDER[len(FAILING_BUCKETS) :]]


def _counts(part: _Part) -> Counter[str]:
    return Counter(str(bucket_of(label)) for label in part.labels)


def _right(verdict: JudgeVerdict | None) -> Bucket:
    return Bucket.EVALUATION_ERROR if verdict is JudgeVerdict.FAIL else Bucket.CORRECT


def _n_failing(part: _Part) -> int:
    return sum(label.is_failing is True for label in part.labels)


def _n_effective(labels: Sequence[Label]) -> float | None:
    """Labels' worth where several belong to one question; None where none do."""
    queries = [label.query_id for label in labels]
    if len(set(queries)) == len(queries):
        return None
    return clustered_n([label.is_failing is True for label in labels], queries)


def _as_stratum(part: _Part) -> Stratum:
    n_effective = _n_effective(part.labels)
    return Stratum(part.n_target, len(part.labels), _n_failing(part), n_effective, part.name)


def _as_cell(part: _Part) -> CellStratum:
    stage = STAGE_OF_EVIDENCE.get(Evidence(part.evidence)) if part.evidence != NO_STAGE else None
    failing = FAILING_BUCKETS if stage is None else (BUCKET_OF_STAGE[stage],)
    possible = frozenset({*failing, _right(part.verdict)})
    return CellStratum(part.name, part.n_target, _counts(part), possible, _n_effective(part.labels))


def _unlabelled_refusal(unlabelled: Sequence[_Part]) -> Refusal:
    named = "; ".join(f"{part.name} ({part.n_target} items)" for part in unlabelled)
    return Refusal(
        Code.STRATUM_UNLABELLED,
        f"No item is labelled where: {named}; what fails there is unknown",
        "Label a random part of these items.",
    )


def _rows_missing(unlabelled: Sequence[_Part], rows: Mapping[str, BucketRow]) -> Warning_:
    named = "; ".join(f"{part.name} ({part.n_target} items)" for part in unlabelled)
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
                f"On {n_overridden} labelled failures people name another stage than the ids; "
                "the table follows the people there",
            )
        )
    if n_unnamed:
        warnings.append(
            Warning_(
                Code.STAGE_NOT_NAMED,
                f"{n_unnamed} labelled failures have no stage: gold is unknown and nobody named "
                "one; they stand in a row of their own",
                "Name the stage while labelling, or add gold passages.",
            )
        )
    return warnings


def _thin_warnings(parts: Sequence[_Part], n_target: int) -> list[Warning_]:
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
