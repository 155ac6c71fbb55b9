"""The most of one text that the label page draws.

A browser lays out a megabyte in seconds, and nobody reads it there. Chosen: far more than a long
document's page, cut where the rest is said to be; the store, marks of gold and exports hold all.
"""

SHOWN = 50_000


def shown(text: str) -> str:
    """Give as much of a text as is drawn."""
    return text[:SHOWN]


def left_out(text: str) -> str:
    """Give the line that says how much is not drawn and where it stands; empty where all is."""
    n = len(text) - SHOWN
    if n <= 0:
        return ""
    return f"{n:,} more characters are not shown here; an export of the traces holds them."
