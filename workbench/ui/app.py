"""The frame: page config and navigation; an expected trouble of any screen ends here as one box."""

from pathlib import Path

import streamlit as st

from workbench.domain.roles import Role
from workbench.errors import WorkbenchError
from workbench.ui import access, parts, sign_in

HERE = Path(__file__).resolve().parent
SCREENS = HERE / "screens"
# The item fills the window, and names the annotator itself.
LABEL = "label"

st.set_page_config(
    page_title="judge-workbench",
    # A picture of ours: an icon by name is fetched from another host.
    page_icon=str(HERE / "mark.svg"),
    layout="wide",
    menu_items={"Get help": None, "Report a bug": None, "About": "judge-workbench"},
)

st.logo(HERE / "mark.svg", size="medium")
parts.style()
somebody = sign_in.require_person()
page = st.navigation(
    # A screen that is not in the list cannot be reached by its address either.
    access.pages_for(
        [
            st.Page(SCREENS / "my_labels.py", title="My labels", icon=":material/checklist:"),
            st.Page(
                SCREENS / "overview.py",
                title="Overview",
                icon=":material/dashboard:",
                default=somebody.role is not Role.ANNOTATOR,
            ),
            st.Page(SCREENS / "label.py", title="Label", icon=":material/edit_note:"),
            st.Page(SCREENS / "adjudicate.py", title="Adjudicate", icon=":material/gavel:"),
            st.Page(SCREENS / "judge.py", title="Judge", icon=":material/balance:"),
            st.Page(SCREENS / "triage.py", title="Triage", icon=":material/filter_alt:"),
            st.Page(SCREENS / "compare.py", title="Compare", icon=":material/compare_arrows:"),
            st.Page(SCREENS / "explain.py", title="Explain", icon=":material/route:"),
            st.Page(SCREENS / "signals.py", title="Signals", icon=":material/monitoring:"),
            st.Page(SCREENS / "data.py", title="Data", icon=":material/database:"),
            st.Page(SCREENS / "practice.py", title="Practice", icon=":material/school:"),
        ],
        somebody.role,
    ),
    position="top",
)

if page.url_path != LABEL:
    sign_in.signed_in_line(somebody)
try:
    page.run()
except WorkbenchError as error:
    parts.trouble(error)
