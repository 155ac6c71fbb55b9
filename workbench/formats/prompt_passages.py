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
    folded = {text: _folded(text) for text in texts}
    if any(len(text) < SHORTEST_TEXT for text in folded.values()):
        return None
    plain = _folded(prompt)
    taken: list[tuple[int, int]] = []
    placed: dict[str, tuple[int, How]] = {}
    for text in sorted(folded, key=len, reverse=True):
        place = _free(plain, folded[text], taken)
        if place is not None:
            placed[text] = place, "exact" if text.strip() in prompt else "folded"
            continue
        head = folded[text][:HEAD_LENGTH]
        place = _free(plain, head, taken) if len(folded[text]) >= 2 * HEAD_LENGTH else None
        if place is not None:
            placed[text] = place, "head"
    order = sorted((placed[text][0], at) for at, text in enumerate(texts) if text in placed)
    return [Placed(at, place, placed[texts[at]][1]) for place, at in order]


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
