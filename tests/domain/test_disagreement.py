"""In what verdicts differ, and how much."""

import pytest

from workbench.domain.disagreement import Differ, Said, difference
from workbench.domain.vocabulary import Answer, ErrorType, Stage, Unresolved

RIGHT = Said(Answer.CORRECT)
WRONG = Said(Answer.WRONG, Stage.RETRIEVAL)
UNSURE = Said(Answer.CANT_TELL)
ASIDE = Said(None, unresolved=Unresolved.QUERY_AMBIGUOUS)


def test_two_ways_of_being_right_are_no_difference() -> None:
    assert difference([RIGHT, Said(Answer.RIGHTLY_DECLINED)]) is None


def test_right_against_wrong_weighs_more_than_not_knowing() -> None:
    assert difference([RIGHT, WRONG]) == (Differ.RIGHT_OR_WRONG, 0.0)
    assert difference([RIGHT, UNSURE]) == (Differ.CAN_BE_TOLD, 0.0)
    assert difference([WRONG, ASIDE]) == (Differ.CAN_BE_TOLD, 0.0)
    assert difference([RIGHT, WRONG, UNSURE]) == (Differ.RIGHT_OR_WRONG, 0.0)


def test_agreement_is_the_share_of_pairs() -> None:
    found = difference([WRONG, WRONG, RIGHT])
    assert found is not None
    assert found.agreement == pytest.approx(1 / 3)
    found = difference([WRONG, WRONG, WRONG, RIGHT])
    assert found is not None
    assert found.agreement == pytest.approx(1 / 2)


def test_a_stage_nobody_named_differs_from_none() -> None:
    assert difference([WRONG, Said(Answer.WRONG)]) is None
    other = Said(Answer.WRONG, Stage.GENERATION)
    assert difference([WRONG, other]) == (Differ.STAGE, 0.0)


def test_the_kind_of_error_comes_last() -> None:
    first = Said(Answer.WRONG, Stage.GENERATION, ErrorType.MISREAD)
    second = Said(Answer.WRONG, Stage.GENERATION, ErrorType.INCOMPLETE)
    assert difference([first, second]) == (Differ.ERROR_TYPE, 0.0)


def test_one_verdict_alone_differs_from_nothing() -> None:
    assert difference([WRONG]) is None
