"""Traces from a file whose format a person named, where recognition would guess otherwise.

Chosen: a named format that the file does not have is refused with what was found instead;
nothing is read in a form that it only half fits.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path

from db.store import Store
from workbench.errors import InputError
from workbench.formats.problems import Findings
from workbench.formats.sniff import sample_file
from workbench.formats.tools import (
    azure_evaluators,
    deepeval,
    langfuse,
    langsmith,
    mlflow,
    mtrag,
    open_rag_eval,
    openinference,
    promptfoo,
    ragas,
    ragas_annotations,
    ragchecker,
    retrieval_sets,
    stage_logs,
    trulens,
)
from workbench.formats.tools.detect import find_tool, is_native, tool_of
from workbench.formats.tools.tool_file import Reader
from workbench.formats.tools.tool_source import ToolSource
from workbench.formats.trace_jsonl import NumberedTrace, read_trace_lines
from workbench.services.importing.import_report import Progress
from workbench.services.importing.run_file import is_trec_run, traces_with_run
from workbench.services.importing.tool_records import tool_traces
from workbench.services.importing.trace_table import is_table, read_trace_table

NATIVE, TABLE, TREC_RUN = "native", "table", "trec-run"
TOOLS: dict[str, tuple[Reader, ...]] = {
    "openinference": (openinference.SPANS,),
    "langfuse": (langfuse.TRACES,),
    "langsmith": (langsmith.RUNS,),
    "mlflow": (mlflow.TRACES,),
    "trulens": (trulens.SPANS,),
    "promptfoo": (promptfoo.RESULTS,),
    "ragas": (ragas.SAMPLES, ragas_annotations.ANNOTATIONS),
    "deepeval": (deepeval.GOLDENS,),
    "ragchecker": (ragchecker.RESULTS,),
    "open-rag-eval": (open_rag_eval.TABLE,),
    "mtrag": (mtrag.ANALYSIS, mtrag.RESPONSES),
    "azure": (azure_evaluators.ROWS,),
    "stage-logs": (stage_logs.STAGES, stage_logs.REPLIES),
    "beir": (retrieval_sets.BEIR_QUERIES,),
    "ranx": (retrieval_sets.RANKING,),
}
TRACE_FORMATS = (NATIVE, TABLE, TREC_RUN, *TOOLS)


def forced_records(
    store: Store,
    path: Path,
    format: str,
    run: str,
    mapping: Mapping[str, object] | None,
    findings: Findings,
    progress: Progress | None,
) -> Iterable[NumberedTrace]:
    """Give every trace of the file, read as `format`.

    Raises
    ------
    InputError
        No such format, or the file is another; it names what was found.
    """
    source = forced_source(path, format)
    if source is not None and source.reader is not retrieval_sets.RANKING:
        return tool_traces(source, mapping, findings, progress)
    if source is not None or format == TREC_RUN:
        return traces_with_run(store, path, run, findings, source)
    if format == TABLE:
        return read_trace_table(path, mapping, findings)
    return read_trace_lines(path, findings, progress)


def forced_source(path: Path, format: str) -> ToolSource | None:
    """Give the file as what it is said to be; None where that is no other tool's.

    Raises
    ------
    InputError
        No such format, or the file is another; it names what was found.
    """
    if format == NATIVE and (is_table(path) or not is_native(path)):
        raise _unfit(path, "native JSON lines, each an object with request_id and query")
    if format == TABLE and not is_table(path):
        raise _unfit(path, "a table")
    if format == TREC_RUN and not is_trec_run(path):
        raise _unfit(path, "a TREC run of six columns")
    if format in (NATIVE, TABLE, TREC_RUN):
        return None
    readers = TOOLS.get(format)
    if readers is None:
        raise InputError(f"There is no format {format!r}. Known: auto, {', '.join(TRACE_FORMATS)}.")
    source = tool_of(path, readers)
    if source is None:
        raise _unfit(path, " or ".join(reader.format for reader in readers))
    return source


def _unfit(path: Path, wanted: str) -> InputError:
    return InputError(
        f"{path.name} was to be read as {wanted}, and is not: it looks like {_found(path)}. "
        "Leave the format to be found out, or name what it is."
    )


def _found(path: Path) -> str:
    source = find_tool(path, "traces")
    if source is not None:
        return source.format
    sample = sample_file(path, 1)
    names = list(sample.values[0]) if sample.values else []
    more = f", and {len(names) - 8} more" if len(names) > 8 else ""
    return f"{sample.format} with {', '.join(names[:8])}{more}" if names else sample.format
