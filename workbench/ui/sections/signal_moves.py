"""What moved: a sentence and a chart for each signal, and what can be done about it."""

from functools import partial

import streamlit as st

from workbench.domain.trace_window import SINCE
from workbench.report import charts, signal_charts
from workbench.services.open_store import Store
from workbench.services.signals.signal_results import SignalSeries, SignalsResult
from workbench.ui import access, cached, parts, signal_view, takeaway
from workbench.ui.choices import Choice
from workbench.ui.sections import signal_queue

AXIS_HEIGHT = 34


def draw(store: Store, choice: Choice, result: SignalsResult) -> None:
    """Draw the answer, then every signal that moved."""
    parts.headline(result.sentence, signal_view.basis(result))
    if result.refusal is not None:
        parts.refusal(result.refusal)
        return
    parts.warnings(result.warnings)
    moved = [series for series in result.signals if series.move is not None]
    if not moved:
        parts.reading(
            "All charts stand under Every signal. Look again when more traces are in; each look "
            "is a test of its own."
        )
        return
    for series in moved:
        _moved(store, choice, series)
    parts.reading(
        "A signal says that something changed, not what is wrong. Traffic that asks other things "
        "moves signals too: label some before you mend. The moment named is the best guess; a "
        "window to either side often fits nearly as well."
    )
    parts.screen_button("Triage of the whole run", "triage", is_primary=False)


def _moved(store: Store, choice: Choice, series: SignalSeries) -> None:
    with st.container(border=True):
        parts.subsection(f"{series.title} · {signal_view.stage_of(series)}")
        parts.reading(series.sentence)
        chart(series)
        table(series)
        around = st.expander(
            "Where answers are lost, before and since",
            key=f"around-{series.signal}",
            on_change="rerun",
            icon=":material/filter_alt:",
        )
        if around.open:
            with around:
                _around(store, choice, series)
        with st.expander("Draw a queue of these traces", icon=":material/shuffle:"):
            signal_queue.form(store, choice, series.signal, key=series.signal)
        _triage_since(series)


def _triage_since(series: SignalSeries) -> None:
    """Lead to the triage of what ran since the move; traces without a time have no such window."""
    since = None if series.move is None else series.move.since_at
    if since is None or not access.may_see("triage"):
        return
    if st.button(
        signal_view.triage_since(since),
        key=f"triage-since-{series.signal}",
        icon=":material/arrow_forward:",
        icon_position="right",
    ):
        # Run and judge travel with the session: their widgets own their part of the address.
        st.switch_page("screens/triage.py", query_params={SINCE: f"{since:%Y-%m-%dT%H:%M}"})


def chart(series: SignalSeries) -> None:
    """Draw one signal's chart."""
    figure = signal_charts.signal_chart(series)
    st.altair_chart(
        figure, alt=series.sentence, height=int(figure.height) + AXIS_HEIGHT, key=series.signal
    )


def table(series: SignalSeries) -> None:
    """Draw the table under a chart with the downloads of both, folded away until asked for."""
    shown = st.expander(
        "Table and files", key=f"table-{series.signal}", on_change="rerun", icon=":material/table:"
    )
    if not shown.open:
        return
    with shown:
        rows = signal_view.window_rows(series)
        takeaway.table(rows, signal_view.LEVEL_COLUMNS if series.is_share else (), height=280)
        figure = signal_charts.signal_chart(series)
        name = f"signal-{series.signal}"
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


def _around(store: Store, choice: Choice, series: SignalSeries) -> None:
    if series.move is None:
        return
    found = cached.around(store, series.move, choice.run.run, choice.judge)
    parts.reading(found.sentence)
    if found.buckets:
        takeaway.table(signal_view.around_rows(found), ("Share before", "Share since"))
        parts.reading(
            f"Buckets as the judge {found.judge} and the ids have them, uncorrected; the limits "
            f"hold for all rows at once. {signal_view.outside_sentence(found)}"
        )
