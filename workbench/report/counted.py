"""The one way a count and its noun become a text, on screen, in files and in sentences."""


def counted(n: int, noun: str) -> str:
    """Give the count with its noun: `1 run`, `2 runs`, `1,200 traces`, `2 queries`."""
    return f"{n:,} {noun if n == 1 else plural(noun)}"


def plural(noun: str) -> str:
    """Give the noun for several: `runs`, `queries`, `passes`; a phrase changes its last word."""
    if noun.endswith("y") and not noun.endswith(("ay", "ey", "oy")):
        return f"{noun[:-1]}ies"
    return f"{noun}es" if noun.endswith(("s", "x", "ch", "sh")) else f"{noun}s"


def counted_as(n: int, one: str, several: str) -> str:
    """Give the count with what is said of it: `1 label was`, `2 labels were`."""
    return f"{n:,} {one if n == 1 else several}"
