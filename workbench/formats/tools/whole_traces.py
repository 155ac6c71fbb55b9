"""The records of a file in parts of a few megabytes, each trace whole in one of them.

Chosen: where a trace is spread over records, they wait in a temporary file until all are there,
and only the places where they begin stay in memory. Rejected: relying on the order of the file,
since spans are written as they end, and those of traces that run side by side are mixed.
"""

import marshal
import tempfile
from array import array
from collections.abc import Iterator
from itertools import chain
from typing import IO, Any

from workbench.errors import InputError
from workbench.formats.json_records import LARGEST_VALUE
from workbench.formats.tools.tool_file import Item, Units

PART_BYTES = 4_000_000

SizedItem = tuple[Item, int]


def first_part(items: Iterator[SizedItem]) -> tuple[list[Item], bool]:
    """Give the items of the first few megabytes, and whether these are all."""
    taken: list[Item] = []
    n_bytes = 0
    for item, size in items:
        if n_bytes >= PART_BYTES:
            return taken, False
        taken.append(item)
        n_bytes += size
    return taken, True


def in_parts(
    items: Iterator[SizedItem], units: Units | None, file_name: str
) -> Iterator[list[Item]]:
    """Give all items in parts; a file without items is one empty part.

    Where `units` says which steps of which traces an item holds, the parts of a file that is
    larger than one hold steps and not items. Raises InputError for a trace that is too large.
    """
    taken: list[SizedItem] = []
    n_bytes = n_parts = 0
    for item, size in items:
        if n_bytes >= PART_BYTES:
            if units is not None:
                yield from _grouped(chain(taken, [(item, size)], items), units, file_name)
                return
            yield [item for item, _ in taken]
            taken, n_bytes, n_parts = [], 0, n_parts + 1
        taken.append((item, size))
        n_bytes += size
    yield [item for item, _ in taken]


def _grouped(items: Iterator[SizedItem], units: Units, file_name: str) -> Iterator[list[Item]]:
    with tempfile.TemporaryFile() as spool:
        part: list[Item] = []
        n_bytes = 0
        for trace, places in _places(items, units, spool).items():
            n_of_trace = 0
            for place in places:
                spool.seek(place)
                size = int.from_bytes(spool.read(8), "big")
                part.append(Item(*marshal.loads(spool.read(size))))
                n_of_trace += size
                if n_of_trace > LARGEST_VALUE:
                    raise InputError(
                        f"{file_name}: the steps of trace {trace[:80]!r} take more than "
                        f"{LARGEST_VALUE >> 20} MB. Give each trace an id of its own, or leave "
                        "that one out."
                    )
            n_bytes += n_of_trace
            if n_bytes >= PART_BYTES:
                yield part
                part, n_bytes = [], 0
        yield part


def _places(items: Iterator[SizedItem], units: Units, spool: IO[bytes]) -> dict[str, "array[int]"]:
    """Write every step to the spool; gives by trace where its steps begin, in their order."""
    places: dict[str, array[int]] = {}
    traces: dict[str, str] = {}
    waiting: list[tuple[str, int]] = []
    at = 0
    for item, _ in items:
        for unit in units(item):
            plain: Any = (unit.item.line, unit.item.value, unit.item.place)
            content = marshal.dumps(plain)
            spool.write(len(content).to_bytes(8, "big"))
            spool.write(content)
            if unit.trace is None:
                waiting.append((unit.step or "", at))
            else:
                places.setdefault(unit.trace, array("Q")).append(at)
                if unit.step is not None:
                    traces[unit.step] = unit.trace
            at += 8 + len(content)
    # A step that names no trace belongs to the trace of the step that it completes.
    for step, place in waiting:
        trace = traces.get(step, step)
        places[trace] = array("Q", sorted((*places.get(trace, ()), place)))
    return places
