import streamlit as st

from workbench.services.probing.explain_trace import explain_trace, request_ids
from workbench.ui import cached, parts, probe_view, session, takeaway
from workbench.ui.choices import choose_run_and_judge
from workbench.ui.gate_list import GateLine, draw_gates

FEW = 200

parts.screen_title(
    "Explain", "Where was this one answer lost? Five gates, stopping at the first that fails."
)
store = session.current_store()
overview = cached.overview(store)
if not overview.runs:
    parts.empty(
        "No traces yet",
        "Import traces: each can be walked through corpus, embedding models, top k, prompt and "
        "the answer to its gold passages.",
        "Import a file",
        "data",
        "Import",
    )
    st.stop()
choice = choose_run_and_judge(overview)
part = st.text_input(
    "Request",
    key="explain.part",
    placeholder="the request id, or a part of it",
    bind="query-params",
)
found_ids = request_ids(store, choice.run.run, part, FEW)
if not found_ids:
    parts.empty("No such request in this run", "Give the request id as the traces' file names it.")
    st.stop()
request_id = found_ids[0]
if len(found_ids) > 1 and request_id != part.strip():
    request_id = st.selectbox(
        f"{len(found_ids):,} that match" if len(found_ids) < FEW else f"The first {FEW}",
        found_ids,
        key=f"explain.chosen.{part}",
        width=420,
    )
found = explain_trace(store, request_id, choice.run.run, choice.judge)

parts.headline(found.sentence, f"Owner: {found.owner}." if found.owner else "")
if found.second_defect:
    parts.callout("warning", "A second defect", found.second_defect)
draw_gates(
    [
        GateLine(gate.question, gate.state, *probe_view.MARKS[gate.state], gate.measurement)
        for gate in found.gates
    ]
)
if found.next_steps:
    parts.remarks("To measure what is not known", found.next_steps)
parts.section("The trace", probe_view.right_text(found) + ".")
parts.long_text("Query", found.query)
left, right = st.columns(2)
with left:
    parts.long_text("Reference answer", found.reference_answer, "none was given")
    parts.long_text("With the gold passages alone", found.probe_answer, "not asked")
with right:
    parts.long_text("The answer", found.answer)
takeaway.downloads([takeaway.rows_offer(probe_view.gate_rows(found), "gates")], key="gates")
