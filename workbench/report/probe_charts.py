"""Shares of named rows, and a prompt's room over time, as Altair charts; computes nothing.

One chart of shares serves probe outcomes and places in the prompt alike: a point with its interval
in one colour, since neither has a winner. Room over time is a line in the band of the middle half.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import altair as alt

from workbench.report.chart_style import BLUE, ORANGE, ROW_HEIGHT, finished

HEIGHT = 260


class ShareRow(NamedTuple):
    """One named share with its limits and the counts behind it."""

    name: str
    share: float | None
    low: float | None
    high: float | None
    counts: str


def share_chart(rows: Sequence[ShareRow], title: str) -> alt.LayerChart:
    """Give each row's share as a point with its interval."""
    shown = [row._asdict() for row in rows if row.share is not None]
    order = [str(row["name"]) for row in shown]
    axis = alt.Axis(
        title=None,
        labelLimit=320,
        labelPadding=8,
        ticks=False,
        domain=False,
        labelFlush=False,
        labelBound=False,
    )
    base = alt.Chart(alt.InlineData(values=shown)).encode(
        y=alt.Y("name:N", sort=order, axis=axis),
        tooltip=[
            alt.Tooltip("name:N", title=" "),
            alt.Tooltip("share:Q", format=".1%", title="Share"),
            alt.Tooltip("low:Q", format=".1%", title="From"),
            alt.Tooltip("high:Q", format=".1%", title="To"),
            alt.Tooltip("counts:N", title="Traces"),
        ],
    )
    scale = alt.Scale(domain=[0, 1])
    limits = base.mark_rule(color=BLUE, strokeWidth=2.5).encode(
        x=alt.X(
            "low:Q", scale=scale, axis=alt.Axis(format="%", title=title, grid=True, tickCount=10)
        ),
        x2="high:Q",
    )
    point = base.mark_point(filled=True, size=90, opacity=1, color=BLUE).encode(
        x=alt.X("share:Q", scale=scale)
    )
    return finished(alt.LayerChart(layer=[limits, point]), max(1, len(shown)) * ROW_HEIGHT)


def budget_chart(periods: Sequence[Any]) -> alt.LayerChart:
    """Give how many passages fit over time, with the middle half, and how many were packed."""
    rows = [
        {
            "start": period.start,
            "fits": period.fits,
            "low": period.fits_low,
            "high": period.fits_high,
            "packed": period.packed,
            "n": period.n,
        }
        for period in periods
    ]
    tooltip = [
        alt.Tooltip("start:T", title="From", format="%d %b %Y"),
        alt.Tooltip("n:Q", title="Traces", format=","),
        alt.Tooltip("fits:Q", title="Would fit", format=".1f"),
        alt.Tooltip("packed:Q", title="Packed", format=".1f"),
    ]
    kinds = alt.Scale(domain=["Would fit", "Packed"], range=[BLUE, ORANGE])
    legend = alt.Legend(title=None, orient="top", symbolOpacity=1)
    base = alt.Chart(alt.InlineData(values=rows)).encode(
        x=alt.X("start:T", axis=alt.Axis(title=None, format="%d %b", grid=False, labelOverlap=True))
    )
    axis = alt.Axis(title="Passages", grid=True, tickMinStep=1)
    scale = alt.Scale(zero=True)
    band = base.mark_area(opacity=0.16, color=BLUE).encode(
        y=alt.Y("low:Q", axis=axis, scale=scale), y2="high:Q"
    )
    layers = [band]
    for kind, field in (("Would fit", "fits"), ("Packed", "packed")):
        line = base.transform_filter(f"isValid(datum.{field})").transform_calculate(
            kind=f"'{kind}'"
        )
        layers.append(
            line.mark_line(strokeWidth=2.5, point=alt.OverlayMarkDef(size=45)).encode(
                y=alt.Y(f"{field}:Q", axis=axis, scale=scale),
                color=alt.Color("kind:N", scale=kinds, legend=legend),
                tooltip=tooltip,
            )
        )
    return finished(alt.LayerChart(layer=layers), HEIGHT, has_axis_line=True)
