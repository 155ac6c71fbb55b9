"""What can be seen of a trace before anybody labels it: the signals, stage by stage.

Chosen: few signals, each of which a stage's trouble moves, read off what is logged anyway.
Rejected: a score put together from all of them, which moves without saying what to mend.
"""

from dataclasses import dataclass
from enum import StrEnum

from workbench.domain.vocabulary import Stage


class Signal(StrEnum):
    """A signal, in the order of the stages that move it."""

    TOP_SCORE = "top_score"
    LOW_TOP_SCORE = "low_top_score"
    PROMPT_PASSAGES = "prompt_passages"
    TRUNCATED = "truncated"
    DECLINED = "declined"
    CITED = "cited"
    FLAGGED = "flagged"
    THUMBS_DOWN = "thumbs_down"
    REPHRASED = "rephrased"


@dataclass(frozen=True, slots=True)
class SignalFacts:
    """What a signal is: its stage (None: any of them), name, and the sentence that reads it.

    A share counts traces that `has` describes; anything else is a mean of `has`.
    """

    stage: Stage | None
    title: str
    has: str
    is_share: bool
    missing: str


FACTS: dict[Signal, SignalFacts] = {
    Signal.TOP_SCORE: SignalFacts(
        Stage.RETRIEVAL,
        "Top score",
        "the first candidate's score",
        False,
        "no candidate has a score",
    ),
    Signal.LOW_TOP_SCORE: SignalFacts(
        Stage.RETRIEVAL,
        "Low top score",
        "a top score below what labelled misses have",
        True,
        "too few labelled retrieval misses to learn a threshold from",
    ),
    Signal.PROMPT_PASSAGES: SignalFacts(
        Stage.PACKING,
        "Passages in the prompt",
        "the number of passages in the prompt",
        False,
        "prompt passages were not logged",
    ),
    Signal.TRUNCATED: SignalFacts(
        Stage.PACKING,
        "Truncated prompts",
        "a prompt that was cut",
        True,
        "nobody logged whether prompts were cut",
    ),
    Signal.DECLINED: SignalFacts(
        Stage.GENERATION,
        "Declined answers",
        "a short answer that says it does not know",
        True,
        "there are no answers",
    ),
    Signal.CITED: SignalFacts(
        Stage.GENERATION,
        "Answers that cite",
        "an answer with a citation in brackets",
        True,
        "there are no answers",
    ),
    Signal.FLAGGED: SignalFacts(
        None,
        "Flagged by the judge",
        "a fail from the judge",
        True,
        "no judge gave a verdict",
    ),
    Signal.THUMBS_DOWN: SignalFacts(
        None,
        "Thumbs down",
        "a thumbs down among the votes",
        True,
        "nobody voted",
    ),
    Signal.REPHRASED: SignalFacts(
        None,
        "Rephrased",
        "a user who asked again in other words",
        True,
        "nobody logged whether users rephrased",
    ),
}

LONGEST_DECLINE = 300

# `_` stands for one character: apostrophes come straight and curled.
DECLINES = (
    "n_t find",
    "n_t know",
    "no information",
    "unable to",
    "not able to",
    "cannot answer",
    "n_t covered",
    "not mention",
    "not contain",
    "found nothing",
)
THUMBS_DOWN = ("-1", "-1.0", "false", "down", "thumbs_down", "negative")
THUMBS_UP = ("1", "1.0", "true", "up", "thumbs_up", "positive")
