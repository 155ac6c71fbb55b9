"""What a file of another tool holds, for the preview: counted, read and not written."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from workbench.errors import InputError
from workbench.formats.problems import Findings
from workbench.formats.tools.tool_file import ToolKind, ToolRecord
from workbench.formats.tools.tool_source import ToolSource
from workbench.formats.trace_jsonl import TraceLine
from workbench.services.importing.tool_parts import (
    NAMES,
    check_kind,
    read_options,
    refused,
    said_of_traces,
    say_what_is_missing,
)
from workbench.services.importing.tool_records import tool_trace


class ToolSample(NamedTuple):
    """The beginning of a file as one kind of import would take it; of most files it is all."""

    kind: ToolKind
    n_records: int
    is_complete: bool
    values: list[Mapping[str, object]]
    traces: list[TraceLine]


def sample_tool(
    source: ToolSource,
    kind: str | None,
    mapping: Mapping[str, object] | None,
    findings: Findings,
) -> ToolSample:
    """Read the file for `kind`, else for the main thing that it holds; raises InputError."""
    if kind is not None and kind not in NAMES:
        raise InputError(f"{source.path.name} is {source.format} and holds no {kind}.")
    held, is_complete = source.sample(findings, read_options(mapping))
    if held.refusal is not None:
        raise refused(source, held.refusal)
    named: ToolKind | None = next((known for known in NAMES if known == kind), None)
    main: ToolKind = next(iter(held.kinds), source.reader.main)
    chosen = named or main
    if is_complete and (held.kinds or not findings.problems):
        check_kind(source, chosen, held.counts, findings)
    if chosen == "traces" and held.kinds:
        say_what_is_missing(said_of_traces(held), findings)
    if chosen in ("gold", "corpus"):
        listed: Sequence[NamedTuple] = held.corpus
        if chosen == "gold":
            listed = held.gold or held.judgements
        return ToolSample(chosen, len(listed), is_complete, [item._asdict() for item in listed], [])
    records: list[ToolRecord] = getattr(held, chosen)
    traces: list[TraceLine] = []
    if chosen == "traces":
        read = [tool_trace(record, findings) for record in records]
        traces = [trace for trace in read if trace is not None]
    values = [record.fields for record in records]
    return ToolSample(chosen, len(records), is_complete, [*values], traces)
