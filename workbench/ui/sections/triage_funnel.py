"""The stages as a funnel: how much of what enters each one survives, and what-if."""

import streamlit as st

from workbench.report import charts
from workbench.services.open_store import Store
from workbench.services.results import TriageResult
from workbench.ui import parts, takeaway, triage_view
from workbench.ui.choices import Asked


def draw(_store: Store, asked: Asked, result: TriageResult) -> None:
    """Draw the funnel with its table, and what a better stage would give."""
    rates = triage_view.usable_rates(result.funnel)
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
        "that left the stage with it. Generation is what the judge says of the rest.",
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
    _what_if(asked.run, rates)


@st.fragment
def _what_if(run: str, rates: dict[str, float]) -> None:
    parts.section(
        "What if a stage were better?",
        "The other stages are taken to stay as they are; a better retriever can make packing "
        "harder, so read this as the most it can give.",
    )
    columns = st.columns(min(len(rates), 3))
    changed = {
        stage: columns[position % len(columns)].slider(
            triage_view.named(stage),
            0.0,
            1.0,
            round(rate, 2),
            0.01,
            key=f"what-if-{run}-{stage}",
        )
        for position, (stage, rate) in enumerate(rates.items())
    }
    now, then, sentence = triage_view.what_if(rates, changed)
    parts.figures(
        [
            parts.Figure("Comes out right now", f"{now:.2f}"),
            parts.Figure("With these rates", f"{then:.2f}"),
        ]
    )
    parts.reading(sentence)
