"""Batches of plain values kept in a temporary file between the two passes of an import.

Chosen: a file is read and checked once, and what it gave waits on disk until the whole file
is known to be good. Rejected: reading the file a second time (the slower half of an import,
and it may have changed meanwhile) and holding it in memory.
"""

import marshal
import tempfile
from collections.abc import Iterator
from typing import Any


class Spool:
    """Batches in the order they were put; gone when closed."""

    def __init__(self) -> None:
        self._file = tempfile.TemporaryFile()  # noqa: SIM115 (closed by close)
        self.n_batches = 0

    def put(self, batch: Any) -> None:
        """Append a batch of tuples, lists, texts, bytes, numbers and None."""
        content = marshal.dumps(batch)
        self._file.write(len(content).to_bytes(8, "big"))
        self._file.write(content)
        self.n_batches += 1

    def batches(self) -> Iterator[Any]:
        """Every batch again, from the first."""
        self._file.seek(0)
        while size := self._file.read(8):
            yield marshal.loads(self._file.read(int.from_bytes(size, "big")))

    def close(self) -> None:
        """Delete the temporary file."""
        self._file.close()
