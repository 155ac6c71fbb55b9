"""The triage table with the judge's errors taken out: a share and an interval for each bucket.

Chosen: post-stratify on stage and verdict, every stratum with its own wrong share, MOVER-Jeffreys
for each row (marginal coverage .953, never below .930). Rejected: one wrong share for all stages
(.48 even for a judge that errs alike everywhere, because a verdict's worth depends on the stage's
base rate), shrinking towards it (.75), the raw table (.56), inverting the error matrix (3 to 5
times wider). Six 95 % rows are not one 95 % table: the joint form says so in its name.

The two other situations are public here too: no gold, so that only verdicts form strata
(`workbench.stats.buckets_by_verdict`), and labels from elsewhere (`.buckets_transported`).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from workbench.errors import NotEnoughLabels
from workbench.stats.bucket_table import (
    CORRECT,
    EVALUATION_ERROR,
    FAILING,
    BucketRow,
    BucketTable,
    row_confidence,
)
from workbench.stats.buckets_by_verdict import (
    VerdictGroup,
    bucket_shares_by_verdict,
    bucket_shares_by_verdict_jointly,
)
from workbench.stats.buckets_transported import bucket_shares_transported
from workbench.stats.interval import jeffreys_interval
from workbench.stats.mover import Term, system_sum
from workbench.stats.stratum import Stratum, effective_labels
from workbench.stats.weighting import HajekRate, hajek_rate

__all__ = [
    "BucketRow",
    "BucketStratum",
    "BucketTable",
    "HajekRate",
    "VerdictGroup",
    "bucket_shares",
    "bucket_shares_by_verdict",
    "bucket_shares_by_verdict_jointly",
    "bucket_shares_jointly",
    "bucket_shares_transported",
    "hajek_rate",
]

METHOD = "post-stratified by stage and verdict, MOVER-Jeffreys"
ASSUMPTION = "labels drawn at random within each stage and verdict, from the items reported"


@dataclass(frozen=True, slots=True)
class BucketStratum:
    """Target items of one stage and one verdict, and their labels.

    `stage` is the bucket that a wrong item of this stratum belongs to; `flagged` is None for
    items the judge gave no verdict on. Counts as in `Stratum`.
    """

    stage: str
    flagged: bool | None
    n_target: int
    n_labelled: int
    n_failed: float
    n_effective: float | None = None

    def __post_init__(self) -> None:
        """Refuses counts that contradict each other."""
        self.as_stratum()

    def as_stratum(self) -> Stratum:
        """Gives the counts alone, with a name for messages."""
        verdict = {True: "flagged", False: "passed", None: "without a verdict"}[self.flagged]
        return Stratum(
            self.n_target,
            self.n_labelled,
            self.n_failed,
            self.n_effective,
            f"{self.stage}, {verdict}",
        )


def bucket_shares(strata: Sequence[BucketStratum], confidence: float = 0.95) -> BucketTable:
    """Gives each bucket's corrected share, every interval at the asked level by itself.

    Parameters
    ----------
    strata : sequence of BucketStratum
        At most one per stage and verdict; the order of first appearance is the order of rows.
    confidence : float
        Level of each row's interval.

    Returns
    -------
    BucketTable
        One row per stage, then `evaluation_error` and `correct`. Fractions, limits cut to [0, 1].
        A row that needs a stratum without labels has no estimate, limits with that stratum
        anywhere from 0 to 1, and the reason STRATUM_UNLABELLED.

    Raises
    ------
    NotEnoughLabels
        If the target set is empty.

    Notes
    -----
    stage s: sum over verdicts of W p; evaluation_error: sum over flagged strata of W (1-p);
    correct: sum over the other strata of W (1-p). Each is a weighted sum of shares, so the interval
    of `post_stratified` applies with p, 1-p or 0 in each stratum's place. A stage that does not
    occur has share 0 and Jeffreys' upper limit for 0 of N.
    """
    return _table(strata, confidence, confidence, is_joint=False)


def bucket_shares_jointly(strata: Sequence[BucketStratum], confidence: float = 0.95) -> BucketTable:
    """Gives the same shares with intervals that all hold at once (Bonferroni over the rows).

    Parameters, refusals and points as `bucket_shares`; intervals are about a third wider.
    """
    n_rows = len({stratum.stage for stratum in strata}) + 2
    return _table(strata, row_confidence(n_rows, confidence), confidence, is_joint=True)


def _table(
    strata: Sequence[BucketStratum], row_level: float, total_level: float, *, is_joint: bool
) -> BucketTable:
    kept = [stratum for stratum in strata if stratum.n_target > 0]
    if not kept:
        raise NotEnoughLabels("the target set is empty: no stratum has an item")
    everywhere, nowhere = [True] * len(kept), [False] * len(kept)
    flagged = [stratum.flagged is True for stratum in kept]
    rows = []
    for stage in dict.fromkeys(stratum.stage for stratum in strata):
        of_stage = [stratum.stage == stage for stratum in kept]
        rows.append(_row(stage, kept, of_stage, nowhere, row_level))
    rows.append(_row(EVALUATION_ERROR, kept, nowhere, flagged, row_level))
    not_flagged = [not is_flagged for is_flagged in flagged]
    rows.append(_row(CORRECT, kept, nowhere, not_flagged, row_level))
    total = _row(FAILING, kept, everywhere, nowhere, total_level)
    return BucketTable(tuple(rows), total, METHOD, is_joint, ASSUMPTION)


def _row(
    bucket: str,
    strata: Sequence[BucketStratum],
    adds_wrong: Sequence[bool],
    adds_right: Sequence[bool],
    confidence: float,
) -> BucketRow:
    terms = [
        _term(stratum, wrong, right, confidence)
        for stratum, wrong, right in zip(strata, adds_wrong, adds_right, strict=True)
    ]
    part_of_row = [
        stratum
        for stratum, wrong, right in zip(strata, adds_wrong, adds_right, strict=True)
        if wrong or right
    ]
    if not part_of_row:
        n_target = sum(stratum.n_target for stratum in strata)
        return BucketRow(bucket, 0.0, jeffreys_interval(0, n_target, confidence), 0)
    estimate, interval = system_sum(terms, confidence)
    unlabelled = [stratum for stratum in part_of_row if stratum.n_labelled == 0]
    reason = None
    if unlabelled:
        named = "; ".join(
            f"{stratum.as_stratum().name}: {stratum.n_target} items, none labelled"
            for stratum in unlabelled
        )
        reason = f"STRATUM_UNLABELLED: {named}"
    n_labels = sum(stratum.n_labelled for stratum in part_of_row)
    n_effective = effective_labels([stratum.as_stratum() for stratum in part_of_row])
    return BucketRow(bucket, estimate, interval, n_labels, reason, n_effective)


def _term(stratum: BucketStratum, wrong: bool, right: bool, confidence: float) -> Term:
    if not wrong and not right:
        return Term(stratum.n_target, 0.0, 0.0, 0.0)
    counts = stratum.as_stratum()
    low, high = counts.limits(confidence)
    if stratum.n_labelled == 0:
        return Term(stratum.n_target, None, low, high)
    if wrong:
        return Term(stratum.n_target, counts.rate, low, high)
    return Term(stratum.n_target, 1 - counts.rate, 1 - high, 1 - low)
