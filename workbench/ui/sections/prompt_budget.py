"""How many passages fit into the prompts over time, and where the gold stands in them."""

import streamlit as st

from workbench.report import probe_charts
from workbench.services.open_store import Store
from workbench.services.results import TriageResult
from workbench.services.triage.prompt_budget import PromptBudget
from workbench.ui import cached, parts, probe_view, takeaway
from workbench.ui.choices import Asked


def draw(store: Store, asked: Asked, _result: TriageResult) -> None:
    """Draw the room for passages, an alarm where it shrinks, and answers by the gold's place."""
    found = cached.prompt_budget(store, asked.run, asked.judge, asked.window)
    if not found.n:
        parts.empty(
            "No prompt was logged passage by passage",
            "The budget needs the ids of the passages in the prompt and its tokens. Both are "
            "fields of a trace: prompt_passages and prompt_tokens.",
            "Import a file",
            "data",
            "Import",
        )
        return
    parts.headline(found.sentence)
    parts.warnings(found.warnings)
    parts.figures([parts.Figure(*shown) for shown in probe_view.budget_figures(found)])
    parts.section("Room over time", probe_view.change_text(found))
    if found.periods:
        takeaway.chart(
            probe_charts.budget_chart(found.periods),
            probe_view.period_rows(found),
            "prompt-budget",
            "How many passages would fit and how many were packed, over time",
            share_columns=("Prompt cut", "Cut from", "Cut to"),
        )
        parts.reading(
            "The band holds the middle half of the prompts. More fit than are packed where the "
            "next passage is too long, or the list ends."
        )
    _places(found)


def _places(found: PromptBudget) -> None:
    places = found.places
    parts.section("Does it matter where the gold stands?", places.sentence)
    rows = probe_view.place_rows(places)
    if any(row.n for row in places.places):
        takeaway.chart(
            probe_charts.share_chart(probe_view.place_shares(places), "Share judged right"),
            rows,
            "gold-places",
            "Share of answers judged right by the place of the gold in the prompt",
            share_columns=("Judged right", "From", "To"),
        )
        parts.reading(
            "Right or wrong is the judge's; a question counts once, however often it was asked. "
            "The judge's errors make the places look more alike, not less."
        )
    if lines := probe_view.left_out_lines(places.left_out, probe_view.PLACES_LEFT_OUT):
        with st.expander("Left out of the places"):
            parts.remarks("Left out", lines)
