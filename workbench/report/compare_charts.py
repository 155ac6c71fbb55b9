"""Runs against one, a judge's versions and ranked systems as Altair charts; computes nothing."""

from typing import Any

import altair as alt

from workbench.report.chart_style import (
    BLUE,
    GREY,
    ORANGE,
    ROW_HEIGHT,
    finished,
    rows_axis,
)

RATES = alt.Scale(domain=["Sensitivity", "False-positive rate"], range=[BLUE, ORANGE])
SIGNED = "datum.value == 0 ? '0 %' : format(datum.value, '+.0%')"


def differences_chart(several: Any) -> alt.LayerChart:
    """Give each run's change against the first with its interval, all in one colour."""
    rows = [
        {
            "run": row.run,
            "difference": row.comparison.difference.estimate,
            "low": row.comparison.difference.low,
            "high": row.comparison.difference.high,
            "reading": row.reading,
        }
        for row in several.runs
        if hasattr(row.comparison.difference, "interval")
    ]
    base = alt.Chart(alt.InlineData(values=rows)).encode(
        y=rows_axis("run", [str(row["run"]) for row in rows]),
        tooltip=[
            alt.Tooltip("run:N", title="Run"),
            alt.Tooltip("difference:Q", title="Difference", format="+.1%"),
            alt.Tooltip("low:Q", title="From", format="+.1%"),
            alt.Tooltip("high:Q", title="To", format="+.1%"),
            alt.Tooltip("reading:N", title="Read together"),
        ],
    )
    axis = alt.Axis(
        labelExpr=SIGNED,
        title=f"Failing share minus that of {several.baseline}",
        grid=True,
        tickCount=6,
    )
    limits = base.mark_rule(color=BLUE, strokeWidth=2.5).encode(
        x=alt.X("low:Q", axis=axis), x2="high:Q"
    )
    point = base.mark_point(filled=True, size=90, opacity=1, color=BLUE).encode(x="difference:Q")
    none = (
        alt.Chart(alt.InlineData(values=[{"none": 0}]))
        .mark_rule(color=GREY, strokeDash=[5, 4], strokeWidth=1.5)
        .encode(x=alt.X("none:Q", axis=axis))
    )
    return finished(alt.LayerChart(layer=[none, limits, point]), max(1, len(rows)) * ROW_HEIGHT)


def versions_chart(history: Any) -> alt.LayerChart:
    """Give both error rates of each version with their intervals, in the order they arrived."""
    rows = [
        {
            "version": version.judge,
            "rate": name,
            "value": estimate.estimate,
            "low": estimate.low,
            "high": estimate.high,
        }
        for version in history.versions
        for name, estimate in (
            ("Sensitivity", version.sensitivity),
            ("False-positive rate", version.false_positive_rate),
        )
        if hasattr(estimate, "interval")
    ]
    order = [version.judge for version in history.versions]
    base = alt.Chart(alt.InlineData(values=rows)).encode(
        y=rows_axis("version", order),
        yOffset=alt.YOffset("rate:N", sort=list(RATES.domain)),
        color=alt.Color("rate:N", scale=RATES, legend=alt.Legend(title=None, orient="top")),
        tooltip=[
            alt.Tooltip("version:N", title="Version"),
            alt.Tooltip("rate:N", title="Rate"),
            alt.Tooltip("value:Q", format=".1%", title="Estimate"),
            alt.Tooltip("low:Q", format=".1%", title="From"),
            alt.Tooltip("high:Q", format=".1%", title="To"),
        ],
    )
    scale = alt.Scale(domain=[0, 1])
    axis = alt.Axis(format="%", title=None, grid=True, tickCount=6)
    limits = base.mark_rule(strokeWidth=2.5).encode(
        x=alt.X("low:Q", scale=scale, axis=axis), x2="high:Q"
    )
    point = base.mark_point(filled=True, size=80, opacity=1).encode(x=alt.X("value:Q", scale=scale))
    return finished(alt.LayerChart(layer=[limits, point]), max(1, len(order)) * ROW_HEIGHT * 3 // 2)


def ranking_chart(ranking: Any) -> alt.LayerChart:
    """Give the judge's share as a bar and the corrected one as a point, by corrected place."""
    rows = [
        {
            "run": system.run,
            "judged": system.observed.estimate,
            "corrected": system.corrected.estimate,
            "low": system.corrected.low,
            "high": system.corrected.high,
        }
        for system in ranking.systems
        if system.place_corrected is not None
    ]
    base = alt.Chart(alt.InlineData(values=rows)).encode(
        y=rows_axis("run", [str(row["run"]) for row in rows]),
        tooltip=[
            alt.Tooltip("run:N", title="Run"),
            alt.Tooltip("judged:Q", format=".1%", title="The judge fails"),
            alt.Tooltip("corrected:Q", format=".1%", title="Truly fails"),
            alt.Tooltip("low:Q", format=".1%", title="From"),
            alt.Tooltip("high:Q", format=".1%", title="To"),
        ],
    )
    kinds = alt.Scale(domain=["The judge fails", "Truly fails"], range=[GREY, BLUE])
    legend = alt.Legend(title=None, orient="top")
    axis = alt.Axis(format="%", title="Failing share", grid=True, tickCount=6)
    bars = (
        base.transform_calculate(kind="'The judge fails'")
        .mark_bar(opacity=0.5, size=16, cornerRadiusEnd=3)
        .encode(
            x=alt.X("judged:Q", axis=axis),
            color=alt.Color("kind:N", scale=kinds, legend=legend),
        )
    )
    limits = base.mark_rule(color=BLUE, strokeWidth=2.5).encode(x="low:Q", x2="high:Q")
    point = (
        base.transform_calculate(kind="'Truly fails'")
        .mark_point(filled=True, size=90, opacity=1)
        .encode(x="corrected:Q", color=alt.Color("kind:N", scale=kinds, legend=legend))
    )
    return finished(alt.LayerChart(layer=[bars, limits, point]), max(1, len(rows)) * ROW_HEIGHT)
