from dataclasses import replace
from time import monotonic

import streamlit as st

from workbench.errors import InputError
from workbench.services.labelling.label_traces import Precision, precision
from workbench.services.open_store import Store
from workbench.ui import label_doors, session
from workbench.ui.component.mount import label_item, sent
from workbench.ui.label_acts import carry_out
from workbench.ui.label_count import counted
from workbench.ui.label_desk import open_item, read_act
from workbench.ui.label_view import page

COMPONENT = "label.item"
# The item fills the window; the page's own margins would only make it scroll.
PAGE_STYLE = """<style>
.stMainBlockContainer { max-width: none; padding: 4.4rem 1.75rem 0; }
</style>"""


@st.cache_data(ttl=600, max_entries=200, show_spinner=False)
def _precision(_store: Store, _address: str, queue_id: int, _n_fives: int) -> Precision | None:
    return precision(_store, queue_id)


def _on_act() -> None:
    act = read_act(sent(COMPONENT, "act"))
    desk = st.session_state.get(session.DESK)
    if act is None or desk is None:
        return
    if act.name == "leave":
        label_doors.leave()
        return
    # Nothing of Streamlit is touched between reading the desk and keeping the new one.
    desk = carry_out(session.current_store(), desk, act, monotonic())
    session.keep_desk(desk)


def _draw() -> None:
    store = session.current_store()
    desk = st.session_state.get(session.DESK)
    if desk is None:
        # What other screens left in the address may name a judge.
        for parameter in {*st.query_params} - {*session.LABEL_PARAMETERS}:
            del st.query_params[parameter]
        label_doors.sign_in(store)
        return
    try:
        desk, item = open_item(store, desk, monotonic())
    except InputError:
        # The queue or the item is gone: say so once, then ask again where to label.
        label_doors.leave()
        raise
    counts = counted(store, desk.queue_id, desk.annotator, desk.counts, monotonic())
    if item is None:
        # What is said of a finished queue is counted, never added up.
        counts = counted(store, desk.queue_id, desk.annotator, None, monotonic())
    desk = replace(desk, counts=counts)
    session.keep_desk(desk)
    so_far = counts.progress
    if item is None:
        label_doors.finished(store, desk, so_far)
        return
    address = {
        session.ANNOTATOR_PARAMETER: desk.annotator,
        session.QUEUE_PARAMETER: str(desk.queue_id),
    }
    if st.query_params.to_dict() != address:
        st.query_params.from_dict(address)
    reached = _precision(store, store.address, desk.queue_id, so_far.n_done // 5)
    so_far = replace(so_far, precision=reached)
    st.html(PAGE_STYLE)
    label_item(page(desk, item, so_far), _on_act, key=COMPONENT)


_draw()
