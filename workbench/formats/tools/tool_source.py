"""A recognised file of another tool, read in parts that hold whole traces.

Chosen: parts of a few megabytes, so that a file of any size takes the memory of one part, and
a file that is smaller than a part is read as one. Rejected: reading every file whole, for which
a large one has to be refused.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from workbench.formats import text_lines
from workbench.formats.json_records import Record, json_records
from workbench.formats.json_values import NotJson, parse_faithfully
from workbench.formats.problems import Findings
from workbench.formats.tables import read_table
from workbench.formats.tools.opinions import people_of
from workbench.formats.tools.text_ids import RequestIds
from workbench.formats.tools.tool_file import Item, Options, Reader, ToolFile
from workbench.formats.tools.whole_traces import SizedItem, first_part, in_parts

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class ToolSource:
    """A file that a reader recognised; nothing but its first records was read."""

    path: Path
    reader: Reader
    is_table: bool

    @property
    def format(self) -> str:
        """The name of the format."""
        return self.reader.format

    def items(self, findings: Findings) -> list[Item]:
        """Every record of the file at once; lines that cannot be read go to `findings`.

        Raises InputError where the file is larger than what is read whole.
        """
        n_bytes = 0
        items: list[Item] = []
        for item, size in self._sized(findings):
            n_bytes += size
            if n_bytes > text_lines.LARGEST_WHOLE_FILE:
                raise text_lines.too_large(self.path)
            items.append(item)
        return items

    def parts(
        self, findings: Findings, options: Options, progress: Progress | None = None
    ) -> Iterator[ToolFile]:
        """Give what the file holds part by part, every trace whole in one of them.

        People's verdicts stay under `people`: which of their ratings is the verdict, only the
        whole file can say.
        """
        whole = replace(options, ids=RequestIds())
        n_items = n_records = 0

        def counted() -> Iterator[SizedItem]:
            nonlocal n_items
            for n_items, sized in enumerate(self._sized(findings, progress), start=1):  # noqa: B007
                yield sized

        for items in in_parts(counted(), self.reader.units, self.path.name):
            part = self.reader.read(items, findings, whole)
            n_people = len(part.human) + len(part.people)
            n_records = max(n_records, len(part.traces), len(part.judge), n_people)
            yield part
        if n_items == 1 and n_records > 1:
            findings.remark(
                "records_numbered", "the file is one object: numbers of lines count its records"
            )

    def read(self, findings: Findings, options: Options | None = None) -> ToolFile:
        """Give everything that the file holds; lines that cannot be read go to `findings`."""
        chosen = options or Options()
        parts = self.parts(findings, chosen)
        held = next(parts)
        for part in parts:
            held.add(part)
        held.human += people_of(held.people, findings, chosen)
        return held

    def sample(self, findings: Findings, options: Options | None = None) -> tuple[ToolFile, bool]:
        """Give what the beginning of the file holds, and whether that is all of it."""
        chosen = options or Options()
        items, is_complete = first_part(self._sized(findings))
        held = self.reader.read(items, findings, chosen)
        held.human += people_of(held.people, findings, chosen)
        return held, is_complete

    def _sized(self, findings: Findings, progress: Progress | None = None) -> Iterator[SizedItem]:
        if self.is_table:
            for line, cells in read_table(self.path, findings).rows:
                yield Item(line, {name: cell for name, cell in cells.items() if cell.strip()}), 0
            return
        for record in json_records(self.path, progress):
            value = record_value(record, findings)
            if value is not None:
                yield Item(record.line, value), len(record.content)


def record_value(record: Record, findings: Findings) -> Mapping[str, object] | None:
    """Give a record as the object it is written as, or record why it is none."""
    if record.trouble is not None:
        findings.refuse(record.line, None, record.trouble, record.content)
        return None
    try:
        reading = parse_faithfully(record.content)
    except NotJson as error:
        findings.refuse(record.line, None, str(error), record.content)
        return None
    if reading.n_non_finite:
        findings.remark(
            "non_finite",
            "{n} {non-finite number was|non-finite numbers were} taken as missing",
            record.line,
            reading.n_non_finite,
        )
    if not isinstance(reading.value, Mapping):
        findings.refuse(record.line, None, "must be a JSON object.", record.content)
        return None
    return reading.value
