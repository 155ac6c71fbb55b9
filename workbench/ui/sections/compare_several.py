"""Several runs against one, read together."""

import streamlit as st

from workbench.report import compare_charts
from workbench.services.housekeeping.read_overview import Overview
from workbench.services.open_store import Store
from workbench.ui import cached, compare_view, parts, takeaway
from workbench.ui.compare_choice import PairChoice


def draw(store: Store, overview: Overview, pair: PairChoice) -> None:
    """Draw the choice of runs, what they say together, and each one's change."""
    others = compare_view.others_than(overview, pair.before)
    # No run's name in the label: labels are read as markdown, names are not.
    chosen = st.multiselect(
        "Compared with the run before",
        others,
        default=others,
        key=f"compare.several.{pair.before}",
    )
    if not chosen:
        parts.empty("No run chosen", "Choose the runs that are compared with the first one.")
        return
    found = cached.several(store, pair.before, tuple(chosen), pair.judge)
    parts.headline(
        found.sentence,
        f"p-values are adjusted ({found.method}) for the runs looked at; without that, one in "
        "twenty unchanged runs would seem changed. The judge's flips are adjusted by themselves "
        "and say nothing of quality.",
    )
    rows = compare_view.several_rows(found)
    name = takeaway.safe_name(f"compare_{pair.before}")
    if found.n_tested:
        takeaway.chart(compare_charts.differences_chart(found), rows, name, found.sentence)
    else:
        takeaway.table(rows)
        takeaway.downloads([takeaway.rows_offer(rows, name)], key="compare-several")
    if reasons := compare_view.several_refusals(found):
        parts.remarks("Why some differences are missing", reasons, "refusal")
