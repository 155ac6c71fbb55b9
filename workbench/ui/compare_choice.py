"""The choice of two runs and one judge, kept in the address."""

from typing import NamedTuple

import streamlit as st

from workbench.services.housekeeping.read_overview import Overview
from workbench.ui.compare_view import judges_of


class PairChoice(NamedTuple):
    """The run before, the run after, and the judge; None where neither was judged."""

    before: str
    after: str
    judge: str | None


def choose_runs(overview: Overview) -> PairChoice:
    """Draw the three choices side by side; the two newest runs and their queue's judge to begin."""
    runs = {run.run: run for run in overview.own_runs}
    names = list(runs)
    left, middle, right = st.columns(3)
    with left:
        before = st.selectbox(
            "Before", names, index=len(names) - 2, key="compare.before", bind="query-params"
        )
    with middle:
        after = st.selectbox(
            "After", names, index=len(names) - 1, key="compare.after", bind="query-params"
        )
    judges = judges_of(runs[before], runs[after])
    with right:
        if not judges:
            st.selectbox("Judge", ["no judge verdicts on these runs"], disabled=True)
            return PairChoice(before, after, None)
        drawn_by = [queue.judge for queue in overview.queues if queue.run in (after, before)]
        begin = next((judges.index(one) for one in drawn_by if one in judges), 0)
        judge = st.selectbox("Judge", judges, index=begin, key="compare.judge", bind="query-params")
    return PairChoice(before, after, judge)
