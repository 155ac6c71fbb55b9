"""Signals by version: whether models, index versions or settings differ."""

from functools import partial

import streamlit as st

from workbench.report import charts, signal_charts
from workbench.report.percent import percent
from workbench.services.open_store import Store
from workbench.services.signals.signal_results import SignalByVersion, SignalsResult
from workbench.ui import cached, parts, signal_view, takeaway
from workbench.ui.choices import Choice

AXIS_HEIGHT = 34
N_COLUMNS = 2
THIS_RUN, ALL_RUNS = "this run", "all runs"


def draw(store: Store, choice: Choice, _result: SignalsResult) -> None:
    """Draw the choice of a field, the answer, and the signals that differ first."""
    left, right = st.columns(2)
    with right:
        scope = st.selectbox("Traces of", [THIS_RUN, ALL_RUNS])
    run = choice.run.run if scope == THIS_RUN else None
    fields = cached.version_fields(store, run)
    if not fields:
        parts.empty(
            "One version only",
            f"All traces of {scope} have the same model, index version and settings. Import "
            "another run, or look at all runs.",
        )
        return
    with left:
        by = st.selectbox("Versions by", fields)
    found = cached.versions(store, str(by), run, choice.judge)
    parts.headline(
        found.sentence,
        f"{found.n:,} traces. Where versions are alike, at most {percent(found.false_alarm_rate)} "
        "of looks call any signal different. Versions may have been asked different questions: "
        "the comparison of two runs pairs them.",
    )
    shown = sorted(
        (one for one in found.signals if one.p_value is not None),
        key=lambda one: not one.differs,
    )
    for first in range(0, len(shown), N_COLUMNS):
        columns = st.columns(N_COLUMNS, gap="medium")
        for column, series in zip(columns, shown[first : first + N_COLUMNS], strict=False):
            with column:
                _one(series)


def _one(series: SignalByVersion) -> None:
    with st.container(border=True):
        parts.subsection(f"{series.title} · {signal_view.stage_of(series)}")
        parts.reading(series.sentence)
        figure = signal_charts.version_chart(series)
        st.altair_chart(
            figure,
            alt=series.sentence,
            height=int(figure.height) + AXIS_HEIGHT,
            key=f"version-{series.signal}",
        )
        unfolded = st.expander(
            "Table and files",
            key=f"version-table-{series.signal}",
            on_change="rerun",
            icon=":material/table:",
        )
        if not unfolded.open:
            return
        with unfolded:
            rows = signal_view.version_rows(series)
            takeaway.table(rows, signal_view.LEVEL_COLUMNS if series.is_share else ())
            name = f"versions-{series.signal}"
            takeaway.downloads(
                [
                    takeaway.rows_offer(rows, name),
                    takeaway.FileOffer(
                        "PNG", f"{name}.png", "image/png", partial(charts.png_bytes, figure)
                    ),
                    takeaway.FileOffer(
                        "SVG", f"{name}.svg", "image/svg+xml", partial(charts.svg_bytes, figure)
                    ),
                ],
                key=name,
            )
