"""The rows of the corrected table: what was observed beside what was corrected.

A bucket always has its row, in the same order; where it has no corrected share the reason stands
in its place, and zero is never shown for what nobody looked at.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from workbench.domain.refusals import Refusal, Warning_
from workbench.domain.remedies import FAILING_BUCKETS, REMEDIES, TABLE_ORDER
from workbench.domain.vocabulary import STAGE_OF_BUCKET, Bucket, Outside
from workbench.services.calibration.label_strata import UNNAMED
from workbench.services.results import CorrectedBucket, EstimateOrRefusal
from workbench.stats.bucket_table import BucketRow

Names = Mapping[str, BucketRow]


@dataclass(frozen=True, slots=True)
class Corrected:
    """A corrected total with its rows, before they are laid beside the observed ones."""

    total: EstimateOrRefusal
    rows: Names
    rows_jointly: Names
    warnings: tuple[Warning_, ...]
    assumption: str = ""


def corrected_rows(
    observed: Counter[Bucket | Outside],
    human: Counter[Bucket | Outside],
    corrected: Corrected,
) -> tuple[CorrectedBucket, ...]:
    """Give every bucket in fixed order, observed beside corrected."""
    n_inside = sum(observed[bucket] for bucket in TABLE_ORDER)
    names: list[Bucket | Outside] = list(TABLE_ORDER)
    if UNNAMED in corrected.rows or (not corrected.rows and human[UNNAMED]):
        names.insert(len(FAILING_BUCKETS), UNNAMED)
    return tuple(_row(name, observed[name], n_inside, human[name], corrected) for name in names)


def _row(
    name: Bucket | Outside, observed_n: int, n_inside: int, human_n: int, corrected: Corrected
) -> CorrectedBucket:
    row = corrected.rows.get(name)
    jointly = corrected.rows_jointly.get(name)
    reason = None if row is None else row.reason
    if row is None:
        # Where labels come from elsewhere, judge and people on these traces cannot be compared.
        reason = (
            corrected.total.reason
            if isinstance(corrected.total, Refusal)
            else "counted under correct: labels from elsewhere cannot tell it apart"
            if name is Bucket.EVALUATION_ERROR
            else "the stage mix of the labelled failures is unknown"
        )
    share, low, high = (None, None, None) if row is None else (row.estimate, *row.interval)
    unnamed = corrected.rows.get(UNNAMED)
    is_open = name in FAILING_BUCKETS and human_n == 0 and observed_n == 0
    if share == 0 and is_open and unnamed is not None:
        # Zero would say that nothing failed here; in truth nobody said where it failed.
        share, high = None, unnamed.interval.high
        reason = "failing labels without a named stage may belong here"
    is_inside = isinstance(name, Bucket)
    return CorrectedBucket(
        bucket=name,
        stage=STAGE_OF_BUCKET.get(name) if isinstance(name, Bucket) else None,
        observed_n=observed_n,
        observed_share=observed_n / n_inside if n_inside and is_inside else None,
        corrected_share=share,
        low=low,
        high=high,
        low_all=None if jointly is None else jointly.interval.low,
        high_all=None
        if jointly is None
        else max(jointly.interval.high, high if high is not None else 0.0),
        n_labels=0 if row is None else row.n_labels,
        human_n=human_n,
        owner=REMEDIES[name].owner if isinstance(name, Bucket) else "",
        reason=reason,
    )
