"""Which tool wrote a file, from what its first records hold."""

from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import Path

from workbench.errors import InputError
from workbench.formats.json_records import Record, json_records
from workbench.formats.json_values import NeedsCare, parse_fast
from workbench.formats.problems import Findings
from workbench.formats.sniff import first_lines
from workbench.formats.tables import is_parquet, looks_like_table, read_table
from workbench.formats.tools import (
    answer_grades,
    azure_evaluators,
    deepeval,
    langfuse,
    langsmith,
    mlflow,
    mtrag,
    not_traces,
    open_rag_eval,
    openinference,
    phoenix_annotations,
    promptfoo,
    ragas,
    ragas_annotations,
    ragchecker,
    retrieval_sets,
    stage_logs,
    trulens,
)
from workbench.formats.tools.tool_file import Head, Item, Reader
from workbench.formats.tools.tool_source import ToolSource, record_value

READERS: tuple[Reader, ...] = (
    openinference.SPANS,
    openinference.ATTRIBUTES,
    phoenix_annotations.ANNOTATIONS,
    langfuse.TRACES,
    langsmith.RUNS,
    mlflow.TRACES,
    trulens.SPANS,
    promptfoo.RESULTS,
    ragas.SAMPLES,
    ragas_annotations.ANNOTATIONS,
    deepeval.GOLDENS,
    ragchecker.RESULTS,
    open_rag_eval.TABLE,
    mtrag.ANALYSIS,
    mtrag.RESPONSES,
    azure_evaluators.ROWS,
    answer_grades.GRADES,
    stage_logs.STAGES,
    stage_logs.REPLIES,
    retrieval_sets.GOLD_CHUNKS,
    not_traces.ALIGNMENT,
    not_traces.EVALUATION,
    not_traces.EXPECTED_STAGES,
    not_traces.QUESTION_SET,
    not_traces.FIGURES,
    retrieval_sets.BEIR_QUERIES,
    retrieval_sets.JUDGEMENTS,
    retrieval_sets.RANKING,
    retrieval_sets.DOCUMENTS,
)
N_HEAD = 3
NATIVE = frozenset({"request_id"})


def find_tool(path: Path, kind: str | None = None) -> ToolSource | None:
    """Recognise another tool's file; None for a native one and for what nobody knows.

    `kind` is what the file is to be imported as: some formats are one thing or another.
    """
    try:
        head, is_table = _head(path)
    except InputError:
        return None
    if not head.items or (NATIVE & head.first.keys() and not is_table):
        return None
    reader = next(
        (r for r in READERS if r.serves(kind, head.file_name) and r.recognises(head)), None
    )
    return ToolSource(path, reader, is_table) if reader is not None else None


def tool_of(path: Path, readers: Sequence[Reader]) -> ToolSource | None:
    """Give the file as one of these formats, even if another would be thought of first.

    None where it has none of them.
    """
    try:
        head, is_table = _head(path)
    except InputError:
        return None
    reader = next((reader for reader in readers if head.items and reader.recognises(head)), None)
    return ToolSource(path, reader, is_table) if reader is not None else None


def is_native(path: Path) -> bool:
    """Whether the first record has our own names for a trace's id or query."""
    try:
        head, _ = _head(path)
    except InputError:
        return False
    return bool(head.first.keys() & {*NATIVE, "query"})


def _head(path: Path) -> tuple[Head, bool]:
    lines = [] if is_parquet(path) else first_lines(path, 1)
    name = path.name.removesuffix(".gz").lower()
    if lines and lines[0].lstrip("\ufeff \t")[:1] in ("{", "["):
        records = islice(json_records(path), N_HEAD)
        values = [(record.line, _glance(record)) for record in records]
        items = [Item(line, value) for line, value in values if value is not None]
        return Head(items, frozenset(), name), False
    if not lines and not is_parquet(path):
        return Head((), frozenset(), name), False
    if not name.endswith((".csv", ".tsv", ".parquet")) and not looks_like_table(path):
        return Head((), frozenset(), name), False
    table = read_table(path, Findings(), N_HEAD)
    rows = [Item(row.line, row.cells) for row in table.rows]
    return Head(rows, frozenset(table.columns), name), True


def _glance(record: Record) -> Mapping[str, object] | None:
    """Give a record for its names and kinds alone, by the fast parser where it can."""
    try:
        value = parse_fast(record.content)
        return value if isinstance(value, Mapping) else None
    except NeedsCare:
        return record_value(record, Findings())
