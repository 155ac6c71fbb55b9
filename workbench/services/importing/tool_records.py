"""What a file of another tool holds, as the records that each import takes."""

import json
from collections.abc import Iterator, Mapping
from itertools import repeat

from workbench.formats.field_values import WrongField
from workbench.formats.json_values import NeedsCare
from workbench.formats.mapped_table import MappedRecord
from workbench.formats.problems import Findings
from workbench.formats.tools.tool_file import ToolKind, ToolRecord
from workbench.formats.tools.tool_source import ToolSource
from workbench.formats.trace_jsonl import NumberedTrace, TraceLine, trace_from_value
from workbench.services.importing.import_report import Progress
from workbench.services.importing.tool_parts import read_tool, tool_parts


def tool_traces(
    source: ToolSource,
    mapping: Mapping[str, object] | None,
    findings: Findings,
    progress: Progress | None = None,
) -> Iterator[NumberedTrace]:
    """Give every trace of the file through the checks of a native one."""
    n_told = 0
    for part in tool_parts(source, "traces", mapping, findings, progress):
        named = findings.problems[n_told:]
        # Beyond ten thousand they are only counted, and are records of the file all the same.
        n_unnamed = findings.n_problems - n_told - len(named)
        for line in (*(problem.line or 0 for problem in named), *repeat(0, n_unnamed)):
            yield NumberedTrace(line, None, None)
        for record in part.traces:
            trace = tool_trace(record, findings)
            yield NumberedTrace(record.line, trace, record.said or (record.fields,))
        n_told = findings.n_problems


def tool_trace(record: ToolRecord, findings: Findings) -> TraceLine | None:
    """Give one record as a trace, or record why it is none."""
    try:
        trace = trace_from_value(
            {name: value for name, value in record.fields.items() if value is not None},
            record.line,
            findings,
        )
    except WrongField as error:
        place = f"{record.place}: " if record.place else ""
        findings.refuse(record.line, f"{place}{error.field}", error.message)
        return None
    except NeedsCare:
        findings.refuse(record.line, None, "holds a number or text that cannot be kept as it is.")
        return None
    return trace._replace(extra={**trace.extra, **record.kept}) if record.kept else trace


def tool_verdicts(
    source: ToolSource,
    kind: ToolKind,
    mapping: Mapping[str, object] | None,
    findings: Findings,
    run: str | None = None,
) -> list[MappedRecord]:
    """Give the verdict rows of the file under our field names, for `run` where rows name one."""
    held = read_tool(source, kind, mapping, findings)
    records = held.judge if kind == "judge" else held.human
    kept: list[MappedRecord] = []
    for record in records:
        fields = {name: value for name, value in record.fields.items() if value is not None}
        if run is not None and fields.get("run", run) != run:
            findings.remark(
                f"run:{fields['run']}",
                f"{{n}} verdicts of run {fields['run']} were passed over: import them for that run",
                record.line,
            )
            continue
        kept.append(MappedRecord(record.line, fields, _cells(fields)))
    return kept


def _cells(fields: Mapping[str, object]) -> dict[str, str]:
    return {
        name: value
        if isinstance(value, str)
        else json.dumps(value, ensure_ascii=False, default=str)
        for name, value in fields.items()
    }
