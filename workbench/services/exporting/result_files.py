"""The triage table and the judge card as files, computed by the services the screens use."""

from collections.abc import Iterator, Mapping

from workbench.domain.refusals import Warning_
from workbench.errors import InputError
from workbench.formats.results_json import calibrate_json, correct_json, plain, triage_json
from workbench.formats.table_files import csv_bytes, json_bytes, markdown_bytes, parquet_bytes
from workbench.report.tables import (
    CALIBRATION_COLUMNS,
    TRIAGE_COLUMNS,
    calibration_rows,
    rounding_line,
    shown_rows,
    triage_rows,
)
from workbench.report.words import words_line
from workbench.services.calibration.calibrate_judge import calibrate_judge
from workbench.services.calibration.correct_prevalence import correct_prevalence, observed_only
from workbench.services.calibration.tuning_split import tuning_split
from workbench.services.calibration.verdict_words import verdict_words
from workbench.services.exporting.asked_file import Asked, File, only_run
from workbench.services.exporting.export_traces import selection_text
from workbench.services.open_store import Store
from workbench.services.results import CorrectedTable
from workbench.services.triage.observe_run import most_used_judge
from workbench.services.triage.triage_traces import triage_traces

TRIAGE_SHOWN = (
    "bucket", "owner", "observed_n", "observed_share", "corrected_share", "corrected_low_share",
    "corrected_high_share", "n_labels", "human_n", "human_share", "reason",
)  # fmt: skip
CALIBRATION_SHOWN = (
    "figure", "share", "low_share", "high_share", "difference", "coefficient", "p_value", "n",
    "method", "text", "reason",
)  # fmt: skip


def triage_file(store: Store, asked: Asked) -> File:
    """Give the triage table, observed and corrected."""
    run = asked.run or only_run(store)
    judge, warnings = (asked.judge, ()) if asked.judge else most_used_judge(store, run)
    table = (
        observed_only(store, run, asked.where)
        if judge is None
        else correct_prevalence(
            store,
            run,
            judge,
            asked.calibrated_on,
            asked.target,
            asked.where,
            asked.is_conservative,
        )
    )
    rows = triage_rows(table)
    notes = {
        "run": run,
        "judge": str(judge or ""),
        "selection": selection_text(asked.where) or "",
        "said_of": "these traces alone" if asked.target == "items" else "",
        "limits": "conservative" if asked.is_conservative else "",
    }
    words = () if judge is None else verdict_words(store, run, judge, asked.where)
    tuning = (
        None
        if judge is None
        else tuning_split(store, judge, asked.calibrated_on or run, _where_measured(asked))
    )
    if asked.format == "json":
        triage = triage_traces(store, run, judge, asked.where)
        content = json_bytes(
            {
                **notes,
                "triage": triage_json(triage),
                "corrected": correct_json(table),
                "verdict_words": plain(words),
                "tuning": plain(tuning),
            }
        )
        return File(content, len(rows), warnings)
    line = words_line(words)
    if asked.format != "md":
        notes |= {"verdict_words": line, "tuning": "" if tuning is None else tuning.sentence}
    lines = [
        table.sentence,
        _rounding(table),
        line,
        "" if tuning is None else tuning.sentence,
        *_said(table.warnings),
    ]
    return _table_file(asked, rows, TRIAGE_COLUMNS, TRIAGE_SHOWN, notes, lines, warnings)


def calibration_file(store: Store, asked: Asked) -> File:
    """Give the judge card."""
    judge = asked.judge or _only_judge(store, asked.run)
    card = calibrate_judge(store, judge, asked.run, asked.where)
    rows = calibration_rows(card)
    tuning = tuning_split(store, judge, asked.run, asked.where)
    if tuning is not None:
        text = {"figure": "tuning", "n": tuning.n_labels, "text": tuning.sentence}
        rows.append({column: text.get(column) for column in CALIBRATION_COLUMNS})
    notes = {
        "run": asked.run or "",
        "judge": judge,
        "selection": selection_text(asked.where) or "",
    }
    if asked.format == "json":
        return File(
            json_bytes({**notes, **calibrate_json(card), "tuning": plain(tuning)}), len(rows)
        )
    return _table_file(asked, rows, CALIBRATION_COLUMNS, CALIBRATION_SHOWN, notes, [], ())


def _where_measured(asked: Asked) -> Mapping[str, str] | None:
    return asked.where if asked.calibrated_on is None else None


def _table_file(
    asked: Asked,
    rows: list[dict[str, object]],
    columns: tuple[str, ...],
    shown: tuple[str, ...],
    notes: Mapping[str, str],
    lines: list[str],
    warnings: tuple[Warning_, ...],
) -> File:
    if asked.format == "md":
        named = ", ".join(f"{name} {text}" for name, text in notes.items() if text)
        title = f"{asked.what.capitalize()}: {named}" if named else asked.what.capitalize()
        content = markdown_bytes(shown_rows(rows), shown, title, [line for line in lines if line])
        return File(content, len(rows), warnings)
    given = {name: text for name, text in notes.items() if text}
    full = [{**row, **given} for row in rows]
    if asked.format == "csv":
        return File(csv_bytes(full, (*columns, *given)), len(rows), warnings)
    return File(parquet_bytes(full, (*columns, *given), given), len(rows), warnings)


def _rounding(table: CorrectedTable) -> str:
    parts = [row.corrected_share for row in table.buckets]
    known = [part for part in parts if part is not None]
    return rounding_line(known, 1.0) if known and len(known) == len(parts) else ""


def _said(warnings: tuple[Warning_, ...]) -> Iterator[str]:
    for warning in warnings:
        yield f"{warning.code}: {warning.message}. {warning.next_step}".strip()


def _only_judge(store: Store, run: str | None) -> str:
    judge, _ = most_used_judge(store, run or only_run(store))
    if judge is None:
        raise InputError("There is no judge yet. Import its verdicts first.")
    return judge
