"""A trace file whose format nobody named: which reader reads it is seen from its content."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from shlex import quote

from db.store import Store
from workbench.errors import InputError
from workbench.formats.problems import Findings
from workbench.formats.sniff import is_qrels
from workbench.formats.tools.detect import find_tool
from workbench.formats.tools.retrieval_sets import RANKING
from workbench.formats.trace_jsonl import NumberedTrace, read_trace_lines
from workbench.services.importing.import_report import Progress
from workbench.services.importing.run_file import is_trec_run, traces_with_run
from workbench.services.importing.spool_traces import DEFAULT_RUN
from workbench.services.importing.tool_parts import are_options
from workbench.services.importing.tool_records import tool_traces
from workbench.services.importing.trace_table import is_table, read_trace_table


def sniffed_records(
    store: Store,
    path: Path,
    run: str | None,
    mapping: Mapping[str, object] | None,
    findings: Findings,
    progress: Progress | None,
) -> Iterable[NumberedTrace]:
    """Give every trace of a file whose format nobody named.

    Raises
    ------
    InputError
        The file holds relevance judgements alone.
    """
    if are_options(mapping):
        if is_qrels(path):
            raise InputError(
                f"{path.name} holds relevance judgements and no trace. "
                f"Run: workbench import gold {quote(path.name)}"
            )
        if is_trec_run(path):
            return traces_with_run(store, path, run or DEFAULT_RUN, findings)
        source = find_tool(path, "traces")
        if source is not None and source.reader is RANKING:
            return traces_with_run(store, path, run or DEFAULT_RUN, findings, source)
        if source is not None:
            return tool_traces(source, mapping, findings, progress)
    if mapping is not None or is_table(path):
        return read_trace_table(path, mapping, findings)
    return read_trace_lines(path, findings, progress)
