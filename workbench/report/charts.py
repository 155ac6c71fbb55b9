"""Results to Altair charts; computes nothing. Pictures are made without a network."""

import csv
import io
import json
from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt

from workbench.report.chart_style import BLUE, ORANGE, ROW_HEIGHT, finished, rows_axis
from workbench.report.funnel_rows import funnel_rows
from workbench.report.words import named

BAR_GREY = "#A6A6A6"
MEANT_FOR_FORMULAS = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")


def funnel_chart(result: Any) -> alt.LayerChart:
    """Give the funnel: each stage's conditional survival with its interval and counts."""
    rows = [
        {
            "stage": row.stage,
            "rate": row.rate,
            "low": row.low,
            "high": row.high,
            "counts": row.counts,
        }
        for row in funnel_rows(result)
        if row.rate is not None
    ]
    order = [str(row["stage"]) for row in rows]
    base = alt.Chart(alt.InlineData(values=rows)).encode(y=rows_axis("stage", order))
    scale = alt.Scale(domain=[0, 1])
    axis = alt.Axis(format="%", title="Share that comes through", grid=True, tickCount=10)
    bars = base.mark_bar(color=BLUE, opacity=0.75, cornerRadiusEnd=3, size=18).encode(
        x=alt.X("rate:Q", scale=scale, axis=axis),
        tooltip=[
            alt.Tooltip("stage:N", title="Stage"),
            alt.Tooltip("rate:Q", format=".1%", title="Comes through"),
            alt.Tooltip("low:Q", format=".1%", title="From"),
            alt.Tooltip("high:Q", format=".1%", title="To"),
            alt.Tooltip("counts:N", title="Traces"),
        ],
    )
    limits = base.mark_rule(color=ORANGE, strokeWidth=2).encode(
        x=alt.X("low:Q", scale=scale), x2="high:Q"
    )
    counts = base.mark_text(align="left", dx=6, color="white", fontWeight="bold").encode(
        x=alt.value(0), text="counts:N"
    )
    return finished(alt.LayerChart(layer=[bars, limits, counts]), max(1, len(rows)) * ROW_HEIGHT)


def corrected_chart(table: Any) -> alt.LayerChart:
    """Give raw beside corrected share of each bucket: a grey bar, and a point with interval."""
    rows = [
        {
            "bucket": named(row.bucket),
            "observed": row.observed_share,
            "corrected": row.corrected_share,
            "low": row.low,
            "high": row.high,
            "n": row.observed_n,
        }
        for row in table.buckets
    ]
    order = [str(row["bucket"]) for row in rows]
    base = alt.Chart(alt.InlineData(values=rows)).encode(y=rows_axis("bucket", order))
    axis = alt.Axis(format="%", title="Share of traces", grid=True, tickCount=8)
    tooltip = [
        alt.Tooltip("bucket:N", title="Bucket"),
        alt.Tooltip("observed:Q", format=".1%", title="Observed"),
        alt.Tooltip("n:Q", format=",", title="Observed traces"),
        alt.Tooltip("corrected:Q", format=".1%", title="Corrected"),
        alt.Tooltip("low:Q", format=".1%", title="From"),
        alt.Tooltip("high:Q", format=".1%", title="To"),
    ]
    kinds = alt.Scale(domain=["Observed", "Corrected"], range=[BAR_GREY, BLUE])
    legend = alt.Legend(title=None, orient="top")
    bars = (
        base.transform_calculate(kind="'Observed'")
        .mark_bar(opacity=0.6, size=18, cornerRadiusEnd=3)
        .encode(
            x=alt.X("observed:Q", axis=axis),
            color=alt.Color("kind:N", scale=kinds, legend=legend),
            tooltip=tooltip,
        )
    )
    limits = base.mark_rule(color=BLUE, strokeWidth=2.5).encode(
        x=alt.X("low:Q"), x2="high:Q", tooltip=tooltip
    )
    point = (
        base.transform_filter("isValid(datum.corrected)")
        .transform_calculate(kind="'Corrected'")
        .mark_point(filled=True, size=90, opacity=1)
        .encode(
            x=alt.X("corrected:Q"),
            color=alt.Color("kind:N", scale=kinds, legend=legend),
            tooltip=tooltip,
        )
    )
    return finished(alt.LayerChart(layer=[bars, limits, point]), max(1, len(rows)) * ROW_HEIGHT)


def groups_chart(table: Any) -> alt.LayerChart:
    """Give each group's failing share with its interval, all in one colour: no winners."""
    rows = [
        {
            "group": row.group,
            "share": row.share,
            "low": row.low,
            "high": row.high,
            "counts": f"{row.n_failing:,} of {row.n:,}" + (" (few labels)" if row.is_few else ""),
        }
        for row in table.rows
    ]
    order = [str(row["group"]) for row in rows]
    base = alt.Chart(alt.InlineData(values=rows)).encode(
        y=rows_axis("group", order),
        tooltip=[
            alt.Tooltip("group:N", title="Group"),
            alt.Tooltip("share:Q", format=".1%", title="Failing"),
            alt.Tooltip("counts:N", title="Labelled"),
        ],
    )
    scale = alt.Scale(domain=[0, 1])
    axis = alt.Axis(format="%", title="Failing share among labelled traces", grid=True)
    limits = base.mark_rule(color=BLUE, strokeWidth=2.5).encode(
        x=alt.X("low:Q", scale=scale, axis=axis), x2="high:Q"
    )
    point = base.mark_point(filled=True, size=90, opacity=1, color=BLUE).encode(
        x=alt.X("share:Q", scale=scale)
    )
    return finished(alt.LayerChart(layer=[limits, point]), max(1, len(rows)) * ROW_HEIGHT)


def png_bytes(figure: alt.TopLevelMixin, scale: float = 2.0) -> bytes:
    """Give the chart as a PNG on white ground."""
    import vl_convert

    return bytes(vl_convert.vegalite_to_png(_printable(figure), scale=scale))


def svg_bytes(figure: alt.TopLevelMixin) -> bytes:
    """Give the chart as an SVG on white ground."""
    import vl_convert

    return str(vl_convert.vegalite_to_svg(_printable(figure))).encode("utf-8")


def rows_to_csv(rows: Sequence[Mapping[str, object]]) -> bytes:
    """Give the rows under a chart as CSV, texts that a spreadsheet would run made harmless."""
    columns = list(dict.fromkeys(name for row in rows for name in row))
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow([_harmless(name) for name in columns])
    for row in rows:
        writer.writerow([_harmless(row.get(name)) for name in columns])
    return out.getvalue().encode("utf-8")


def _harmless(cell: object) -> object:
    is_formula = isinstance(cell, str) and cell.lstrip("'").startswith(MEANT_FOR_FORMULAS)
    return f"'{cell}" if is_formula else cell


def _printable(figure: alt.TopLevelMixin) -> str:
    spec = json.loads(figure.to_json())
    spec["background"] = "white"
    if spec.get("width") == "container":
        spec["width"] = 640
    return json.dumps(spec)
