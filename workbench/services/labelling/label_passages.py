"""The passages of one trace as the label screen lists them: each once, with its fate and text.

A text is stored with whichever list the file gave it in; it serves for the passage wherever it
is listed, and an imported corpus fills in what no list had.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from db.read_labels import HitRow
from workbench.domain.records import GoldSets

CANDIDATES, RERANKED, PROMPT = 0, 1, 2


@dataclass(frozen=True, slots=True)
class Passage:
    """One passage of a list, once, at its first rank; `n_times` says how often it was listed.

    `twin_of` is the id of a gold passage with the same text (blanks and case aside); `fact` is the
    gold fact that stands in the passage, which makes it gold, and `fact_id` that gold's id.
    """

    doc_id: str | None
    rank: int
    score: float | None
    text: str | None
    is_gold: bool
    n_times: int
    twin_of: str | None
    is_in_prompt: bool
    is_reranked: bool
    fact: str | None = None
    fact_id: str | None = None


def known_texts(rows: Sequence[HitRow]) -> dict[str, tuple[str, bytes]]:
    """Text and folded hash by passage id, from any list that carried the text."""
    return {
        row.doc_id: (row.text, row.folded_hash)
        for row in rows
        if row.doc_id is not None and row.text is not None and row.folded_hash is not None
    }


def passages_of(
    rows: Sequence[HitRow],
    list_no: int,
    gold: GoldSets | None,
    texts: Mapping[str, tuple[str, bytes]],
    twins: Mapping[bytes, str],
    facts: Mapping[bytes, tuple[str, str]] | None = None,
) -> tuple[Passage, ...]:
    """One list's passages by first rank, repeats folded into one.

    `texts` gives text and folded hash by id; `twins` the gold id that has a folded hash, `facts`
    the id and the gold fact that stands in a text.
    """
    gold_ids = {doc_id for gold_set in gold or () for doc_id in gold_set}
    prompt_ids = {row.doc_id for row in rows if row.list == PROMPT} - {None}
    reranked_ids = {row.doc_id for row in rows if row.list == RERANKED} - {None}
    listed: dict[object, list[HitRow]] = {}
    for place, row in enumerate(row for row in rows if row.list == list_no):
        # Without an id two places are the same passage only if they hold the same text.
        name = row.doc_id if row.doc_id is not None else (row.folded_hash or place,)
        listed.setdefault(name, []).append(row)
    passages = []
    for repeats in listed.values():
        first = repeats[0]
        text, folded = first.text, first.folded_hash
        if text is None and first.doc_id is not None and first.doc_id in texts:
            text, folded = texts[first.doc_id]
        nothing = (None, None)
        fact_id, fact = nothing if folded is None else (facts or {}).get(folded, nothing)
        is_gold = first.doc_id in gold_ids or fact is not None
        twin = None if is_gold or folded is None else twins.get(folded)
        passages.append(
            Passage(
                doc_id=first.doc_id,
                rank=first.rank,
                score=first.score,
                text=text,
                is_gold=is_gold,
                n_times=len(repeats),
                twin_of=twin,
                is_in_prompt=first.doc_id in prompt_ids,
                is_reranked=first.doc_id in reranked_ids,
                fact=fact,
                fact_id=fact_id,
            )
        )
    return tuple(passages)
