"""The app on a given store, driven by Streamlit's AppTest."""

from pathlib import Path

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from workbench.resources import screen_script
from workbench.settings import DATABASE_VARIABLE

SCREENS = Path(screen_script()).parent / "screens"


def open_app(url: str, monkeypatch: pytest.MonkeyPatch) -> AppTest:
    """The app at its first screen, on the store at `url`."""
    monkeypatch.setenv(DATABASE_VARIABLE, url)
    st.cache_resource.clear()
    st.cache_data.clear()
    return AppTest.from_file(screen_script(), default_timeout=30).run()


def go(app: AppTest, screen: str, **parameters: str) -> AppTest:
    """Switch to a screen, or to a section of it through its address."""
    for name, value in parameters.items():
        app.query_params[name] = value
    return app.switch_page(str(SCREENS / f"{screen}.py")).run()


def shown(app: AppTest) -> str:
    """Every text that the page drew through HTML, as the browser gets it."""
    return "\n".join(element.proto.body for element in app.get("html"))
