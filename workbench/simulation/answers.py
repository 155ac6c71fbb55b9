"""What the pipeline answers, given what reached the prompt, and the truth about it.

With the evidence in the prompt most answers are right and some show one of the error types, dealt
so that every type occurs. Without it most answers are wrong, some decline, and some are right all
the same: from memory, or by luck. Where nothing in the corpus answers, the pipeline declines or
invents.
"""

from collections import Counter
from dataclasses import dataclass

import numpy as np

from workbench.simulation.corpus import Book, Passage, SupplierSheet
from workbench.simulation.facts import FACT_BY_NAME, Fact, stated
from workbench.simulation.query import Query, Slip

SLIP_RATE = 0.08
SLIP_RATE_ON_FORMAT = 0.38
SLIP_RATE_BESIDE_SHEET = 0.6
INVENTED_RATE = 0.36
DECLINED_WITHOUT_EVIDENCE_RATE = 0.28
LUCK_RATE = 0.22
LUCK_RATE_ON_SHOP_FACTS = 0.07
WELL_KNOWN_KINDS = ("policy", "note")
WELL_KNOWN_FACTS = ("year", "publisher", "pages")

ERROR_TYPE_WEIGHTS = {
    "unsupported_claim": 1.6,
    "misread": 1.6,
    "ignored_context": 1.2,
    "incomplete": 1.2,
    "wrong_specificity": 1.0,
    "wrong_format": 3.0,
    "followed_retrieved_instruction": 3.0,
}

DECLINES = (
    "I'm sorry, I couldn't find that in the shop's information.",
    "I'm afraid I have no information on that. The people at the till will know.",
    "That isn't covered by anything I can see, so I'd rather not guess.",
    "Sorry, I don't know. Please write to desk@ladderandwren.example and somebody will answer.",
    "I can't find anything about that in our catalogue or our terms.",
    "I have looked and found nothing on this, I'm sorry.",
)
OPENERS = ("Happy to help.", "Thanks for asking.", "Good question.", "Hello!", "Of course.")
CLOSERS = (
    "Let me know if there is anything else.",
    "See you in Cooper Street!",
    "Enjoy the reading.",
    "I hope that helps.",
)


@dataclass(frozen=True, slots=True)
class GivenAnswer:
    """An answer with the truth about it; `error_type` only with the evidence in the prompt."""

    text: str
    verdict: str
    error_type: str | None
    note: str

    def is_wrong(self) -> bool:
        """Whether a careful reader would call it a failure."""
        return self.verdict in ("wrong", "wrongly_declined")


def _dressed(text: str, query: Query, rng: np.random.Generator) -> str:
    """The text with a greeting or a farewell at times, whatever its truth."""
    draw, opener, closer = rng.random(), rng.integers(len(OPENERS)), rng.integers(len(CLOSERS))
    if any(slip.error_type == "wrong_format" for slip in query.slips):
        return text
    if draw < 0.15:
        return f"{OPENERS[opener]} {text}"
    return f"{text} {CLOSERS[closer]}" if draw > 0.85 else text


def _possible_slips(
    query: Query, packed: tuple[Passage, ...], sheets_by_gold_id: dict[str, SupplierSheet]
) -> tuple[Slip, ...]:
    packed_ids = {passage.doc_id for passage in packed}
    gold_ids = [doc_id for gold_set in query.gold for doc_id in gold_set]
    obeying = [
        Slip("followed_retrieved_instruction", sheets_by_gold_id[doc_id].obeying_answer)
        for doc_id in gold_ids
        if doc_id in sheets_by_gold_id
        and sheets_by_gold_id[doc_id].passage.doc_id in packed_ids
        and query.kind in ("title", "description", "misspelt", "edition", "two facts")
    ]
    return (*query.slips, *obeying[:1])


def _slip_rate(slips: tuple[Slip, ...]) -> float:
    error_types = {slip.error_type for slip in slips}
    if "followed_retrieved_instruction" in error_types:
        return SLIP_RATE_BESIDE_SHEET
    return SLIP_RATE_ON_FORMAT if "wrong_format" in error_types else SLIP_RATE


def _with_evidence(
    query: Query, slips: tuple[Slip, ...], n_dealt: Counter[str], rng: np.random.Generator
) -> GivenAnswer:
    slip_draw, right_draw = rng.random(2)
    if slips and slip_draw < _slip_rate(slips):
        slip = min(
            slips, key=lambda s: (n_dealt[s.error_type] + 1) / ERROR_TYPE_WEIGHTS[s.error_type]
        )
        n_dealt[slip.error_type] += 1
        verdict = "wrongly_declined" if slip.declines else "wrong"
        note = f"planted error: {slip.error_type}"
        return GivenAnswer(_dressed(slip.text, query, rng), verdict, slip.error_type, note)
    right = query.right[int(right_draw * len(query.right))]
    return GivenAnswer(_dressed(right, query, rng), "correct", None, "")


def _wrong_book_answer(
    query: Query, fact: Fact, packed: tuple[Passage, ...], books_by_id: dict[str, Book]
) -> str:
    """The fact asked for, taken from the first other book in the prompt that differs in it."""
    gold_books = [books_by_id[doc_id] for gold_set in query.gold for doc_id in gold_set]
    gold_titles = {book.title for book in gold_books}
    gold_values = {fact.value(book) for book in gold_books}
    for passage in packed:
        book = books_by_id.get(passage.doc_id)
        if book is None or book.title in gold_titles:
            continue
        if fact.value(book) not in gold_values:
            claim = stated(fact, fact.value(book))
            if query.names_title:
                return claim
            return f"That should be {book.title} by {book.author}. {claim}"
    return query.missed


def _without_evidence(
    query: Query,
    packed: tuple[Passage, ...],
    books_by_id: dict[str, Book],
    rng: np.random.Generator,
) -> GivenAnswer:
    luck_draw, decline_draw, right_draw = rng.random(3)
    decline = DECLINES[rng.integers(len(DECLINES))]
    # no model remembers what this one shop charges or stocks
    is_well_known = query.kind in WELL_KNOWN_KINDS or query.fact in WELL_KNOWN_FACTS
    luck_rate = LUCK_RATE if is_well_known else LUCK_RATE_ON_SHOP_FACTS
    if luck_draw < luck_rate:
        right = query.right[int(right_draw * len(query.right))]
        return GivenAnswer(_dressed(right, query, rng), "correct", None, "right without evidence")
    packed_ids = {passage.doc_id for passage in packed}
    partial = next((slip for slip in query.slips if slip.error_type == "incomplete"), None)
    needs_several = all(len(gold_set) > 1 for gold_set in query.gold)
    if needs_several and partial is not None and query.gold[0][0] in packed_ids:
        note = "one of the passages needed is missing"
        return GivenAnswer(_dressed(partial.text, query, rng), "wrong", None, note)
    if decline_draw < DECLINED_WITHOUT_EVIDENCE_RATE:
        return GivenAnswer(decline, "wrongly_declined", None, "declined without the evidence")
    text = query.missed
    if query.fact is not None:
        text = _wrong_book_answer(query, FACT_BY_NAME[query.fact], packed, books_by_id)
    return GivenAnswer(_dressed(text, query, rng), "wrong", None, "answered without the evidence")


def _unanswerable(query: Query, rng: np.random.Generator) -> GivenAnswer:
    invented_draw = rng.random()
    decline = DECLINES[rng.integers(len(DECLINES))]
    if invented_draw < INVENTED_RATE:
        note = "invented; should have declined"
        return GivenAnswer(_dressed(query.missed, query, rng), "wrong", None, note)
    return GivenAnswer(decline, "rightly_declined", None, "nothing in the corpus answers this")


def give_answer(
    query: Query,
    packed: tuple[Passage, ...],
    has_evidence: bool,
    books_by_id: dict[str, Book],
    sheets_by_gold_id: dict[str, SupplierSheet],
    n_dealt: Counter[str],
    rng: np.random.Generator,
) -> GivenAnswer:
    """The answer to one query; `n_dealt` counts the error types dealt so far and is updated."""
    if not query.is_answerable():
        return _unanswerable(query, rng)
    if has_evidence:
        slips = _possible_slips(query, packed, sheets_by_gold_id)
        return _with_evidence(query, slips, n_dealt, rng)
    return _without_evidence(query, packed, books_by_id, rng)
