"""What an annotator has answered of one item and not yet saved, and the question put next.

Beside the ladder's questions (`domain.questions`) the page has four of its own: confirming the
side door, naming another stage, the reason for it, and what to do with an item that is
answered already. Chosen: every step keeps the answers before it, so that one key takes one
step back. A draft belongs to the entry it was begun on; a newer entry makes it void.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from workbench.domain.claims import ClaimCheck, ClaimState
from workbench.domain.questions import (
    Answers,
    LadderFacts,
    Option,
    Question,
    needs_error_type,
    next_question,
)
from workbench.domain.records import HumanEntry
from workbench.domain.vocabulary import Answer, EntryKind, ErrorType, Evidence, Stage, Unresolved


class Aside(StrEnum):
    """A question of the page itself that stands before the ladder's until it is closed."""

    REFERENCE_DISPUTED = "reference_disputed"
    QUERY_AMBIGUOUS = "query_ambiguous"
    STAGE = "stage"
    REASON = "reason"
    CLAIM = "claim"


@dataclass(frozen=True, slots=True)
class Draft:
    """Unsaved answers on one item.

    `based_on` is the entry that stood when the draft was begun, `gold_version_id` the gold that
    the answers were given under. A note, a flag or a confidence of None is untouched, so what was
    saved still stands; an empty confidence is taken away. `is_answering_again` is a person's wish
    to replace a stored verdict. `last_gold` is the set last marked, which the next passage can
    join. `claims` of None are untouched; `claim_at` is the place of the claim that is asked.
    """

    based_on: int | None = None
    gold_version_id: int | None = None
    answers: Answers = field(default_factory=Answers)
    past: tuple[Answers, ...] = ()
    aside: Aside | None = None
    note: str | None = None
    is_flagged: bool | None = None
    confidence: str | None = None
    is_answering_again: bool = False
    last_gold: tuple[str, ...] = ()
    claims: tuple[ClaimCheck, ...] | None = None
    claim_at: int = 0


STAGE_NAMES: Mapping[Stage, str] = {stage: stage.value.capitalize() for stage in Stage}

ASIDE_TEXT: Mapping[Aside, str] = {
    Aside.REFERENCE_DISPUTED: "Set this item aside: is the reference wrong or disputed?",
    Aside.QUERY_AMBIGUOUS: "Set this item aside: is the query ambiguous?",
}
ASIDE_OPTIONS = (Option("1", "yes", "Yes, set it aside"), Option("2", "no", "No, go back"))
STORED_OPTIONS = (
    Option("1", "keep", "Keep it and go on"),
    Option("2", "again", "Answer again"),
)
STALE_TEXT = "You answered before the gold changed. Does your answer still hold?"
STALE_OPTIONS = (
    Option("1", "holds", "Yes, it still holds"),
    Option("2", "again", "Answer again"),
)
CLAIM_OPTIONS = (
    Option("1", ClaimState.FOUND, "Found in the answer"),
    Option("2", ClaimState.MISSING, "Missing"),
    Option("3", ClaimState.CONTRADICTED, "Contradicted"),
)
NOT_LOGGED = " (not logged)"
CONFIDENCES = ("", "low", "medium", "high")


def is_stored(draft: Draft, own: HumanEntry | None) -> bool:
    """Whether the annotator's saved verdict is shown, rather than asked for."""
    return own is not None and own.kind is EntryKind.VERDICT and not draft.is_answering_again


def asked(
    facts: LadderFacts, draft: Draft, own: HumanEntry | None, is_stale: bool = False
) -> Question | None:
    """What stands on the page as the question; None where the draft is ready to be saved.

    `is_stale` where the gold changed after the stored answer.
    """
    if draft.aside is Aside.CLAIM:
        return Question("aside:claim", "What does the answer do with this claim?", CLAIM_OPTIONS)
    if draft.aside is Aside.STAGE:
        return Question("aside:stage", "Which stage lost the answer first?", _stage_options(facts))
    if draft.aside is Aside.REASON:
        return Question("aside:reason", "Why this stage, against what was logged?", ())
    if draft.aside is not None:
        return Question(f"aside:{draft.aside}", ASIDE_TEXT[draft.aside], ASIDE_OPTIONS)
    if is_stored(draft, own):
        if is_stale:
            return Question("stored", STALE_TEXT, STALE_OPTIONS)
        return Question("stored", "You have answered this item.", STORED_OPTIONS)
    return next_question(facts, draft.answers)


def _stage_options(facts: LadderFacts) -> tuple[Option, ...]:
    is_logged = {
        Stage.REWRITING: facts.has_rewrite,
        Stage.EMBEDDING: facts.evidence is Evidence.EMBEDDING,
        Stage.RETRIEVAL: facts.has_candidates,
        Stage.RERANKING: facts.has_reranked,
        Stage.PACKING: facts.has_prompt,
    }
    return tuple(
        Option(
            str(n), stage, STAGE_NAMES[stage] + ("" if is_logged.get(stage, True) else NOT_LOGGED)
        )
        for n, stage in enumerate(Stage, start=1)
    )


def chosen(question: Question, digit: str) -> Option | None:
    """The option on that digit; None where the question has none."""
    return next((option for option in question.options if option.digit == digit), None)


def answer_with(draft: Draft, question: Question, value: str) -> Draft:
    """Draft after one answer: an option's value, or the text of a reason."""
    kind, _, name = question.key.partition(":")
    if kind == "stored":
        return replace(draft, is_answering_again=value == "again")
    if kind == "aside":
        return _answer_aside(draft, Aside(name), value)
    answers = draft.answers
    if kind == "rung":
        answers = replace(answers, held={**answers.held, Stage(name): value == "yes"})
    elif kind == "answer":
        answers = replace(answers, answer=Answer(value))
    else:
        answers = replace(answers, error_type=ErrorType(value))
    return _stepped(draft, answers)


def reaffirmed(facts: LadderFacts, draft: Draft, own: HumanEntry | None) -> Draft:
    """Draft that gives the stored verdict again, under the stages as they stand now."""
    if own is None:
        return draft
    named = own.stage if own.is_override else None
    answers = Answers(
        named_stage=named,
        override_reason=own.override_reason if named is not None else None,
        answer=own.answer,
        error_type=own.error_type,
        unresolved=own.unresolved,
    )
    if not needs_error_type(facts, answers):
        answers = replace(answers, error_type=None)
    return replace(draft, answers=answers, past=(), is_answering_again=True)


def _answer_aside(draft: Draft, aside: Aside, value: str) -> Draft:
    if aside is Aside.STAGE:
        named = replace(draft.answers, named_stage=Stage(value), override_reason=None)
        return replace(_stepped(draft, named), aside=Aside.REASON)
    if aside is Aside.REASON:
        # The stage and its reason are one step back, since neither stands alone.
        reasoned = replace(draft.answers, override_reason=value)
        return replace(draft, answers=reasoned, aside=None)
    if value != "yes":
        return replace(draft, aside=None)
    unresolved = Answers(unresolved=Unresolved(aside.value))
    return replace(_stepped(draft, unresolved), aside=None)


def _stepped(draft: Draft, answers: Answers) -> Draft:
    return replace(draft, answers=answers, past=(*draft.past, draft.answers))


def step_back(draft: Draft) -> Draft | None:
    """Draft without its last step; None where there is nothing to take back."""
    if draft.aside is Aside.REASON:
        return replace(draft, answers=draft.past[-1], past=draft.past[:-1], aside=Aside.STAGE)
    if draft.aside is Aside.CLAIM and draft.claim_at > 0:
        return replace(draft, claim_at=draft.claim_at - 1)
    if draft.aside is not None:
        return replace(draft, aside=None)
    if draft.past:
        return replace(draft, answers=draft.past[-1], past=draft.past[:-1])
    return replace(draft, is_answering_again=False) if draft.is_answering_again else None


def closed_aside(draft: Draft) -> Draft:
    """Draft with the page's own question closed; a stage without its reason is given up."""
    if draft.aside is Aside.REASON:
        return replace(draft, answers=draft.past[-1], past=draft.past[:-1], aside=None)
    return replace(draft, aside=None)


def without_rungs(draft: Draft, last_gold: tuple[str, ...]) -> Draft:
    """Draft after the valid sources changed: what was answered of the ladder is asked anew."""
    return replace(draft, answers=Answers(), past=(), aside=None, last_gold=last_gold)


def next_confidence(now: str | None) -> str:
    """Confidence after one press: none, low, medium, high, and none again."""
    place = CONFIDENCES.index(now) if now in CONFIDENCES else 0
    return CONFIDENCES[(place + 1) % len(CONFIDENCES)]


def note_of(draft: Draft, own: HumanEntry | None) -> str:
    """Note as it stands: what was typed, else what was saved."""
    if draft.note is not None:
        return draft.note
    return (own.note or "") if own is not None else ""


def flag_of(draft: Draft, own: HumanEntry | None) -> bool:
    """Flag as it stands: what was pressed, else what was saved."""
    if draft.is_flagged is not None:
        return draft.is_flagged
    return own.is_flagged if own is not None else False


def confidence_of(draft: Draft, own: HumanEntry | None) -> str | None:
    """Confidence as it stands: what was pressed, else what was saved."""
    if draft.confidence is not None:
        return draft.confidence or None
    return own.confidence if own is not None else None
