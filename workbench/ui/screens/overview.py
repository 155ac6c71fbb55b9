import streamlit as st

from workbench.report.counted import counted
from workbench.services.housekeeping.read_overview import next_step
from workbench.ui import cached, parts, session, takeaway
from workbench.ui.overview_view import (
    next_step_text,
    planning_text,
    queue_rows,
    run_rows,
    runs_text,
    step_states,
)

parts.screen_title(
    "Overview",
    "Which stage loses the answer, can the judge be believed, and what are the true shares "
    "once the judge's errors are taken out?",
)
store = session.current_store()
overview = cached.overview(store)
step = next_step(overview)
text = next_step_text(step)

parts.steps(step_states(step))
with st.container(border=True, key="next-step", gap="small"):
    parts.section(text.title, text.sentence)
    if step.queue is not None and step.queue.n_labelled:
        parts.reading(planning_text(cached.planning(store, step.queue.queue_id)))
    with st.container(horizontal=True, gap="medium"):
        for position, link in enumerate(text.links):
            parts.screen_button(link.label, link.screen, link.section, is_primary=not position)

if overview.runs:
    parts.section("In the store", "Everything counted here is current: replaced rows are history.")
    parts.figures(
        [
            parts.Figure("Traces", f"{overview.n_traces:,}", f"in {runs_text(overview)}"),
            parts.Figure(
                "Judge verdicts",
                f"{overview.n_judged:,}",
                f"by {counted(overview.n_judges, 'judge')}",
            ),
            parts.Figure("Labelled by people", f"{overview.n_labelled:,}", "traces"),
            parts.Figure(
                "Queues",
                f"{len(overview.queues):,}",
                f"{counted(sum(queue.n_open for queue in overview.queues), 'item')} open",
            ),
        ]
    )
    parts.section("Runs and judges", "A changed version or prompt is another judge, never pooled.")
    takeaway.table(run_rows(overview))

if overview.queues:
    parts.section("Queues", "Each queue remembers how its items were drawn; the figures need it.")
    takeaway.table(queue_rows(overview), bar_columns=("Done",))
