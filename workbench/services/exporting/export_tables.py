"""Tables out: triage, verdicts, calibration, traces and qrels, to files or as bytes.

Everything is computed by the same services that the screens use, so that a file and the page it
was started from never differ. A selection is written into the file itself.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from db import read_triage
from workbench.domain.refusals import Code, Warning_
from workbench.errors import InputError
from workbench.formats.qrels import QREL_COLUMNS
from workbench.formats.results_json import calibrate_json, correct_json, triage_json
from workbench.formats.table_files import (
    csv_bytes,
    json_bytes,
    jsonl_bytes,
    markdown_bytes,
    marked_csv_bytes,
    parquet_bytes,
    protected_csv_bytes,
)
from workbench.report.tables import (
    CALIBRATION_COLUMNS,
    TRIAGE_COLUMNS,
    calibration_rows,
    rounding_line,
    shown_rows,
    triage_rows,
)
from workbench.services.calibration.calibrate_judge import calibrate_judge
from workbench.services.calibration.correct_prevalence import correct_prevalence, observed_only
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
from workbench.services.results import CorrectedTable, ExportReport
from workbench.services.triage.observe_run import check_fields, most_used_judge
from workbench.services.triage.triage_traces import triage_traces

What = Literal["triage", "verdicts", "calibration", "traces", "qrels"]
Format = Literal["csv", "parquet", "json", "jsonl", "md", "txt"]

FORMATS: dict[What, tuple[Format, ...]] = {
    "triage": ("csv", "parquet", "json", "md"),
    "calibration": ("csv", "parquet", "json", "md"),
    "verdicts": ("csv", "parquet", "json", "md"),
    "traces": ("jsonl", "csv", "parquet", "json"),
    "qrels": ("txt", "csv"),
}
TRIAGE_SHOWN = (
    "bucket", "owner", "observed_n", "observed_share", "corrected_share", "corrected_low_share",
    "corrected_high_share", "n_labels", "human_n", "human_share", "reason",
)  # fmt: skip
CALIBRATION_SHOWN = (
    "figure", "share", "low_share", "high_share", "difference", "coefficient", "p_value", "n",
    "method", "text", "reason",
)  # fmt: skip
VERDICTS_SHOWN = (
    "request_id", "run", "annotator", "verdict", "answer", "stage", "notes", "labelled_at",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a file is asked to hold."""

    what: What
    format: Format
    run: str | None
    judge: str | None
    where: Mapping[str, str]
    with_history: bool
    calibrated_on: str | None


@dataclass(frozen=True, slots=True)
class _File:
    """A file's content with the number of its rows and what to say of it."""

    content: bytes
    n_rows: int
    warnings: tuple[Warning_, ...] = ()


def export(
    store: Store,
    what: What,
    format: Format,
    path: Path,
    run: str | None = None,
    judge: str | None = None,
    where: Mapping[str, str] | None = None,
    with_history: bool = False,
    calibrated_on: str | None = None,
) -> ExportReport:
    """Write one table to `path`; gives what was written.

    Raises
    ------
    InputError
        Unknown run, judge or form; a path that cannot be written.
    """
    asked = _Asked(what, format, run, judge, dict(where or {}), with_history, calibrated_on)
    try:
        if what == "traces" and format == "jsonl":
            n_rows = _write_native(store, asked, path)
            warnings: tuple[Warning_, ...] = ()
        else:
            file = _file(store, asked)
            path.write_bytes(file.content)
            n_rows, warnings = file.n_rows, file.warnings
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}.") from error
    return ExportReport(what, format, str(path), n_rows, dict(asked.where), warnings)


def table_bytes(
    store: Store,
    what: What,
    format: Format,
    run: str | None = None,
    judge: str | None = None,
    where: Mapping[str, str] | None = None,
    with_history: bool = False,
    calibrated_on: str | None = None,
) -> bytes:
    """Give the same file as bytes, for a download button."""
    asked = _Asked(what, format, run, judge, dict(where or {}), with_history, calibrated_on)
    return _file(store, asked).content


def _file(store: Store, asked: _Asked) -> _File:
    if asked.what not in FORMATS or asked.format not in FORMATS[asked.what]:
        forms = ", ".join(FORMATS.get(asked.what, ())) or "nothing of that name"
        raise InputError(f"{asked.what} is written as {forms}, not as {asked.format}.")
    if asked.what == "triage":
        return _triage_file(store, asked)
    if asked.what == "calibration":
        return _calibration_file(store, asked)
    if asked.what == "verdicts":
        return _verdicts_file(store, asked)
    if asked.what == "traces":
        return _traces_file(store, asked)
    return _qrels_file(store, asked)


def _triage_file(store: Store, asked: _Asked) -> _File:
    run = asked.run or _only_run(store)
    judge, warnings = (asked.judge, ()) if asked.judge else most_used_judge(store, run)
    table = (
        observed_only(store, run, asked.where)
        if judge is None
        else correct_prevalence(store, run, judge, asked.calibrated_on, where=asked.where)
    )
    rows = triage_rows(table)
    notes = {"run": run, "judge": str(judge or ""), "selection": selection_text(asked.where) or ""}
    if asked.format == "json":
        triage = triage_traces(store, run, judge, asked.where)
        content = json_bytes(
            {**notes, "triage": triage_json(triage), "corrected": correct_json(table)}
        )
        return _File(content, len(rows), warnings)
    lines = [table.sentence, _rounding(table), *_said(table.warnings)]
    return _table_file(asked, rows, TRIAGE_COLUMNS, TRIAGE_SHOWN, notes, lines, warnings)


def _calibration_file(store: Store, asked: _Asked) -> _File:
    judge = asked.judge or _only_judge(store, asked.run)
    card = calibrate_judge(store, judge, asked.run, asked.where)
    rows = calibration_rows(card)
    notes = {
        "run": asked.run or "",
        "judge": judge,
        "selection": selection_text(asked.where) or "",
    }
    if asked.format == "json":
        return _File(json_bytes({**notes, **calibrate_json(card)}), len(rows))
    return _table_file(asked, rows, CALIBRATION_COLUMNS, CALIBRATION_SHOWN, notes, [], ())


def _table_file(
    asked: _Asked,
    rows: list[dict[str, object]],
    columns: tuple[str, ...],
    shown: tuple[str, ...],
    notes: Mapping[str, str],
    lines: list[str],
    warnings: tuple[Warning_, ...],
) -> _File:
    if asked.format == "md":
        named = ", ".join(f"{name} {text}" for name, text in notes.items() if text)
        title = f"{asked.what.capitalize()}: {named}" if named else asked.what.capitalize()
        content = markdown_bytes(shown_rows(rows), shown, title, [line for line in lines if line])
        return _File(content, len(rows), warnings)
    given = {name: text for name, text in notes.items() if text}
    full = [{**row, **given} for row in rows]
    if asked.format == "csv":
        return _File(csv_bytes(full, (*columns, *given)), len(rows), warnings)
    return _File(parquet_bytes(full, (*columns, *given), given), len(rows), warnings)


def _verdicts_file(store: Store, asked: _Asked) -> _File:
    rows = verdict_rows(
        store, _run_ids(store, asked.run, asked.where), asked.where, asked.with_history
    )
    if asked.format == "json":
        value = {
            "run": asked.run,
            "selection": dict(asked.where),
            "n": len(rows),
            "verdicts": verdict_objects(rows),
        }
        return _File(json_bytes(value), len(rows))
    cells, columns = verdict_cells(rows, asked.where, is_protecting=asked.format == "csv")
    if asked.format == "csv":
        return _File(protected_csv_bytes(cells, columns), len(rows))
    if asked.format == "parquet":
        notes = {"selection": selection_text(asked.where) or ""}
        return _File(parquet_bytes(cells, columns, notes), len(rows))
    title = f"Verdicts {asked.run or ''} {selection_text(asked.where) or ''}".strip()
    return _File(markdown_bytes(cells, VERDICTS_SHOWN, title), len(rows))


def _traces_file(store: Store, asked: _Asked) -> _File:
    run_ids = _run_ids(store, asked.run, asked.where)
    if asked.format == "jsonl":
        records = list(native_traces(store, run_ids, asked.where))
        return _File(jsonl_bytes(records), len(records))
    if asked.format == "json":
        full = list(full_traces(store, run_ids, asked.where))
        value = {
            "run": asked.run,
            "selection": dict(asked.where),
            "n": len(full),
            "traces": full,
        }
        return _File(json_bytes(value), len(full))
    rows = list(flat_traces(store, run_ids, asked.where))
    if asked.format == "csv":
        return _File(marked_csv_bytes(rows, TRACE_COLUMNS), len(rows))
    notes = {"selection": selection_text(asked.where) or ""}
    return _File(parquet_bytes(rows, TRACE_COLUMNS, notes), len(rows))


def _write_native(store: Store, asked: _Asked, path: Path) -> int:
    """Write the native form trace by trace, since a store may be larger than memory."""
    n_rows = 0
    run_ids = _run_ids(store, asked.run, asked.where)
    with path.open("wb") as file:
        for record in native_traces(store, run_ids, asked.where):
            file.write(jsonl_bytes([record]))
            n_rows += 1
    return n_rows


def _qrels_file(store: Store, asked: _Asked) -> _File:
    rows, n_joint = qrel_rows(store, _run_ids(store, asked.run, asked.where), asked.where)
    warnings = (
        (
            Warning_(
                Code.SETS_FLATTENED,
                f"{n_joint} gold sets need several passages together, which relevance judgements "
                "cannot say; each passage is written by itself",
                "Export traces to keep the sets.",
            ),
        )
        if n_joint
        else ()
    )
    content = qrel_lines(rows) if asked.format == "txt" else csv_bytes(rows, QREL_COLUMNS)
    return _File(content, len(rows), warnings)


def _rounding(table: CorrectedTable) -> str:
    parts = [row.corrected_share for row in table.buckets]
    known = [part for part in parts if part is not None]
    return rounding_line(known, 1.0) if known and len(known) == len(parts) else ""


def _said(warnings: tuple[Warning_, ...]) -> Iterator[str]:
    for warning in warnings:
        yield f"{warning.code}: {warning.message}. {warning.next_step}".strip()


def _only_run(store: Store) -> str:
    with store.reading() as connection:
        names = read_triage.read_run_names(connection)
    if len(names) != 1:
        raise InputError(f"Name the run: {', '.join(names) or 'there is none; import traces'}.")
    return names[0]


def _only_judge(store: Store, run: str | None) -> str:
    judge, _ = most_used_judge(store, run or _only_run(store))
    if judge is None:
        raise InputError("There is no judge yet. Import its verdicts first.")
    return judge


def _run_ids(store: Store, run: str | None, where: Mapping[str, str]) -> list[int]:
    with store.reading() as connection:
        names = read_triage.read_run_names(connection)
        if run is not None and run not in names:
            raise InputError(f"There is no run {run!r}. Known: {', '.join(names) or 'none'}.")
        wanted = [run] if run else names
        found = {read_triage.read_run_id(connection, name): name for name in wanted}
        run_ids = {key: name for key, name in found.items() if key is not None}
        check_fields(connection, run_ids, where)
    return list(run_ids)
