"""Every signal as a small chart, stage by stage, whether it moved or not."""

import streamlit as st

from workbench.services.open_store import Store
from workbench.services.signals.signal_results import SignalsResult
from workbench.ui import parts, signal_view, takeaway
from workbench.ui.choices import Choice
from workbench.ui.sections import signal_moves

N_COLUMNS = 2


def draw(_store: Store, _choice: Choice, result: SignalsResult) -> None:
    """Draw the table of all signals, then their charts side by side."""
    parts.section("Every signal", signal_view.threshold_sentence(result))
    rows = signal_view.overview_rows(result)
    takeaway.table(rows)
    takeaway.downloads([takeaway.rows_offer(rows, "signals")], key="signals")
    shown = [series for series in result.signals if series.p_value is not None]
    for first in range(0, len(shown), N_COLUMNS):
        columns = st.columns(N_COLUMNS, gap="medium")
        for column, series in zip(columns, shown[first : first + N_COLUMNS], strict=False):
            with column, st.container(border=True):
                parts.subsection(f"{series.title} · {signal_view.stage_of(series)}")
                parts.reading(series.sentence)
                signal_moves.chart(series)
                signal_moves.table(series)
