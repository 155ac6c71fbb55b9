from dataclasses import replace
from time import monotonic

import streamlit as st

from workbench.errors import InputError, WorkbenchError
from workbench.services.labelling.label_traces import Precision, precision
from workbench.services.open_store import Store
from workbench.ui import label_doors, parts, session
from workbench.ui.component.mount import label_item, sent
from workbench.ui.label_acts import carry_out
from workbench.ui.label_count import Counts, counted
from workbench.ui.label_desk import Desk, open_item, read_act
from workbench.ui.label_view import page

COMPONENT = "label.item"
FIVE = 5


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
    if st.session_state.get(session.DESK) is not None:
        _label()
        return
    # What other screens left in the address may name a judge.
    for parameter in {*st.query_params} - {*session.LABEL_PARAMETERS}:
        del st.query_params[parameter]
    label_doors.sign_in(session.current_store())


# A key runs this part alone, not the frame with its navigation and its style.
@st.fragment
def _label() -> None:
    desk = st.session_state.get(session.DESK)
    if desk is None:
        st.rerun()
    try:
        _draw_item(session.current_store(), desk)
    except WorkbenchError as error:
        parts.trouble(error)
        if session.DESK not in st.session_state:
            label_doors.sign_in(session.current_store())


def _draw_item(store: Store, desk: Desk) -> None:
    try:
        desk, item = open_item(store, desk, monotonic())
    except InputError:
        # The queue or the item is gone: say so once, then ask again where to label.
        label_doors.leave()
        raise
    # What is said of a finished queue is counted, never added up.
    added_up, mark = (None, None) if item is None else (desk.counts, item.gold_mark)
    counts = counted(store, desk.queue_id, desk.annotator, added_up, monotonic(), mark)
    if item is not None:
        counts = _with_precision(store, desk.queue_id, counts)
    desk = replace(desk, counts=counts)
    session.keep_desk(desk)
    if item is None:
        label_doors.finished(store, desk, counts.progress)
        return
    address = {
        session.ANNOTATOR_PARAMETER: desk.annotator,
        session.QUEUE_PARAMETER: str(desk.queue_id),
    }
    if st.query_params.to_dict() != address:
        st.query_params.from_dict(address)
    label_item(page(desk, item, counts.progress), _on_act, key=COMPONENT)


def _with_precision(store: Store, queue_id: int, counts: Counts) -> Counts:
    so_far = counts.progress
    # It stays with what is added up, and is looked at again at every fifth.
    if so_far.precision is not None and so_far.n_done % FIVE:
        return counts
    reached = _precision(store, store.address, queue_id, so_far.n_done // FIVE)
    return replace(counts, progress=replace(so_far, precision=reached))


_draw()
