import streamlit as st

from workbench.services.read_overview import read_overview
from workbench.services.triage_traces import triage_traces
from workbench.ui import parts, session
from workbench.ui.choices import choose_labels, choose_run_and_judge
from workbench.ui.sections import next_project, triage_funnel, triage_shares
from workbench.ui.sections.triage_results import Asked, Results

SECTIONS = {
    "Shares": triage_shares.draw,
    "Funnel": triage_funnel.draw,
    "Next project": next_project.draw,
}

parts.screen_title("Triage", "Which stage loses the answer, and what to mend first?")
store = session.current_store()
overview = read_overview(store)
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
asked = Asked(choice.run.run, choice.judge, choose_labels(overview, choice))
triage = triage_traces(store, asked.run, judge=asked.judge)
tabs = st.tabs(list(SECTIONS), key="triage-section", on_change="rerun", bind="query-params")
for tab, draw in zip(tabs, SECTIONS.values(), strict=True):
    if tab.open:
        with tab:
            draw(store, asked, Results(triage))
