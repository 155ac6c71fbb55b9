"""Cells that a spreadsheet program would run as a formula, made harmless and back again."""

import re

FORMULA = re.compile("^'*[=+\\-@\t\r＝＋－＠]")
PROTECTED = re.compile("^'+[=+\\-@\t\r＝＋－＠]")


def protect_cell(text: str) -> str:
    """Put an apostrophe before a text that a spreadsheet would run; others stay as they are."""
    return f"'{text}" if FORMULA.match(text) else text


def unprotect_cell(text: str) -> str:
    """Take away the apostrophe that `protect_cell` put; gives back exactly its input."""
    return text[1:] if PROTECTED.match(text) else text
