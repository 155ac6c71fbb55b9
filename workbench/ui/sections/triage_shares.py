"""Raw beside corrected shares of the buckets, with what stands outside them."""

from functools import partial

import streamlit as st

from workbench.report import charts, words
from workbench.report.counted import counted
from workbench.services.exporting.export_tables import table_bytes
from workbench.services.open_store import Store
from workbench.services.results import TriageResult
from workbench.ui import cached, parts, takeaway, triage_view
from workbench.ui.choices import Asked


def draw(store: Store, asked: Asked, result: TriageResult) -> None:
    """Draw the corrected table of a run, or why there is none and what to do."""
    if asked.judge is None:
        parts.empty(
            "No judge verdicts on this run",
            "The shares start from the judge's verdicts on all traces and take its errors out. "
            "The funnel needs no judge up to generation.",
            "Import judge verdicts",
            "data",
            "Import",
        )
    else:
        table = cached.corrected(store, asked, asked.judge)
        parts.headline(triage_view.shares_headline(table))
        parts.refusal(table.corrected)
        parts.figures([parts.Figure(*shown) for shown in triage_view.share_figures(table)])
        parts.warnings(
            (
                warning
                for warning in (*table.warnings, *result.warnings)
                if warning.code not in triage_view.ELSEWHERE
            ),
            refused=table.corrected,
        )
        parts.section(
            "Buckets",
            "Every trace falls into one bucket: the earliest stage that lost the answer. Grey is "
            "what the judge says, colour is what truly is, with its 95 % interval.",
        )
        takeaway.chart(
            charts.corrected_chart(table),
            triage_view.corrected_rows(table),
            "triage",
            "Observed and corrected share of every bucket",
            share_columns=triage_view.SHARE_COLUMNS,
            files=_files(store, asked),
        )
        if reasons := words.refused_rows(table):
            parts.remarks("Rows without a number", reasons)
        if line := triage_view.rounding_text(table):
            parts.reading(line)
        parts.reading(
            "From and to hold for one row by itself; the files also give limits that hold for "
            "all rows at once."
        )
    outside = triage_view.outside_rows(result.outside)
    if outside:
        parts.section("Outside the shares", "Counted, but in no bucket.")
        takeaway.table(outside)
    if result.n_labelled:
        with st.expander(
            f"What people found among the {counted(result.n_labelled, 'labelled trace')}"
        ):
            takeaway.table(triage_view.human_rows(result), share_columns=("Share", "From", "To"))
            if beside := triage_view.outside_rows(result.human_outside):
                parts.reading("Labelled too, and in none of these rows:")
                takeaway.table(beside)


def _files(store: Store, asked: Asked) -> list[takeaway.FileOffer]:
    stem = f"triage_{takeaway.safe_name(asked.run)}_{takeaway.safe_name(asked.judge)}"
    return [
        takeaway.FileOffer(
            label,
            f"{stem}.{ending}",
            mime,
            partial(
                table_bytes,
                store,
                "triage",
                ending,
                run=asked.run,
                judge=asked.judge,
                where=dict(asked.window),
                calibrated_on=asked.options.calibrated_on,
                target=asked.options.target,
                is_conservative=asked.options.is_conservative,
            ),
        )
        for label, ending, mime in takeaway.TABLE_FORMATS
    ]
