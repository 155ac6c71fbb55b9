"""Questions whose two answers were labelled, or judged, differently, to read side by side."""

import streamlit as st

from workbench.services.comparing.compare_results import ChangedPair
from workbench.services.housekeeping.read_overview import Overview
from workbench.services.open_store import Store
from workbench.ui import access, cached, compare_view, parts, session, takeaway
from workbench.ui.compare_choice import PairChoice

EXPLAIN = "explain"
MANY = 6


def draw(store: Store, _overview: Overview, pair: PairChoice) -> None:
    """Draw the list, and the question chosen from it with both answers."""
    found = cached.changed(store, *pair)
    if not found:
        parts.empty(
            "No question changed",
            "Neither people nor the judge say of any question that its two answers differ.",
        )
        return
    parts.section(
        f"{len(found):,} questions that changed",
        "Those that people found changed come first, then the judge's flips; what broke before "
        "what was fixed.",
    )
    rows = compare_view.pair_rows(found)
    takeaway.table(rows, height=250 if len(rows) > MANY else None)
    name = takeaway.safe_name(f"changed_{pair.before}_{pair.after}")
    takeaway.downloads([takeaway.rows_offer(rows, name)], key="compare-reading")
    chosen = st.selectbox(
        "Read",
        range(len(found)),
        format_func=lambda place: f"{found[place].question} · {found[place].query[:80]}",
        key=f"compare.read.{pair.before}.{pair.after}.{pair.judge}",
    )
    _read(found[chosen], pair)


def _read(one: ChangedPair, pair: PairChoice) -> None:
    parts.long_text("Query", one.query)
    parts.long_text("Reference answer", one.reference_answer, "none was given")
    columns = st.columns(2)
    for column, run, is_after, answer, rationale, request in (
        (columns[0], pair.before, False, one.answer_a, one.rationale_a, one.request_a),
        (columns[1], pair.after, True, one.answer_b, one.rationale_b, one.request_b),
    ):
        with column, st.container(border=True):
            parts.subsection(run)
            parts.reading(compare_view.side_text(one, is_after))
            parts.long_text("The answer", answer)
            parts.long_text("The judge's reason", rationale, "none was given")
            _link(run, request, pair.judge)


def _link(run: str, request: str, judge: str | None) -> None:
    if access.may_see(EXPLAIN) and st.button(
        "Open in Explain",
        key=f"compare-explain-{run}",
        icon=":material/route:",
    ):
        chosen = {session.RUN: run, "explain.part": request}
        if judge is not None:
            chosen[session.JUDGE] = judge
        st.switch_page(f"screens/{EXPLAIN}.py", query_params=chosen)
