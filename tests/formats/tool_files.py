"""Files of other tools read without a store, for the tests of their readers."""

from pathlib import Path
from typing import Any

from workbench.formats.problems import Findings
from workbench.formats.tools.detect import find_tool
from workbench.formats.tools.tool_file import Options, ToolFile
from workbench.formats.trace_jsonl import TraceLine
from workbench.services.importing.tool_records import tool_trace


def read_tool_file(
    path: Path, kind: str | None = None, options: Options | None = None
) -> tuple[str, ToolFile, Findings]:
    source = find_tool(path, kind)
    assert source is not None, f"{path.name} was not recognised"
    findings = Findings()
    return source.format, source.read(findings, options), findings


def read_traces(
    path: Path, options: Options | None = None
) -> tuple[list[TraceLine], dict[str, int]]:
    """Every trace of the file, and how often each remark was made."""
    _, held, findings = read_tool_file(path, "traces", options)
    traces = [tool_trace(record, findings) for record in held.traces]
    assert findings.problems == []
    return (
        [trace for trace in traces if trace is not None],
        {notice.code: notice.n for notice in findings.notices()},
    )


def fields_of(record: Any, *names: str) -> tuple[object, ...]:
    return tuple(record.fields.get(name) for name in names)
