"""The ladder: which question comes next, and what a finished set of answers says."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.domain.questions import (
    Answers,
    LadderFacts,
    RungState,
    ladder,
    lost_stage,
    next_question,
    recorded_stage,
)
from workbench.domain.vocabulary import Answer, ErrorType, Evidence, Stage, Unresolved

REACHED = LadderFacts(Evidence.REACHED, is_truncated=False)
UNKNOWN = LadderFacts(Evidence.UNKNOWN, has_reranked=True, is_truncated=False)


def _states(facts: LadderFacts, answers: Answers) -> dict[Stage, RungState]:
    return {rung.stage: rung.state for rung in ladder(facts, answers)}


def test_the_usual_item_asks_one_question_if_right_and_two_if_wrong() -> None:
    question = next_question(REACHED, Answers())
    assert question is not None
    assert question.key == "answer"
    assert next_question(REACHED, Answers(answer=Answer.CORRECT)) is None
    second = next_question(REACHED, Answers(answer=Answer.WRONG))
    assert second is not None
    assert second.key == "error_type"
    done = Answers(answer=Answer.WRONG, error_type=ErrorType.MISREAD)
    assert next_question(REACHED, done) is None
    assert recorded_stage(REACHED, done) is Stage.GENERATION


def test_a_loss_known_from_ids_asks_only_for_the_answer() -> None:
    facts = LadderFacts(Evidence.RETRIEVAL)
    wrong = Answers(answer=Answer.WRONG)
    assert next_question(facts, Answers()).key == "answer"  # type: ignore[union-attr]
    assert next_question(facts, wrong) is None
    assert recorded_stage(facts, wrong) is Stage.RETRIEVAL
    assert _states(facts, Answers())[Stage.PACKING] is RungState.NOT_REACHED


def test_without_gold_the_rungs_are_asked_in_order_up_to_the_first_loss() -> None:
    asked = []
    answers = Answers()
    while (question := next_question(UNKNOWN, answers)) is not None and question.key != "answer":
        stage = Stage(question.key.removeprefix("rung:"))
        asked.append(stage)
        answers = replace(answers, held={**answers.held, stage: stage is not Stage.RERANKING})
    assert asked == [Stage.COVERAGE, Stage.RETRIEVAL, Stage.RERANKING]
    assert lost_stage(UNKNOWN, answers) is Stage.RERANKING
    assert recorded_stage(UNKNOWN, replace(answers, answer=Answer.WRONG)) is Stage.RERANKING


def test_a_rewrite_is_asked_about_only_where_one_was_logged_and_something_was_lost() -> None:
    lost = LadderFacts(Evidence.RETRIEVAL, has_rewrite=True)
    assert next_question(lost, Answers()).key == "rung:rewriting"  # type: ignore[union-attr]
    assert _states(LadderFacts(Evidence.RETRIEVAL), Answers())[Stage.REWRITING] is (
        RungState.NOT_LOGGED
    )
    held = replace(REACHED, has_rewrite=True)
    assert next_question(held, Answers()).key == "answer"  # type: ignore[union-attr]
    blamed = Answers(held={Stage.REWRITING: False}, answer=Answer.WRONG)
    assert recorded_stage(lost, blamed) is Stage.REWRITING


def test_a_cut_prompt_is_asked_about_before_generation_is_blamed() -> None:
    cut = LadderFacts(Evidence.REACHED, is_truncated=True)
    question = next_question(cut, Answers())
    assert question is not None
    assert question.key == "rung:packing"
    lost = Answers(held={Stage.PACKING: False}, answer=Answer.WRONG)
    assert recorded_stage(cut, lost) is Stage.PACKING
    kept = Answers(held={Stage.PACKING: True}, answer=Answer.WRONG)
    assert next_question(cut, kept).key == "error_type"  # type: ignore[union-attr]


def test_the_side_door_ends_the_walk() -> None:
    assert next_question(UNKNOWN, Answers(unresolved=Unresolved.QUERY_AMBIGUOUS)) is None


def test_an_override_replaces_what_ids_say() -> None:
    answers = Answers(named_stage=Stage.RETRIEVAL, override_reason="twin", answer=Answer.WRONG)
    states = _states(REACHED, answers)
    assert states[Stage.RETRIEVAL] is RungState.LOST
    assert states[Stage.PACKING] is RungState.NOT_REACHED
    assert recorded_stage(REACHED, answers) is Stage.RETRIEVAL
    assert next_question(REACHED, answers) is None


def test_a_named_stage_that_was_not_logged_still_counts() -> None:
    answers = Answers(named_stage=Stage.RERANKING, answer=Answer.WRONG)
    assert _states(REACHED, answers)[Stage.RERANKING] is RungState.LOST


def test_a_right_answer_names_no_stage() -> None:
    right = Answers(answer=Answer.CORRECT)
    assert recorded_stage(LadderFacts(Evidence.RETRIEVAL), right) is None


@given(
    evidence=st.sampled_from(Evidence),
    has_rewrite=st.booleans(),
    has_candidates=st.booleans(),
    has_reranked=st.booleans(),
    has_prompt=st.booleans(),
    is_truncated=st.sampled_from([True, False, None]),
    choices=st.lists(st.integers(0, 6), min_size=12, max_size=12),
)
def test_every_walk_ends_and_later_rungs_are_never_asked_after_a_loss(
    evidence: Evidence,
    has_rewrite: bool,
    has_candidates: bool,
    has_reranked: bool,
    has_prompt: bool,
    is_truncated: bool | None,
    choices: list[int],
) -> None:
    facts = LadderFacts(
        evidence, has_rewrite, has_candidates, has_reranked, has_prompt, is_truncated
    )
    answers = Answers()
    lost_at: int | None = None
    for choice in choices:
        question = next_question(facts, answers)
        if question is None:
            break
        option = question.options[choice % len(question.options)]
        if question.key == "answer":
            answers = replace(answers, answer=Answer(option.value))
        elif question.key == "error_type":
            answers = replace(answers, error_type=ErrorType(option.value))
        else:
            stage = Stage(question.key.removeprefix("rung:"))
            position = list(Stage).index(stage)
            assert lost_at is None or position < lost_at
            answers = replace(answers, held={**answers.held, stage: option.value == "yes"})
            if option.value == "no":
                lost_at = position
    else:
        pytest.fail("the walk did not end")
    assert answers.answer is not None
