from time import monotonic

import streamlit as st

from workbench.services.labelling.adjudicate import disputed_cases
from workbench.ui import access, parts, session
from workbench.ui import adjudicate_view as view
from workbench.ui.adjudicate_desk import Desk, at_case
from workbench.ui.sections import adjudicate_case, adjudicate_decided

NARROW_COLUMN = 560


def _who() -> Desk | None:
    name = access.identity()
    desk = st.session_state.get(session.ADJUDICATION)
    if desk is None or (name is not None and desk.annotator != name):
        desk = None if name is None else Desk(name)
    return desk


def _ask_name() -> None:
    with st.container(width=NARROW_COLUMN), st.form("adjudicate.sign_in"):
        typed = st.text_input(
            "Your name",
            value=st.query_params.get(session.ANNOTATOR_PARAMETER, ""),
            max_chars=80,
            autocomplete="off",
        )
        parts.reading("It stands with every decision, and keeps from you what you have to label.")
        is_sent = st.form_submit_button("Start deciding", type="primary")
    if is_sent and not typed.strip():
        st.error("Give your name: nothing can be decided without one.")
    elif is_sent:
        st.session_state[session.ADJUDICATION] = Desk(typed.strip())
        st.query_params[session.ANNOTATOR_PARAMETER] = typed.strip()
        st.rerun()


def _draw() -> None:
    parts.screen_title(
        "Adjudicate",
        "Where annotators differ, the least agreed first. What they said stays; the judge is "
        "measured by what you decide.",
    )
    desk = _who()
    if desk is None:
        _ask_name()
        return
    store = session.current_store()
    cases = disputed_cases(store, desk.annotator)
    desk, case = at_case(desk, cases.open, monotonic())
    st.session_state[session.ADJUDICATION] = desk
    to_decide, decided = st.tabs(
        [f"To decide ({len(cases.open)})", f"Decided ({len(cases.decided)})"],
        key="adjudicate-section",
        on_change="rerun",
    )
    if to_decide.open:
        with to_decide:
            if case is not None:
                adjudicate_case.draw(store, cases, desk, case)
            else:
                if desk.line:
                    parts.callout("warning" if desk.is_trouble else "good", desk.line)
                parts.empty(
                    "Nothing waits for a decision",
                    "Where two people label the same trace and differ, it stands here. Ask for "
                    "two people for each trace when a queue is drawn.",
                    "Draw a queue",
                    "data",
                    "Queues",
                )
    if decided.open:
        with decided:
            adjudicate_decided.draw(store, cases, desk)
    if cases.n_withheld:
        parts.callout("note", view.withheld_sentence(cases.n_withheld))


_draw()
