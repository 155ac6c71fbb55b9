"""Times as files write them, to instants; what cannot be read for sure stays text.

Chosen: a time without a zone is UTC, and that is said; day and month are never guessed.
Numbers are seconds, or milli-, micro- or nanoseconds by their size, since the epoch. A year
outside 2000 to 2100 is no reading.
"""

import re
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Literal, NamedTuple

from workbench.formats.problems import Findings

Trouble = Literal["no zone", "day or month", "unreadable"]

FIRST_YEAR, LAST_YEAR = 2000, 2100
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
UNITS = (1, 1_000, 1_000_000, 1_000_000_000)
NUMBER = re.compile(r"-?\d{1,20}(\.\d+)?")
SLASHED = re.compile(r"(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(?:[ Tt]\s*(.*))?")
YEAR_FIRST = re.compile(r"(\d{4})([/.-])(\d{1,2})\2(\d{1,2})(?:[ Tt]\s*(.*))?")
OF_AN_EMAIL = re.compile(r"(?:[A-Za-z]{3}, )?\d{1,2} [A-Za-z]{3} \d{4} .*")
ZONE_NAME = re.compile(r"(?<=[\dZz])\[[\w/+-]+\]\Z")
MESSAGES: dict[Trouble, str] = {
    "no zone": "times without a zone were read as UTC",
    "day or month": "times whose day and month cannot be told apart were kept as text",
    "unreadable": "times that are no time were kept as text",
}


class ReadTime(NamedTuple):
    """An instant in UTC, or the text that could not be read, and what was the matter."""

    instant: datetime | None
    text: str | None = None
    trouble: Trouble | None = None


def read_time(value: object) -> ReadTime:
    """Read a time; nothing given gives neither an instant nor a text."""
    if value is None or isinstance(value, bool | dict | list):
        return ReadTime(None) if value is None else ReadTime(None, str(value), "unreadable")
    text = str(value).strip()
    if not text:
        return ReadTime(None)
    if NUMBER.fullmatch(text):
        instant = _since_epoch(text)
        if instant is not None:
            return ReadTime(instant)
    slashed = SLASHED.fullmatch(text)
    if slashed is not None:
        return _slashed(text, slashed)
    year_first = YEAR_FIRST.fullmatch(text)
    if year_first is not None:
        year, _, month, day, rest = year_first.groups()
        return _iso(f"{year}-{month:0>2}-{day:0>2}{_clock(rest)}", text)
    if OF_AN_EMAIL.fullmatch(text):
        return _of_an_email(text)
    return _iso(text, text)


def remark_time(read: ReadTime, name: str, line: int, findings: Findings) -> None:
    """Count what was the matter with a time."""
    if read.trouble is not None:
        code = f"time_{read.trouble.replace(' ', '_')}"
        findings.remark(code, f"{name}: {MESSAGES[read.trouble]}", line)


def _iso(text: str, original: str) -> ReadTime:
    try:
        read = datetime.fromisoformat(text.removesuffix(" UTC"))
        instant = read.replace(tzinfo=UTC) if read.tzinfo is None else read.astimezone(UTC)
    except (ValueError, OverflowError):
        return ReadTime(None, original, "unreadable")
    if not FIRST_YEAR <= instant.year <= LAST_YEAR:
        return ReadTime(None, original, "unreadable")
    has_zone = read.tzinfo is not None or text.endswith(" UTC")
    return ReadTime(instant, None, None if has_zone else "no zone")


def _clock(rest: str | None) -> str:
    """The part after the day as ISO 8601 has it; a zone's name beside its offset is dropped."""
    if not rest:
        return ""
    padded = f"0{rest}" if re.match(r"\d:", rest) else rest
    return "T" + ZONE_NAME.sub("", padded).replace("z", "Z")


def _of_an_email(text: str) -> ReadTime:
    try:
        return _iso(parsedate_to_datetime(text).isoformat(), text)
    except (ValueError, TypeError, OverflowError):
        return ReadTime(None, text, "unreadable")


def _slashed(text: str, match: re.Match[str]) -> ReadTime:
    first, second = int(match[1]), int(match[3])
    if first <= 12 and second <= 12 and first != second:
        return ReadTime(None, text, "day or month")
    month, day = (first, second) if second > 12 else (second, first)
    return _iso(f"{match[4]}-{month:02}-{day:02}{_clock(match[5])}", text)


def _since_epoch(text: str) -> datetime | None:
    whole, _, fraction = text.partition(".")
    for unit in UNITS:
        microseconds = int(whole) * 1_000_000 // unit
        if unit == 1 and fraction:
            microseconds += int(fraction[:6].ljust(6, "0"))
        try:
            instant = EPOCH + timedelta(microseconds=microseconds)
        except OverflowError:
            continue
        if FIRST_YEAR <= instant.year <= LAST_YEAR:
            return instant
    return None


def time_text(instant: datetime | None, text: str | None = None) -> str:
    """Write an instant the way files carry it, to the microsecond where it has any."""
    if instant is None:
        return text or ""
    return instant.astimezone(UTC).isoformat().replace("+00:00", "Z")
