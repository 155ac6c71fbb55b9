"""JSON as it was written: ids character by character, unusable text and numbers made safe.

Chosen: a fast parser for the usual line, and the standard library's with hooks where the
fast one would lose something (NaN, half surrogate pairs, NUL, numbers as ids). Rejected:
the careful parser everywhere, at several times the cost.
"""

import json
import math
import re
from typing import NamedTuple

import orjson

ID_FIELDS = frozenset(
    {
        "request_id", "question_id", "query_id", "doc_id", "_id", "id", "run", "name", "version",
        "index_version", "model", "gold_passages", "candidates", "reranked", "prompt_passages",
    }
)  # fmt: skip
UNUSABLE = re.compile("[\x00\ud800-\udfff]")
REPLACEMENT = "\ufffd"
DEPTH_LIMIT = 100
SAFE_FLOAT = 2.0**63


class NumberText(str):
    """A JSON number as it was written."""

    __slots__ = ()


class Reading(NamedTuple):
    """A parsed value, and what had to be said about it."""

    value: object
    n_non_finite: int = 0
    n_replaced: int = 0
    repeated_keys: tuple[str, ...] = ()


class NeedsCare(Exception):
    """The fast parser altered this line, or gave text that no store holds: read it faithfully."""


class NotJson(Exception):
    """The bytes are not one JSON value; the message says where and never repeats the record."""


def parse_fast(line: bytes) -> object:
    """Parse a line, or raise NeedsCare where only `parse_faithfully` can read it as written."""
    try:
        return orjson.loads(line)
    except orjson.JSONDecodeError as error:
        raise NeedsCare from error


def parse_faithfully(line: bytes) -> Reading:
    """Parse a line that the fast parser refuses or would alter.

    Numbers under the names of ids stay text as written, non-finite ones become None, half
    surrogate pairs and NUL become U+FFFD. Raises NotJson with the reason.
    """
    repeated: list[str] = []

    def pairs(items: list[tuple[str, object]]) -> dict[str, object]:
        made = dict(items)
        if len(made) < len(items):
            names = [name for name, _ in items]
            repeated.extend(sorted({name for name in names if names.count(name) > 1}))
        return made

    try:
        parsed = json.loads(
            line.decode("utf-8"),
            parse_float=NumberText,
            parse_int=NumberText,
            parse_constant=NumberText,
            object_pairs_hook=pairs,
        )
        keeper = _Keeper()
        value = keeper.restored(parsed, is_id=False, depth=0)
    except UnicodeDecodeError as error:
        byte = line[error.start]
        raise NotJson(
            f"not UTF-8 (byte 0x{byte:02X} at column {error.start + 1}). "
            "Save the file again as UTF-8."
        ) from error
    except json.JSONDecodeError as error:
        comment = " A comment is no JSON: take the line out." if line.startswith(b"#") else ""
        raise NotJson(
            f"not valid JSON ({error.msg.removesuffix(' at')} at column {error.colno}).{comment}"
        ) from error
    except RecursionError as error:
        raise NotJson(f"nested more than {DEPTH_LIMIT} levels deep.") from error
    return Reading(value, keeper.n_non_finite, keeper.n_replaced, tuple(repeated))


class _Keeper:
    def __init__(self) -> None:
        self.n_non_finite = 0
        self.n_replaced = 0

    def restored(self, value: object, is_id: bool, depth: int) -> object:
        if depth > DEPTH_LIMIT:
            raise RecursionError
        if isinstance(value, NumberText):
            return self._number(value, is_id)
        if isinstance(value, str):
            return self.usable(value)
        if isinstance(value, list):
            return [self.restored(item, is_id, depth + 1) for item in value]
        if isinstance(value, dict):
            return {
                self.usable(name): self.restored(item, name in ID_FIELDS, depth + 1)
                for name, item in value.items()
            }
        return value

    def usable(self, text: str) -> str:
        shown, n = UNUSABLE.subn(REPLACEMENT, text)
        self.n_replaced += n
        return shown

    def _number(self, literal: NumberText, is_id: bool) -> object:
        number = number_of(literal)
        if is_id and (number is not None or literal[-1].isdigit()):
            return str(literal)
        if number is None:
            self.n_non_finite += 1
        return number


def number_of(literal: str) -> int | float | None:
    """Give the number a JSON literal stands for; None where it is not finite or too large."""
    try:
        number: int | float = float(literal)
        if not math.isfinite(number):
            return None
        digits = literal[1:] if literal.startswith("-") else literal
        return int(literal) if digits.isdigit() and len(digits) < 400 else number
    except ValueError:
        return None


def is_altered(value: object, depth: int = 0) -> bool:
    """Whether `value` holds a number that may be rounded or a NUL, or nests too deeply."""
    if depth > DEPTH_LIMIT:
        return True
    if isinstance(value, str):
        return "\x00" in value
    if isinstance(value, float):
        return abs(value) >= SAFE_FLOAT
    if isinstance(value, dict):
        return any("\x00" in name or is_altered(item, depth + 1) for name, item in value.items())
    if isinstance(value, list):
        return any(is_altered(item, depth + 1) for item in value)
    return False


def json_text(value: object) -> str:
    """Give strict JSON text with sorted keys: the same value always gives the same text."""
    return json.dumps(
        value, ensure_ascii=False, sort_keys=True, allow_nan=False, separators=(",", ":")
    )
