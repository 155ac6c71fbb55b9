"""Traces on which judge and people differ, to open and read with both answers beside them."""

import streamlit as st

from workbench.report.counted import counted
from workbench.services.calibration.calibrate_judge import disagreements
from workbench.services.labelling.read_passages import read_passages
from workbench.services.open_store import Store
from workbench.services.results import Disagreement
from workbench.ui import judge_view, parts, takeaway
from workbench.ui.choices import Choice


def draw(store: Store, choice: Choice) -> None:
    """Draw the list, and the trace that was chosen from it."""
    found = disagreements(store, choice.judge or "", run=choice.run.run)
    if not found:
        parts.empty(
            "No disagreement to read",
            "Either nobody labelled this run yet, or judge and people agree on every label.",
            "Label",
            "label",
        )
        return
    parts.section(
        f"{len(found):,} disagreements",
        "Read a few before you trust the numbers: some are the judge's errors, some are ours.",
    )
    which = st.segmented_control(
        "Show",
        [judge_view.EVERYONE, judge_view.JUDGE_ONLY, judge_view.PEOPLE_ONLY],
        default=judge_view.EVERYONE,
        required=True,
        key="disagreements.which",
        label_visibility="collapsed",
    )
    rows = judge_view.chosen_disagreements(found, which)
    if not rows:
        parts.reading("None of this kind.")
        return
    takeaway.table(judge_view.disagreement_rows(rows), height=240 if len(rows) > 5 else None)
    ids = {row.trace_id: row for row in rows}
    chosen = st.selectbox(
        "Read",
        list(ids),
        format_func=lambda trace_id: f"{ids[trace_id].request_id} · {ids[trace_id].query[:80]}",
        key="disagreements.trace",
    )
    _read(ids[chosen])
    _passages(store, chosen)


def _read(row: Disagreement) -> None:
    parts.long_text("Query", row.query)
    left, right = st.columns(2)
    with left:
        parts.long_text("Reference answer", row.reference_answer)
    with right:
        parts.long_text("The answer", row.answer)
    with left, st.container(border=True):
        parts.subsection(f"{row.annotator} says: {row.human_answer.replace('_', ' ')}")
        parts.reading(f"Stage: {row.human_stage}" if row.human_stage else "No stage named.")
        parts.long_text("Note", row.note, missing="no note")
    with right, st.container(border=True):
        parts.subsection(
            f"The judge says: {'failing' if row.judge_verdict == 'fail' else 'passing'}"
        )
        parts.long_text("Its reason", row.judge_rationale)


def _passages(store: Store, trace_id: int) -> None:
    passages = read_passages(store, trace_id)
    if not passages:
        parts.reading("No passages were logged.")
        return
    with st.expander(counted(len(passages), "passage"), icon=":material/article:"):
        for passage in passages:
            parts.long_text(judge_view.passage_title(passage), passage.text, "text not logged")
