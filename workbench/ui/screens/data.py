import streamlit as st

from workbench.ui import cached, parts, session
from workbench.ui.sections import (
    annotators,
    back_up,
    build_queues,
    export_files,
    import_files,
    import_log,
    judge_words,
)

SECTIONS = {
    "Import": import_files.draw,
    "Queues": build_queues.draw,
    "Judges": judge_words.draw,
    "Annotators": annotators.draw,
    "Export": export_files.draw,
    "Backup": back_up.draw,
    "Log": import_log.draw,
}

parts.screen_title(
    "Data", "Files in, queues drawn, words understood, tables out. Nothing leaves this machine."
)
store = session.current_store()
tabs = st.tabs(list(SECTIONS), key=parts.SECTION_PARAMETER, on_change="rerun", bind="query-params")
for tab, draw in zip(tabs, SECTIONS.values(), strict=True):
    if tab.open:
        with tab:
            draw(store, cached.overview(store))
