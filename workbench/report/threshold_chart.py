"""A judge's error rates over its thresholds, as an Altair chart; computes nothing.

Both rates share one axis, since what matters is the room between them; the band is each one's
interval, and a rule marks the threshold in use.
"""

from collections.abc import Sequence
from typing import Any

import altair as alt

from workbench.report.chart_style import BLUE, GREY, ORANGE, finished

HEIGHT = 300
RATES = (
    ("Wrong answers flagged", "sensitivity"),
    ("Right answers flagged", "false_positive_rate"),
)


def threshold_chart(points: Sequence[Any]) -> alt.LayerChart:
    """Give sensitivity and false-positive rate over the thresholds, with their intervals."""
    rows = [
        {
            "threshold": point.threshold,
            "rate": name,
            "share": getattr(point, field).estimate,
            "low": getattr(point, field).low,
            "high": getattr(point, field).high,
        }
        for name, field in RATES
        for point in points
        if hasattr(getattr(point, field), "estimate")
    ]
    current = [
        {"threshold": point.threshold, "text": f"in use: {point.threshold:g}"}
        for point in points
        if point.is_current
    ]
    base = alt.Chart(alt.InlineData(values=rows)).encode(
        x=alt.X(
            "threshold:Q",
            scale=alt.Scale(zero=False, nice=False, padding=12),
            axis=alt.Axis(title="Threshold", grid=False, tickCount=8),
        ),
        color=alt.Color(
            "rate:N",
            scale=alt.Scale(domain=[name for name, _ in RATES], range=[BLUE, ORANGE]),
            legend=alt.Legend(title=None, orient="top", symbolOpacity=1),
        ),
        tooltip=[
            alt.Tooltip("threshold:Q", title="Threshold", format=".4~f"),
            alt.Tooltip("rate:N", title="Rate"),
            alt.Tooltip("share:Q", title="Share", format=".1%"),
            alt.Tooltip("low:Q", title="From", format=".1%"),
            alt.Tooltip("high:Q", title="To", format=".1%"),
        ],
    )
    scale = alt.Scale(domain=[0, 1])
    axis = alt.Axis(format="%", title="Share flagged", grid=True)
    band = base.mark_area(opacity=0.16).encode(
        y=alt.Y("low:Q", scale=scale, axis=axis), y2="high:Q"
    )
    line = base.mark_line(strokeWidth=2.5).encode(y=alt.Y("share:Q", scale=scale))
    point = base.mark_point(filled=True, size=45, opacity=1).encode(y=alt.Y("share:Q", scale=scale))
    mark = alt.Chart(alt.InlineData(values=current)).encode(x="threshold:Q")
    rule = mark.mark_rule(color=GREY, strokeDash=[5, 4], strokeWidth=1.5)
    text = mark.mark_text(baseline="bottom", dy=-5, color=GREY, fontSize=13).encode(
        y=alt.value(0), text="text:N"
    )
    layers = [band, rule, line, point, text]
    return finished(alt.LayerChart(layer=layers), HEIGHT, has_axis_line=True)
