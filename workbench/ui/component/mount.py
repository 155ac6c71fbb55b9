"""The label item as one components-v2 component: Python decides, the browser draws.

Chosen: files served by the app, which a strict content policy allows, announced to the
running app from here, so that a checkout, a wheel and a test find the same files. Rejected:
a manifest that is found only where the distribution is installed, and scripts as text, which
need a policy that lets any text run.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from streamlit.components.v2 import component
from streamlit.components.v2.get_bidi_component_manager import get_bidi_component_manager
from streamlit.components.v2.manifest_scanner import ComponentConfig, ComponentManifest

FOLDER = Path(__file__).resolve().parent
PROJECT = "judge-workbench"
NAME = f"{PROJECT}.label_item"

# Hidden until the style sheet has come, so that the first paint is the finished one.
HTML = '<div class="board" style="visibility:hidden"></div>'


def label_item(data: Mapping[str, object], on_act: Callable[[], None], key: str) -> None:
    """Draw one item; an act of the annotator is in `session_state[key].act` when it is called."""
    _mount()(key=key, data=dict(data), on_act_change=on_act)


def _mount() -> Callable[..., Any]:
    manager = get_bidi_component_manager()
    if manager.get_component_asset_root(NAME) is None:
        manifest = ComponentManifest(
            name=PROJECT, version="", components=[ComponentConfig("label_item", "assets")]
        )
        manager.register_from_manifest(manifest, FOLDER)
    if not _mounted:
        _mounted.append(component(NAME, html=HTML, css="label.css", js="label.js"))
    return _mounted[0]


_mounted: list[Callable[..., Any]] = []
