"""Writes made-up traces the way other tools export theirs, for practice and for our own tests."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from workbench.errors import InputError
from workbench.formats.table_files import csv_bytes, jsonl_bytes
from workbench.formats.tools.made_steps import MadeTrace, made_trace
from workbench.formats.tools.write_ragas import ragas_row
from workbench.formats.tools.write_spans import (
    console_spans,
    frame_csv,
    frame_lines,
    frame_parquet,
    rest_spans,
)
from workbench.formats.tools.write_traces import (
    langfuse_traces,
    langsmith_runs,
    mlflow_traces,
    promptfoo_results,
)

Record = Mapping[str, object]

TRACE_EXPORTS: dict[str, Callable[[Iterable[MadeTrace]], bytes]] = {
    "openinference-rest.json": rest_spans,
    "openinference-console.json": console_spans,
    "openinference-frame.jsonl": frame_lines,
    "openinference-frame.csv": frame_csv,
    "openinference-frame.parquet": frame_parquet,
    "langfuse.jsonl": langfuse_traces,
    "langsmith.jsonl": langsmith_runs,
    "mlflow.jsonl": mlflow_traces,
}
RAGAS = (
    "user_input", "retrieved_contexts", "retrieved_context_ids", "response", "reference",
    "reference_context_ids",
)  # fmt: skip


def simulated_exports(records: Sequence[Record]) -> dict[str, bytes]:
    """Give the files by name, all of the same native records."""
    traces = [made_trace(record) for record in records]
    files = {name: write(traces) for name, write in TRACE_EXPORTS.items()}
    samples = [_sample(record) for record in records]
    files["promptfoo.json"] = promptfoo_results(records)
    files["ragas.jsonl"] = jsonl_bytes(samples)
    # Ragas writes lists into its tables the way Python prints them.
    printed = [
        {name: str(value) if isinstance(value, list) else value for name, value in row.items()}
        for row in samples
    ]
    files["ragas.csv"] = csv_bytes(printed, RAGAS)
    return files


def write_exports(folder: Path, records: Sequence[Record]) -> tuple[str, ...]:
    """Write them into a new folder; gives the names.

    Raises
    ------
    InputError
        The folder stands there, or cannot be written.
    """
    files = simulated_exports(records)
    try:
        folder.mkdir(parents=True)
        for name, content in files.items():
            (folder / name).write_bytes(content)
    except FileExistsError as error:
        raise InputError(f"{folder} exists and is not written over. Name a new folder.") from error
    except OSError as error:
        raise InputError(f"{folder} cannot be written: {error.strerror}. Name another.") from error
    return tuple(files)


def _sample(record: Record) -> dict[str, object]:
    gold = record["gold_passages"]
    listed = record["candidates"]
    first = gold[0] if isinstance(gold, list) and gold else None
    ids = None if first is None else first if isinstance(first, list) else [first]
    row = ragas_row(record, listed if isinstance(listed, list) else None, ids, {}, ())
    return {name: row[name] for name in RAGAS}
