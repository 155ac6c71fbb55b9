"""The JSON values of a file one after another: one a line, an array, or over several lines."""

import json
import re
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal, NamedTuple

from workbench.errors import InputError
from workbench.formats.text_lines import OpenedFile, numbered_lines, read_text

Shape = Literal["lines", "array", "objects over several lines"]

LARGEST_WHOLE_FILE = 1 << 29
BLANK = re.compile(r"[ \t\r\n]*")


class Record(NamedTuple):
    """The bytes of one value, the line it begins on, and why it cannot be read, if so."""

    line: int
    content: bytes
    trouble: str | None = None


def shape_of(path: Path) -> Shape:
    """Say how the values are laid out, from the first that is there."""
    opened = OpenedFile(path)
    try:
        first = b""
        for line in opened.content:
            first = line.strip()
            if first:
                break
        else:
            return "lines"
    except (OSError, EOFError, zlib.error):
        return "lines"
    finally:
        opened.close()
    if first.startswith(b"["):
        return "array"
    if not first.startswith(b"{"):
        return "lines"
    try:
        json.loads(first)
    except (ValueError, RecursionError):
        return (
            "lines"
            if first.endswith(b"}") or not _spans_lines(path)
            else ("objects over several lines")
        )
    return "lines"


def _spans_lines(path: Path) -> bool:
    for record in _values(read_whole(path), is_array=False):
        return record.trouble is None
    return False


def read_whole(path: Path) -> str:
    """Give the text of a file small enough to be read at once; refuses a larger one."""
    if path.stat().st_size > LARGEST_WHOLE_FILE:
        raise InputError(
            f"{path.name} is one JSON array or has objects over several lines, and is larger than "
            f"{LARGEST_WHOLE_FILE >> 20} MB. Write one object a line (JSON Lines) and try again."
        )
    return read_text(path)


def json_records(
    path: Path, progress: Callable[[int, int], None] | None = None
) -> Iterator[Record]:
    """Every value of the file with the line it begins on; blank lines are passed over."""
    shape = shape_of(path)
    if shape == "lines":
        for number, line in numbered_lines(path, progress):
            if line and not line.isspace():
                yield Record(number, line)
        return
    yield from _values(read_whole(path), is_array=shape == "array")


def _values(text: str, is_array: bool) -> Iterator[Record]:
    decoder = json.JSONDecoder()
    position, line, counted = 0, 1, 0
    position = _after_blank(text, 0)
    if is_array:
        position = _after_blank(text, position + 1)
    is_first = True
    while position < len(text):
        if is_array and text[position] == "]":
            rest = _after_blank(text, position + 1)
            if rest < len(text):
                yield Record(text.count("\n", 0, rest) + 1, b"", "text after the end of the array.")
            return
        if is_array and not is_first:
            if text[position] != ",":
                at = text.count("\n", 0, position) + 1
                yield Record(at, b"", "not valid JSON: a comma is missing; the rest was not read.")
                return
            position = _after_blank(text, position + 1)
        line += text.count("\n", counted, position)
        counted = position
        try:
            _, end = decoder.raw_decode(text, position)
        except json.JSONDecodeError as error:
            yield Record(
                line,
                b"",
                f"not valid JSON ({error.msg.removesuffix(' at')}); the rest was not read.",
            )
            return
        except (RecursionError, ValueError):
            yield Record(line, b"", "not readable as JSON; the rest was not read.")
            return
        yield Record(line, text[position:end].encode("utf-8", "surrogatepass"))
        is_first = False
        position = _after_blank(text, end)
    if is_array:
        yield Record(text.count("\n") + 1, b"", "not valid JSON: the array is not closed.")


def _after_blank(text: str, position: int) -> int:
    match = BLANK.match(text, position)
    return match.end() if match else position
