"""What is asked and what was answered, as the plain data that the page draws.

The ladder, the question with its options, and the trail of what the annotator has said so far.
"""

from workbench.domain.questions import (
    ANSWER_OPTIONS,
    ERROR_OPTIONS,
    LadderFacts,
    Question,
    Rung,
    RungState,
    ladder,
)
from workbench.domain.records import HumanEntry
from workbench.domain.vocabulary import EntryKind, Stage
from workbench.ui import label_draft
from workbench.ui.label_draft import Draft

Drawn = dict[str, object]

RUNG_MARKS = {
    RungState.HELD: "✓",
    RungState.LOST: "✗",
    RungState.ASKED: "●",
    RungState.NOT_REACHED: "–",
    RungState.NOT_LOGGED: "○",
}
RUNG_WORDS = {
    RungState.HELD: "held",
    RungState.LOST: "lost here",
    RungState.ASKED: "open",
    RungState.NOT_REACHED: "not reached",
    RungState.NOT_LOGGED: "not logged",
}
# Lists that a rung's question is about, as the keys of the passage columns.
SCOPES = {
    "rung:retrieval": ("retrieved", "reranked", "prompt"),
    "rung:reranking": ("reranked", "prompt"),
    "rung:packing": ("prompt",),
    "answer": ("prompt",),
    "error_type": ("prompt",),
}


def shown_ladder(facts: LadderFacts, draft: Draft, own: HumanEntry | None) -> tuple[Rung, ...]:
    """Rungs as they stand: of a stored verdict, the stage that was saved with it."""
    if not label_draft.is_stored(draft, own) or own is None:
        return ladder(facts, draft.answers)
    if own.stage is None:
        asked = ladder(facts, draft.answers)
        return tuple(
            Rung(rung.stage, RungState.NOT_REACHED, False)
            if rung.state is RungState.ASKED
            else rung
            for rung in asked
        )
    order = list(Stage)
    place = order.index(own.stage)
    states = (RungState.HELD, RungState.LOST, RungState.NOT_REACHED)
    rungs = []
    for n, rung in enumerate(ladder(facts, draft.answers)):
        state = states[(n > place) - (n < place) + 1]
        is_missing = rung.state is RungState.NOT_LOGGED and state is not RungState.LOST
        rungs.append(rung if is_missing else Rung(rung.stage, state, False))
    return tuple(rungs)


def rung_drawn(rung: Rung, is_by_text: bool) -> Drawn:
    """One rung in words and with its mark; `is_by_text` where a passage is gold by its text."""
    says_ids = rung.is_from_ids and rung.state in (RungState.HELD, RungState.LOST)
    return {
        "name": label_draft.STAGE_NAMES[rung.stage],
        "state": rung.state.value,
        "mark": RUNG_MARKS[rung.state],
        "word": RUNG_WORDS[rung.state],
        "detail": "" if not says_ids else "from texts" if is_by_text else "from ids",
    }


def question_drawn(question: Question | None, suggested: str | None = None) -> Drawn | None:
    """What is asked, with its options; a question without options is answered in words.

    The option of the value `suggested` is marked as what the claims say, and not chosen.
    """
    if question is None:
        return None
    return {
        "key": question.key,
        "text": question.text,
        "options": [
            {
                "digit": o.digit,
                "text": o.text,
                "hint": "the claims say so"
                if suggested is not None and o.value == suggested
                else "",
            }
            for o in question.options
        ],
        "is_text": not question.options,
    }


def trail(draft: Draft, own: HumanEntry | None) -> list[str]:
    """What stands already: the answers so far, or the verdict that was saved."""
    if label_draft.is_stored(draft, own) and own is not None:
        return ["Your verdict", *_entry_words(own)]
    said: list[str] = []
    if own is not None and own.kind is EntryKind.SKIP and not draft.past:
        said.append("You skipped this item before")
    if own is not None and own.kind is EntryKind.NOTE and not draft.past:
        said.append("You left a note here, without a verdict")
    if draft.is_answering_again:
        said.append("Answering again")
    answers = draft.answers
    if answers.named_stage is not None:
        said.append(f"Stage named: {answers.named_stage.value}")
    if answers.answer is not None:
        said.append(_option_text(answers.answer.value))
    return said


def _entry_words(own: HumanEntry) -> list[str]:
    words = []
    if own.unresolved is not None:
        words.append(f"Set aside: {own.unresolved.value.replace('_', ' ')}")
    if own.answer is not None:
        words.append(_option_text(own.answer.value))
    if own.stage is not None:
        words.append(own.stage.value.capitalize())
    if own.error_type is not None:
        words.append(_option_text(own.error_type.value))
    if own.override_reason:
        words.append(f"Reason: {own.override_reason}")
    return words


def _option_text(value: str) -> str:
    options = (*ANSWER_OPTIONS, *ERROR_OPTIONS)
    return next((option.text for option in options if option.value == value), value)
