"""The frame: page config and navigation; an expected trouble of any screen ends here as one box."""

from pathlib import Path

import streamlit as st

from workbench.errors import WorkbenchError
from workbench.ui import parts

HERE = Path(__file__).resolve().parent
SCREENS = HERE / "screens"

st.set_page_config(
    page_title="judge-workbench",
    # A picture of ours: an icon by name is fetched from another host.
    page_icon=str(HERE / "mark.svg"),
    layout="wide",
    menu_items={"Get help": None, "Report a bug": None, "About": "judge-workbench"},
)

st.logo(HERE / "mark.svg", size="medium")
page = st.navigation(
    [
        st.Page(
            SCREENS / "overview.py", title="Overview", icon=":material/dashboard:", default=True
        ),
        st.Page(SCREENS / "label.py", title="Label", icon=":material/edit_note:"),
        st.Page(SCREENS / "judge.py", title="Judge", icon=":material/balance:"),
        st.Page(SCREENS / "triage.py", title="Triage", icon=":material/filter_alt:"),
        st.Page(SCREENS / "data.py", title="Data", icon=":material/database:"),
    ],
    position="top",
)

parts.style()
try:
    page.run()
except WorkbenchError as error:
    parts.trouble(error)
