import streamlit as st

from workbench.ui import cached, parts, session
from workbench.ui.choices import choose_run_and_judge
from workbench.ui.sections import (
    anchoring,
    disagreements,
    judge_card,
    judge_groups,
    judge_over_time,
    judge_systems,
    judge_thresholds,
    judges_compared,
    overlap,
)

SECTIONS = {
    "Card": judge_card.draw,
    "Disagreements": disagreements.draw,
    "Groups": judge_groups.draw,
    "Thresholds": judge_thresholds.draw,
    "Judges": judges_compared.draw,
    "Over time": judge_over_time.draw,
    "Systems": judge_systems.draw,
    "Overlap": overlap.draw,
    "Anchoring": anchoring.draw,
}

parts.screen_title("Judge", "Can this judge be believed, and which way does it err?")
store = session.current_store()
overview = cached.overview(store)
if not overview.runs:
    parts.empty(
        "No traces yet",
        "Import traces with a judge's verdicts, label about a hundred, and this page says how "
        "far the judge can be believed.",
        "Import a file",
        "data",
        "Import",
    )
    st.stop()
choice = choose_run_and_judge(overview)
if choice.judged is None:
    parts.empty(
        "No judge verdicts on this run",
        "The card compares a judge with people. Import the judge's verdicts for this run.",
        "Import judge verdicts",
        "data",
        "Import",
    )
    st.stop()
tabs = st.tabs(list(SECTIONS), key="judge-section", on_change="rerun", bind="query-params")
for tab, draw in zip(tabs, SECTIONS.values(), strict=True):
    if tab.open:
        with tab:
            draw(store, choice)
