import pytest

from workbench.domain.questions import Answers, LadderFacts
from workbench.domain.records import HumanEntry
from workbench.domain.vocabulary import Answer, EntryKind, ErrorType, Evidence, Stage
from workbench.ui.label_draft import (
    Aside,
    Draft,
    answer_with,
    asked,
    chosen,
    closed_aside,
    confidence_of,
    flag_of,
    is_stored,
    next_confidence,
    note_of,
    step_back,
    without_rungs,
)

REACHED = LadderFacts(Evidence.REACHED, is_truncated=False)
UNKNOWN = LadderFacts(Evidence.UNKNOWN)
STORED = HumanEntry(
    "q-1", "ann1", EntryKind.VERDICT, Answer.CORRECT, note="n", is_flagged=True, confidence="low"
)


def answered(facts: LadderFacts, *digits: str, draft: Draft | None = None) -> Draft:
    draft = draft or Draft()
    for digit in digits:
        question = asked(facts, draft, None)
        assert question is not None
        option = chosen(question, digit)
        assert option is not None
        draft = answer_with(draft, question, option.value)
    return draft


def test_answers_follow_one_another_until_nothing_more_is_asked() -> None:
    draft = answered(UNKNOWN, "1", "1", "2", "2")
    assert draft.answers.held == {
        Stage.COVERAGE: True,
        Stage.RETRIEVAL: True,
        Stage.PACKING: False,
    }
    assert draft.answers.answer is Answer.WRONG
    assert asked(UNKNOWN, draft, None) is None


def test_every_step_can_be_taken_back() -> None:
    draft = answered(REACHED, "2", "3")
    assert draft.answers.error_type is ErrorType.IGNORED_CONTEXT
    back = step_back(draft)
    assert back is not None
    assert back.answers == Answers(answer=Answer.WRONG)
    first = step_back(back)
    assert first is not None
    assert first.answers == Answers()
    assert step_back(first) is None


def test_a_digit_without_an_option_chooses_nothing() -> None:
    question = asked(REACHED, Draft(), None)
    assert question is not None
    assert chosen(question, "7") is None


def test_stages_that_were_not_logged_are_offered_and_said_to_be() -> None:
    question = asked(UNKNOWN, Draft(aside=Aside.STAGE), None)
    assert question is not None
    assert [(o.digit, o.text) for o in question.options] == [
        ("1", "Coverage"),
        ("2", "Rewriting (not logged)"),
        ("3", "Embedding (not logged)"),
        ("4", "Retrieval"),
        ("5", "Reranking (not logged)"),
        ("6", "Packing"),
        ("7", "Generation"),
    ]
    facts = LadderFacts(Evidence.RETRIEVAL, has_rewrite=True)
    again = asked(facts, Draft(aside=Aside.STAGE), None)
    assert again is not None
    assert again.options[1].text == "Rewriting"


def test_a_stage_and_its_reason_are_one_step() -> None:
    draft = answered(REACHED, "4", draft=Draft(aside=Aside.STAGE))
    question = asked(REACHED, draft, None)
    assert question is not None
    assert (question.key, question.options) == ("aside:reason", ())
    reasoned = answer_with(draft, question, "stale ids")
    assert reasoned.answers == Answers(named_stage=Stage.RETRIEVAL, override_reason="stale ids")
    undone = step_back(reasoned)
    assert undone is not None
    assert undone.answers == Answers()
    given_up = closed_aside(draft)
    assert (given_up.answers, given_up.aside) == (Answers(), None)


@pytest.mark.parametrize("aside", [Aside.REFERENCE_DISPUTED, Aside.QUERY_AMBIGUOUS])
def test_the_side_door_ends_the_item_only_when_confirmed(aside: Aside) -> None:
    assert asked(REACHED, answered(REACHED, "1", draft=Draft(aside=aside)), None) is None
    refused = answered(REACHED, "2", draft=Draft(aside=aside))
    question = asked(REACHED, refused, None)
    assert question is not None
    assert question.key == "answer"


def test_a_stored_verdict_is_kept_until_somebody_asks_to_answer_again() -> None:
    draft = Draft(based_on=3)
    assert is_stored(draft, STORED)
    question = asked(REACHED, draft, STORED)
    assert question is not None
    assert [o.value for o in question.options] == ["keep", "again"]
    again = answer_with(draft, question, "again")
    assert not is_stored(again, STORED)
    assert step_back(again) == draft
    assert not is_stored(Draft(), HumanEntry("q-1", "ann1", EntryKind.SKIP))


def test_note_flag_and_confidence_are_what_was_saved_until_touched() -> None:
    assert (note_of(Draft(), STORED), note_of(Draft(note=""), STORED)) == ("n", "")
    assert (flag_of(Draft(), STORED), flag_of(Draft(is_flagged=False), STORED)) == (True, False)
    assert confidence_of(Draft(), STORED) == "low"
    assert confidence_of(Draft(confidence=""), STORED) is None
    assert (note_of(Draft(), None), flag_of(Draft(), None), confidence_of(Draft(), None)) == (
        "",
        False,
        None,
    )


def test_confidence_goes_round() -> None:
    seen = [None]
    for _ in range(4):
        seen.append(next_confidence(seen[-1]))
    assert seen == [None, "low", "medium", "high", ""]


def test_changed_sources_ask_the_ladder_anew_and_keep_the_note() -> None:
    draft = answered(UNKNOWN, "1", "2", draft=Draft(note="kept"))
    fresh = without_rungs(draft, ("d9",))
    assert (fresh.answers, fresh.past, fresh.note) == (Answers(), (), "kept")
    assert fresh.last_gold == ("d9",)
