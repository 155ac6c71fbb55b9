"""Ids for what a file gives as text alone, so that equal texts are the same passage or query.

Chosen: a readable beginning and a hash of the text without case and spacing. A position in a
list is no id: two files in another order would disagree.
"""

import re
from collections import Counter
from hashlib import blake2b

from workbench.formats.plain_text import plain_text

N_WORDS = 6
LONGEST_BEGINNING = 40


def folded(text: str) -> str:
    """Give a text as passages are compared: compatibility forms, no case, single blanks."""
    return plain_text(text)


def text_id(text: str) -> str:
    """Give the id that stands for a text; equal texts, spacing and case apart, share it."""
    plain = folded(text)
    words = re.findall(r"\w+", plain)[:N_WORDS]
    beginning = "-".join(words)[:LONGEST_BEGINNING].strip("-")
    digest = blake2b(plain.encode("utf-8", "replace"), digest_size=4).hexdigest()
    return f"text-{beginning}-{digest}" if beginning else f"text-{digest}"


class RequestIds:
    """Gives each record the id of its query's text, numbered where a query comes again."""

    def __init__(self) -> None:
        self._seen: Counter[tuple[str, str]] = Counter()

    def next(self, query: str, run: str = "") -> str:
        """Give the id for the next record of `query` in `run`."""
        made = text_id(query)
        self._seen[run, made] += 1
        n = self._seen[run, made]
        return made if n == 1 else f"{made}-{n}"


def passages_of(texts: list[str]) -> list[dict[str, object]]:
    """Give passages that are known by their text alone, in their order."""
    return [{"doc_id": text_id(text), "text": text} for text in texts if text.strip()]


def gold_of(gold_texts: list[str], passages: list[dict[str, object]]) -> list[str]:
    """Give the ids that gold texts stand for, any one enough.

    A listed passage with the same text, or one that holds the gold text within it, is gold
    under its own id.
    """
    ids: list[str] = []
    for text in gold_texts:
        plain = folded(text)
        if not plain:
            continue
        held = [
            str(passage["doc_id"])
            for passage in passages
            if passage.get("doc_id") is not None and _holds(folded(str(passage["text"])), plain)
        ]
        ids.extend(held or [text_id(text)])
    return list(dict.fromkeys(ids))


def _holds(passage: str, gold: str) -> bool:
    return passage == gold or (len(gold.split()) >= 5 and gold in passage)
