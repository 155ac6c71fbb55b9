"""The claims an answer was expected to make, what a person found of each, and what follows.

Chosen: the checklist suggests, and the annotator confirms; a claim without an answer suggests
nothing. A contradiction outweighs a gap, since a reader is worse served by a false statement
than by a missing one.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from workbench.domain.vocabulary import Answer, ErrorType

CLAIMS_FIELD = "expected_claims"
"""The field of a trace file that holds them."""


class ClaimState(StrEnum):
    """What the answer does with one expected claim."""

    FOUND = "found"
    MISSING = "missing"
    CONTRADICTED = "contradicted"


@dataclass(frozen=True, slots=True)
class Claim:
    """One statement that a complete answer makes."""

    claim_id: str
    text: str


@dataclass(frozen=True, slots=True)
class ClaimCheck:
    """What a person found of one claim; `doc_id` is the passage that supports it, if one does."""

    claim_id: str
    state: ClaimState
    doc_id: str | None = None


def read_claims(value: object) -> tuple[Claim, ...]:
    """Claims as a trace file gives them: texts, or objects with `id` and `text`; else none.

    Without an id, or with one that came before, a claim is named by its place.
    """
    if not isinstance(value, Sequence) or isinstance(value, str | bytes):
        return ()
    claims: dict[str, Claim] = {}
    for place, each in enumerate(value, start=1):
        given = each.get("text") if isinstance(each, Mapping) else each
        if not isinstance(given, str) or not given.strip():
            continue
        named = each.get("id") if isinstance(each, Mapping) else None
        claim_id = str(named) if isinstance(named, str | int) and str(named) else str(place)
        while claim_id in claims:
            claim_id = f"{claim_id}#{place}"
        claims[claim_id] = Claim(claim_id, given.strip())
    return tuple(claims.values())


def suggested_answer(claims: Sequence[Claim], checks: Iterable[ClaimCheck]) -> Answer | None:
    """What the checklist says of the answer: wrong at the first gap, correct when all is found."""
    states = {check.claim_id: check.state for check in checks}
    said = [states.get(claim.claim_id) for claim in claims]
    if ClaimState.MISSING in said or ClaimState.CONTRADICTED in said:
        return Answer.WRONG
    return Answer.CORRECT if said and None not in said else None


def suggested_error(claims: Sequence[Claim], checks: Iterable[ClaimCheck]) -> ErrorType | None:
    """How the generator failed by the checklist: misread at a contradiction, else incomplete."""
    known = {claim.claim_id for claim in claims}
    states = {check.state for check in checks if check.claim_id in known}
    if ClaimState.CONTRADICTED in states:
        return ErrorType.MISREAD
    return ErrorType.INCOMPLETE if ClaimState.MISSING in states else None


def claim_objects(
    claims: Sequence[Claim], checks: Iterable[ClaimCheck]
) -> list[dict[str, str | None]]:
    """Checks with the texts they were given on, as they are stored and exported."""
    texts = {claim.claim_id: claim.text for claim in claims}
    return [
        {
            "id": check.claim_id,
            "text": texts.get(check.claim_id, ""),
            "state": check.state.value,
            "doc_id": check.doc_id,
        }
        for check in checks
    ]


def read_checks(objects: Iterable[Mapping[str, object]]) -> tuple[ClaimCheck, ...]:
    """Checks as they were stored; ValueError where one has an unknown state."""
    checks = []
    for each in objects:
        doc_id = each.get("doc_id")
        checks.append(
            ClaimCheck(
                str(each.get("id", "")),
                ClaimState(str(each.get("state", ""))),
                str(doc_id) if doc_id else None,
            )
        )
    return tuple(checks)
