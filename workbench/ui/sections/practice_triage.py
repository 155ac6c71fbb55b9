"""The triage of a mission's system, which stage it points at left to the reader."""

from workbench.report import charts
from workbench.report.funnel_rows import generation_line
from workbench.services.practice.play_mission import Situation
from workbench.ui import parts, takeaway, triage_view


def draw(found: Situation) -> None:
    """Draw shares and funnel, without the next project."""
    parts.headline(triage_view.shares_headline(found.table))
    parts.refusal(found.table.corrected)
    parts.section(
        "Buckets",
        "The earliest stage that lost the answer. Grey is what the judge says, colour is what "
        "truly is, with its 95 % interval.",
    )
    takeaway.chart(
        charts.corrected_chart(found.table),
        triage_view.corrected_rows(found.table),
        "practice-triage",
        "Observed and corrected share of every bucket",
        share_columns=triage_view.SHARE_COLUMNS,
    )
    parts.section(
        "How far the evidence comes",
        "Of the traces that still held a complete gold set, the share that left each stage with "
        "it. " + generation_line(found.triage),
    )
    takeaway.chart(
        charts.funnel_chart(found.triage),
        triage_view.funnel_rows(found.triage),
        "practice-funnel",
        "Traces that entered and survived each stage",
        share_columns=("Rate", "From", "To"),
    )
