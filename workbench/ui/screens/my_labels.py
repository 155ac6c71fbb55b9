import streamlit as st

from workbench.domain.refusals import Refusal
from workbench.services.labelling.annotator_report import annotator_reports
from workbench.services.labelling.annotator_words import shown_seconds
from workbench.services.labelling.own_queues import own_queues
from workbench.ui import access, parts, session, takeaway

parts.screen_title("My labels", "What you have labelled, and what is left for you.")
name = access.identity() or ""
if not name:
    st.stop()
store = session.current_store()
queues = own_queues(store, name)
if not queues:
    parts.empty("There is nothing to label yet", "The owner has to draw a queue first.")
    st.stop()
if any(queue.progress.n_open for queue in queues):
    parts.screen_button("Start labelling", "label")
else:
    parts.callout("good", "Nothing is open for you right now.", queues[0].why_done)
takeaway.table(
    [
        {
            "Queue": queue.name,
            "Run": queue.run,
            "Labelled by you": queue.progress.n_done,
            "Skipped or only noted": queue.progress.n_skipped,
            "Open for you": queue.progress.n_open,
        }
        for queue in queues
    ]
)
reports = annotator_reports(store, annotator=name)
if not reports:
    st.stop()
(report,) = reports
parts.section("How it went", "Over all queues. Nobody else's answers are behind these numbers.")
pace = report.pace
fast = report.too_fast
parts.figures(
    [
        parts.Figure("Labelled", f"{report.n_labelled:,}"),
        parts.Figure(
            "Time for one",
            "not measured" if pace is None else shown_seconds(pace.median),
            ""
            if pace is None
            else f"half between {shown_seconds(pace.low_quartile)} "
            f"and {shown_seconds(pace.high_quartile)}",
        ),
        parts.Figure("Can't tell, or set aside", f"{report.n_cant_tell + report.n_set_aside:,}"),
        parts.Figure(
            "Too fast to be read",
            "not measured" if isinstance(fast, Refusal) else f"{len(report.fast_answers):,}",
            reading="Sooner than query, reference and answer can be read at 600 words a minute.",
        ),
    ]
)
