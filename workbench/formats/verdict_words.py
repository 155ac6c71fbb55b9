"""What the words of judges mean: fail, pass or not usable; unknown ones wait for a person.

Chosen: only words whose direction nobody can take otherwise are read by themselves.
Rejected: reading yes, 1 or true, since `yes` may answer "did it fail?".
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Literal

from workbench.formats.bucket_words import bucket_of_word

Meaning = Literal["fail", "pass", "not_usable"]

MEANINGS: tuple[Meaning, ...] = ("fail", "pass", "not_usable")
PASS_WORDS = frozenset({"pass", "passed", "passes", "passing", "correct", "ok"})
FAIL_WORDS = frozenset({"fail", "failed", "fails", "failing", "failure", "incorrect"})
UNUSABLE_WORDS = frozenset(
    {
        "", "null", "none", "nan", "n/a", "na", "empty text", "maybe", "unsure", "unknown",
        "unclear", "undecided", "skipped", "timeout", "exception",
    }
)  # fmt: skip
LONGEST_WORD = 200
BELOW_THRESHOLD = "score below the threshold"
AT_THRESHOLD = "score at or above the threshold"
OPPOSITE = {"yes": "no", "y": "n", "true": "false", "t": "f", "1": "0", "good": "bad"}
OPPOSITES = OPPOSITE | {second: first for first, second in OPPOSITE.items()}
ERROR = re.compile(r"(\w*error|exception|timeout|timed out)\b")
NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?")
KIND_MARK = re.compile(r" \((text|number)\)$")


def rendered(value: object) -> str:
    """Give a raw verdict as the word it is listed under: `1 (text)` and `1 (number)` differ."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return f"{value} (number)"
    return _rendered_text(str(value))


@lru_cache(maxsize=4096)
def _rendered_text(text: str) -> str:
    if len(text) > LONGEST_WORD:
        text = f"{text[:LONGEST_WORD]}…"
    if not text.strip():
        return "empty text"
    plain = text.strip().casefold()
    if NUMBER.fullmatch(plain) or plain in ("true", "false", "null"):
        return f"{text} (text)"
    return text


def plain(word: str) -> str:
    """Give a word without case, outer blanks, final dot and mark of its kind."""
    return KIND_MARK.sub("", word).strip().casefold().rstrip(".!").strip()


def obvious_meaning(word: str) -> Meaning | None:
    """Say what a rendered word means by itself; None where a person must say."""
    if word in (BELOW_THRESHOLD, AT_THRESHOLD):
        return "fail" if word == BELOW_THRESHOLD else "pass"
    key = plain(word)
    if key in PASS_WORDS:
        return "pass"
    if key in FAIL_WORDS or bucket_of_word(key) is not None:
        return "fail"
    if key in UNUSABLE_WORDS or ERROR.match(key):
        return "not_usable"
    return None


def meanings_from_fail_value(words: list[str], fail_value: str) -> dict[str, Meaning]:
    """Confirm the words that the stated failing word decides: itself and its opposite."""
    fail = plain(fail_value)
    passing = OPPOSITES.get(fail)
    meanings: dict[str, Meaning] = {}
    for word in words:
        if plain(word) == fail:
            meanings[word] = "fail"
        elif passing is not None and plain(word) == passing:
            meanings[word] = "pass"
    return meanings


def read_mapping(given: Mapping[str, object]) -> dict[str, Meaning]:
    """Read {"pass": [...], "fail": [...], "not_usable": [...]}, or {word: meaning}, by word.

    Raises ValueError naming what does not fit.
    """
    meanings: dict[str, Meaning] = {}
    for key, value in given.items():
        if isinstance(value, list):
            pairs = [(str(word), key) for word in value]
        else:
            pairs = [(str(key), str(value))]
        for word, meaning in pairs:
            if meaning not in MEANINGS:
                raise ValueError(f"{meaning!r} is no meaning; use fail, pass or not_usable.")
            if meanings.get(word, meaning) != meaning:
                raise ValueError(f"{word!r} is given two meanings.")
            meanings[word] = meaning
    return meanings


def match_words(given: Mapping[str, Meaning], words: list[str]) -> dict[str, Meaning]:
    """Give the meaning of each listed word that the mapping names.

    The spelling as listed comes first; a bare `0.5` serves `0.5 (number)` where only one
    word has that spelling, and outer blanks count only where two words differ by them.
    """
    found = {word: given[word] for word in words if word in given}
    for bare, meaning in given.items():
        if bare in words:
            continue
        alike = [word for word in words if KIND_MARK.sub("", word) == bare]
        alike = alike or [word for word in words if word.strip() == bare.strip()]
        if len(alike) == 1:
            found.setdefault(alike[0], meaning)
    return found
