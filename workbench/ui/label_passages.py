"""From an item's three lists to columns of fate: each passage once, where it ended up.

Chosen: a passage stands in the column of the last list it reached, so that what was lost is
read off at a glance. Rejected: the three lists side by side, in which the same text is read
three times.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from workbench.domain.records import GoldSets
from workbench.services.labelling.label_item import LabelItem, Passage
from workbench.ui.label_cut import left_out, shown
from workbench.ui.label_marks import (
    SEARCHED,
    SEARCHED_IN_ALL,
    cited_ids,
    is_laid_out,
    nearest_sentence,
)

Drawn = dict[str, object]
FATES = ("retrieved", "reranked", "prompt")
FATE_BADGES = {
    "retrieved": "Retrieved only",
    "reranked": "Reranked only",
    "prompt": "In the prompt",
}


@dataclass(frozen=True, slots=True)
class Placed:
    """One passage with its first rank in each list, in the order of `FATES`."""

    passage: Passage
    ranks: tuple[int | None, int | None, int | None]

    @property
    def fate(self) -> str:
        """The last list that the passage reached."""
        reached = [name for name, rank in zip(FATES, self.ranks, strict=True) if rank is not None]
        return reached[-1]


@dataclass(frozen=True, slots=True)
class Look:
    """What leads the eye: the answer, the ids it cites, and the passages that are searched."""

    answer: str = ""
    cited: frozenset[str] = frozenset()
    searched: frozenset[Passage] = frozenset()

    def is_near(self, passage: Passage) -> bool:
        """Whether the passage is searched for the sentence nearest the answer."""
        return bool(self.answer) and passage in self.searched


def placed(item: LabelItem) -> list[Placed]:
    """Every passage of the item once, in the order it was first met."""
    lists = (item.candidates, item.reranked, item.prompt)
    found: dict[object, list[Passage | None]] = {}
    for n, passages in enumerate(lists):
        for passage in passages or ():
            found.setdefault(_identity(passage, n), [None, None, None])[n] = passage
    return [_merged(versions) for versions in found.values()]


def _identity(passage: Passage, n: int) -> object:
    if passage.doc_id is not None:
        return passage.doc_id
    return ("text", passage.text) if passage.text else ("rank", n, passage.rank)


def _merged(versions: list[Passage | None]) -> Placed:
    known = [version for version in versions if version is not None]
    first = known[0]
    whole = Passage(
        doc_id=first.doc_id,
        rank=first.rank,
        score=next((v.score for v in known if v.score is not None), None),
        text=next((v.text for v in known if v.text is not None), None),
        is_gold=any(v.is_gold for v in known),
        n_times=max(v.n_times for v in known),
        twin_of=next((v.twin_of for v in known if v.twin_of is not None), None),
        is_in_prompt=versions[2] is not None,
        is_reranked=versions[1] is not None,
    )
    ranks = [None if v is None else v.rank for v in versions]
    return Placed(whole, (ranks[0], ranks[1], ranks[2]))


def passage_columns(item: LabelItem) -> list[Drawn]:
    """Columns of fate in the pipeline's order; a reranker that did not run has none."""
    all_placed = placed(item)
    look = look_of(item, all_placed)
    logged = {"retrieved": item.candidates, "reranked": item.reranked, "prompt": item.prompt}
    by_fate: dict[str, list[Placed]] = {fate: [] for fate in FATES}
    for place in all_placed:
        by_fate[place.fate].append(place)
    columns: list[Drawn] = []
    for fate, here in by_fate.items():
        if fate == "reranked" and item.reranked is None:
            continue
        columns.append(
            {
                "key": fate,
                "title": _title(fate, item),
                "empty": _empty(fate, logged[fate]),
                "passages": [passage_drawn(p, item.gold, look) for p in here],
            }
        )
    return columns


def look_of(item: LabelItem, places: Iterable[Placed]) -> Look:
    """What leads the eye in an item's passages; those of the prompt are searched first."""
    answer = item.answer or ""
    prompt_ids = [passage.doc_id for passage in item.prompt or ()]
    left, searched = SEARCHED_IN_ALL, set()
    for place in sorted(places, key=lambda place: not place.passage.is_in_prompt):
        left -= min(SEARCHED, len(place.passage.text or ""))
        if left < 0:
            break
        searched.add(place.passage)
    return Look(answer, cited_ids(answer, prompt_ids), frozenset(searched))


def _title(fate: str, item: LabelItem) -> str:
    if fate == "prompt":
        return "In the prompt"
    if fate == "reranked":
        return "Reranked, left out"
    if item.prompt is None and item.reranked is None:
        return "Retrieved"
    return "Retrieved, left out"


def _empty(fate: str, logged: tuple[Passage, ...] | None) -> str:
    if logged is None:
        return {
            "retrieved": "The retrieved passages were not logged.",
            "reranked": "",
            "prompt": "What stood in the prompt was not logged.",
        }[fate]
    if not logged:
        return {
            "retrieved": "Nothing was retrieved.",
            "reranked": "The reranker returned nothing.",
            "prompt": "No passage was in the prompt.",
        }[fate]
    return "None: all went on." if fate != "prompt" else ""


def passage_drawn(place: Placed, gold: GoldSets | None, look: Look | None = None) -> Drawn:
    """One passage: id, ranks, score, marks and text."""
    passage = place.passage
    look = look or Look()
    fate = place.fate
    whole = passage.text or ""
    text = shown(whole) + (f"\n\n[{left_out(whole)}]" if left_out(whole) else "")
    named = [
        f"{word} {rank}"
        for word, rank in zip(("retrieved", "reranked", "in prompt"), place.ranks, strict=True)
        if rank is not None
    ]
    return {
        "id": passage.doc_id or "",
        "title": passage.doc_id or "no id",
        "order": passage.rank,
        "ranks": " → ".join(str(rank) for rank in place.ranks if rank is not None),
        "path": "Ranks: " + ", ".join(named),
        "score": "" if passage.score is None else f"{passage.score:.3g}",
        "times": f"×{passage.n_times}" if passage.n_times > 1 else "",
        "is_gold": passage.is_gold,
        "gold": _gold_words(passage.doc_id, gold) if passage.is_gold else "",
        "twin": f"Same text as gold {passage.twin_of}" if passage.twin_of else "",
        "fate": fate,
        "badge": FATE_BADGES[fate],
        "text": text,
        "is_cited": passage.doc_id in look.cited,
        "near": nearest_sentence(look.answer, text) if look.is_near(passage) else None,
        "is_laid_out": is_laid_out(text),
    }


def _gold_words(doc_id: str | None, gold: GoldSets | None) -> str:
    sets = sorted((dict.fromkeys(s) for s in gold or () if doc_id in s), key=len)
    if not sets or len(sets[0]) == 1:
        return "Gold"
    others = [other for other in sets[0] if other != doc_id]
    return f"Gold, with {' + '.join(others)}"


def gold_line(item: LabelItem) -> Drawn:
    """What is known of the valid sources, and which of them are in none of the lists."""
    if item.gold is None:
        return {"text": "No valid source is known yet. G marks the focused passage.", "missing": []}
    if not item.gold:
        return {"text": "No source exists: the corpus was checked.", "missing": []}
    listed = {
        name
        for passages in (item.candidates, item.reranked, item.prompt)
        for p in passages or ()
        for name in (p.doc_id, p.twin_of, p.fact_id)
    }
    missing = [doc for doc in _members(item.gold) if doc not in listed]
    text = "Gold is known."
    if item.n_found is not None and item.n_needed is not None:
        text = f"{item.n_found} of {item.n_needed} needed found among the retrieved"
    if len(item.gold) > 1:
        text += f" · {len(item.gold)} alternatives, any one is enough"
    return {"text": text, "missing": missing}


def gold_set_words(gold_set: Iterable[str]) -> str:
    """A source in words: its passage, or the passages that are all needed."""
    return " + ".join(dict.fromkeys(gold_set))


def _members(gold: GoldSets) -> Iterable[str]:
    return dict.fromkeys(doc for gold_set in gold for doc in gold_set)
