"""What a labelling plan says: frozen records, named as in `--json`."""

from dataclasses import dataclass

from workbench.domain.records import JudgeId
from workbench.domain.refusals import Refusal, Warning_


@dataclass(frozen=True, slots=True)
class PlannedStratum:
    """Items that share a verdict (and what the ids say, if labels are drawn by it), and labels.

    `stage` is None where labels are drawn by verdict alone; `n_more` where nothing is planned.
    """

    verdict: str
    stage: str | None
    n_target: int
    n_labelled: int
    n_more: int | None

    @property
    def name(self) -> str:
        """Give the stratum in words."""
        words = {"fail": "judge says fail", "pass": "judge says pass"}
        said = words.get(self.verdict, "no verdict")
        return said if self.stage is None else f"{self.stage}, {said}"


@dataclass(frozen=True, slots=True)
class TellPlan:
    """Labels until the interval of the difference of two corrected buckets excludes 0."""

    first: str
    second: str
    first_share: float
    second_share: float
    n_more: int
    per_stratum: tuple[PlannedStratum, ...]
    method: str


@dataclass(frozen=True, slots=True)
class PlannedPair:
    """Questions with one pair of verdicts, before and after, and the labels on both answers."""

    verdict_a: str
    verdict_b: str
    n_target: int
    n_labelled: int
    n_more: int


@dataclass(frozen=True, slots=True)
class BeforeAfterPlan:
    """Pairs to label in both runs so that a change of this size shows in most cases.

    `power_now` is what the pairs labelled so far give; None where a pair of verdicts has none.
    """

    run_b: str
    difference: float
    n_pairs: int
    n_pairs_labelled: int
    n_pairs_wanted: int
    n_more: int
    power_wanted: float
    power_expected: float
    power_now: float | None
    per_pair: tuple[PlannedPair, ...]
    method: str
    assumption: str
    next_step: str | None


@dataclass(frozen=True, slots=True)
class LabelPlanResult:
    """How precise the corrected share is, and what labels would make it as precise as wanted.

    Half-widths are fractions. `half_width_now` and `n_more` are None where refused, with the
    reason; `dominant` names the stratum that most of the remaining width comes from.
    `n_more_by_stage` are the labels for the same width if they are drawn by stage too, where the
    plan is by verdict and the ids decide stages.
    """

    run: str
    judge: JudgeId
    half_width_now: float | None
    half_width_wanted: float
    half_width_expected: float | None
    n_now: int
    n_more: int | None
    n_more_by_stage: int | None
    per_stratum: tuple[PlannedStratum, ...]
    dominant: str | None
    text: str
    reason: str | None
    next_step: str | None
    tell: TellPlan | Refusal | None
    before_after: BeforeAfterPlan | Refusal | None
    method: str
    seed: int
    warnings: tuple[Warning_, ...]
