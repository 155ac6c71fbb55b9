"""Closed lists of words, each in its fixed order.

Chosen: one word per idea, as they stand in the store, in files and in `--json`. Words that
other people's files use for the same ideas are accepted at the door (formats), never here.
"""

from enum import StrEnum


class Stage(StrEnum):
    """A step at which a trace can first lose the answer, in the order of the pipeline."""

    COVERAGE = "coverage"
    REWRITING = "rewriting"
    EMBEDDING = "embedding"
    RETRIEVAL = "retrieval"
    RERANKING = "reranking"
    PACKING = "packing"
    GENERATION = "generation"


class Bucket(StrEnum):
    """The one class a trace falls into; passing is a bucket too."""

    CORRECT = "correct"
    COVERAGE_GAP = "coverage_gap"
    REWRITE_ERROR = "rewrite_error"
    EMBEDDING_MISMATCH = "embedding_mismatch"
    RETRIEVAL_MISS = "retrieval_miss"
    RERANKED_OUT = "reranked_out"
    PACKED_OUT = "packed_out"
    GENERATION_ERROR = "generation_error"
    EVALUATION_ERROR = "evaluation_error"


class Outside(StrEnum):
    """Why a trace stands outside the shares; counted beside them, never inside."""

    LABEL_MISSING = "label_missing"
    ENDPOINT_UNAVAILABLE = "endpoint_unavailable"
    UNRESOLVED = "unresolved"
    UNJUDGED = "unjudged"
    NOT_COMPARABLE = "not_comparable"


class Evidence(StrEnum):
    """What the ids alone say of a trace: where a complete gold set is first gone.

    `reached` means a complete set stood in the prompt, so only generation is left to fail;
    `undecided` that gold is known but a list needed to decide was never logged; `unknown`
    that gold itself is not known.
    """

    COVERAGE = "coverage"
    EMBEDDING = "embedding"
    RETRIEVAL = "retrieval"
    RERANKING = "reranking"
    PACKING = "packing"
    REACHED = "reached"
    UNDECIDED = "undecided"
    UNKNOWN = "unknown"
    NOT_COMPARABLE = "not_comparable"
    ENDPOINT_UNAVAILABLE = "endpoint_unavailable"


class Answer(StrEnum):
    """What an annotator says of the answer: the thing that the judge judged."""

    CORRECT = "correct"
    WRONG = "wrong"
    RIGHTLY_DECLINED = "rightly_declined"
    WRONGLY_DECLINED = "wrongly_declined"
    CANT_TELL = "cant_tell"


class ErrorType(StrEnum):
    """How the generator failed although the evidence was in the prompt."""

    UNSUPPORTED_CLAIM = "unsupported_claim"
    MISREAD = "misread"
    IGNORED_CONTEXT = "ignored_context"
    INCOMPLETE = "incomplete"
    WRONG_FORMAT = "wrong_format"
    WRONG_SPECIFICITY = "wrong_specificity"
    FOLLOWED_RETRIEVED_INSTRUCTION = "followed_retrieved_instruction"


class Unresolved(StrEnum):
    """The side door: why a person can name neither right nor wrong."""

    REFERENCE_DISPUTED = "reference_disputed"
    QUERY_AMBIGUOUS = "query_ambiguous"


class EntryKind(StrEnum):
    """What one row of an annotator's history is. Undo is an entry too."""

    VERDICT = "verdict"
    SKIP = "skip"
    NOTE = "note"
    UNDO = "undo"


class JudgeVerdict(StrEnum):
    """A judge's usable verdict; no verdict is None, never one of these."""

    FAIL = "fail"
    PASS = "pass"


class Design(StrEnum):
    """How the human labels were drawn; the estimator follows from it."""

    UNIFORM = "uniform"
    BY_VERDICT = "by_verdict"
    QUEUE = "queue"
    BY_TRUTH = "by_truth"
    TRANSPORTED = "transported"
    UNKNOWN = "unknown"


FAILING_ANSWERS = frozenset({Answer.WRONG, Answer.WRONGLY_DECLINED})
PASSING_ANSWERS = frozenset({Answer.CORRECT, Answer.RIGHTLY_DECLINED})

BUCKET_OF_STAGE: dict[Stage, Bucket] = {
    Stage.COVERAGE: Bucket.COVERAGE_GAP,
    Stage.REWRITING: Bucket.REWRITE_ERROR,
    Stage.EMBEDDING: Bucket.EMBEDDING_MISMATCH,
    Stage.RETRIEVAL: Bucket.RETRIEVAL_MISS,
    Stage.RERANKING: Bucket.RERANKED_OUT,
    Stage.PACKING: Bucket.PACKED_OUT,
    Stage.GENERATION: Bucket.GENERATION_ERROR,
}

STAGE_OF_BUCKET: dict[Bucket, Stage] = {bucket: stage for stage, bucket in BUCKET_OF_STAGE.items()}

STAGE_OF_EVIDENCE: dict[Evidence, Stage] = {
    Evidence.COVERAGE: Stage.COVERAGE,
    Evidence.EMBEDDING: Stage.EMBEDDING,
    Evidence.RETRIEVAL: Stage.RETRIEVAL,
    Evidence.RERANKING: Stage.RERANKING,
    Evidence.PACKING: Stage.PACKING,
    Evidence.REACHED: Stage.GENERATION,
}
