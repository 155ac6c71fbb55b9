"""Below which top score a retrieval is likely to have missed, learned from labelled misses.

Chosen: the median top score of the retrieval misses that people found. It needs few labels, says
in one sentence what it is, and does not chase a single odd miss. Rejected: the threshold that
separates misses from the rest best, which a dozen labels place almost anywhere.
"""

from collections.abc import Collection
from statistics import median

from db.bulk import Connection
from db.read_signal_rows import read_miss_scores
from workbench.domain.refusals import Code, Refusal
from workbench.services.signals.signal_results import LowScore

FEWEST_MISSES = 5


def learn_threshold(connection: Connection, run_ids: Collection[int]) -> LowScore | Refusal:
    """The threshold of the top score, or how many labelled misses it still needs."""
    scored = read_miss_scores(connection, run_ids)
    misses = [row.score for row in scored if row.is_miss]
    if len(misses) < FEWEST_MISSES:
        return Refusal(
            Code.NOT_ENOUGH_LABELS,
            f"Labelled retrieval misses with a top score: {len(misses)}; a threshold needs "
            f"{FEWEST_MISSES}",
            "Label traces that the judge failed, and import gold, so that misses are named.",
        )
    threshold = median(misses)
    others = [row.score for row in scored if not row.is_miss]
    return LowScore(threshold, len(misses), len(others), sum(score < threshold for score in others))
