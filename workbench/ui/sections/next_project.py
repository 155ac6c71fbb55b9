"""What to mend first: the bucket that loses most, whose it is, and what mending it costs."""

import streamlit as st

from workbench.report import words
from workbench.report.counted import counted
from workbench.report.percent import percent
from workbench.services.open_store import Store
from workbench.services.results import TriageResult
from workbench.ui import cached, parts, triage_view
from workbench.ui.choices import Asked

PROPOSAL = "next-project.proposal"
NOTHING = "nothing yet"
PROPOSALS = (
    "coverage_gap",
    "rewrite_error",
    "embedding_mismatch",
    "retrieval_miss",
    "reranked_out",
    "packed_out",
    "generation_error",
)


def draw(store: Store, asked: Asked, result: TriageResult) -> None:
    """Draw the next project, and the warning where another one is proposed."""
    if result.next_project is None:
        parts.empty(
            "No failure has a stage yet",
            "The next project is the stage that loses most answers. It needs failing traces whose "
            "evidence can be followed, or labels that name a stage.",
            "Label",
            "label",
        )
        return
    chosen = st.session_state.get(PROPOSAL, NOTHING)
    if chosen != NOTHING:
        result = cached.triage(store, asked.run, asked.judge, proposal=chosen, window=asked.window)
    card = result.next_project
    if card is None:
        return
    parts.headline(
        triage_view.project_headline(card),
        ("By corrected shares. " if card.basis == "corrected" else "By what the judge says. ")
        + words.project_share(card),
    )
    st.selectbox(
        "What is proposed to be changed?",
        [NOTHING, *PROPOSALS],
        format_func=lambda bucket: NOTHING if bucket == NOTHING else words.named(bucket),
        key=PROPOSAL,
        width=420,
    )
    if card.warning:
        parts.callout("warning", "Not the largest loss", card.warning)
    parts.figures(
        [
            parts.Figure("Share of the failures", percent(card.share_of_failures)),
            parts.Figure("Owner", card.owner),
            parts.Figure("Known as", card.failure_point),
        ]
    )
    parts.pairs(
        ("What usually mends it", "What it can cost"),
        list(zip(card.fixes, card.side_effects, strict=True)),
    )
    if result.n_truncated_failures:
        parts.reading(
            f"{counted(result.n_truncated_failures, 'failing trace')} had the prompt cut: look at "
            "those before anything is rebuilt."
        )
