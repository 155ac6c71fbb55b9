"""What the pipeline answers when it is handed the gold passages alone.

Asked of most answers that the strict judge fails, as a team would that follows its judge, and so
of some right ones too. Nearly always right where the evidence had been lost on the way; where it
had been there and was misused, mostly misused again. A part was read by somebody, the rest waits
to be labelled.
"""

import numpy as np

from workbench.simulation.answers import GivenAnswer
from workbench.simulation.query import Query

PROBED_SHARE = 0.7
READ_SHARE = 0.75
RIGHT_WHEN_LOST_RATE = 0.88
SAME_SLIP_RATE = 0.8


def probe_answer(
    query: Query,
    answer: GivenAnswer | None,
    has_evidence: bool,
    is_flagged: bool,
    rng: np.random.Generator,
) -> dict[str, object] | None:
    """The answer to the gold passages alone, and whether it was right; None where not asked."""
    asked_draw, read_draw, outcome_draw, right_draw = rng.random(4)
    if not is_flagged or answer is None or not query.is_answerable():
        return None
    if asked_draw >= PROBED_SHARE:
        return None
    if has_evidence and answer.is_wrong():
        is_right, wrong = outcome_draw >= SAME_SLIP_RATE, answer.text
    else:
        is_right, wrong = outcome_draw < RIGHT_WHEN_LOST_RATE, query.missed
    right = query.right[int(right_draw * len(query.right))]
    return {
        "answer": right if is_right else wrong,
        "correct": bool(is_right) if read_draw < READ_SHARE else None,
    }
