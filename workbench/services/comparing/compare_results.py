"""What a comparison of two runs says: frozen records, named as in `--json`."""

from dataclasses import dataclass, field
from enum import StrEnum

from workbench.domain.records import JudgeId
from workbench.domain.refusals import Refusal, Warning_
from workbench.domain.remedies import FAILING_BUCKETS
from workbench.domain.vocabulary import Outside
from workbench.report.counted import counted_as
from workbench.services.results import EstimateOrRefusal


class MoveKind(StrEnum):
    """What a move between buckets did to a question, in a person's words."""

    FIXED = "Fixed"
    BROKEN = "Broken"
    ELSEWHERE = "Fails elsewhere"
    OUTSIDE = "Outside in one run"


@dataclass(frozen=True, slots=True)
class Move:
    """Questions that fell into one observed bucket in the first run and another in the second."""

    from_bucket: str
    to_bucket: str
    n: int

    @property
    def kind(self) -> MoveKind:
        """Gives whether the move fixed, broke, or neither; outside the shares it is not known."""
        if {self.from_bucket, self.to_bucket} & {str(reason) for reason in Outside}:
            return MoveKind.OUTSIDE
        if self.to_bucket not in FAILING_BUCKETS:
            return MoveKind.FIXED
        if self.from_bucket not in FAILING_BUCKETS:
            return MoveKind.BROKEN
        return MoveKind.ELSEWHERE


@dataclass(frozen=True, slots=True)
class Stay:
    """Questions that fell into the same observed bucket in both runs."""

    bucket: str
    n: int


@dataclass(frozen=True, slots=True)
class Flips:
    """Questions wrong before and right after (`fixed`), the reverse (`broken`), and their test.

    `p_value` is None where the counts follow the draw of the labels, with the reason in `method`.
    """

    n: int
    fixed: int
    broken: int
    p_value: float | None
    method: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two runs on the same questions.

    `basis` says whose answers `fixed` and `broken` count: `people` where both answers to some
    question are labelled, else `judge`. `difference` is the failing share of the second run minus
    that of the first: below 0 the second is better; `difference_p_value` belongs to it and is for
    reading several comparisons together. `moves` leave out the `n_stayed` questions that kept
    their bucket, which `stayed` counts by bucket. `open_queues` were drawn for both runs together
    and wait for labels. A question whose other label tuned the judge is not labelled in one only.
    """

    run_a: str
    run_b: str
    judge: JudgeId | None
    n_pairs: int
    n_judged_pairs: int
    n_labelled_pairs: int
    only_in_a: int
    only_in_b: int
    n_repeated: int
    n_labelled_in_a_only: int
    n_labelled_in_b_only: int
    basis: str | None
    flips: Flips | Refusal
    difference: EstimateOrRefusal
    difference_p_value: float | None
    judge_flips: Flips | Refusal
    moves: tuple[Move, ...]
    stayed: tuple[Stay, ...]
    n_stayed: int
    sentence: str
    judge_sentence: str
    seed: int
    warnings: tuple[Warning_, ...]
    # What waits beside a result is no part of it.
    open_queues: tuple[str, ...] = field(default=(), compare=False)

    def n_of_kind(self, kind: MoveKind) -> int:
        """Gives how many questions made a move of this kind."""
        return sum(move.n for move in self.moves if move.kind is kind)

    @property
    def n_unjudged(self) -> int:
        """Gives how many questions have no usable verdict in either run, and so no bucket."""
        return sum(stay.n for stay in self.stayed if stay.bucket == Outside.UNJUDGED)

    @property
    def stayed_words(self) -> str:
        """Gives in words how many questions kept their bucket; who never had one kept none."""
        said = (
            f"{self.n_stayed - self.n_unjudged:,} of {self.n_pairs:,} questions kept their bucket"
        )
        if self.n_unjudged:
            said += f", {counted_as(self.n_unjudged, 'has', 'have')} no verdict in either run"
        return said


@dataclass(frozen=True, slots=True)
class ChangedPair:
    """One question whose two answers were judged, or labelled, differently; texts for reading."""

    question: str
    query: str
    reference_answer: str | None
    trace_a: int
    trace_b: int
    request_a: str
    request_b: str
    answer_a: str | None
    answer_b: str | None
    judge_a: str | None
    judge_b: str | None
    rationale_a: str | None
    rationale_b: str | None
    people_a: str | None
    people_b: str | None
    bucket_a: str
    bucket_b: str


@dataclass(frozen=True, slots=True)
class OneOfSeveral:
    """One run against the first, with p-values adjusted for how many runs are compared."""

    run: str
    comparison: Comparison
    adjusted_p_value: float | None
    judge_adjusted_p_value: float | None
    reading: str


@dataclass(frozen=True, slots=True)
class SeveralComparisons:
    """Several runs against one, read together: the chance of any false call stays as stated.

    `n_tested` and `n_judge_tested` are how many p-values the adjustment went over.
    """

    baseline: str
    runs: tuple[OneOfSeveral, ...]
    n_tested: int
    n_judge_tested: int
    method: str
    sentence: str
