"""Texts as they are compared: what a person would call the same text is the same here."""

import unicodedata


def plain_text(text: str) -> str:
    """Give a text without differences of case, width and Unicode form, with single blanks."""
    normal = text if text.isascii() else unicodedata.normalize("NFKC", text)
    return " ".join(normal.casefold().split())


def stands_in(fact: str, text: str) -> bool:
    """Whether a fact stands in a text as words of its own; both as `plain_text` gives them."""
    place = text.find(fact)
    while fact and place >= 0:
        end = place + len(fact)
        before, after = text[max(0, place - 1) : place], text[end : end + 1]
        if not _joins(before, fact[0]) and not _joins(fact[-1], after):
            return True
        place = text.find(fact, place + 1)
    return False


def _joins(left: str, right: str) -> bool:
    return left.isalnum() and right.isalnum()
