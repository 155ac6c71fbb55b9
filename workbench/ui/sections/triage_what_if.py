"""What would come out if stages were better: the product, its cap, its ceiling, what comes next."""

import streamlit as st

from workbench.report import words
from workbench.services.results import TriageResult
from workbench.services.triage.what_if import what_if_stages
from workbench.ui import parts, probe_view, takeaway, triage_view


@st.fragment
def draw(result: TriageResult) -> None:
    """Draw a slider for each stage, and what the rates chosen give together."""
    rates = triage_view.usable_rates(result.funnel, result.corrected_generation)
    parts.section(
        "What if a stage were better?",
        "The other stages are taken to stay as they are; a better retriever can make packing "
        "harder, so read this as the most it can give.",
    )
    columns = st.columns(min(len(rates), 3))
    chosen = {
        stage: columns[position % len(columns)].slider(
            words.named(stage),
            0.0,
            1.0,
            round(rate, 2),
            0.01,
            # Another judge or window has other rates: each slider begins at its own.
            key=f"what-if-{result.run}-{stage}-{round(rate, 2)}",
        )
        for position, (stage, rate) in enumerate(rates.items())
    }
    # A slider begins at the rate rounded to two places: that is no change.
    changed = {stage: rate for stage, rate in chosen.items() if rate != round(rates[stage], 2)}
    found = what_if_stages(result.funnel, changed, result.corrected_generation)
    if found is None:
        return
    parts.figures([parts.Figure(*shown) for shown in probe_view.what_if_figures(found)])
    parts.reading(found.sentence)
    if found.exposes:
        parts.callout("warning", "Mending this exposes the next stage", found.exposes)
    parts.reading(found.cap_sentence)
    if found.ceiling_sentence:
        parts.reading(found.ceiling_sentence)
    rows = probe_view.ceiling_rows(found)
    with st.expander("What each stage can pass on, and what it alone could give"):
        takeaway.table(rows, share_columns=[name for name in rows[0] if name != "Stage"])
        takeaway.downloads([takeaway.rows_offer(rows, "what-if")], key="what-if")
