"""Which listed passages are gold, and at which rank the best complete set is found.

A passage counts once, at its first rank, however often it is listed.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from workbench.domain.records import Candidate, GoldSets


class Found(NamedTuple):
    """How much of the set that came closest was found: `n_found` of `n_needed` passages."""

    n_found: int
    n_needed: int


def first_ranks(passages: Iterable[Candidate] | None) -> dict[str, int] | None:
    """First rank of each identified passage; None where the list was not logged."""
    if passages is None:
        return None
    ranks: dict[str, int] = {}
    for passage in passages:
        if passage.doc_id is not None:
            ranks[passage.doc_id] = min(passage.rank, ranks.get(passage.doc_id, passage.rank))
    return ranks


def ranks_by_text(
    ranks: dict[str, int] | None, twins: Mapping[str, Collection[str]]
) -> dict[str, int] | None:
    """Ranks with every gold passage also where a passage of the same text is listed.

    `twins` gives by gold id the other ids that have its text.
    """
    if ranks is None or not twins:
        return ranks
    found = dict(ranks)
    for gold_id, others in twins.items():
        places = [ranks[doc_id] for doc_id in (gold_id, *others) if doc_id in ranks]
        if places:
            found[gold_id] = min(places)
    return found


def listed(doc_ids: Sequence[str] | None) -> tuple[Candidate, ...] | None:
    """Bare ids as passages ranked by their position from 1; None stays None."""
    if doc_ids is None:
        return None
    return tuple(Candidate(doc_id, rank) for rank, doc_id in enumerate(doc_ids, start=1))


def complete_set_rank(gold: GoldSets, ranks: dict[str, int] | None) -> int | None:
    """Rank by which some gold set is complete; None where none is, or the list is unknown."""
    if ranks is None:
        return None
    complete = [
        max(ranks[doc_id] for doc_id in gold_set)
        for gold_set in gold
        if gold_set and all(doc_id in ranks for doc_id in gold_set)
    ]
    return min(complete, default=None)


def closest_set(gold: GoldSets, ranks: dict[str, int] | None) -> Found | None:
    """Found and needed passages of the set with the largest found share, the smaller on ties."""
    if ranks is None or not gold:
        return None
    options = [Found(sum(doc in ranks for doc in set(s)), len(set(s))) for s in gold if s]
    return max(options, key=lambda f: (f.n_found / f.n_needed, -f.n_needed), default=None)
