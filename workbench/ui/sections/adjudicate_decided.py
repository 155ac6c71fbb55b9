"""What was decided, with names, reasons and history, and the way to open a case again."""

from time import monotonic

import streamlit as st

from workbench.report.counted import counted
from workbench.services.labelling.adjudicate import Case, Cases, read_case_text
from workbench.services.open_store import Store
from workbench.ui import adjudicate_desk, parts, session, takeaway
from workbench.ui import adjudicate_view as view
from workbench.ui.adjudicate_desk import Desk


def draw(store: Store, cases: Cases, desk: Desk) -> None:
    """Draw the table of decisions, and the one that was chosen from it."""
    if not cases.decided:
        parts.empty(
            "Nothing is decided yet",
            "A decision stands here with its reason, the answers it came from, and what was "
            "decided before it.",
        )
        return
    parts.section(
        f"{counted(len(cases.decided), 'trace')} decided", view.reasons_sentence(cases.decided)
    )
    rows = view.decided_rows(cases.decided)
    takeaway.table(rows, height=240 if len(rows) > 5 else None)
    takeaway.downloads([takeaway.rows_offer(rows, "decisions")], key="decisions")
    by_id = {case.trace_id: case for case in cases.decided}
    picked = st.selectbox(
        "Look at",
        list(by_id),
        format_func=lambda trace_id: f"{by_id[trace_id].request_id} · run {by_id[trace_id].run}",
        key="adjudicate.look_at",
    )
    _case(store, desk, by_id[picked])


def _case(store: Store, desk: Desk, case: Case) -> None:
    found = read_case_text(store, case.trace_id, desk.annotator)
    parts.long_text("Query", found.texts.query)
    left, right = st.columns(2)
    with left:
        parts.long_text("Reference answer", found.texts.reference_answer)
    with right:
        parts.long_text("The answer", found.texts.answer)
    parts.reading(view.DIFFER_WORDS[case.differ])
    parts.pairs(
        ("Annotator", "Said"),
        [
            (
                opinion.annotator,
                " · ".join(filter(None, (*view.opinion_words(opinion), opinion.note))),
            )
            for opinion in case.opinions
        ],
    )
    parts.pairs(
        ("Decided by", "What"),
        [
            (
                f"{each.annotator}, {each.decided_at:%Y-%m-%d %H:%M}",
                f"{view.decision_words(each)} · {view.REASONS[each.reason].lower()}"
                + (f" · {each.note}" if each.note else "")
                + ("" if each.is_current else " (no longer counts)"),
            )
            for each in reversed(found.history)
        ],
    )
    st.button(
        "Open it again",
        key="adjudicate.reopen",
        icon=":material/undo:",
        on_click=_reopen,
        args=(store, case.trace_id),
        help="The decision stays in the history and counts no longer.",
    )


def _reopen(store: Store, trace_id: int) -> None:
    desk = st.session_state.get(session.ADJUDICATION)
    if desk is not None:
        st.session_state[session.ADJUDICATION] = adjudicate_desk.taken_back(
            store, desk, trace_id, monotonic()
        )
