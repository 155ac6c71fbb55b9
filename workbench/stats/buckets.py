"""The triage table with the judge's errors taken out: a share and an interval for each bucket.

Chosen: post-stratify on stage and verdict, every stratum with its own wrong share, MOVER-Jeffreys
for each row (marginal coverage .953, never below .930). Rejected: one wrong share for all stages
(.48 even for a judge that errs alike everywhere, because a verdict's worth depends on the stage's
base rate), shrinking towards it (.75), the raw table (.56), inverting the error matrix (3 to 5
times wider). Six 95 % rows are not one 95 % table: the joint form says so in its name.

Here a stratum's wrong items all fall into one bucket; where people may name another one than the
ids do, `workbench.stats.buckets_by_cell` takes the counts by bucket, and does the work for both.
The other situations are public here too: no gold, so that only verdicts form strata
(`.buckets_by_verdict`), and labels from elsewhere (`.buckets_transported`).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from workbench.stats.bucket_table import CORRECT, EVALUATION_ERROR, BucketRow, BucketTable
from workbench.stats.buckets_by_cell import (
    CellStratum,
    bucket_shares_by_cell,
    bucket_shares_by_cell_jointly,
)
from workbench.stats.buckets_by_verdict import (
    VerdictGroup,
    bucket_shares_by_verdict,
    bucket_shares_by_verdict_jointly,
)
from workbench.stats.buckets_transported import bucket_shares_transported
from workbench.stats.stratum import Stratum
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
        Stratum(self.n_target, self.n_labelled, self.n_failed, self.n_effective)

    def as_cell(self) -> CellStratum:
        """Gives the labels by bucket; what is not wrong is right, or wrongly flagged."""
        verdict = {True: "flagged", False: "passed", None: "without a verdict"}[self.flagged]
        right = EVALUATION_ERROR if self.flagged else CORRECT
        return CellStratum(
            f"{self.stage}, {verdict}",
            self.n_target,
            {self.stage: self.n_failed, right: self.n_labelled - self.n_failed},
            frozenset({self.stage, right}),
            self.n_effective,
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
    return bucket_shares_by_cell(*_cells(strata), confidence)


def bucket_shares_jointly(strata: Sequence[BucketStratum], confidence: float = 0.95) -> BucketTable:
    """Gives the same shares with intervals that all hold at once (Bonferroni over the rows).

    Parameters, refusals and points as `bucket_shares`; intervals are about a third wider.
    """
    return bucket_shares_by_cell_jointly(*_cells(strata), confidence)


def _cells(strata: Sequence[BucketStratum]) -> tuple[list[CellStratum], list[str]]:
    """The strata with their labels by bucket, and the rows in order."""
    stages = dict.fromkeys(stratum.stage for stratum in strata)
    return [stratum.as_cell() for stratum in strata], [*stages, EVALUATION_ERROR, CORRECT]
