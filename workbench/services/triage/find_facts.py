"""Which of many facts stand in a text, without holding every fact against every text.

Chosen: each fact is looked up by one of its words, the one that fewest facts share, and only the
facts whose word the text has are held against it. A fact stands in a text as words of its own, so
no fact is missed. The work grows with the words of the texts, not with texts times facts.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from workbench.formats.plain_text import stands_in

WORD = re.compile(r"[^\W_]+")
"""Letters and digits in a row, as `stands_in` knows them."""


def facts_by_word(facts: Sequence[str]) -> dict[str, list[str]]:
    """Give plain facts by the word to look them up with; those without a word under ""."""
    words = {fact: set(WORD.findall(fact)) for fact in facts}
    shared = Counter(word for found in words.values() for word in found)
    by_word: dict[str, list[str]] = {}
    for fact, found in words.items():
        word = min(found, key=lambda one: (shared[one], -len(one), one)) if found else ""
        by_word.setdefault(word, []).append(fact)
    return by_word


def facts_in(text: str, by_word: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Give the facts that stand in a plain text, each once."""
    for word in by_word.keys() & {"", *WORD.findall(text)}:
        yield from (fact for fact in by_word[word] if stands_in(fact, text))
