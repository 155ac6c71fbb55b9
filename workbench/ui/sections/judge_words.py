"""What a judge's words mean: the distinct words with their counts, and the form to confirm them."""

from collections.abc import Mapping, Sequence

import streamlit as st

from workbench.report.counted import counted
from workbench.services.housekeeping.read_overview import Overview
from workbench.services.importing.map_verdicts import judge_words, map_verdict_words
from workbench.services.open_store import Store
from workbench.ui import parts

MEANINGS = {"fail": "failing", "pass": "passing", "not_usable": "not usable"}
WORDS_OF = {shown: meaning for meaning, shown in MEANINGS.items()}
DONE = "judge_words.done"


def draw(store: Store, _overview: Overview) -> None:
    """Draw every judge's words; a changed direction changes every figure, so it is confirmed."""
    words = judge_words(store)
    if not words:
        parts.empty(
            "No judge verdicts yet",
            "Once a judge's verdicts are imported, the words it used stand here with what they "
            "were read as.",
            "Import judge verdicts",
            "data",
            "Import",
        )
        return
    parts.section(
        "What the judges' words mean",
        "Every distinct word a judge used, with its count. Failing is the positive class: if a "
        "word is read the wrong way round, every figure is. Words without a meaning are left out.",
    )
    if done := st.session_state.pop(DONE, None):
        parts.callout("good", "Saved", done)
    for judge in dict.fromkeys(word.judge for word in words):
        mine = [word for word in words if word.judge == judge]
        # What was chosen stands at a row's number: where rows come to hold other words it is void.
        mark = f"{judge}-{hash(tuple(mine))}"
        unmapped = sum(word.meaning is None for word in mine)
        with st.container(border=True):
            parts.subsection(judge)
            if unmapped:
                parts.callout(
                    "warning",
                    f"{unmapped} of {counted(len(mine), 'word')} without a meaning",
                    "Their verdicts count for nothing until then.",
                    "Choose a meaning below and save.",
                )
            with st.form(f"words-{mark}", border=False):
                edited = st.data_editor(
                    [
                        {
                            "Word": word.word,
                            "Verdicts": word.n,
                            "Means": MEANINGS.get(word.meaning or ""),
                        }
                        for word in mine
                    ],
                    key=f"words-table-{mark}",
                    disabled=["Word", "Verdicts"],
                    hide_index=True,
                    placeholder="choose a meaning",
                    column_config={
                        "Means": st.column_config.SelectboxColumn(
                            "Means", options=list(WORDS_OF), required=False
                        )
                    },
                )
                if st.form_submit_button("Save meanings", type="primary"):
                    _save(store, judge, edited)


def _save(store: Store, judge: str, rows: Sequence[Mapping[str, object]]) -> None:
    meanings = {str(row["Word"]): WORDS_OF[str(row["Means"])] for row in rows if row["Means"]}
    changed = map_verdict_words(store, judge, meanings)
    n = sum(changed.values())
    st.session_state[DONE] = f"{counted(n, 'verdict')} of {judge} changed the meaning."
    st.rerun()
