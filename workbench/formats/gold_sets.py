"""Gold passages as files nest them, to alternatives of which each is a set needed whole.

A flat list means that any one passage is enough; an inner list is a set of which all are
needed; [] is checked and none exists; null is not known. A passage may be given with its text,
and a fact that must appear in a passage stands for an id: {"text": …} or `gold_strings`.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b
from typing import NamedTuple

from workbench.domain.records import GoldSets
from workbench.formats.field_values import WrongField, kind_of, short_enough, usable
from workbench.formats.json_values import NeedsCare
from workbench.formats.passage_lists import ID_ALIASES, TEXT_ALIASES
from workbench.formats.plain_text import plain_text
from workbench.formats.problems import Findings
from workbench.formats.tools.text_ids import text_id

STRINGS = "gold_strings"
SHORT_FACT = 8


class GoldText(NamedTuple):
    """The text given for a gold id; where `is_fact`, a passage that holds it is gold."""

    doc_id: str
    text: str
    is_fact: bool


class Gold(NamedTuple):
    """The alternatives, None where they are not known, and the texts given with them."""

    sets: GoldSets | None
    texts: tuple[GoldText, ...] = ()


def read_gold_fields(record: Mapping[str, object], line: int, findings: Findings) -> Gold:
    """Give the gold of a record: its `gold_passages`, and its `gold_strings` as alternatives."""
    value, strings = record.get("gold_passages"), record.get(STRINGS)
    sets = read_gold(value)
    texts = tuple(_texts(value, False)) if isinstance(value, list) else ()
    if strings is not None:
        if not isinstance(strings, list):
            raise WrongField(STRINGS, f"must be a list of texts, not {kind_of(strings)}.")
        facts = read_gold(_as_texts(strings), STRINGS)
        sets = tuple(dict.fromkeys((*(sets or ()), *(facts or ()))))
        texts = (*texts, *_texts(_as_texts(strings), False))
    n_short = sum(text.is_fact and len(plain_text(text.text)) < SHORT_FACT for text in texts)
    if n_short:
        findings.remark(
            "short_facts",
            f"{{n}} gold facts are shorter than {SHORT_FACT} characters and may stand in a passage "
            "by chance",
            line,
            n_short,
        )
    return Gold(sets, texts)


def _as_texts(strings: object) -> object:
    if isinstance(strings, list):
        return [_as_texts(item) for item in strings]
    if isinstance(strings, str) and strings.strip():
        return {"text": strings}
    found = "a blank one" if isinstance(strings, str) else kind_of(strings)
    raise WrongField(STRINGS, f"must be a list of texts, not {found}.")


def _texts(value: object, is_inner: bool) -> Iterator[GoldText]:
    for item in value if isinstance(value, list) else ():
        if isinstance(item, list) and not is_inner:
            yield from _texts(item, True)
        elif isinstance(item, dict) and (text := _text_of(item)) is not None:
            has_id = any(item.get(name) is not None for name in ("doc_id", *ID_ALIASES))
            yield GoldText(_doc_id(item, "gold_passages"), text, not has_id)


def _text_of(item: Mapping[str, object]) -> str | None:
    text = next((item[n] for n in ("text", *TEXT_ALIASES) if item.get(n) is not None), None)
    if isinstance(text, str) and text.strip():
        if text.encode("utf-8", "replace").decode("utf-8") != text:
            raise NeedsCare
        return usable(text)
    return None


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
        named = next((value[field] for field in fields if value.get(field) is not None), None)
        text = _text_of(value) if named is None else None
        value = named if text is None else text_id(text)
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
