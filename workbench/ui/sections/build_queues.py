"""Queues: how each was drawn and how far it is, and the form that draws another."""

import secrets

import streamlit as st

from workbench.errors import InputError, WorkbenchError
from workbench.report.counted import counted
from workbench.services.housekeeping.read_overview import SUGGESTED_LABELS, Overview, RunOverview
from workbench.services.labelling.build_paired_queues import build_paired_queues
from workbench.services.labelling.build_queue import (
    QueueReport,
    build_queue,
    list_queues,
    queue_status,
)
from workbench.services.open_store import Store
from workbench.ui import parts, takeaway
from workbench.ui.choices import choose_run_and_judge
from workbench.ui.sections import guidelines

DRAWN = "queues.drawn"
TROUBLE = "queues.trouble"
SEED = "queues.seed"
DIVISIONS = {
    ("verdict",): "verdict",
    ("verdict", "stage"): "verdict and stage that lost the evidence",
    ("verdict", "score"): "verdict, doubtful scores rather",
}


def draw(store: Store, overview: Overview) -> None:
    """Draw the form and the list of queues."""
    if not overview.runs:
        parts.empty(
            "No traces to draw from",
            "A queue is drawn from the traces of a run. Import a file of traces first.",
            "Import a file",
            "data",
            "Import",
        )
        return
    _form(store, overview)
    _list(store)
    guidelines.draw(store)


def _form(store: Store, overview: Overview) -> None:
    parts.section(
        "Draw a queue",
        "The draw is random, and how likely each trace was to be drawn is stored with it: only "
        "so can the labels correct the judge's figures.",
    )
    choice = choose_run_and_judge(overview)
    n_answered = choice.run.n_traces - choice.run.n_unavailable
    is_judged = choice.judged is not None
    with st.form("queue", enter_to_submit=False):
        first, second, third = st.columns(3)
        size = first.number_input(
            "Traces to label",
            min_value=1,
            max_value=max(n_answered, 1),
            value=min(SUGGESTED_LABELS, max(n_answered, 1)),
            help="Taking all of them makes a census: no draw, no doubt about the design.",
        )
        share = second.slider(
            "Drawn from all traces alike",
            0,
            100,
            30 if is_judged else 100,
            format="%d %%",
            disabled=not is_judged,
            help="The rest comes half from what the judge failed, half from what it passed.",
        )
        wanted = third.number_input("People for each trace", min_value=1, max_value=5, value=1)
        twice = third.slider(
            "Labelled by one more",
            0,
            100,
            0,
            format="%d %%",
            help="A random part of the traces that one person more labels, blind to the others: "
            "it shows how far people agree. 15 % is often enough.",
        )
        left, right = st.columns(2)
        by = left.selectbox(
            "The rest is divided by",
            list(DIVISIONS),
            index=1 if is_judged and choice.run.n_with_gold > 0 else 0,
            format_func=DIVISIONS.__getitem__,
            disabled=not is_judged,
            help="With the stages every row of the triage table rests on labels of its own. "
            "Doubtful scores show the judge's mistakes sooner; their labels are weighted.",
        )
        others = [run.run for run in overview.runs if run.run != choice.run.run]
        also_run = right.selectbox(
            "The same questions in another run, too",
            others,
            index=None,
            placeholder="to compare the two" if others else "there is no other run",
            disabled=not (is_judged and others),
            help="Two queues of the same questions, the rest half from those that the judge sees "
            "differently. How the rest is divided and a filter do not go with it.",
        )
        reveals = st.checkbox(
            "Show the judge's verdict after each label",
            help="An answer changed after that is kept as a second one; the blind one counts.",
        )
        with st.expander("Name, seed and filter"):
            name = st.text_input("Name", placeholder=f"{choice.run.run}-1", max_chars=80)
            seed = st.number_input("Seed", min_value=0, value=_seed(), step=1)
            where = st.text_input(
                "Only traces where",
                placeholder="index_version=v2",
                help="FIELD=VALUE. Labels of a filtered queue are findings: they do not correct "
                "the run's figures.",
            )
        if st.form_submit_button("Draw the queue", type="primary", icon=":material/shuffle:"):
            _draw_queue(
                store,
                run=choice.run,
                judge=choice.judge,
                size=int(size),
                n_uniform=round(int(size) * share / 100),
                by=by,
                also_run=also_run,
                seed=int(seed),
                name=name.strip() or None,
                wanted_labels=int(wanted),
                overlap_share=twice / 100,
                where=where,
                reveals_judge=reveals,
            )
    if trouble := st.session_state.pop(TROUBLE, None):
        parts.trouble(trouble)
    if (reports := st.session_state.get(DRAWN)) is not None:
        _drawn(reports)


def _seed() -> int:
    # Kept for the session, so that a redrawn form does not change what was shown.
    return int(st.session_state.setdefault(SEED, secrets.randbelow(100_000)))


def _draw_queue(
    store: Store,
    *,
    run: RunOverview,
    judge: str | None,
    size: int,
    n_uniform: int,
    by: tuple[str, ...],
    also_run: str | None,
    seed: int,
    name: str | None,
    wanted_labels: int,
    overlap_share: float,
    where: str,
    reveals_judge: bool,
) -> None:
    is_census = size >= run.n_traces - run.n_unavailable
    field, _, value = where.partition("=")
    try:
        if also_run is not None and judge is not None:
            if where.strip():
                raise InputError("A filter does not go with the same questions in another run.")
            pair = build_paired_queues(
                store,
                run=run.run,
                also_run=also_run,
                judge=judge,
                size=size,
                n_uniform=n_uniform,
                seed=seed,
                name=name,
                wanted_labels=wanted_labels,
                overlap_share=overlap_share,
                reveals_judge=reveals_judge,
            )
            st.session_state[DRAWN] = (pair.first, pair.second)
        else:
            report = build_queue(
                store,
                run=run.run,
                judge=judge,
                size=None if is_census and not where.strip() else size,
                n_uniform=None if is_census or judge is None else n_uniform,
                by=by if judge is not None else ("verdict",),
                seed=seed,
                name=name,
                wanted_labels=wanted_labels,
                overlap_share=overlap_share,
                where={field.strip(): value.strip()} if where.strip() else None,
                reveals_judge=reveals_judge,
            )
            st.session_state[DRAWN] = (report,)
        st.session_state.pop(SEED, None)
    except WorkbenchError as error:
        st.session_state.pop(DRAWN, None)
        st.session_state[TROUBLE] = error


def _drawn(reports: tuple[QueueReport, ...]) -> None:
    report = reports[0]
    if len(reports) > 1:
        names = " and ".join(f"{one.name} of {one.run}" for one in reports)
        parts.callout(
            "good",
            f"Queues {names}: the same {counted(report.size, 'question')} in both",
            f"Seed {report.seed}. Label both queues; then the two runs can be compared. An order "
            "of its own in each says nothing about the judge or the other run.",
        )
    else:
        parts.callout(
            "good",
            f"Queue {report.name}: {counted(report.size, 'trace')} drawn",
            f"From run {report.run}, seed {report.seed}. Everybody sees them in the same order, "
            "which says nothing about the judge.",
        )
    if report.notices:
        parts.remarks("Worth knowing", report.notices)
    parts.screen_button("Start labelling", "label")
    takeaway.table(
        [
            {
                "Evidence lost at": stratum.evidence,
                "Judge said": stratum.verdict.replace("/", " then "),
                "Traces": stratum.n_target,
                "Drawn": stratum.n_drawn,
            }
            for stratum in report.strata
        ]
    )


def _list(store: Store) -> None:
    queues = list_queues(store)
    if not queues:
        parts.reading("No queue was drawn yet.")
        return
    parts.section("Queues", "Newest first. An item is finished when it has the labels it wants.")
    statuses = [queue_status(store, queue.queue_id) for queue in queues]
    takeaway.table(
        [
            {
                "Queue": status.summary.name,
                "Run": status.summary.run,
                "Judge": status.summary.judge,
                "Items": status.n_items,
                "Finished": status.n_finished / status.n_items if status.n_items else None,
                "By": ", ".join(
                    f"{annotator} {n}" for annotator, n in status.summary.n_labelled_by.items()
                ),
                "Drawn by": " × ".join(part.replace("_", " ") for part in status.by),
                "Same questions as": status.paired_with,
                "From all alike": status.n_uniform,
                "Seed": status.seed,
                "Only where": ", ".join(f"{f}={v}" for f, v in status.where.items()),
                "Disagreements": len(status.disagreements) or None,
                "Changed since": status.n_changed or None,
            }
            for status in statuses
        ],
        bar_columns=("Finished",),
    )
