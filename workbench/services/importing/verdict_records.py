"""Records of a verdict file under our field names, from a table or JSON lines."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from workbench.errors import InputError
from workbench.formats.careful_reading import remark_reading
from workbench.formats.json_records import json_records
from workbench.formats.json_values import NotJson, parse_faithfully
from workbench.formats.mapped_table import (
    MappedRecord,
    check_mapping,
    mapped_records,
    mapping_example,
)
from workbench.formats.problems import Findings
from workbench.formats.sniff import exported_verdicts
from workbench.formats.tables import read_table
from workbench.formats.tools.detect import find_tool
from workbench.formats.tools.tool_file import ToolKind
from workbench.services.importing.tool_parts import are_options
from workbench.services.importing.tool_records import tool_verdicts
from workbench.services.importing.trace_table import is_table

T = TypeVar("T")
CHUNK = 1_000


def verdict_records(
    path: Path,
    mapping: Mapping[str, object] | None,
    fields: Sequence[str],
    needed: Collection[str],
    findings: Findings,
    run: str | None = None,
) -> list[MappedRecord]:
    """Read every record; raises InputError where columns are missing or the mapping misfits.

    Another tool's file gives people's verdicts where an annotator is needed, else a judge's;
    those that name another run than `run` are passed over.
    """
    if are_options(mapping):
        kind: ToolKind = "human" if "annotator" in needed else "judge"
        source = find_tool(path, kind)
        if source is not None:
            return tool_verdicts(source, kind, mapping, findings, run)
        mapping = None
    if not is_table(path):
        return _from_json(path, findings)
    table = read_table(path, findings)
    if mapping is None:
        there = {name.casefold(): name for name in table.columns}
        mapping = {name: there[name] for name in fields if name in there}
        if "notes" in fields and "notes" not in mapping and "note" in there:
            mapping["notes"] = there["note"]
        absent = [name for name in needed if name not in mapping]
        if absent:
            raise InputError(
                f"{path.name} has no column {' and no column '.join(absent)}; read with separator "
                f"{table.separator!r} its columns are {', '.join(table.columns)}. "
                "Give a mapping from our fields to these columns, perhaps: "
                f"{mapping_example(table.columns, needed, fields)}"
            )
    check_mapping(mapping, table.columns, path.name)
    return mapped_records(table.rows, mapping, findings)


def _from_json(path: Path, findings: Findings) -> list[MappedRecord]:
    records: list[MappedRecord] = []
    for line, content, trouble in json_records(path):
        if trouble is not None:
            findings.refuse(line, None, trouble, content)
            continue
        try:
            reading = parse_faithfully(content)
        except NotJson as error:
            findings.refuse(line, None, str(error), content)
            continue
        value = reading.value
        remark_reading(reading, content, line, findings, is_kept=False)
        if not isinstance(value, dict):
            findings.refuse(line, None, "must be a JSON object.", content)
            continue
        records += (
            MappedRecord(line + place, held, _texts(held))
            for place, held in enumerate(exported_verdicts(value) or [value])
        )
    return records


def _texts(record: Mapping[str, object]) -> dict[str, str]:
    return {name: item if isinstance(item, str) else "" for name, item in record.items()}


def chunks(items: Collection[T], size: int = CHUNK) -> Iterator[list[T]]:
    """Give the items in lists that one statement can name."""
    listed = list(items)
    for start in range(0, len(listed), size):
        yield listed[start : start + size]
