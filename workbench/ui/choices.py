"""The choice of a run and a judge, the same on every screen and kept in the address."""

from typing import NamedTuple

import streamlit as st

from workbench.services.read_overview import JudgedRun, Overview, RunOverview
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
    """Draw the two choices side by side; the newest run and its first judge to begin with."""
    names = [run.run for run in overview.runs]
    left, right = st.columns(2)
    with left:
        name = st.selectbox(
            "Run", names, index=len(names) - 1, key=session.RUN, bind="query-params"
        )
    run = overview.runs[names.index(name)] if name in names else overview.runs[-1]
    judges = {judged.text: judged for judged in run.judges}
    with right:
        if not judges:
            st.selectbox("Judge", ["no judge verdicts on this run"], disabled=True)
            return Choice(run, None)
        text = st.selectbox("Judge", list(judges), key=session.JUDGE, bind="query-params")
    return Choice(run, judges.get(text or "") or run.judges[0])
