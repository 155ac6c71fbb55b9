"""Expected claims as files give them, and what a checklist suggests."""

import pytest

from workbench.domain.claims import (
    Claim,
    ClaimCheck,
    ClaimState,
    claim_objects,
    read_checks,
    read_claims,
    suggested_answer,
    suggested_error,
)
from workbench.domain.vocabulary import Answer, ErrorType

CLAIMS = (Claim("a", "Until 03:00"), Claim("b", "Every day"))
FOUND, MISSING, CONTRADICTED = ClaimState


def checks(*states: ClaimState | None) -> tuple[ClaimCheck, ...]:
    return tuple(
        ClaimCheck(claim.claim_id, state)
        for claim, state in zip(CLAIMS, states, strict=True)
        if state is not None
    )


@pytest.mark.parametrize("value", [None, "one text", 7, [], [None, 3, "  "], {"text": "x"}])
def test_what_is_no_list_of_claims_gives_none(value: object) -> None:
    assert read_claims(value) == ()


def test_claims_are_named_by_their_id_or_their_place() -> None:
    given = [
        "first",
        {"id": "c7", "text": " second "},
        {"text": "third"},
        {"id": "c7", "text": "4"},
    ]
    assert [(c.claim_id, c.text) for c in read_claims(given)] == [
        ("1", "first"),
        ("c7", "second"),
        ("3", "third"),
        ("c7#4", "4"),
    ]


@pytest.mark.parametrize(
    ("states", "answer", "error"),
    [
        ((None, None), None, None),
        ((FOUND, None), None, None),
        ((FOUND, FOUND), Answer.CORRECT, None),
        ((FOUND, MISSING), Answer.WRONG, ErrorType.INCOMPLETE),
        ((None, MISSING), Answer.WRONG, ErrorType.INCOMPLETE),
        ((CONTRADICTED, MISSING), Answer.WRONG, ErrorType.MISREAD),
        ((CONTRADICTED, FOUND), Answer.WRONG, ErrorType.MISREAD),
    ],
)
def test_complete_incomplete_and_misread_follow_from_the_checklist(
    states: tuple[ClaimState | None, ...], answer: Answer | None, error: ErrorType | None
) -> None:
    assert suggested_answer(CLAIMS, checks(*states)) == answer
    assert suggested_error(CLAIMS, checks(*states)) == error


def test_nothing_is_suggested_where_nothing_was_expected() -> None:
    assert suggested_answer((), ()) is None
    assert suggested_error((), checks(MISSING, None)) is None


def test_checks_come_back_as_they_were_stored() -> None:
    done = (ClaimCheck("a", FOUND, "d1"), ClaimCheck("b", MISSING))
    stored = claim_objects(CLAIMS, done)
    assert stored[0] == {"id": "a", "text": "Until 03:00", "state": "found", "doc_id": "d1"}
    assert read_checks(stored) == done
    with pytest.raises(ValueError, match="lost"):
        read_checks([{"id": "a", "state": "lost"}])
