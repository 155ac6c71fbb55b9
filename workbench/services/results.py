"""What the services of triage, judge and correction give: frozen records, named as in `--json`.

A field is an `Estimate` or, in its place, a `Refusal`. Shares are fractions in [0, 1]; counts
stand beside them, so that totals never come from rounded shares.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from workbench.domain.records import JudgeId
from workbench.domain.refusals import Code, Refusal, Warning_
from workbench.domain.vocabulary import Design
from workbench.stats.interval import Estimate, Interval

__all__ = [
    "AgreementCard",
    "BiasCard",
    "BucketCount",
    "Code",
    "CorrectedBucket",
    "CorrectedTable",
    "Disagreement",
    "Estimate",
    "EstimateOrRefusal",
    "ExportReport",
    "FunnelStage",
    "GroupRow",
    "GroupTable",
    "Interval",
    "JudgeCard",
    "JudgeCounts",
    "LeftOut",
    "NextProjectCard",
    "OutsideCounts",
    "RankWarning",
    "Refusal",
    "TriageResult",
    "Warning_",
    "WordCount",
]

EstimateOrRefusal = Estimate | Refusal


@dataclass(frozen=True, slots=True)
class JudgeCounts:
    """Labelled items by human and judge; positive means a failure was found.

    `unusable` were labelled without a usable pair: can't tell, unresolved, or no judge verdict.
    """

    tp: int
    fn: int
    fp: int
    tn: int
    unusable: int

    @property
    def n(self) -> int:
        """Gives the number of labelled items with both verdicts."""
        return self.tp + self.fn + self.fp + self.tn


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Labels that do not count, and why."""

    cant_tell: int = 0
    unresolved: int = 0
    skipped: int = 0
    annotators_disagree: int = 0
    tuned_on: int = 0
    unjudged: int = 0


@dataclass(frozen=True, slots=True)
class WordCount:
    """One word the judge used, what it was read as (fail, pass, not_usable, None = unmapped)."""

    word: str
    meaning: str | None
    n: int


@dataclass(frozen=True, slots=True)
class BiasCard:
    """Share the judge flags minus share that people find wrong, with the sentence for it.

    `reading` is too_pessimistic, too_lenient or no_clear_bias.
    """

    reading: str
    difference: float
    low: float
    high: float
    p_value: float
    method: str
    n: int
    sentence: str


@dataclass(frozen=True, slots=True)
class AgreementCard:
    """Agreement of judge and people beyond chance; None with `reason` where undefined."""

    observed: float
    kappa: float | None
    ac1: float | None
    alpha: float | None
    intervals: Mapping[str, Interval]
    human_prevalence: float
    judge_prevalence: float
    prevalence_index: float
    bias_index: float
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class GroupRow:
    """One group's failing share among its labelled traces; `is_few` below the stated minimum."""

    group: str
    n_failing: int
    n: int
    share: float | None
    low: float
    high: float
    is_few: bool


@dataclass(frozen=True, slots=True)
class GroupTable:
    """Failing shares by group, the total from counts, and for two groups their difference.

    `sentence` follows only the interval of the difference; no group is called best or worst.
    """

    by: str
    rows: tuple[GroupRow, ...]
    total: GroupRow
    few_below: int
    difference: Estimate | None = None
    sentence: str = ""
    labels_for_difference: int | None = None


@dataclass(frozen=True, slots=True)
class JudgeCard:
    """What is known of one judge: its error rates, its bias and what they do to the share.

    `wrong_if_flagged` is the share of items that the judge failed and people failed too;
    `design` says how the labels were drawn, and with it which formulas were used.
    """

    judge: JudgeId
    runs: tuple[str, ...]
    design: Design
    counts: JudgeCounts
    sensitivity: EstimateOrRefusal
    false_positive_rate: EstimateOrRefusal
    wrong_if_flagged: EstimateOrRefusal
    wrong_if_passed: EstimateOrRefusal
    observed_prevalence: EstimateOrRefusal
    corrected_prevalence: EstimateOrRefusal
    bias: BiasCard | Refusal
    agreement: AgreementCard | Refusal
    verdict_words: tuple[WordCount, ...]
    left_out: LeftOut
    by_group: GroupTable | None
    where: Mapping[str, str]
    seed: int
    warnings: tuple[Warning_, ...]


@dataclass(frozen=True, slots=True)
class Disagreement:
    """One trace on which judge and people differ; texts for reading."""

    trace_id: int
    request_id: str
    run: str
    judge_verdict: str
    judge_rationale: str | None
    human_answer: str
    human_stage: str | None
    annotator: str
    note: str | None
    query: str
    reference_answer: str | None
    answer: str | None


@dataclass(frozen=True, slots=True)
class BucketCount:
    """Traces in one bucket, with their share of those inside the shares."""

    bucket: str
    stage: str | None
    n: int
    share: float | None
    low: float | None
    high: float | None
    owner: str


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
class OutsideCounts:
    """Traces outside the shares, counted beside them."""

    label_missing: int = 0
    endpoint_unavailable: int = 0
    unresolved: int = 0
    unjudged: int = 0
    not_comparable: int = 0


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


@dataclass(frozen=True, slots=True)
class FunnelStage:
    """Traces that entered a stage and those that came out with the evidence, or the answer."""

    stage: str
    entered: int
    survived: int
    rate: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class NextProjectCard:
    """The bucket that loses most, who owns it, and what usually mends it at what price.

    `is_too_close` says that the labels do not tell it from `runner_up`; `basis` is `corrected`
    or `observed`. `share` is the bucket's share of all traces, with its interval and counts.
    """

    bucket: str
    stage: str
    share_of_failures: float
    runner_up: str | None
    is_too_close: bool
    basis: str
    owner: str
    fixes: tuple[str, ...]
    side_effects: tuple[str, ...]
    failure_point: str
    proposal: str | None = None
    warning: str | None = None
    share: Estimate | None = None


@dataclass(frozen=True, slots=True)
class RankWarning:
    """Traces whose best complete gold set ends at the last two ranks of a list."""

    stage: str
    cut: int
    n_close: int
    n_found: int
    share: float


@dataclass(frozen=True, slots=True)
class TriageResult:
    """Where a run loses its answers: observed and human buckets, the funnel, the next project.

    The funnel's generation is the judge's word; `corrected_generation` is the same rate with the
    judge's errors taken out, None where there is nothing to correct or to correct with.
    """

    run: str
    judge: JudgeId | None
    where: Mapping[str, str]
    n: int
    n_in_shares: int
    buckets: tuple[BucketCount, ...]
    n_labelled: int
    human_buckets: tuple[BucketCount, ...]
    funnel: tuple[FunnelStage, ...]
    n_undecided: int
    end_to_end: float | None
    outside: OutsideCounts
    human_outside: OutsideCounts
    right_without_evidence: int
    should_have_declined: int
    next_project: NextProjectCard | None
    n_truncated_failures: int
    rank_warnings: tuple[RankWarning, ...]
    warnings: tuple[Warning_, ...]
    corrected_generation: EstimateOrRefusal | None = None


@dataclass(frozen=True, slots=True)
class ExportReport:
    """What was written, where, how many rows, and the selection it stands for."""

    what: str
    format: str
    path: str
    n_rows: int
    selection: Mapping[str, str] = field(default_factory=dict)
    warnings: tuple[Warning_, ...] = ()
