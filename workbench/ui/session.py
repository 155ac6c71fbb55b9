"""What one browser session holds: the open store, the choices made, and the label desk.

A label desk is also kept under a secret of its browser tab, so that a reload, or a connection
that was gone too long, finds it again with everything that was not saved yet.

Keys are spelled here alone, so that two screens cannot mean different things by one word.
The store is one per process and address; session state holds ids, texts and frozen drafts,
never rows of the store.
"""

import gc
import threading
from collections import OrderedDict
from dataclasses import replace

import streamlit as st

from workbench.services.open_store import Store, open_store
from workbench.settings import database_url
from workbench.ui.label_desk import Desk

RUN = "choice.run"
JUDGE = "choice.judge"
QUEUE = "choice.queue"
DESK = "label.desk"
ADJUDICATION = "adjudicate.desk"

ANNOTATOR_PARAMETER = "annotator"
QUEUE_PARAMETER = "queue"
LABEL_PARAMETERS = (ANNOTATOR_PARAMETER, QUEUE_PARAMETER)

MAX_DESKS = 200
_open_lock = threading.Lock()
_opened: dict[str, Store] = {}
_desk_lock = threading.Lock()
_kept_desks: OrderedDict[str, Desk] = OrderedDict()


def keep_desk(desk: Desk) -> None:
    """Let the desk stand in this session, and under its tab's secret for the next one."""
    st.session_state[DESK] = desk
    if not desk.tab:
        return
    with _desk_lock:
        # A reload reads the item anew.
        _kept_desks[desk.tab] = replace(desk, shown=None)
        _kept_desks.move_to_end(desk.tab)
        while len(_kept_desks) > MAX_DESKS:
            _kept_desks.popitem(last=False)


def kept_desk(tab: str) -> Desk | None:
    """The desk last kept under a tab's secret; None where there is none."""
    with _desk_lock:
        return _kept_desks.get(tab)


def forget_desk() -> None:
    """Let this session's desk stand nowhere any more."""
    desk = st.session_state.pop(DESK, None)
    if desk is not None:
        with _desk_lock:
            _kept_desks.pop(desk.tab, None)


def current_store() -> Store:
    """Give the open store of the environment's address; raises what `open_store` raises."""
    url = database_url()
    store = _opened.get(url)
    if store is None:
        with _open_lock:
            store = _opened.get(url) or open_store(url)
            # A process serves one address; only tests change it.
            _opened.clear()
            _opened[url] = store
            # What was loaded by now stays for good: to go through it again holds everybody up
            # for 0.1 s.
            gc.collect()
            gc.freeze()
    return store
