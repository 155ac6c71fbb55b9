"""Bytes of a file as numbered lines or as one text, whatever saved it.

Chosen: UTF-8 with or without its mark, UTF-16 where its mark says so, gzip by its first
bytes; everything else is refused with the line and the remedy, since a wrong guess stores
garbled text that nobody notices. A line ends at a line feed alone: other separators, such
as U+2028, are text.
"""

import gzip
import io
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from shlex import quote
from typing import IO, Any

from workbench.errors import InputError
from workbench.formats.store_archive import is_archive

GZIP_MARK = b"\x1f\x8b"
UTF8_MARK = b"\xef\xbb\xbf"
UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
UTF32_MARKS = (b"\xff\xfe\x00\x00", b"\x00\x00\xfe\xff")
OTHER_MARKS = {
    b"PK\x03\x04": "a zip archive or spreadsheet workbook",
    b"PAR1": "a parquet file",
    b"SQLite format 3": "a SQLite database",
}
BUFFER = 1 << 20
HEAD = 1 << 16
LARGEST_LINE = 1 << 26
LARGEST_WHOLE_FILE = 100_000_000


class OpenedFile:
    """A file opened for reading: its content without byte-order mark, and how far it was read."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self._raw: IO[bytes] = path.open("rb", buffering=BUFFER)
            self.size = path.stat().st_size
            head = self._raw.read(16)
            self._raw.seek(0)
        except OSError as error:
            reason = error.strerror or error
            raise InputError(f"{path.name} cannot be read: {reason}. Check the path.") from error
        for mark, what in OTHER_MARKS.items():
            if head.startswith(mark):
                self._raw.close()
                raise InputError(
                    f"{path.name} is a whole store. Run: workbench import all {quote(path.name)}"
                    if is_archive(path)
                    else f"{path.name} is {what}. Save it as JSON lines or CSV in UTF-8 and try "
                    "again."
                )
        self.content: IO[bytes] = self._raw
        if head.startswith(GZIP_MARK):
            unpacked: Any = gzip.GzipFile(fileobj=self._raw)
            self.content = io.BufferedReader(unpacked, BUFFER)
            head = self._peek()
        if head.startswith(UTF32_MARKS) or _is_unmarked_utf16(head):
            self.close()
            what = "UTF-32" if head.startswith(UTF32_MARKS) else "UTF-16 without its mark"
            raise InputError(f"{path.name} looks like {what}. Save it again as UTF-8.")
        if head[:2] in UTF16_MARKS:
            self.content = io.BytesIO(_as_utf8(self._read_all(), path.name))
        elif head.startswith(UTF8_MARK):
            self.content.read(len(UTF8_MARK))

    def _peek(self) -> bytes:
        try:
            return self.content.peek(16)[:16]  # type: ignore[attr-defined,no-any-return]
        except (OSError, EOFError, zlib.error):
            return b""

    def _read_all(self) -> bytes:
        try:
            content = self.content.read(LARGEST_WHOLE_FILE + 1)
        except (OSError, EOFError, zlib.error) as error:
            raise broken_archive(self.path, error) from error
        if len(content) > LARGEST_WHOLE_FILE:
            raise too_large(self.path)
        return content

    @property
    def position(self) -> int:
        """Bytes of the file on disk read so far."""
        return self._raw.tell()

    def close(self) -> None:
        """Close the file."""
        self.content.close()
        self._raw.close()


def _is_unmarked_utf16(head: bytes) -> bool:
    """Whether every second byte is zero and no other is, as in text of two bytes a letter."""
    halves = head[: len(head) // 2 * 2][::2], head[1::2]
    return len(head) > 3 and any(
        not any(zeros) and all(others) for zeros, others in (halves, halves[::-1])
    )


def too_large(path: Path) -> InputError:
    """Give the refusal of a file of a kind that is read whole and takes too much memory."""
    return InputError(
        f"{path.name} holds more than {LARGEST_WHOLE_FILE // 10**6} MB, and files of its kind are "
        "read whole. Split it, every trace in one part, or write its rows as JSON lines, one "
        "object a line: those may be of any size."
    )


def broken_archive(path: Path, error: Exception) -> InputError:
    """Give the refusal of a gzip file that ends early or is damaged."""
    return InputError(f"{path.name} is a damaged gzip file ({error}). Fetch or pack it again.")


def numbered_lines(
    path: Path, progress: Callable[[int, int], None] | None = None
) -> Iterator[tuple[int, bytes]]:
    """Every line of the file with its number from 1, without its line end.

    Raises InputError where the file cannot be opened or unpacked.
    """
    opened = OpenedFile(path)
    try:
        lines = iter(lambda: opened.content.readline(LARGEST_LINE + 1), b"")
        for number, line in enumerate(lines, start=1):
            if len(line) > LARGEST_LINE:
                raise InputError(
                    f"{path.name}, line {number} is longer than {LARGEST_LINE >> 20} MB. Write one "
                    "record a line, or the records in one JSON array."
                )
            yield number, line.rstrip(b"\r\n")
            if progress is not None and number % 256 == 0:
                progress(opened.position, opened.size)
    except (OSError, EOFError, zlib.error) as error:
        raise broken_archive(path, error) from error
    finally:
        opened.close()


def line_heads(opened: OpenedFile) -> Iterator[bytes]:
    """The lines of a file, of a long one its beginning alone: enough to recognise the file by."""
    while head := opened.content.readline(HEAD):
        rest = head
        yield head
        while rest and not rest.endswith(b"\n"):
            rest = opened.content.readline(BUFFER)


def read_text(path: Path) -> str:
    """Give the whole file as text; raises InputError naming the line that is not UTF-8."""
    opened = OpenedFile(path)
    try:
        content = opened._read_all()
    finally:
        opened.close()
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise InputError(f"{path.name}, line {line}: {encoding_message(content, error)}") from error


def encoding_message(content: bytes, error: UnicodeDecodeError) -> str:
    """Say what is wrong with the encoding and what to do."""
    byte = content[error.start]
    return (
        f"not UTF-8 (byte 0x{byte:02X}); the file was probably saved in a Windows or Latin-1 "
        "encoding. Save it again as UTF-8 (in a spreadsheet program: CSV UTF-8)."
    )


def _as_utf8(content: bytes, name: str) -> bytes:
    try:
        return content.decode("utf-16").encode("utf-8")
    except (UnicodeDecodeError, UnicodeEncodeError) as error:
        raise InputError(
            f"{name} begins as UTF-16 and is not: {error.reason}. Save it again as UTF-8."
        ) from error
