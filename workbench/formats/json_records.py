"""The JSON values of a file one after another: one a line, an array, or over several lines.

Chosen: a window on the text that holds a few values, so that a file of any size and shape takes
as much memory as its largest value. Rejected: a streaming parser, which gives values and not the
bytes they came as; what is written as 007 or NaN would be lost before it could be read with care.
"""

import codecs
import json
import re
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal, NamedTuple

from workbench.errors import InputError
from workbench.formats.text_lines import (
    BUFFER,
    HEAD,
    OpenedFile,
    broken_archive,
    encoding_message,
    line_heads,
    numbered_lines,
)

Shape = Literal["lines", "array", "objects over several lines"]

NEAR_END = 16
DECODER = json.JSONDecoder()
LARGEST_VALUE = 1 << 26
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
        head = next((line for line in line_heads(opened) if line.strip()), b"")
        first = head.strip()
    except (OSError, EOFError, zlib.error):
        return "lines"
    finally:
        opened.close()
    if first.startswith(b"["):
        return "array"
    if not first.startswith(b"{") or len(head) == HEAD:
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
    for record in _values(path, is_array=False):
        return record.trouble is None
    return False


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
    yield from _values(path, is_array=shape == "array", progress=progress)


TOO_LARGE = (
    f"one JSON value larger than {LARGEST_VALUE >> 20} MB. Write one object a line, or the objects "
    "in one array; the rest was not read."
)


class _Window:
    """The part of a file's text that is looked at; it moves on and grows as it must."""

    def __init__(
        self, opened: OpenedFile, progress: Callable[[int, int], None] | None = None
    ) -> None:
        self._opened, self._progress = opened, progress
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self.text = ""
        self.position = 0
        self._line, self._counted = 1, 0
        self.is_end = False

    def grow(self) -> bool:
        """Read on, as much as is there already; False at the end of the file.

        Raises InputError where the bytes are no text.
        """
        if self.is_end:
            return False
        size = max(BUFFER, len(self.text) - self.position)
        try:
            content = self._opened.content.read(size)
        except (OSError, EOFError, zlib.error) as error:
            raise broken_archive(self._opened.path, error) from error
        self.line()
        self.text, self.position, self._counted = self.text[self.position :], 0, 0
        self.is_end = not content
        try:
            self.text += self._decoder.decode(content, self.is_end)
        except UnicodeDecodeError as error:
            line = self._line + self.text.count("\n") + error.object.count(b"\n", 0, error.start)
            raise InputError(
                f"{self._opened.path.name}, line {line}: {encoding_message(error.object, error)}"
            ) from error
        if self._progress is not None:
            self._progress(self._opened.position, self._opened.size)
        return True

    def line(self) -> int:
        """Give the number of the line that the position is on."""
        self._line += self.text.count("\n", self._counted, self.position)
        self._counted = self.position
        return self._line

    def skip_blank(self) -> bool:
        """Go to the next character that is no blank; False where there is none."""
        while True:
            match = BLANK.match(self.text, self.position)
            self.position = match.end() if match else self.position
            if self.position < len(self.text):
                return True
            if not self.grow():
                return False


def _values(
    path: Path, is_array: bool, progress: Callable[[int, int], None] | None = None
) -> Iterator[Record]:
    opened = OpenedFile(path)
    try:
        window = _Window(opened, progress)
        yield from _values_in(window, is_array)
    finally:
        opened.close()


def _values_in(window: _Window, is_array: bool) -> Iterator[Record]:
    has_more = window.skip_blank()
    if is_array:
        window.position += 1
        has_more = window.skip_blank()
    is_first = True
    while has_more:
        if is_array and window.text[window.position] == "]":
            window.position += 1
            if window.skip_blank():
                yield Record(window.line(), b"", "text after the end of the array.")
            return
        if is_array and not is_first:
            if window.text[window.position] != ",":
                trouble = "not valid JSON: a comma is missing; the rest was not read."
                yield Record(window.line(), b"", trouble)
                return
            window.position += 1
            if not window.skip_blank():
                break
        record = _value_at(window)
        yield record
        if record.trouble is not None:
            return
        is_first = False
        has_more = window.skip_blank()
    if is_array:
        yield Record(window.line(), b"", "not valid JSON: the array is not closed.")


def _value_at(window: _Window) -> Record:
    """Give the value at the window's position, and move behind it."""
    line = window.line()
    while True:
        try:
            _, end = DECODER.raw_decode(window.text, window.position)
            # A number or word that ends with the window may go on.
            is_whole = end < len(window.text) or window.text[end - 1] in '}]"'
            trouble = None
        except json.JSONDecodeError as error:
            trouble = f"not valid JSON ({error.msg.removesuffix(' at')}); the rest was not read."
            is_near_end = error.pos >= len(window.text) - NEAR_END
            is_whole = not is_near_end and not error.msg.startswith("Unterminated string")
        except (RecursionError, ValueError):
            return Record(line, b"", "not readable as JSON; the rest was not read.")
        if not is_whole and len(window.text) - window.position > LARGEST_VALUE:
            return Record(line, b"", TOO_LARGE)
        if is_whole or not window.grow():
            break
    if trouble is not None:
        return Record(line, b"", trouble)
    content = window.text[window.position : end].encode("utf-8", "surrogatepass")
    window.position = end
    return Record(line, content)
