"""The form that draws a queue from a signal, and what was drawn."""

import secrets

import streamlit as st

from workbench.domain.roles import Role
from workbench.errors import WorkbenchError
from workbench.services.labelling.store_queue import QueueReport
from workbench.services.labelling.weekly_queue import build_weekly_queue
from workbench.services.open_store import Store
from workbench.services.signals.signal_results import SignalsResult
from workbench.ui import access, parts, session, signal_view, takeaway
from workbench.ui.choices import Choice

DRAWN = "signals.drawn"
TROUBLE = "signals.trouble"
SUGGESTED_SIZE = 40


def draw(store: Store, choice: Choice, result: SignalsResult) -> None:
    """Draw the choice of a signal and its form."""
    parts.section(
        "A queue from a signal",
        "Part of it is what the signal points at, part a uniform slice, so that the labels also "
        "say what the rest looks like. Since a move, where there is one; else the whole run.",
    )
    signals = signal_view.pointed_at(result)
    if not signals:
        parts.empty(
            "No signal to draw from",
            "No trace of this run was cut, declined, flagged or voted down. Draw a plain queue.",
            "Draw a queue",
            "data",
            "Queues",
        )
        return
    signal = st.selectbox("Signal", list(signals), format_func=signals.__getitem__)
    form(store, choice, signal, key="queue-tab")


def form(store: Store, choice: Choice, signal: str, key: str) -> None:
    """Draw the form for one signal, and below it what was drawn with it; owners alone draw."""
    # What was drawn from one run is no news of another.
    key = f"{choice.run.run}-{key}"
    somebody = access.person()
    if somebody is None or somebody.role is not Role.OWNER:
        parts.reading("An owner of the store can draw a queue of these traces.")
        return
    with st.form(f"signal-queue-{key}", enter_to_submit=False, border=False):
        left, right = st.columns(2)
        size = left.number_input(
            "Traces to label",
            min_value=1,
            max_value=1_000,
            value=SUGGESTED_SIZE,
            key=f"signal-size-{key}",
        )
        share = right.slider(
            "Drawn from all of them alike",
            0,
            100,
            30,
            format="%d %%",
            key=f"signal-uniform-{key}",
            help="The rest comes from what the signal points at.",
        )
        if st.form_submit_button("Draw the queue", icon=":material/shuffle:"):
            _build(store, choice, signal, int(size), round(int(size) * share / 100), key)
    if (trouble := st.session_state.pop(f"{TROUBLE}.{key}", None)) is not None:
        parts.trouble(trouble)
    if (report := st.session_state.get(f"{DRAWN}.{key}")) is not None:
        _drawn(report)


def _build(store: Store, choice: Choice, signal: str, size: int, n_uniform: int, key: str) -> None:
    try:
        st.session_state[f"{DRAWN}.{key}"] = build_weekly_queue(
            store,
            run=choice.run.run,
            signal=signal,
            size=size,
            n_uniform=n_uniform,
            judge=choice.judge,
            seed=secrets.randbelow(100_000),
        )
    except WorkbenchError as error:
        st.session_state.pop(f"{DRAWN}.{key}", None)
        st.session_state[f"{TROUBLE}.{key}"] = error


def _drawn(report: QueueReport) -> None:
    parts.remarks(
        f"Queue {report.name}: {report.size} traces drawn, {report.n_uniform} of them from all "
        f"alike, seed {report.seed}.",
        list(report.notices),
        tone="good",
    )
    takeaway.table(
        [
            {
                "Traces with": "none of this" if stratum.evidence == "any" else stratum.evidence,
                "Judge says": stratum.verdict,
                "Traces": stratum.n_target,
                "Drawn": stratum.n_drawn,
            }
            for stratum in report.strata
        ]
    )
    if st.button("Label it", icon=":material/edit_note:", key=f"label-{report.queue_id}"):
        st.switch_page(
            "screens/label.py", query_params={session.QUEUE_PARAMETER: str(report.queue_id)}
        )
