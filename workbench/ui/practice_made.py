"""Missions and their outcomes, made once: the same seed gives the same numbers for everybody."""

import streamlit as st

from workbench.services.practice import play_mission
from workbench.services.practice.play_mission import Outcome, Situation


@st.cache_data(show_spinner="Making the system …", max_entries=8)
def situation(mission_key: str) -> Situation:
    """The triage of a mission's system."""
    return play_mission.situation(mission_key)


@st.cache_data(show_spinner="Mending it, and looking again …", max_entries=32)
def outcome(mission_key: str, fix_key: str) -> Outcome:
    """What one fix did to it."""
    return play_mission.outcome(mission_key, fix_key)
