"""Gold passages as files nest them, to alternatives of which each is a set needed whole.

A flat list means that any one passage is enough; an inner list is a set of which all are
needed; [] is checked and none exists; null is not known.
"""

import json
from collections.abc import Iterable
from hashlib import blake2b

from workbench.domain.records import GoldSets
from workbench.formats.field_values import WrongField, kind_of, short_enough, usable
from workbench.formats.json_values import NeedsCare
from workbench.formats.passage_lists import ID_ALIASES


def read_gold(value: object, name: str = "gold_passages") -> GoldSets | None:
    """Give the alternatives in the order of the file, repeats taken out; None for null."""
    if value is None:
        return None
    if not isinstance(value, list):
        raise WrongField(name, f"must be a list of passage ids, not {kind_of(value)}.")
    sets: list[tuple[str, ...]] = []
    for item in value:
        if isinstance(item, list):
            if not item:
                raise WrongField(name, "holds an empty set; give the ids that are needed together.")
            sets.append(tuple(dict.fromkeys(_doc_id(inner, name) for inner in item)))
        else:
            sets.append((_doc_id(item, name),))
    return tuple(dict.fromkeys(sets))


def _doc_id(value: object, name: str) -> str:
    if isinstance(value, dict):
        fields = ("doc_id", *ID_ALIASES)
        value = next((value[field] for field in fields if value.get(field) is not None), None)
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if type(value) is float:
        raise NeedsCare
    if isinstance(value, str) and value:
        return short_enough(usable(value), name)
    raise WrongField(name, f"must hold passage ids, not {kind_of(value)}.")


def gold_json(sets: GoldSets) -> list[list[str]]:
    """Give the alternatives as nested lists, the way files and the store write them."""
    return [list(gold_set) for gold_set in sets]


def sets_mark(sets: Iterable[Iterable[str]]) -> str:
    """Give a short name of gold by its content: the same in every store, whatever the order."""
    content = json.dumps(sorted(sorted(gold_set) for gold_set in sets))
    return blake2b(content.encode("ascii"), digest_size=6).hexdigest()
