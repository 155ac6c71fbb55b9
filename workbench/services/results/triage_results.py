"""Where a run loses its answers: buckets, the funnel, and the project to do next."""

from collections.abc import Mapping
from dataclasses import dataclass

from workbench.domain.records import JudgeId
from workbench.domain.refusals import Warning_
from workbench.services.results.estimate_or_refusal import EstimateOrRefusal
from workbench.stats.interval import Estimate


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
class OutsideCounts:
    """Traces outside the shares, counted beside them."""

    label_missing: int = 0
    endpoint_unavailable: int = 0
    unresolved: int = 0
    unjudged: int = 0
    not_comparable: int = 0


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
