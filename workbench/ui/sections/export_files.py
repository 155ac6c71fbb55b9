"""Tables out, complete whatever a screen shows, with the selection in the file's name."""

import re
from collections.abc import Mapping
from functools import partial

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from workbench.errors import InputError
from workbench.report.counted import counted
from workbench.services.exporting.asked_file import chosen_runs
from workbench.services.exporting.export_tables import (
    FORMATS,
    Format,
    Ranking,
    What,
    made_file,
    table_bytes,
)
from workbench.services.housekeeping.read_overview import Overview
from workbench.services.open_store import Store
from workbench.ui import parts, session, takeaway
from workbench.ui.choices import Choice, choose_run_and_judge

KINDS: dict[What, tuple[str, str]] = {
    "triage": (
        "Triage table",
        "Observed and corrected share of every bucket, with limits and counts.",
    ),
    "calibration": (
        "Judge card",
        "Counts, error rates, bias and agreement, with the meaning of the judge's words.",
    ),
    "verdicts": (
        "Human verdicts",
        "Everything people said: author, time, notes, skips. Importing it again gives the same "
        "store.",
    ),
    "traces": (
        "Traces",
        "All stored fields with gold, candidates, the judge's and the current human verdict.",
    ),
    "qrels": ("Relevance judgements", "Gold passages in the form of TREC."),
    "runs": (
        "Rankings",
        "What one stage ranked, in the form of TREC, under the names that the judgements use.",
    ),
    "phoenix": (
        "Labels for Phoenix",
        "An annotation of each labelled trace's root span, for its client to log.",
    ),
    "langfuse": (
        "Labels for Langfuse",
        "Scores of each labelled trace, one request body for its scores endpoint a line.",
    ),
    "ragas": (
        "Ragas data set",
        "Query, passages, answer, reference and gold of every trace, what people said beside.",
    ),
    "all": (
        "The whole store",
        "Everything, as one file that an empty store reads with workbench import all: traces, "
        "gold and its history, queues with their probabilities, every verdict.",
    ),
}
MADE_FIRST: frozenset[What] = frozenset({"qrels", "runs", "phoenix", "langfuse", "ragas", "all"})
LISTS: dict[Ranking, str] = {
    "candidates": "retrieved",
    "reranked": "reranked",
    "prompt": "in the prompt",
}
NAMES: dict[Format, str] = {
    "csv": "CSV",
    "parquet": "Parquet",
    "json": "JSON",
    "jsonl": "JSON lines",
    "md": "Markdown",
    "txt": "Text (TREC)",
    "zip": "One file (zip)",
}
MIME: dict[Format, str] = {
    "csv": "text/csv",
    "parquet": "application/vnd.apache.parquet",
    "json": "application/json",
    "jsonl": "application/x-ndjson",
    "md": "text/markdown",
    "txt": "text/plain",
    "zip": "application/zip",
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
    left, right = st.columns(2)
    what = left.selectbox("Table", list(KINDS), format_func=lambda kind: KINDS[kind][0])
    file_format = right.selectbox(
        "Format", FORMATS[what], format_func=NAMES.__getitem__, key=f"export-format-{what}"
    )
    parts.reading(KINDS[what][1])
    if what == "all":
        _make_first(store, what, file_format, "store.zip")
        return
    if what in MADE_FIRST:
        _make_for_others(store, what, file_format, overview)
        return
    choice = choose_run_and_judge(overview)
    where, with_history = _selection(what)
    try:
        # A button that makes the file when it is pressed can say nothing of a field that is none.
        chosen_runs(store, choice.run.run, where or {})
    except InputError as error:
        parts.trouble(error)
        return
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


def _make_for_others(store: Store, what: What, file_format: Format, overview: Overview) -> None:
    """Ask for a run, and of a ranking for its stage; no judge has a part in these files."""
    left, right = st.columns(2, vertical_alignment="bottom")
    names = [run.run for run in overview.runs]
    with left:
        run = st.selectbox("Run", names, index=len(names) - 1, key=session.RUN, bind="query-params")
    where = _where(right)
    ranking: Ranking | None = None
    if what == "runs":
        ranking = st.segmented_control(
            "Passages", list(LISTS), default="candidates", format_func=LISTS.__getitem__
        )
    ranking = ranking or "candidates"
    chosen = overview.runs[names.index(run)] if run in names else overview.runs[-1]
    named = f"{what}-{ranking}" if what == "runs" else what
    name = file_name(named, Choice(chosen, None), where, file_format)
    _make_first(store, what, file_format, name, chosen.run, where, ranking)


def _make_first(
    store: Store,
    what: What,
    file_format: Format,
    name: str,
    run: str | None = None,
    where: Mapping[str, str] | None = None,
    ranking: Ranking = "candidates",
) -> None:
    """Make the file at a button, since what it cannot hold is to be read before it is taken."""
    if not st.button("Make the file", icon=":material/build:", key=f"export-make-{what}"):
        return
    try:
        with st.spinner("Making the file …"):
            file = made_file(store, what, file_format, run, where, ranking)
    except InputError as error:
        parts.trouble(error)
        return
    parts.warnings(file.warnings)
    parts.reading(f"The file is made: {counted(file.n_rows, 'row')}.")
    takeaway.downloads(
        [takeaway.FileOffer("Download", name, MIME[file_format], lambda: file.content)],
        key="export-made",
    )


def _selection(what: What) -> tuple[dict[str, str] | None, bool]:
    left, right = st.columns(2, vertical_alignment="bottom")
    where = _where(left)
    with_history = what == "verdicts" and right.checkbox("With every superseded verdict")
    return where, with_history


def _where(place: DeltaGenerator) -> dict[str, str] | None:
    text = place.text_input("Only where", placeholder="index_version=v2", help="FIELD=VALUE")
    if not text.strip():
        return None
    field, sign, value = text.partition("=")
    if not sign:
        parts.reading("Write it as FIELD=VALUE, for example index_version=v2.")
        st.stop()
    return {field.strip(): value.strip()}


def file_name(what: str, choice: Choice, where: Mapping[str, str] | None, file_format: str) -> str:
    """A file name that says what is inside: table, run, judge and selection."""
    said = [what, choice.run.run, choice.judge or ""]
    said += [f"{field}-{value}" for field, value in (where or {}).items()]
    safe = [re.sub(r"[^\w.@-]+", "-", part).strip("-.") for part in said]
    return "_".join(part for part in safe if part)[:120] + f".{file_format}"
