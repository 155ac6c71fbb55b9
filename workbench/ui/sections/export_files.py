"""Tables out, complete whatever a screen shows, with the selection in the file's name."""

import re
from collections.abc import Mapping
from functools import partial

import streamlit as st

from workbench.services.exporting.export_tables import Format, What, table_bytes
from workbench.services.housekeeping.read_overview import Overview
from workbench.services.open_store import Store
from workbench.ui import parts, takeaway
from workbench.ui.choices import Choice, choose_run_and_judge

KINDS: dict[What, tuple[str, str, tuple[Format, ...]]] = {
    "triage": (
        "Triage table",
        "Observed and corrected share of every bucket, with limits and counts.",
        ("csv", "parquet", "json", "md"),
    ),
    "calibration": (
        "Judge card",
        "Counts, error rates, bias and agreement, with the meaning of the judge's words.",
        ("csv", "parquet", "json", "md"),
    ),
    "verdicts": (
        "Human verdicts",
        "Everything people said: author, time, notes, skips. Importing it again gives the same "
        "store.",
        ("csv", "parquet", "json", "md"),
    ),
    "traces": (
        "Traces",
        "All stored fields with gold, candidates, the judge's and the current human verdict.",
        ("jsonl", "csv", "parquet", "json"),
    ),
    "qrels": ("Relevance judgements", "Gold passages in the form of TREC.", ("txt", "csv")),
}
NAMES: dict[Format, str] = {
    "csv": "CSV",
    "parquet": "Parquet",
    "json": "JSON",
    "jsonl": "JSON lines",
    "md": "Markdown",
    "txt": "Text (TREC)",
}
MIME: dict[Format, str] = {
    "csv": "text/csv",
    "parquet": "application/vnd.apache.parquet",
    "json": "application/json",
    "jsonl": "application/x-ndjson",
    "md": "text/markdown",
    "txt": "text/plain",
}


def draw(store: Store, overview: Overview) -> None:
    """Draw the choice of a table, a format and a selection, and the download."""
    if not overview.runs:
        parts.empty(
            "Nothing to export yet",
            "Once traces are imported, everything can leave again: tables, traces and verdicts.",
            "Import a file",
            "data",
            "Import",
        )
        return
    parts.section(
        "Export", "Every row and field of the selection, not the page. Shares are 0 to 1."
    )
    choice = choose_run_and_judge(overview)
    left, right = st.columns(2)
    what = left.selectbox("Table", list(KINDS), format_func=lambda kind: KINDS[kind][0])
    _, sentence, formats = KINDS[what]
    file_format = right.selectbox(
        "Format", formats, format_func=NAMES.__getitem__, key=f"export-format-{what}"
    )
    parts.reading(sentence)
    where, with_history = _selection(what)
    needs_judge = what == "calibration" and choice.judge is None
    if needs_judge:
        parts.callout(
            "refusal",
            "There is no judge on this run",
            "The judge card needs a judge's verdicts.",
            "Import judge verdicts for this run.",
        )
        return
    takeaway.downloads(
        [
            takeaway.FileOffer(
                "Download",
                file_name(what, choice, where, file_format),
                MIME[file_format],
                partial(
                    table_bytes,
                    store,
                    what,
                    file_format,
                    run=choice.run.run,
                    judge=choice.judge,
                    where=where,
                    with_history=with_history,
                ),
            )
        ],
        key="export",
    )


def _selection(what: What) -> tuple[dict[str, str] | None, bool]:
    left, right = st.columns(2, vertical_alignment="bottom")
    text = left.text_input("Only where", placeholder="index_version=v2", help="FIELD=VALUE")
    with_history = right.checkbox("With every superseded verdict", disabled=what != "verdicts")
    field, _, value = text.partition("=")
    where = {field.strip(): value.strip()} if text.strip() else None
    return where, with_history and what == "verdicts"


def file_name(what: str, choice: Choice, where: Mapping[str, str] | None, file_format: str) -> str:
    """A file name that says what is inside: table, run, judge and selection."""
    said = [what, choice.run.run, choice.judge or ""]
    said += [f"{field}-{value}" for field, value in (where or {}).items()]
    safe = [re.sub(r"[^\w.@-]+", "-", part).strip("-.") for part in said]
    return "_".join(part for part in safe if part)[:120] + f".{file_format}"
