"""The checklist of expected claims: one claim at a time, with the passage that supports it.

Off where a trace expects none, and asked only when it is opened. The passage taken down is the
one that stands marked on the screen when the digit is pressed, so it was seen.
"""

from dataclasses import replace

from workbench.domain.claims import (
    Claim,
    ClaimCheck,
    ClaimState,
    read_checks,
    suggested_answer,
    suggested_error,
)
from workbench.domain.questions import Question
from workbench.domain.records import HumanEntry
from workbench.services.labelling.label_item import LabelItem
from workbench.ui.label_draft import Aside, Draft
from workbench.ui.label_marks import nearest_passage
from workbench.ui.label_passages import placed

Drawn = dict[str, object]

CLAIM_MARKS = {
    ClaimState.FOUND: "✓",
    ClaimState.MISSING: "–",
    ClaimState.CONTRADICTED: "✗",
}
CLAIM_WORDS = {
    ClaimState.FOUND: "found",
    ClaimState.MISSING: "missing",
    ClaimState.CONTRADICTED: "contradicted",
}


def checks_of(draft: Draft, own: HumanEntry | None) -> tuple[ClaimCheck, ...]:
    """Checks as they stand: what was pressed, else what was saved."""
    if draft.claims is not None:
        return draft.claims
    return read_checks(own.claims) if own is not None else ()


def opened(draft: Draft, claims: tuple[Claim, ...], own: HumanEntry | None) -> Draft:
    """Draft with the first claim asked that has no answer yet, or the first of all."""
    done = {check.claim_id for check in checks_of(draft, own)}
    open_places = [n for n, claim in enumerate(claims) if claim.claim_id not in done]
    return replace(draft, aside=Aside.CLAIM, claim_at=open_places[0] if open_places else 0)


def answered(
    draft: Draft, claims: tuple[Claim, ...], own: HumanEntry | None, state: str, doc_id: str
) -> Draft:
    """Draft after one claim: the next one is asked, and after the last the page's own question."""
    if draft.claim_at >= len(claims):
        return replace(draft, aside=None, claim_at=0)
    claim = claims[draft.claim_at]
    order = {each.claim_id: n for n, each in enumerate(claims)}
    checks = {check.claim_id: check for check in checks_of(draft, own)}
    checks[claim.claim_id] = ClaimCheck(claim.claim_id, ClaimState(state), doc_id or None)
    sorted_checks = sorted(checks.values(), key=lambda check: order.get(check.claim_id, -1))
    draft = replace(draft, claims=tuple(sorted_checks))
    is_last = draft.claim_at + 1 >= len(claims)
    return replace(
        draft,
        aside=None if is_last else Aside.CLAIM,
        claim_at=0 if is_last else draft.claim_at + 1,
    )


def claims_drawn(item: LabelItem, draft: Draft) -> list[Drawn]:
    """Every claim with its answer; the one that is asked is marked, with a passage to look at."""
    done = {check.claim_id: check for check in checks_of(draft, item.own)}
    drawn: list[Drawn] = []
    for n, claim in enumerate(item.claims):
        check = done.get(claim.claim_id)
        is_asked = draft.aside is Aside.CLAIM and n == draft.claim_at
        drawn.append(
            {
                "text": claim.text,
                "state": check.state.value if check else "open",
                "mark": CLAIM_MARKS[check.state] if check else "○",
                "word": CLAIM_WORDS[check.state] if check else "not checked",
                "support": (check.doc_id or "") if check else "",
                "is_asked": is_asked,
                "look_at": _look_at(item, claim, check) if is_asked else "",
            }
        )
    return drawn


def _look_at(item: LabelItem, claim: Claim, check: ClaimCheck | None) -> str:
    if check is not None:
        return check.doc_id or ""
    passages = [place.passage for place in placed(item)]
    texts = [(p.doc_id or "", p.text) for p in passages if p.text]
    return nearest_passage(claim.text, texts) or ""


def with_suggestion(question: Question | None, item: LabelItem, draft: Draft) -> str | None:
    """The value of the option that the checklist suggests at a question; None without one."""
    checks = checks_of(draft, item.own)
    if question is None or not item.claims or not checks:
        return None
    if question.key == "answer":
        return suggested_answer(item.claims, checks)
    if question.key == "error_type":
        return suggested_error(item.claims, checks)
    return None
