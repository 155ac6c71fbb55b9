"""The triage table of a run or of counts with the judge's errors taken out."""

from dataclasses import dataclass

from workbench.domain.records import JudgeId
from workbench.domain.refusals import Warning_
from workbench.domain.vocabulary import Design
from workbench.services.results.estimate_or_refusal import EstimateOrRefusal
from workbench.services.results.judge_results import JudgeCounts
from workbench.services.results.triage_results import BucketCount, OutsideCounts
from workbench.stats.interval import Interval


@dataclass(frozen=True, slots=True)
class CorrectedBucket:
    """One bucket as observed and as corrected; `reason` where there is no corrected share.

    `low` and `high` hold for this row by itself, `low_all` and `high_all` for all rows at once.
    `n_labels` counts the labels the corrected share rests on, `human_n` the labelled traces that
    people put into this bucket.
    """

    bucket: str
    stage: str | None
    observed_n: int
    observed_share: float | None
    corrected_share: float | None
    low: float | None
    high: float | None
    low_all: float | None
    high_all: float | None
    n_labels: int
    human_n: int
    owner: str
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class CorrectedTable:
    """The share the judge flags, the share that truly fails, and its split into buckets.

    Rows of `buckets` add up: correct = 1 - evaluation_error - the failing rows, and the failing
    rows add up to `corrected`, unless a row is refused. `human_buckets` are the labelled traces
    alone, for where no correction is possible. `target` is `system` or `items`.
    """

    run: str | None
    judge: JudgeId | None
    calibrated_on: str | None
    design: Design
    target: str
    n: int
    n_flagged: int
    observed: float | None
    observed_interval: Interval | None
    corrected: EstimateOrRefusal
    buckets: tuple[CorrectedBucket, ...]
    human_buckets: tuple[BucketCount, ...]
    outside: OutsideCounts
    counts: JudgeCounts
    method: str
    assumption: str
    sentence: str
    seed: int
    warnings: tuple[Warning_, ...]
