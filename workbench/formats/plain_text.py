"""Texts as they are compared: what a person would call the same text is the same here."""

import unicodedata


def plain_text(text: str) -> str:
    """Give a text without differences of case, width and Unicode form, with single blanks."""
    normal = text if text.isascii() else unicodedata.normalize("NFKC", text)
    return " ".join(normal.casefold().split())
