"""A line's value, read fast, and again with care where the fast way may differ from the file."""

from collections.abc import Callable
from typing import TypeVar

from workbench.formats.field_values import remark_non_finite
from workbench.formats.json_values import NeedsCare, Reading, parse_faithfully, parse_fast
from workbench.formats.problems import Findings

T = TypeVar("T")
Build = Callable[[object, int, Findings, "str | None", bool], T]
REPEATABLE = (b'"request_id":', b'"query":', b'"gold_passages":')


def read_value(
    content: bytes, line: int, findings: Findings, build: Build[T], is_kept: bool = False
) -> T:
    """Build from the parsed content, read again with care where that turns out to be needed.

    `is_kept` hands `build` the original of a line whose text was altered. Raises NotJson, and
    WrongField from `build`.
    """
    counts = findings.counts()
    try:
        ends = content if len(content) < 2048 else content[:1024] + content[-1024:]
        if any(ends.count(name) > 1 for name in REPEATABLE):
            raise NeedsCare
        return build(parse_fast(content), line, findings, None, False)
    except NeedsCare:
        findings.forget_since(counts, line)
    reading = parse_faithfully(content)
    raw = remark_reading(reading, content, line, findings, is_kept)
    return build(reading.value, line, findings, raw, True)


def remark_reading(
    reading: Reading, content: bytes, line: int, findings: Findings, is_kept: bool
) -> str | None:
    """Say what was altered in reading; gives the original where a text was and `is_kept`."""
    if reading.n_non_finite:
        remark_non_finite(findings, line, reading.n_non_finite)
    if reading.repeated_keys:
        findings.remark(
            "repeated_keys", "objects with a repeated name: the last value was taken", line
        )
    if not reading.n_replaced:
        return None
    findings.remark(
        "replaced_characters",
        "texts with NUL or half surrogate pairs are shown with \N{REPLACEMENT CHARACTER}"
        + ("; the original is kept" if is_kept else ""),
        line,
        reading.n_replaced,
    )
    return content.decode("utf-8") if is_kept else None
