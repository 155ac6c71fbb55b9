"""Sentences that an annotator should have read before answering, from what was logged."""

from collections.abc import Sequence

from workbench.domain.matching import complete_set_rank
from workbench.domain.questions import LadderFacts
from workbench.domain.records import GoldSets, HumanEntry
from workbench.domain.vocabulary import Evidence, Stage
from workbench.services.labelling.label_passages import Passage

CUT = "The prompt was cut: the list may be longer than what the model saw."
MAYBE_CUT = "Nothing says whether the prompt was cut."
CHANGED = "This trace was imported again with another content: a verdict here no longer counts."
NOT_COMPARABLE = "The gold ids are not from this index: none of them occurs among its candidates."
NO_CHANGE = "The rewrite made no change to the query."
EMPTY_REWRITE = "The rewrite step gave an empty query."
LEASED = (
    "Another annotator has this item, or it has all the labels it wants: "
    "an answer may not be taken."
)

FACT_SHOWN = 80
STEP_OF_STAGE = {
    Stage.REWRITING: "rewrite step",
    Stage.RETRIEVAL: "list of candidates",
    Stage.RERANKING: "reranking step",
    Stage.PACKING: "list of prompt passages",
}


def label_warnings(
    facts: LadderFacts,
    query: str,
    rewritten_query: str | None,
    gold: GoldSets | None,
    lists: Sequence[tuple[Passage, ...] | None],
    own: HumanEntry | None,
) -> tuple[str, ...]:
    """What to know of a trace before answering; `lists` are candidates, reranked and prompt."""
    candidates, reranked, prompt = lists
    sentences: list[str | None] = [
        _rewrite(query, rewritten_query),
        *_prompt(facts, gold, prompt),
        *_by_text(lists),
        NOT_COMPARABLE if facts.evidence is Evidence.NOT_COMPARABLE else None,
        _repeats("retrieved", candidates),
        _repeats("reranked", reranked),
        _repeats("prompt", prompt),
        _not_logged(facts, own),
    ]
    return tuple(sentence for sentence in sentences if sentence is not None)


def _by_text(lists: Sequence[tuple[Passage, ...] | None]) -> list[str]:
    """What stands for gold without its id; a gold passage that is listed itself needs no other."""
    listed = [passage for passages in lists for passage in passages or ()]
    ids = {passage.doc_id for passage in listed}
    twins = {(p.twin_of, p.doc_id) for p in listed if p.twin_of and p.twin_of not in ids}
    facts = {(p.fact, p.doc_id) for p in listed if p.fact}
    return [
        f"Gold {gold_id} was found as {doc_id or 'a passage without id'}: same text."
        for gold_id, doc_id in sorted(twins, key=str)
    ] + [
        f"The gold fact {fact[:FACT_SHOWN]!r} stands in {doc_id or 'a passage without id'}."
        for fact, doc_id in sorted(facts, key=str)
    ]


def _rewrite(query: str, rewritten_query: str | None) -> str | None:
    if rewritten_query is None:
        return None
    if not rewritten_query.strip():
        return EMPTY_REWRITE
    return NO_CHANGE if rewritten_query == query else None


def _prompt(
    facts: LadderFacts, gold: GoldSets | None, prompt: tuple[Passage, ...] | None
) -> list[str | None]:
    if prompt is None or facts.is_truncated is False:
        return []
    return [CUT if facts.is_truncated else MAYBE_CUT, _gold_place(gold, prompt)]


def _gold_place(gold: GoldSets | None, prompt: tuple[Passage, ...]) -> str | None:
    places = {p.twin_of: p.rank for p in reversed(prompt) if p.twin_of is not None}
    places |= {p.doc_id: p.rank for p in prompt if p.doc_id is not None}
    rank = complete_set_rank(gold or (), places)
    if rank is None:
        return None
    n_places = sum(passage.n_times for passage in prompt)
    return f"The gold passage is {_ordinal(rank)} of {n_places} in the prompt."


def _ordinal(n: int) -> str:
    ending = "th" if n % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n}{ending}"


def _repeats(place: str, passages: tuple[Passage, ...] | None) -> str | None:
    repeated = [p for p in passages or () if p.n_times > 1]
    if not repeated:
        return None
    named = ", ".join(f"{p.doc_id or 'without id'} ×{p.n_times}" for p in repeated)
    return f"Repeated in the {place} list, counted once: {named}."


def _not_logged(facts: LadderFacts, own: HumanEntry | None) -> str | None:
    if own is None or own.stage is None:
        return None
    is_logged = {
        Stage.REWRITING: facts.has_rewrite,
        Stage.RETRIEVAL: facts.has_candidates,
        Stage.RERANKING: facts.has_reranked,
        Stage.PACKING: facts.has_prompt,
    }.get(own.stage, True)
    if is_logged:
        return None
    return f"You named {own.stage}, but no {STEP_OF_STAGE[own.stage]} was logged for this trace."
