import streamlit as st

from workbench.ui import cached, parts, session
from workbench.ui.compare_choice import choose_runs
from workbench.ui.sections import (
    compare_judge,
    compare_moves,
    compare_quality,
    compare_reading,
    compare_several,
)

SECTIONS = {
    "Quality": compare_quality.draw,
    "Judge's verdicts": compare_judge.draw,
    "Moves": compare_moves.draw,
    "Read": compare_reading.draw,
    "Several runs": compare_several.draw,
}

parts.screen_title("Compare", "Did the change make the answers better, on the same questions?")
store = session.current_store()
overview = cached.overview(store)
if len(overview.own_runs) < 2:
    parts.empty(
        "One run is nothing to compare",
        "Import the traces of a second version of the system on the same questions, with the same "
        "question_id, as a run of its own.",
        "Import a file",
        "data",
        "Import",
    )
    st.stop()
pair = choose_runs(overview)
if pair.before == pair.after:
    parts.empty("Twice the same run", "Choose two different runs.")
    st.stop()
found = cached.comparison(store, *pair)
if not found.n_pairs:
    parts.empty(
        "No question to compare",
        str(found.difference),
        "Import a file",
        "data",
        "Import",
    )
    st.stop()
tabs = st.tabs(list(SECTIONS), key="compare-section", on_change="rerun", bind="query-params")
for tab, draw in zip(tabs, SECTIONS.values(), strict=True):
    if tab.open:
        with tab:
            draw(store, overview, pair)
