"""The adjudication desk without a page: steps, presses that do not count, words."""

import pytest

from db.store import Store
from tests import builders
from tests.services.planted import plant_label, plant_traces
from workbench.domain.disagreement import Said
from workbench.domain.vocabulary import Answer, ErrorType, Stage, Unresolved
from workbench.services.labelling.adjudicate import Case, Opinion, Reason, disputed_cases
from workbench.ui import adjudicate_desk, adjudicate_view
from workbench.ui.adjudicate_desk import Choice, Desk, Step, step_of

NOW = 100.0


def case_of(*answers: Said, trace_id: int = 1) -> Case:
    opinions = tuple(
        Opinion(n, f"person-{n}", said, None, None, False) for n, said in enumerate(answers)
    )
    return Case(trace_id, f"q-{trace_id}", "spring", None, 0.0, opinions, None)


def test_a_right_answer_is_asked_for_no_stage() -> None:
    assert step_of(Choice()) is Step.VERDICT
    assert step_of(Choice(Answer.CORRECT)) is Step.REASON
    assert step_of(Choice(Answer.CANT_TELL)) is Step.REASON


def test_a_failure_is_asked_for_its_stage_and_the_generator_for_its_error() -> None:
    assert step_of(Choice(Answer.WRONG)) is Step.STAGE
    assert step_of(Choice(Answer.WRONG, Stage.RETRIEVAL)) is Step.REASON
    assert step_of(Choice(Answer.WRONG, has_no_stage=True)) is Step.REASON
    assert step_of(Choice(Answer.WRONG, Stage.GENERATION)) is Step.ERROR_TYPE
    assert step_of(Choice(Answer.WRONG, Stage.GENERATION, ErrorType.MISREAD)) is Step.REASON


def test_an_answer_taken_as_it_stands_is_asked_for_the_reason_alone() -> None:
    opinion = Opinion(1, "ada", Said(Answer.WRONG, Stage.GENERATION), None, None, False)
    assert step_of(adjudicate_desk.taken(opinion)) is Step.REASON
    aside = Said(None, unresolved=Unresolved.QUERY_AMBIGUOUS)
    taken = adjudicate_desk.taken(Opinion(1, "ada", aside, None, None, False))
    assert taken.answer is Answer.CANT_TELL


def test_a_press_for_another_case_or_step_or_too_soon_does_nothing() -> None:
    desk = Desk("dan", trace_id=1, since=NOW)
    change = {"answer": Answer.CORRECT}
    for trace_id, step, now in (
        (2, Step.VERDICT, NOW + 1),
        (1, Step.STAGE, NOW + 1),
        (1, Step.VERDICT, NOW + 0.1),
    ):
        assert adjudicate_desk.chosen(desk, trace_id, step, change, now) is desk
    moved = adjudicate_desk.chosen(desk, 1, Step.VERDICT, change, NOW + 1)
    assert moved.choice.answer is Answer.CORRECT


def test_back_goes_one_step() -> None:
    choice = Choice(Answer.WRONG, Stage.GENERATION, ErrorType.MISREAD)
    steps = []
    desk = Desk("dan", trace_id=1, choice=choice)
    for _ in range(3):
        desk = adjudicate_desk.back(desk, NOW)
        steps.append(step_of(desk.choice))
    assert steps == [Step.ERROR_TYPE, Step.STAGE, Step.VERDICT]


def test_a_case_that_went_gives_way_to_the_first() -> None:
    cases = [case_of(Said(Answer.CORRECT), Said(Answer.WRONG), trace_id=n) for n in (4, 5)]
    desk, case = adjudicate_desk.at_case(Desk("dan", 3, Choice(Answer.WRONG)), cases, NOW)
    assert case is cases[0]
    assert (desk.trace_id, desk.choice) == (4, Choice())
    assert adjudicate_desk.moved(desk, cases, -1, NOW).trace_id == 5
    assert adjudicate_desk.at_case(desk, [], NOW)[1] is None


def test_a_decision_goes_on_to_the_next_case_and_can_be_taken_back(store: Store) -> None:
    ids = plant_traces(store, [builders.trace("q-1"), builders.trace("q-2")])
    for trace_id in ids.values():
        plant_label(store, trace_id, "wrong", "ada")
        plant_label(store, trace_id, "correct", "ben")
    cases = disputed_cases(store, "dan").open
    desk, _ = adjudicate_desk.at_case(Desk("dan"), cases, NOW)
    desk = adjudicate_desk.chosen(desk, ids["q-1"], Step.VERDICT, {"answer": Answer.CORRECT}, 101)
    too_soon = adjudicate_desk.decided(store, desk, cases, Reason.SLIP, "", "", 101.1)
    assert too_soon is desk
    desk = adjudicate_desk.decided(store, desk, cases, Reason.SLIP, "seen", "A was ada.", 102)
    assert desk.line == "Decided q-1. A was ada."
    assert desk.trace_id == ids["q-2"]
    (decided,) = disputed_cases(store, "dan").decided
    assert decided.decision is not None
    assert decided.decision.note == "seen"
    assert desk.decided is not None
    desk = adjudicate_desk.taken_back(store, desk, desk.decided, 103)
    assert desk.trace_id == ids["q-1"]
    assert len(disputed_cases(store, "dan").open) == 2


def test_an_answer_changed_meanwhile_is_said_and_nothing_is_saved(store: Store) -> None:
    ids = plant_traces(store, [builders.trace("q-1")])
    plant_label(store, ids["q-1"], "wrong", "ada")
    plant_label(store, ids["q-1"], "correct", "ben")
    cases = disputed_cases(store, "dan").open
    desk, _ = adjudicate_desk.at_case(Desk("dan", choice=Choice()), cases, NOW)
    desk = adjudicate_desk.chosen(desk, ids["q-1"], Step.VERDICT, {"answer": Answer.WRONG}, 101)
    desk = adjudicate_desk.chosen(desk, ids["q-1"], Step.STAGE, {"has_no_stage": True}, 102)
    plant_label(store, ids["q-1"], "correct", "cyd")
    desk = adjudicate_desk.decided(store, desk, cases, Reason.SLIP, "", "", 103)
    assert desk.is_trouble
    assert "Nothing was saved" in desk.line
    assert disputed_cases(store, "dan").decided == ()


def test_the_order_of_answers_says_nothing_of_who_came_first() -> None:
    said = (Said(Answer.CORRECT), Said(Answer.WRONG))
    firsts = {adjudicate_view.in_order(case_of(*said, trace_id=n))[0].annotator for n in range(20)}
    assert firsts == {"person-0", "person-1"}


def test_names_stand_only_in_what_is_said_after_the_decision() -> None:
    case = case_of(Said(Answer.CORRECT), Said(Answer.WRONG, Stage.RETRIEVAL))
    words = [adjudicate_view.headline(case, 1, 2)]
    words += [line for one in case.opinions for line in adjudicate_view.opinion_words(one)]
    assert not any("person" in text for text in words)
    assert "person-0" in adjudicate_view.who_was(case)


@pytest.mark.parametrize("letter", ["C", "R"])
def test_letters_that_are_no_keys_are_clicked(letter: str) -> None:
    assert adjudicate_view.key_of(letter) is None
    assert adjudicate_view.key_of("A") == "A"
