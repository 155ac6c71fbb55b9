"""The guideline of each queue: read as annotators see it, and replaced by a new version."""

import streamlit as st

from workbench.errors import WorkbenchError
from workbench.services.labelling.build_queue import list_queues
from workbench.services.labelling.guidelines import (
    MAX_CHARACTERS,
    Guideline,
    guideline_versions,
    set_guideline,
)
from workbench.services.open_store import Store
from workbench.ui import parts
from workbench.ui.label_guideline import guideline_html

SAVED = "guidelines.saved"
TROUBLE = "guidelines.trouble"
TEXT_HEIGHT = 260


def draw(store: Store) -> None:
    """Draw the choice of a queue, its guideline, and the form that gives a new version."""
    queues = list_queues(store)
    if not queues:
        return
    parts.section(
        "Guideline",
        "What each answer means in a queue, in Markdown. It stands beside the questions, and each "
        "label keeps the version it followed.",
    )
    # Names come from people, so the choice is drawn from numbered lines.
    lines = {q.queue_id: f"{n}. {q.name}" for n, q in enumerate(queues, start=1)}
    queue_id = st.selectbox(
        "Queue", list(lines), format_func=lambda each: lines[each], key="guidelines.queue"
    )
    versions = guideline_versions(store, queue_id)
    text = versions[0].text if versions else ""
    with st.form(f"guideline.{queue_id}.{len(versions)}", enter_to_submit=False):
        typed = st.text_area(
            "Text",
            value=text,
            height=TEXT_HEIGHT,
            max_chars=MAX_CHARACTERS,
            placeholder="# What counts as correct\n\n- Every fact of the reference is there.",
        )
        if st.form_submit_button("Save as a new version", type="primary"):
            _save(store, queue_id, typed)
            st.rerun()
    if trouble := st.session_state.pop(TROUBLE, None):
        parts.trouble(trouble)
    if said := st.session_state.pop(SAVED, None):
        parts.callout("good", said)
    if versions:
        _shown(versions)
    else:
        parts.reading("This queue has no guideline yet: annotators see the questions alone.")


def _save(store: Store, queue_id: int, text: str) -> None:
    try:
        saved = set_guideline(store, queue_id, text)
    except WorkbenchError as error:
        st.session_state[TROUBLE] = error
        return
    version = saved.guideline.version
    st.session_state[SAVED] = (
        f"Version {version} stands beside the questions of {saved.queue} from now on."
        if saved.is_new
        else f"Nothing changed: this is version {version} already."
    )


def _shown(versions: tuple[Guideline, ...]) -> None:
    newest = versions[0]
    parts.subsection(f"Version {newest.version}, of {newest.created_at:%Y-%m-%d %H:%M} UTC")
    st.html(f'<div class="wb-guideline" dir="auto">{guideline_html(newest.text)}</div>')
    if len(versions) > 1:
        with st.expander(f"Versions before ({len(versions) - 1})"):
            for older in versions[1:]:
                parts.long_text(f"Version {older.version}", older.text)
