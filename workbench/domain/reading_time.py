"""How long a text takes to read, from its length.

Chosen: 600 words a minute as the pace below which nobody reads, two and a half times the average
adult pace of 238 (Brysbaert 2019, Journal of Memory and Language 109, 104047), so that a fast
reader is not suspected. In Chinese and Japanese writing every sign counts as a word: their readers
take in about 260 signs a minute (the same review). Rejected: a fixed number of seconds, which
suspects whoever answers a short item quickly.
"""

import re
from collections.abc import Iterable

FASTEST_WORDS_PER_MINUTE = 600

# Kana, Han and their extensions: writing without blanks between words.
SIGN = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")


def count_words(text: str) -> int:
    """Words of a text: runs of signs between blanks, and every Chinese or Japanese sign."""
    n_signs = len(SIGN.findall(text))
    return n_signs + len(SIGN.sub(" ", text).split())


def fewest_seconds(texts: Iterable[str | None]) -> float:
    """Seconds below which texts of that length cannot have been read once."""
    return sum(count_words(text) for text in texts if text) * 60 / FASTEST_WORDS_PER_MINUTE
