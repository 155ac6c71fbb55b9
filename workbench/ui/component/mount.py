"""The label item as one components-v2 component: Python decides, the browser draws.

Beside it a component without a face, which asks the browser's tab whether it labelled before.

Chosen: files served by the app, which a strict content policy allows, announced to the
running app from here, so that a checkout, a wheel and a test find the same files. Rejected:
a manifest that is found only where the distribution is installed, and scripts as text, which
need a policy that lets any text run.
"""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import streamlit as st
from streamlit.components.v2 import component
from streamlit.components.v2.get_bidi_component_manager import get_bidi_component_manager
from streamlit.components.v2.manifest_scanner import ComponentConfig, ComponentManifest

FOLDER = Path(__file__).resolve().parent
PROJECT = "judge-workbench"
ITEM, RESUME = "label_item", "label_resume"

# Hidden until the style sheet has come, so that the first paint is the finished one.
HTML = '<div class="board" style="visibility:hidden"></div>'


def label_item(data: Mapping[str, object], on_act: Callable[[], None], key: str) -> None:
    """Draw one item; an act of the annotator is in `session_state[key].act` when it is called."""
    # As bytes: of a mapping Streamlit would look at each value and write it out a second time.
    page = json.dumps(dict(data)).encode("ascii")
    _mount(ITEM, html=HTML, css="label.css", js="label.js")(
        key=key, data=page, on_act_change=on_act
    )


def label_resume(data: Mapping[str, object], on_resume: Callable[[], None], key: str) -> None:
    """Ask the tab whether it labelled at the address it shows; if so, what it remembers comes."""
    _mount(RESUME, html="<span></span>", js="resume.js")(
        key=key, data=dict(data), on_resume_change=on_resume
    )


def sent(key: str, name: str) -> object:
    """What the browser sent under that name to the component of that key; None without."""
    return getattr(st.session_state.get(key), name, None)


def _mount(name: str, *, html: str, js: str, css: str | None = None) -> Callable[..., Any]:
    manager = get_bidi_component_manager()
    if manager.get_component_asset_root(f"{PROJECT}.{name}") is None:
        configs = [ComponentConfig(each, "assets") for each in (ITEM, RESUME)]
        manifest = ComponentManifest(name=PROJECT, version="", components=configs)
        manager.register_from_manifest(manifest, FOLDER)
    if name not in _mounted:
        _mounted[name] = component(f"{PROJECT}.{name}", html=html, css=css, js=js)
    return _mounted[name]


_mounted: dict[str, Callable[..., Any]] = {}
