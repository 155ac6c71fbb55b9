"""Which passages stand in a logged prompt, found by their text.

Chosen, in this order: the text as it is; the text without differences of spacing, case and
Unicode form; for a long text its beginning alone, which means that it was cut. A passage that
lies inside a longer one counts only where it also stands by itself. Very short texts decide
nothing.
"""

import unicodedata
from typing import Literal, NamedTuple

How = Literal["exact", "folded", "head"]

SHORTEST_TEXT = 8
HEAD_LENGTH = 60


class Placed(NamedTuple):
    """One passage found: its position in the list, where in the prompt, and how."""

    at: int
    place: int
    how: How


def place_passages(prompt: str, texts: list[str]) -> list[Placed] | None:
    """Give the passages found in the prompt, in the order of the prompt.

    None where the texts decide nothing: one of them is too short to be told from chance.
    """
    if any(len(_folded(text)) < SHORTEST_TEXT for text in texts):
        return None
    plain = _folded(prompt)
    taken: list[tuple[int, int]] = []
    placed: dict[str, tuple[int, How]] = {}
    for text in sorted(dict.fromkeys(texts), key=len, reverse=True):
        found = _found(prompt, plain, text, taken)
        if found is not None:
            placed[text] = found
    order = sorted((placed[text][0], at) for at, text in enumerate(texts) if text in placed)
    return [Placed(at, place, placed[texts[at]][1]) for place, at in order]


def _found(
    prompt: str, plain: str, text: str, taken: list[tuple[int, int]]
) -> tuple[int, How] | None:
    folded = _folded(text)
    place = _free(plain, folded, taken)
    if place is not None:
        return place, "exact" if text.strip() in prompt else "folded"
    if len(folded) >= 2 * HEAD_LENGTH:
        place = _free(plain, folded[:HEAD_LENGTH], taken)
        if place is not None:
            return place, "head"
    return None


def _free(plain: str, text: str, taken: list[tuple[int, int]]) -> int | None:
    """Give the first place outside the longer passages found so far, and take it."""
    place = plain.find(text)
    while place >= 0:
        end = place + len(text)
        if not any(start <= place and end <= stop for start, stop in taken):
            taken.append((place, end))
            return place
        place = plain.find(text, place + 1)
    return None


def _folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())
