"""Human verdicts, traces and relevance judgements as files that are read back."""

from typing import BinaryIO

from workbench.domain.refusals import Code, Warning_
from workbench.formats.qrels import QREL_COLUMNS
from workbench.formats.table_files import (
    csv_bytes,
    json_bytes,
    jsonl_bytes,
    markdown_bytes,
    marked_csv_bytes,
    parquet_bytes,
    protected_csv_bytes,
)
from workbench.report.counted import counted_as
from workbench.services.exporting.asked_file import Asked, File, chosen_runs
from workbench.services.exporting.export_traces import (
    TRACE_COLUMNS,
    flat_traces,
    full_traces,
    native_traces,
    selection_text,
)
from workbench.services.exporting.export_verdicts import (
    qrel_lines,
    qrel_rows,
    verdict_cells,
    verdict_objects,
    verdict_rows,
)
from workbench.services.open_store import Store

VERDICTS_SHOWN = (
    "request_id", "run", "annotator", "verdict", "answer", "stage", "notes", "labelled_at",
)  # fmt: skip


def verdicts_file(store: Store, asked: Asked) -> File:
    """Give the human verdicts, in one of the forms a table has."""
    rows = verdict_rows(
        store, chosen_runs(store, asked.run, asked.where), asked.where, asked.with_history
    )
    if asked.format == "json":
        value = {
            "run": asked.run,
            "selection": dict(asked.where),
            "n": len(rows),
            "verdicts": verdict_objects(rows),
        }
        return File(json_bytes(value), len(rows))
    cells, columns = verdict_cells(rows, asked.where, is_protecting=asked.format == "csv")
    if asked.format == "csv":
        return File(protected_csv_bytes(cells, columns), len(rows))
    if asked.format == "parquet":
        notes = {"selection": selection_text(asked.where) or ""}
        return File(parquet_bytes(cells, columns, notes), len(rows))
    title = f"Verdicts {asked.run or ''} {selection_text(asked.where) or ''}".strip()
    return File(markdown_bytes(cells, VERDICTS_SHOWN, title), len(rows))


def traces_file(store: Store, asked: Asked) -> File:
    """Give the traces, as native lines or as a table."""
    run_ids = chosen_runs(store, asked.run, asked.where)
    if asked.format == "jsonl":
        records = list(native_traces(store, run_ids, asked.where))
        return File(jsonl_bytes(records), len(records))
    if asked.format == "json":
        full = list(full_traces(store, run_ids, asked.where))
        value = {
            "run": asked.run,
            "selection": dict(asked.where),
            "n": len(full),
            "traces": full,
        }
        return File(json_bytes(value), len(full))
    rows = list(flat_traces(store, run_ids, asked.where))
    if asked.format == "csv":
        return File(marked_csv_bytes(rows, TRACE_COLUMNS), len(rows))
    notes = {"selection": selection_text(asked.where) or ""}
    return File(parquet_bytes(rows, TRACE_COLUMNS, notes), len(rows))


def write_native(store: Store, asked: Asked, out: BinaryIO) -> int:
    """Write the native form trace by trace, since a store may be larger than memory."""
    n_rows = 0
    run_ids = chosen_runs(store, asked.run, asked.where)
    for record in native_traces(store, run_ids, asked.where):
        out.write(jsonl_bytes([record]))
        n_rows += 1
    return n_rows


def qrels_file(store: Store, asked: Asked) -> File:
    """Give gold and grades as relevance judgements."""
    rows, n_joint = qrel_rows(store, chosen_runs(store, asked.run, asked.where), asked.where)
    warnings = (
        (
            Warning_(
                Code.SETS_FLATTENED,
                f"{counted_as(n_joint, 'gold set needs', 'gold sets need')} "
                "several passages together, which relevance judgements "
                "cannot say; each passage is written by itself",
                "Export traces to keep the sets.",
            ),
        )
        if n_joint
        else ()
    )
    content = qrel_lines(rows) if asked.format == "txt" else csv_bytes(rows, QREL_COLUMNS)
    return File(content, len(rows), warnings)
