import streamlit as st

from workbench.ui import cached, parts, session
from workbench.ui.choices import Asked, choose_labels, choose_run_and_judge
from workbench.ui.sections import (
    failure_points,
    next_project,
    probe,
    prompt_budget,
    report_page,
    triage_funnel,
    triage_shares,
    triage_window,
)

SECTIONS = {
    "Shares": triage_shares.draw,
    "Funnel": triage_funnel.draw,
    "Next project": next_project.draw,
    "Failure points": failure_points.draw,
    "Probe": probe.draw,
    "Budget": prompt_budget.draw,
    "Report": report_page.draw,
}

parts.screen_title("Triage", "Which stage loses the answer, and what to mend first?")
store = session.current_store()
overview = cached.overview(store)
if not overview.runs:
    parts.empty(
        "No traces yet",
        "Import traces: where gold passages are known, the funnel is there at once, before "
        "anybody labelled anything.",
        "Import a file",
        "data",
        "Import",
    )
    st.stop()
choice = choose_run_and_judge(overview)
asked = Asked(
    choice.run.run,
    choice.judge,
    choose_labels(overview, choice),
    triage_window.choose_window(),
)
triage = cached.triage(store, asked.run, asked.judge, window=asked.window)
if asked.window and not triage.n:
    parts.callout(
        "note",
        "No trace of this run ran in that window",
        next_step="Clear the window, or choose another run.",
    )
    st.stop()
tabs = st.tabs(list(SECTIONS), key="triage-section", on_change="rerun", bind="query-params")
for tab, draw in zip(tabs, SECTIONS.values(), strict=True):
    if tab.open:
        with tab:
            draw(store, asked, triage)
