"""What a file of another tool holds, for the preview: counted, read and not written."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from workbench.errors import InputError
from workbench.formats.problems import Findings
from workbench.formats.tools.detect import ToolSource
from workbench.formats.tools.tool_file import ToolKind, ToolRecord
from workbench.formats.trace_jsonl import TraceLine
from workbench.services.importing.tool_records import NAMES, read_options, read_tool, tool_trace


class ToolSample(NamedTuple):
    """The whole file as one kind of import would take it."""

    kind: ToolKind
    n_records: int
    values: list[Mapping[str, object]]
    traces: list[TraceLine]


def sample_tool(
    source: ToolSource,
    kind: str | None,
    mapping: Mapping[str, object] | None,
    findings: Findings,
) -> ToolSample:
    """Read the file for `kind`, else for the main thing that it holds; raises InputError."""
    chosen: ToolKind = source.reader.main
    kinds = source.read(Findings(), read_options(mapping)).kinds
    if kind is not None:
        named: ToolKind | None = next((known for known in NAMES if known == kind), None)
        if named is None:
            raise InputError(f"{source.path.name} is {source.format} and holds no {kind}.")
        chosen = named
    elif kinds:
        chosen = kinds[0]
    held = read_tool(source, chosen, mapping, findings)
    if chosen in ("gold", "corpus"):
        listed: Sequence[NamedTuple] = held.corpus
        if chosen == "gold":
            listed = held.gold or held.judgements
        return ToolSample(chosen, len(listed), [item._asdict() for item in listed], [])
    records: list[ToolRecord] = getattr(held, chosen)
    traces: list[TraceLine] = []
    if chosen == "traces":
        read = [tool_trace(record, findings) for record in records]
        traces = [trace for trace in read if trace is not None]
    return ToolSample(chosen, len(records), [record.fields for record in records], traces)
