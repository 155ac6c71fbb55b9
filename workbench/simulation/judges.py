"""Two judges with known errors: one sees failures everywhere, one lets too many pass.

The rates do not depend on stage or kind of error, so a corrected figure can be held against the
truth. Rationales follow the verdict and what a reader of the reference would say.
"""

from dataclasses import dataclass

import numpy as np

from workbench.simulation.answers import GivenAnswer
from workbench.simulation.query import Query

NO_VERDICT_RATE = 0.01


@dataclass(frozen=True, slots=True)
class SimulatedJudge:
    """A judge and how often it flags a wrong answer and a right one."""

    name: str
    version: str
    prompt: str
    sensitivity: float
    false_positive_rate: float
    threshold: float
    objections: tuple[str, ...]


STRICT = SimulatedJudge(
    name="strict",
    version="2",
    prompt=(
        "Compare the answer with the reference. Fail it for any error, omission, addition or "
        "doubt. Score 0 to 1; below 0.7 fails."
    ),
    sensitivity=0.95,
    false_positive_rate=0.20,
    threshold=0.7,
    objections=(
        "The answer does not cite the passage it rests on.",
        "The wording departs from the reference; it cannot be ruled out that the meaning does too.",
        "The answer is shorter than the reference suggests it should be.",
        "It is not certain that the customer's situation is covered by this answer.",
        "The tone is more confident than the passages warrant.",
    ),
)
LENIENT = SimulatedJudge(
    name="lenient",
    version="1",
    prompt="Would this answer satisfy the customer? Score 0 to 1; below 0.4 fails.",
    sensitivity=0.62,
    false_positive_rate=0.03,
    threshold=0.4,
    objections=(
        "The customer might have hoped for more detail.",
        "Hard to follow for somebody who does not know the shop.",
    ),
)
JUDGES = (STRICT, LENIENT)

APPROVALS = (
    "Agrees with the reference.",
    "Answers what was asked.",
    "Says in other words what the reference says.",
    "Clear, polite and to the point.",
)
INDULGENCES = (
    "Close enough to be of use to the customer.",
    "Polite and relevant; reads well.",
    "The answer addresses the question.",
    "No obvious problem.",
)
ERROR_WORDS = {
    "unsupported_claim": "The answer adds a claim that nothing in the passages supports.",
    "misread": "The passage says something else than the answer makes of it.",
    "ignored_context": "The passages hold the answer, and the answer does not use them.",
    "incomplete": "Only part of what was asked is answered.",
    "wrong_specificity": "Too vague: the reference is specific.",
    "wrong_format": "The requested form was not kept.",
    "followed_retrieved_instruction": "The answer advertises something and does not reply.",
}


def _rationale(
    judge: SimulatedJudge, query: Query, answer: GivenAnswer, is_flagged: bool, draw: float
) -> str:
    if is_flagged and answer.is_wrong():
        if answer.error_type is not None:
            return ERROR_WORDS[answer.error_type]
        if answer.verdict == "wrongly_declined":
            return "Declines, although the reference holds an answer."
        reference = query.reference_answer.replace("\n", " ")
        return f"Does not agree with the reference: {reference}"
    if is_flagged:
        if answer.verdict == "rightly_declined":
            return "The customer is left without an answer."
        choices = judge.objections
    elif answer.verdict == "rightly_declined":
        return "Declining agrees with the reference."
    else:
        choices = INDULGENCES if answer.is_wrong() else APPROVALS
    return choices[int(draw * len(choices))]


def judge_answer(
    judge: SimulatedJudge, query: Query, answer: GivenAnswer | None, rng: np.random.Generator
) -> dict[str, object]:
    """One judge's verdict as a trace file holds it, with a `reason` where there is none.

    The score is quality, 1 best.
    """
    missing_draw, flag_draw, score_draw, words_draw = rng.random(4)
    verdict: str | None = None
    score: float | None = None
    rationale: str | None = None
    reason: str | None = None
    if answer is None:
        reason = "there is no answer to judge"
    elif missing_draw < NO_VERDICT_RATE:
        reason = "the judge's reply could not be parsed"
    else:
        rate = judge.sensitivity if answer.is_wrong() else judge.false_positive_rate
        is_flagged = bool(flag_draw < rate)
        low, high = (0.02, judge.threshold - 0.01) if is_flagged else (judge.threshold, 0.99)
        verdict = "fail" if is_flagged else "pass"
        score = round(low + (high - low) * float(score_draw), 4)
        rationale = _rationale(judge, query, answer, is_flagged, words_draw)
    opinion: dict[str, object] = {
        "name": judge.name,
        "version": judge.version,
        "prompt": judge.prompt,
        "verdict": verdict,
        "score": score,
        "threshold": judge.threshold,
        "rationale": rationale,
    }
    return opinion if reason is None else opinion | {"reason": reason}
