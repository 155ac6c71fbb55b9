import streamlit as st

from workbench.services.practice.play_mission import fixes, missions
from workbench.ui import parts, practice_made, practice_view
from workbench.ui.overview_view import StepState
from workbench.ui.sections import practice_outcome, practice_triage

CHOSEN = "practice.chosen"
MISSION = "mission"


def start_again() -> None:
    """Forget what was decided."""
    st.session_state.pop(CHOSEN, None)


def begin(mission_key: str) -> None:
    """Take up a mission."""
    start_again()
    st.session_state[MISSION] = mission_key


parts.screen_title(
    "Practice",
    "Made-up systems whose truth is known: read the triage, decide what to mend, see what was "
    "true. Your own store is not touched.",
)
known = {mission.key: mission for mission in missions()}
key = st.selectbox(
    "Mission",
    list(known),
    format_func=lambda one: f"{list(known).index(one) + 1}. {known[one].title}",
    key=MISSION,
    bind="query-params",
    on_change=start_again,
    width=420,
)
mission = known[key or next(iter(known))]
before = practice_made.situation(mission.key)
chosen = st.session_state.get(CHOSEN)
parts.section(mission.title, mission.story)
parts.reading(practice_view.basis(before))
parts.steps(
    [
        StepState("Read the triage and decide", chosen is not None, chosen is None),
        StepState("See what was true", chosen is not None, chosen is not None),
    ]
)
if chosen is None:
    practice_triage.draw(before)
    parts.section(
        "What do you do?", "One thing can be done. The list is the same in every mission."
    )
    with st.form("practice.decide"):
        fix = st.radio(
            "Fix",
            [one.key for one in fixes()],
            index=None,
            format_func={one.key: one.action for one in fixes()}.__getitem__,
            label_visibility="collapsed",
        )
        if st.form_submit_button("Do it and see", type="primary") and fix:
            st.session_state[CHOSEN] = fix
            st.rerun()
else:
    practice_outcome.draw(practice_made.outcome(mission.key, chosen), before)
    with st.container(horizontal=True):
        st.button("Try another fix", on_click=start_again, icon=":material/undo:")
        if following := list(known)[list(known).index(mission.key) + 1 :]:
            st.button(
                "Next mission",
                on_click=begin,
                args=(following[0],),
                type="primary",
                icon=":material/arrow_forward:",
                icon_position="right",
            )
