import streamlit as st

from workbench.ui import cached, parts, session
from workbench.ui.choices import choose_run_and_judge
from workbench.ui.sections import signal_charts_all, signal_moves, signal_queue, signal_versions

SECTIONS = {
    "What moved": signal_moves.draw,
    "Every signal": signal_charts_all.draw,
    "By version": signal_versions.draw,
    "Queue": signal_queue.draw,
}

parts.screen_title("Signals", "Did anything move, before anybody labelled?")
store = session.current_store()
overview = cached.overview(store)
if not overview.runs:
    parts.empty(
        "No traces yet",
        "Import traces: scores, prompts, answers and votes are followed over time at once.",
        "Import a file",
        "data",
        "Import",
    )
    st.stop()
choice = choose_run_and_judge(overview)
result = cached.signals(store, choice.run.run, choice.judge)
tabs = st.tabs(list(SECTIONS), key="signals-section", on_change="rerun", bind="query-params")
for tab, draw in zip(tabs, SECTIONS.values(), strict=True):
    if tab.open:
        with tab:
            draw(store, choice, result)
