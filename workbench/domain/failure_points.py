"""The seven failure points of a retrieval system as a view of the buckets, and what a fix moves.

The points are those of Barnett et al. 2024. Two buckets share FP2 and two FP3, since the paper
names neither rewriting nor reranking apart; a generation error is split by the error type that a
person named. Following an instruction found in a passage is none of the seven. Each bucket has
what its usual fixes do to the next stage, and what must be run again before anything is compared.
"""

from dataclasses import dataclass
from enum import StrEnum

from workbench.domain.vocabulary import Bucket, ErrorType


class FailurePoint(StrEnum):
    """The seven points in their order, and what lies outside them."""

    FP1 = "FP1"
    FP2 = "FP2"
    FP3 = "FP3"
    FP4 = "FP4"
    FP5 = "FP5"
    FP6 = "FP6"
    FP7 = "FP7"
    UNTYPED = "FP4-FP7"
    OUTSIDE = "outside"


POINT_NAMES: dict[FailurePoint, str] = {
    FailurePoint.FP1: "Missing content",
    FailurePoint.FP2: "Missed the top ranked documents",
    FailurePoint.FP3: "Not in context",
    FailurePoint.FP4: "Not extracted",
    FailurePoint.FP5: "Wrong format",
    FailurePoint.FP6: "Incorrect specificity",
    FailurePoint.FP7: "Incomplete",
    FailurePoint.UNTYPED: "Generation, error type not named",
    FailurePoint.OUTSIDE: "Followed an instruction in a passage",
}

POINT_OF_BUCKET: dict[Bucket, FailurePoint] = {
    Bucket.COVERAGE_GAP: FailurePoint.FP1,
    Bucket.REWRITE_ERROR: FailurePoint.FP2,
    Bucket.EMBEDDING_MISMATCH: FailurePoint.FP2,
    Bucket.RETRIEVAL_MISS: FailurePoint.FP2,
    Bucket.RERANKED_OUT: FailurePoint.FP3,
    Bucket.PACKED_OUT: FailurePoint.FP3,
    Bucket.GENERATION_ERROR: FailurePoint.UNTYPED,
}

POINT_OF_ERROR: dict[ErrorType, FailurePoint] = {
    ErrorType.UNSUPPORTED_CLAIM: FailurePoint.FP4,
    ErrorType.MISREAD: FailurePoint.FP4,
    ErrorType.IGNORED_CONTEXT: FailurePoint.FP4,
    ErrorType.WRONG_FORMAT: FailurePoint.FP5,
    ErrorType.WRONG_SPECIFICITY: FailurePoint.FP6,
    ErrorType.INCOMPLETE: FailurePoint.FP7,
    ErrorType.FOLLOWED_RETRIEVED_INSTRUCTION: FailurePoint.OUTSIDE,
}


@dataclass(frozen=True, slots=True)
class AfterFix:
    """What mending a bucket does to the stage after it, and what must be run again."""

    next_stage: str
    run_again: str


AFTER_FIX: dict[Bucket, AfterFix] = {
    Bucket.COVERAGE_GAP: AfterFix(
        "Retrieval has more passages to choose from, near-duplicates among them.",
        "Index, import the corpus again, then every stage; check gold of the old questions.",
    ),
    Bucket.REWRITE_ERROR: AfterFix(
        "Retrieval sees other words for every rewritten question, not for the lost ones alone.",
        "Retrieval and all after it, on all questions that are rewritten.",
    ),
    Bucket.EMBEDDING_MISMATCH: AfterFix(
        "Every score of retrieval moves, so thresholds and cuts of reranking mean something else.",
        "The whole index, then every stage; results before and after are not comparable.",
    ),
    Bucket.RETRIEVAL_MISS: AfterFix(
        "Reranking and packing get more to choose from under the same budget, and lose more.",
        "Retrieval and all after it, on all questions; look at packing first.",
    ),
    Bucket.RERANKED_OUT: AfterFix(
        "Packing gets a longer list, or another order, under the same budget.",
        "Reranking, packing and generation; the candidates can be kept.",
    ),
    Bucket.PACKED_OUT: AfterFix(
        "Generation reads a longer prompt, with more beside the evidence to be led astray by.",
        "Packing and generation; the ranked lists can be kept.",
    ),
    Bucket.GENERATION_ERROR: AfterFix(
        "Answers that were right change too, and the judge meets another style than it was "
        "calibrated on.",
        "Generation on all questions with the prompts kept, then the judge and its calibration.",
    ),
}


def point_of(bucket: Bucket, error_type: ErrorType | None) -> FailurePoint | None:
    """The failure point of a failing trace; None for a bucket that is no failure."""
    if bucket is Bucket.GENERATION_ERROR and error_type is not None:
        return POINT_OF_ERROR[error_type]
    return POINT_OF_BUCKET.get(bucket)
