"""The pages before and after the label item: sign-in, an empty store, a finished queue.

Chosen: the name and the queue stand in the address, and the tab that labelled there remembers
it, so that a reload goes on at once. Where only the address says so (a link that was sent, a
new tab) the name is confirmed first. Rejected: a name filled in from anywhere else, under
which somebody might label who is not that person.
"""

import random
import secrets
from collections.abc import Mapping
from dataclasses import replace
from functools import partial

import streamlit as st

from workbench.errors import InputError
from workbench.services.housekeeping.read_overview import RunOverview, read_overview
from workbench.services.labelling.build_queue import build_queue, list_queues, queue_status
from workbench.services.labelling.label_progress import Progress
from workbench.services.labelling.label_traces import is_item, why_empty
from workbench.services.labelling.twin_passages import read_ahead
from workbench.services.open_store import Store
from workbench.ui import access, parts, session
from workbench.ui.component.mount import label_resume, sent
from workbench.ui.label_desk import Desk, hinted
from workbench.ui.label_moves import undo_saved
from workbench.ui.label_view import opinion_text, queue_choices

NARROW_COLUMN = 560
RESUME = "label.resume"
# A tab that labelled here goes on by itself at once; only where none did is the name asked for.
CONFIRM_STYLE = """<style>
@keyframes wb-asked { from { visibility: hidden; } to { visibility: visible; } }
.st-key-label-confirm { animation: wb-asked 0s .5s both; }
</style>"""


def sign_in(store: Store) -> None:
    """Ask who labels and which queue; what is missing in the store is said instead."""
    parts.screen_title(
        "Label", "One item at a time, by keyboard: digits answer, ? shows every key."
    )
    summaries = list_queues(store)
    if not summaries:
        _no_queue(store)
        return
    signed_in = access.identity()
    # Whoever signed in labels under that address, whatever the link says.
    name = signed_in or st.query_params.get(session.ANNOTATOR_PARAMETER, "").strip()
    wanted = st.query_params.get(session.QUEUE_PARAMETER, "")
    ids = [summary.queue_id for summary in summaries]
    if name and wanted in map(str, ids):
        _confirm(store, name, int(wanted))
        return
    labels = queue_choices((s.queue_id, s.name, s.run, s.size) for s in summaries)
    with st.container(width=NARROW_COLUMN), st.form("label.sign_in", border=True):
        given = st.text_input(
            "Your name",
            value=name,
            max_chars=80,
            autocomplete="off",
            disabled=signed_in is not None,
        )
        typed = signed_in or given
        parts.reading("It stands with every verdict and keeps yours apart from other people's.")
        # Names come from files and people, so the choice is drawn from numbered lines.
        queue_id = st.selectbox(
            "Queue",
            ids,
            index=ids.index(int(wanted)) if wanted in map(str, ids) else 0,
            format_func=lambda queue_id: labels[queue_id],
        )
        is_sent = st.form_submit_button("Start labelling", type="primary")
    if is_sent and not typed.strip():
        st.error("Give your name: nothing can be saved without one.")
    elif is_sent:
        _start(store, typed.strip(), queue_id)
        st.rerun()


def _confirm(store: Store, name: str, queue_id: int) -> None:
    st.html(CONFIRM_STYLE)
    label_resume(
        {"who": name, "queue": str(queue_id)},
        partial(_resume, store, name, queue_id),
        key=RESUME,
    )
    with st.container(width=NARROW_COLUMN, border=True, key="label-confirm"):
        st.write("You were labelling here as")
        st.code(name, language=None, wrap_lines=True)
        with st.container(horizontal=True):
            st.button(
                "Yes, go on",
                type="primary",
                shortcut="Y",
                on_click=_start,
                args=(store, name, queue_id),
                key="label.confirm",
            )
            st.button("I am somebody else", shortcut="N", on_click=leave, key="label.somebody_else")


def _start(store: Store, name: str, queue_id: int) -> None:
    session.keep_desk(_new_desk(store, name, queue_id))
    st.query_params[session.ANNOTATOR_PARAMETER] = name
    st.query_params[session.QUEUE_PARAMETER] = str(queue_id)


def _new_desk(store: Store, name: str, queue_id: int) -> Desk:
    status = queue_status(store, queue_id)
    read_ahead(store, queue_id)
    return Desk(
        name,
        queue_id,
        queue_name=status.summary.name,
        reveals_judge=status.reveals_judge,
        tab=secrets.token_urlsafe(16),
    )


def _resume(store: Store, name: str, queue_id: int) -> None:
    said = sent(RESUME, "resume")
    if not isinstance(said, Mapping):
        return
    if (said.get("who"), said.get("queue")) != (name, str(queue_id)):
        return
    desk = session.kept_desk(str(said.get("tab", "")))
    if desk is None or (desk.annotator, desk.queue_id) != (name, queue_id):
        desk = _new_desk(store, name, queue_id)
        item = str(said.get("item", ""))
        if item.isdecimal() and is_item(store, queue_id, int(item)):
            desk = replace(desk, trace_id=int(item))
    session.keep_desk(replace(desk, shown=None, held=""))


def leave() -> None:
    """Forget who was labelling, and ask again."""
    session.forget_desk()
    st.query_params.pop(session.ANNOTATOR_PARAMETER, None)


def _no_queue(store: Store) -> None:
    if not access.may_see("data"):
        parts.empty("There is nothing to label yet", "The owner has to draw a queue first.")
        return
    runs = read_overview(store).runs
    if not runs:
        parts.empty(
            "There is nothing to label yet",
            "Import a file of traces first; a queue is drawn from them.",
            screen="data",
            label="Import traces",
        )
        return
    parts.empty(
        "No queue has been drawn yet",
        "A queue says which traces are labelled. Label every one of a small run; of a large run, "
        "a hundred drawn by chance are enough to correct the table.",
    )
    with st.container(width=NARROW_COLUMN):
        place = 0
        if len(runs) > 1:
            lines = [f"{n}. {run.run} ({run.n_traces} traces)" for n, run in enumerate(runs, 1)]
            place = st.selectbox("Run", range(len(runs)), format_func=lambda n: lines[n])
        run = runs[place]
        seed = st.number_input(
            "Seed of the draw",
            min_value=0,
            value=st.session_state.setdefault("label.seed", random.randrange(1, 10_000)),
            help="The same seed draws the same traces again.",
        )
        with st.container(horizontal=True):
            if st.button(f"Label every trace ({run.n_traces})", key="label.census"):
                _draw(store, run, None, int(seed))
            if run.n_traces > 100 and st.button("Draw 100", type="primary", key="label.draw"):
                _draw(store, run, 100, int(seed))
        parts.screen_link("More ways to draw a queue", "data", ":material/tune:")


def _draw(store: Store, run: RunOverview, size: int | None, seed: int) -> None:
    # One judge is taken without being named here: its verdicts stay unseen on this screen.
    judge = run.judges[0].text if len(run.judges) == 1 and size is not None else None
    build_queue(store, run=run.run, judge=judge, size=size, seed=seed)
    st.rerun()


def finished(store: Store, desk: Desk, progress: Progress) -> None:
    """Draw the end of a queue: what was done, what can be looked at again, where to go."""
    parts.screen_title("Label", "Nothing more is open for you in this queue.")
    if desk.line.text:
        parts.callout("good" if desk.line.tone == "saved" else "note", desk.line.text)
    if desk.opinions:
        said = [opinion_text(opinion) for opinion in desk.opinions]
        parts.remarks("The judge, on the item you saved last", said)
    parts.figures(
        (
            parts.Figure("Labelled by you", f"{progress.n_done} of {progress.n_total}"),
            parts.Figure("Skipped or only noted", str(progress.n_skipped)),
        )
    )
    if progress.n_done < progress.n_total or progress.n_total == 0:
        parts.reading(why_empty(store, desk.queue_id, desk.annotator))
    with st.container(horizontal=True):
        # S would be the key that skipped the last item, pressed once too often.
        if progress.n_skipped:
            st.button(
                "Go through the skipped ones",
                type="primary",
                shortcut="L",
                on_click=_revisit,
                args=(desk,),
                key="label.revisit",
            )
        st.button(
            "Undo the last", shortcut="Z", on_click=_undo, args=(store, desk), key="label.undo"
        )
        st.button("Another queue or name", on_click=leave, key="label.leave")
    parts.screen_link("See how far the judge can be believed", "judge")
    parts.screen_link("See which stage loses the answer", "triage")


def _revisit(desk: Desk) -> None:
    session.keep_desk(replace(desk, is_revisiting=True, trace_id=None, passed=None))


def _undo(store: Store, desk: Desk) -> None:
    try:
        desk = undo_saved(store, desk)
    except InputError as error:
        # The item is put there to be answered again, where it is known.
        last = desk.last_saved[0] if desk.last_saved is not None else None
        desk = replace(hinted(desk, str(error)), trace_id=last, shown=None)
    session.keep_desk(desk)
