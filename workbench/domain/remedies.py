"""What a bucket means for the people who run the system: owner, usual fixes and their price.

The failure points are those of Barnett et al. 2024, "Seven failure points when engineering a
retrieval augmented generation system". The fixes are the usual ones, not a diagnosis: each comes
with the side effect that people meet first.
"""

from dataclasses import dataclass

from workbench.domain.vocabulary import Bucket

TABLE_ORDER: tuple[Bucket, ...] = (
    Bucket.COVERAGE_GAP,
    Bucket.REWRITE_ERROR,
    Bucket.EMBEDDING_MISMATCH,
    Bucket.RETRIEVAL_MISS,
    Bucket.RERANKED_OUT,
    Bucket.PACKED_OUT,
    Bucket.GENERATION_ERROR,
    Bucket.EVALUATION_ERROR,
    Bucket.CORRECT,
)
"""Rows of every bucket table: the failing stages in pipeline order, then what is not a failure."""

FAILING_BUCKETS: tuple[Bucket, ...] = TABLE_ORDER[:7]


@dataclass(frozen=True, slots=True)
class Fix:
    """A usual fix and the side effect that comes with it."""

    action: str
    side_effect: str


@dataclass(frozen=True, slots=True)
class Remedy:
    """Who owns a bucket, what it means, and what usually mends it."""

    meaning: str
    owner: str
    failure_point: str
    fixes: tuple[Fix, ...]


REMEDIES: dict[Bucket, Remedy] = {
    Bucket.COVERAGE_GAP: Remedy(
        "The corpus holds no passage that supports the answer.",
        "content owner",
        "FP1 missing content",
        (
            Fix("Write or import the missing documents.", "More near-duplicates to retrieve from."),
            Fix("Let the generator decline when nothing supports it.", "More declined questions."),
        ),
    ),
    Bucket.REWRITE_ERROR: Remedy(
        "The rewritten query no longer asks what the user asked.",
        "search engineer",
        "FP2 missed the top ranked documents",
        (
            Fix("Search with the original query beside the rewrite.", "A second search per query."),
            Fix("Keep names and numbers in the rewrite.", "Follow-up questions resolve less well."),
        ),
    ),
    Bucket.EMBEDDING_MISMATCH: Remedy(
        "Query and index were embedded by different models, and retrieval missed.",
        "platform engineer",
        "FP2 missed the top ranked documents",
        (
            Fix("Embed the index again with the query's model.", "The index is rebuilt once."),
            Fix("Refuse to start when the two models differ.", "A rollout needs both at once."),
        ),
    ),
    Bucket.RETRIEVAL_MISS: Remedy(
        "The corpus holds the passage, but the retriever did not return it.",
        "search engineer",
        "FP2 missed the top ranked documents",
        (
            Fix("Retrieve more candidates.", "Slower, and more distraction for later stages."),
            Fix("Add keyword search beside vectors.", "A second index to keep in step."),
            Fix("Cut documents into smaller pieces.", "Answers that span pieces get lost."),
        ),
    ),
    Bucket.RERANKED_OUT: Remedy(
        "The passage was retrieved, but the reranker did not keep it.",
        "search engineer",
        "FP3 not in context",
        (
            Fix("Keep more passages after reranking.", "A longer prompt."),
            Fix("Tune or replace the reranker on your own labels.", "Scores move; cuts move too."),
        ),
    ),
    Bucket.PACKED_OUT: Remedy(
        "The passage survived ranking, but did not fit into the prompt.",
        "application engineer",
        "FP3 not in context",
        (
            Fix("Raise the prompt budget.", "Cost and delay per answer."),
            Fix("Drop repeated passages before packing.", "Needs a rule for near-duplicates."),
        ),
    ),
    Bucket.GENERATION_ERROR: Remedy(
        "The passage stood in the prompt, and the answer is still wrong.",
        "prompt and model owner",
        "FP4 not extracted, FP5 format, FP6 specificity, FP7 incomplete",
        (
            Fix("Ask for an answer from the passages only.", "More declined questions."),
            Fix("Try a stronger model.", "Cost; other answers change too."),
            Fix("Fewer, better ordered passages.", "Retrieval misses weigh more."),
        ),
    ),
    Bucket.EVALUATION_ERROR: Remedy(
        "The judge says wrong and people say right.",
        "evaluation owner",
        "none: the evaluation fails, not the system",
        (
            Fix("Mend the judge's prompt on the disagreements.", "A new judge to calibrate."),
            Fix("Mend reference answers that are too narrow.", "Older verdicts go stale."),
        ),
    ),
    Bucket.CORRECT: Remedy("The answer is right.", "", "none", ()),
}
