"""Cells that a spreadsheet program would run as a formula, made harmless and back again."""

import re
from collections.abc import Mapping

FORMULA = re.compile("^'*[=+\\-@\t\r＝＋－＠]")
PROTECTED_COLUMN = "is_protected"
PROTECTED = re.compile("^'+[=+\\-@\t\r＝＋－＠]")


def protect_cell(text: str) -> str:
    """Put an apostrophe before a text that a spreadsheet would run; others stay as they are."""
    return f"'{text}" if FORMULA.match(text) else text


def unprotect_cell(text: str) -> str:
    """Take away the apostrophe that `protect_cell` put; gives back exactly its input."""
    return text[1:] if PROTECTED.match(text) else text


def unprotected_row(cells: Mapping[str, str]) -> dict[str, str]:
    """Give a row as it was before it was made harmless, where it says that it was."""
    if cells.get(PROTECTED_COLUMN, "").strip().casefold() != "true":
        return dict(cells)
    plain = {name: unprotect_cell(text) for name, text in cells.items()}
    return plain | {PROTECTED_COLUMN: "false"}
