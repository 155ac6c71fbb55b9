"""What one browser session holds: the open store, the choices made, and the label desk.

Keys are spelled here alone, so that two screens cannot mean different things by one word.
The store is one per process and address; session state holds ids, texts and frozen drafts,
never rows of the store.
"""

import streamlit as st

from workbench.services.open_store import Store, open_store
from workbench.settings import database_url

RUN = "choice.run"
JUDGE = "choice.judge"
QUEUE = "choice.queue"
DESK = "label.desk"
ADJUDICATION = "adjudicate.desk"

ANNOTATOR_PARAMETER = "annotator"
QUEUE_PARAMETER = "queue"
LABEL_PARAMETERS = (ANNOTATOR_PARAMETER, QUEUE_PARAMETER)


@st.cache_resource(show_spinner=False)
def _opened(url: str) -> Store:
    return open_store(url)


def current_store() -> Store:
    """Give the open store of the environment's address; raises what `open_store` raises."""
    return _opened(database_url())
