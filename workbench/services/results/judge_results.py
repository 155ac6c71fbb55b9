"""What is known of a judge against people's labels, and where the two differ."""

from collections.abc import Mapping
from dataclasses import dataclass

from workbench.domain.records import JudgeId
from workbench.domain.refusals import Refusal, Warning_
from workbench.domain.vocabulary import Design
from workbench.services.results.estimate_or_refusal import EstimateOrRefusal
from workbench.stats.interval import Estimate, Interval


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
