"""The choice of a run and a judge, the same on every screen and kept in the address."""

from typing import Literal, NamedTuple

import streamlit as st

from workbench.services.housekeeping.read_overview import JudgedRun, Overview, RunOverview
from workbench.ui import session


class Choice(NamedTuple):
    """A run and one of its judges; no judge where nobody judged the run."""

    run: RunOverview
    judged: JudgedRun | None

    @property
    def judge(self) -> str | None:
        """The judge as services take it."""
        return self.judged.text if self.judged else None


def choose_run_and_judge(overview: Overview) -> Choice:
    """Draw the two choices side by side; the newest run and its queue's judge to begin."""
    runs = {run.run: run for run in overview.runs}
    names = list(runs)
    newest = (overview.own_runs or overview.runs)[-1]
    left, right = st.columns(2)
    with left:
        name = st.selectbox(
            "Run",
            names,
            index=names.index(newest.run),
            format_func=lambda one: run_name(runs[one]),
            key=session.RUN,
            bind="query-params",
        )
    run = runs.get(name or "", newest)
    judges = {judged.text: judged for judged in run.judges}
    begin = _first_judge(overview, run)
    with right:
        if not judges:
            st.selectbox("Judge", ["no judge verdicts on this run"], disabled=True)
            return Choice(run, None)
        text = st.selectbox(
            "Judge", list(judges), index=begin, key=session.JUDGE, bind="query-params"
        )
    return Choice(run, judges.get(text or "") or run.judges[begin])


def _first_judge(overview: Overview, run: RunOverview) -> int:
    """Place of the judge by whom the run's newest queue was drawn, else of the first."""
    drawn_by = [queue.judge for queue in overview.queues if queue.run == run.run and queue.judge]
    names = [judged.text for judged in run.judges]
    return names.index(drawn_by[0]) if drawn_by and drawn_by[0] in names else 0


def run_name(run: RunOverview) -> str:
    """A run's name, with the run that it repeats where its answers are to gold passages."""
    return run.run if run.probe_of is None else f"{run.run} (gold passages of {run.probe_of})"


class LabelOptions(NamedTuple):
    """Whose labels correct the figures, what they are said of, and how careful the limits are."""

    calibrated_on: str | None
    target: Literal["system", "items"]
    is_conservative: bool


OWN_LABELS = "this run"


def choose_labels(overview: Overview, choice: Choice) -> LabelOptions:
    """Draw the choices that few people need, folded away."""
    own = overview.own_runs
    others = [run.run for run in own if run.run != choice.run.run and run.n_labelled]
    with st.expander("Labels and limits", icon=":material/tune:"):
        left, right = st.columns(2)
        source = left.selectbox(
            "Labels from",
            [OWN_LABELS, *others],
            help="Labels of another run are used under the assumption that the judge errs as "
            "often there as here.",
        )
        of_items = right.selectbox(
            "Said of",
            ["the system", "these traces alone"],
            help="The system: what it would do on more traces like these. These traces: what "
            "was not labelled among them is the only doubt.",
        )
        is_conservative = st.checkbox("Limits that never cover less than they promise (wider)")
    return LabelOptions(
        None if source in (None, OWN_LABELS) else source,
        "system" if of_items == "the system" else "items",
        is_conservative,
    )


Where = tuple[tuple[str, str], ...]


class Asked(NamedTuple):
    """What the triage screen was asked: run, judge, whose labels correct its figures how, and when.

    `window` holds the sides of a window of time as field values; empty is the whole run.
    """

    run: str
    judge: str | None
    options: LabelOptions
    window: Where = ()
