"""The stages as a funnel: how much of what enters each one survives, and what-if."""

from workbench.report import charts
from workbench.report.funnel_rows import generation_line
from workbench.services.open_store import Store
from workbench.services.results import TriageResult
from workbench.ui import parts, takeaway, triage_view
from workbench.ui.choices import Asked
from workbench.ui.sections import triage_what_if


def draw(_store: Store, _asked: Asked, result: TriageResult) -> None:
    """Draw the funnel with its table, and what a better stage would give."""
    rates = triage_view.usable_rates(result.funnel, result.corrected_generation)
    if not rates:
        parts.empty(
            "No stage can be decided yet",
            "The funnel needs gold passages and the lists that were retrieved and packed. Import "
            "them, or name the stages while labelling.",
            "Import gold passages",
            "data",
            "Import",
        )
        return
    parts.section(
        "How far the evidence comes",
        "Each rate is conditional: of the traces that still held a complete gold set, the share "
        "that left the stage with it. " + generation_line(result),
    )
    takeaway.chart(
        charts.funnel_chart(result),
        triage_view.funnel_rows(result),
        "funnel",
        "Traces that entered and survived each stage",
        share_columns=("Rate", "From", "To"),
    )
    parts.warnings(
        warning for warning in result.warnings if warning.code in triage_view.FUNNEL_CODES
    )
    triage_what_if.draw(result)
