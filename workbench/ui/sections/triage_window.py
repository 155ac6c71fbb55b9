"""The window of time that the triage is limited to, kept in the address."""

import streamlit as st

from workbench.domain.trace_window import NAMES, TimeWindow, window_of, window_words, with_window
from workbench.errors import InputError
from workbench.ui import parts
from workbench.ui.choices import Where

HINTS = {
    "since": "Only traces that ran at this instant (UTC) or later: 2026-04-03, or "
    "2026-04-03T11:00.",
    "until": "Only traces that ran before this instant (UTC).",
}
TITLES = {"since": "Since", "until": "Before"}


def choose_window() -> Where:
    """Draw the two ends, folded away while open; gives the window as field values.

    The page ends with what is wrong where a text is no date.
    """
    given = {name: str(st.query_params.get(name, "")) for name in NAMES}
    is_set = any(text.strip() for text in given.values())
    with st.expander("Window of time", expanded=is_set, icon=":material/date_range:"):
        columns = st.columns(len(NAMES))
        for name, column in zip(NAMES, columns, strict=True):
            with column:
                st.text_input(
                    f"{TITLES[name]} (UTC)",
                    key=name,
                    bind="query-params",
                    placeholder="2026-04-03",
                    help=HINTS[name],
                )
        if is_set:
            st.button("Show the whole run", icon=":material/close:", on_click=_whole_run)
    try:
        where = with_window({}, *(st.session_state.get(name) for name in NAMES))
    except InputError as error:
        parts.trouble(error)
        st.stop()
    window = window_of(where)
    if not window.is_open:
        parts.reading(said(window))
    return tuple(where.items())


def said(window: TimeWindow) -> str:
    """A window in the sentence that stands above its numbers."""
    return (
        f"Only traces that ran {window_words(window)} (UTC). Labels of a queue drawn from this "
        "window, or from the whole run, correct it. Probe and its packets stay with the whole run."
    )


def _whole_run() -> None:
    for name in NAMES:
        st.session_state[name] = ""
