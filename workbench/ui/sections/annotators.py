"""Who labelled, how fast, how well they agree, and whether anybody drifts."""

import streamlit as st

from workbench.report.counted import counted
from workbench.services.housekeeping.read_overview import Overview
from workbench.services.open_store import Store
from workbench.ui import annotator_view, cached, parts, takeaway

ALL_RUNS = "all runs"


def draw(store: Store, overview: Overview) -> None:
    """Draw everybody in a table, and one annotator in full."""
    names = [run.run for run in overview.runs if run.n_labelled]
    if not names:
        parts.empty(
            "Nobody labelled yet",
            "Pace, agreement and drift of each annotator stand here after the first labels.",
            "Label",
            "label",
        )
        return
    asked = st.selectbox("On", [ALL_RUNS, *names], key="annotators.run", width=320)
    run = None if asked in (None, ALL_RUNS) else asked
    reports = cached.annotators(store, run)
    parts.section(
        counted(len(reports), "annotator"),
        "Labels that count, and acts of the whole history (skips, undone).",
    )
    rows = annotator_view.report_rows(reports)
    takeaway.table(rows, share_columns=annotator_view.ANNOTATOR_SHARES)
    takeaway.downloads([takeaway.rows_offer(rows, "annotators")], key="annotators")
    by_name = {report.annotator: report for report in reports}
    order = list(by_name)
    # Names come from files and people, so the choice is drawn from numbered lines.
    place = st.selectbox(
        "Look at",
        range(len(order)),
        format_func=lambda n: f"{n + 1}. {order[n]}",
        key="annotators.one",
        width=320,
    )
    report = by_name[order[place if place is not None and place < len(order) else 0]]
    parts.headline(report.sentence)
    parts.figures([parts.Figure(*shown) for shown in annotator_view.report_figures(report)])
    parts.reading(
        "Drift is looked for between the two halves of each queue, whose order is drawn at "
        "random; at 95 %, so one steady annotator in twenty seems to drift by chance."
    )
    if report.fast_answers:
        parts.section(
            "Too fast to be read",
            "Look at them again: the time on screen does not suffice for query, reference and "
            "answer, passages left out.",
        )
        takeaway.table(annotator_view.fast_rows(report))
