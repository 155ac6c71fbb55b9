"""The failures by the seven failure points, and for each bucket what mending it moves."""

import streamlit as st

from workbench.report import probe_charts
from workbench.report.words import named
from workbench.services.open_store import Store
from workbench.services.results import TriageResult
from workbench.ui import cached, parts, probe_view, takeaway, triage_view
from workbench.ui.choices import Asked


def draw(store: Store, asked: Asked, _result: TriageResult) -> None:
    """Draw the points with their counts, then the remedies of the buckets that hold failures."""
    found = cached.failure_points(store, asked.run, asked.judge, asked.window)
    if not found.n_observed + found.n_human:
        parts.empty(
            "No failure has a stage yet",
            "The points need failing traces whose evidence can be followed, or labels that name "
            "a stage and an error type.",
            "Label",
            "label",
        )
        return
    parts.headline(
        found.sentence, "The seven failure points are those of Barnett and others, 2024."
    )
    rows = probe_view.point_rows(found)
    # The buckets of a point are too long for a column; they stand below and in the file.
    shown = triage_view.without(rows, "Buckets")
    files = [takeaway.rows_offer(rows, "failure-points")]
    if found.n_human:
        takeaway.chart(
            probe_charts.share_chart(
                probe_view.point_shares(found), "Share of failures that people found"
            ),
            shown,
            "failure-points",
            "Share of the failures that people found at each failure point",
            share_columns=("Share", "From", "To"),
            files=files,
        )
        parts.reading(f"{found.share_note} The corrected shares of the buckets stand under Shares.")
    else:
        takeaway.table(shown, share_columns=("Share", "From", "To"))
        takeaway.downloads(files, key="failure-points")
        parts.reading("A judge names no error type: FP4 to FP7 are told apart once people label.")
    parts.reading(triage_view.point_buckets(found))
    parts.section(
        "What mending a bucket moves",
        "Every fix changes what the next stage gets. Run these again before you compare.",
    )
    holding = [row for row in found.remedies if row.observed_n + row.human_n]
    for remedy in sorted(holding, key=lambda row: -(row.human_n or row.observed_n)):
        title = f"{named(remedy.bucket)} · {remedy.point} · {remedy.owner}"
        with st.expander(title):
            parts.pairs(
                ("What usually mends it", "What it can cost"),
                list(zip(remedy.fixes, remedy.side_effects, strict=True)),
            )
            parts.pairs(
                ("What the next stage meets then", "What to run again"),
                [(remedy.next_stage, remedy.run_again)],
            )
