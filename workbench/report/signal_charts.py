"""A signal over time, or by version, as an Altair chart; computes nothing.

Small and alike, so that a page of them is read in one glance: level with its band by window, and
where the signal moved a dashed rule with the levels on both sides of it.
"""

from typing import Any

import altair as alt

from workbench.report.chart_style import BLUE, ORANGE, ROW_HEIGHT, finished

HEIGHT = 170


def signal_chart(series: Any) -> alt.LayerChart:
    """Give one signal's level by window, its interval as a band, and its move if there is one."""
    has_time = all(point.at is not None for point in series.points)
    rows = [
        {
            "at": point.at if has_time else point.first_trace,
            "window": f"{point.starts} to {point.ends}",
            "level": point.value,
            "low": point.low,
            "high": point.high,
            "n": point.n,
        }
        for point in series.points
        if point.value is not None
    ]
    text_format = ".1%" if series.is_share else ".3~f"
    base = alt.Chart(alt.InlineData(values=rows)).encode(
        x=_place(has_time),
        tooltip=[
            alt.Tooltip("window:N", title="Window"),
            alt.Tooltip("level:Q", title="Level", format=text_format),
            alt.Tooltip("low:Q", title="From", format=text_format),
            alt.Tooltip("high:Q", title="To", format=text_format),
            alt.Tooltip("n:Q", title="Traces", format=","),
        ],
    )
    scale = alt.Scale(zero=series.is_share, nice=True)
    axis = alt.Axis(
        title=None, format="%" if series.is_share else "~g", tickCount=4, grid=True, minExtent=44
    )
    band = base.mark_area(color=BLUE, opacity=0.16).encode(
        y=alt.Y("low:Q", scale=scale, axis=axis), y2="high:Q"
    )
    line = base.mark_line(color=BLUE, strokeWidth=2).encode(y=alt.Y("level:Q", scale=scale))
    points = base.mark_point(color=BLUE, filled=True, size=30, opacity=1).encode(
        y=alt.Y("level:Q", scale=scale)
    )
    layers = [band, line, points]
    if series.move is not None:
        layers += _move_layers(series, rows, has_time, scale)
    return finished(alt.LayerChart(layer=layers), HEIGHT, has_axis_line=True, font_size=12)


def _move_layers(
    series: Any, rows: list[dict[str, object]], has_time: bool, scale: alt.Scale
) -> list[alt.Chart]:
    move = series.move
    point = series.points[move.n_windows_before]
    at = point.at if has_time else point.first_trace
    levels = [
        {"at": rows[0]["at"], "end": at, "level": move.before},
        {"at": at, "end": rows[-1]["at"], "level": move.after},
    ]
    mark = alt.Chart(alt.InlineData(values=[{"at": at, "text": move.starts}]))
    rule = mark.mark_rule(color=ORANGE, strokeDash=[5, 4], strokeWidth=1.5).encode(
        x=_place(has_time)
    )
    # Written away from the nearer edge, so that it is never cut off.
    is_early = 2 * move.n_windows_before < len(series.points)
    text = mark.mark_text(
        align="left" if is_early else "right",
        dx=5 if is_early else -5,
        dy=-7,
        baseline="bottom",
        color=ORANGE,
        fontSize=12,
    ).encode(x=_place(has_time), y=alt.value(0), text="text:N")
    sides = (
        alt.Chart(alt.InlineData(values=levels))
        .mark_rule(color=ORANGE, strokeWidth=2)
        .encode(x=_place(has_time), x2="end", y=alt.Y("level:Q", scale=scale))
    )
    return [rule, text, sides]


def _place(has_time: bool) -> alt.X:
    axis = alt.Axis(title=None, grid=False, tickCount=5, labelOverlap=True, labelFlush=True)
    if has_time:
        axis.format = "%d %b"
        return alt.X("at:T", axis=axis, scale=alt.Scale(type="utc"))
    axis.title = "Trace, in the order of import"
    return alt.X("at:Q", axis=axis, scale=alt.Scale(zero=False, nice=False))


def version_chart(series: Any) -> alt.LayerChart:
    """Give one signal's level in every version with its interval, all in one colour."""
    rows = [
        {
            "version": value.version,
            "level": value.value,
            "low": value.low,
            "high": value.high,
            "n": value.n,
        }
        for value in series.values
        if value.value is not None
    ]
    text_format = ".1%" if series.is_share else ".3~f"
    base = alt.Chart(alt.InlineData(values=rows)).encode(
        y=alt.Y(
            "version:N",
            sort=[str(row["version"]) for row in rows],
            axis=alt.Axis(title=None, labelLimit=200, labelPadding=8, ticks=False, domain=False),
        ),
        tooltip=[
            alt.Tooltip("version:N", title="Version"),
            alt.Tooltip("level:Q", title="Level", format=text_format),
            alt.Tooltip("low:Q", title="From", format=text_format),
            alt.Tooltip("high:Q", title="To", format=text_format),
            alt.Tooltip("n:Q", title="Traces", format=","),
        ],
    )
    scale = alt.Scale(zero=series.is_share, nice=True)
    axis = alt.Axis(title=None, format="%" if series.is_share else "~g", tickCount=5, grid=True)
    limits = base.mark_rule(color=BLUE, strokeWidth=2.5).encode(
        x=alt.X("low:Q", scale=scale, axis=axis), x2="high:Q"
    )
    point = base.mark_point(filled=True, size=80, opacity=1, color=BLUE).encode(
        x=alt.X("level:Q", scale=scale)
    )
    return finished(
        alt.LayerChart(layer=[limits, point]),
        max(1, len(rows)) * ROW_HEIGHT,
        has_axis_line=True,
        font_size=12,
    )
