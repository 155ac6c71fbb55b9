"""How every chart looks, on light and dark ground alike.

Colours come from Okabe and Ito's palette, which colour-blind people can tell apart; greys and
labels sit halfway between black and white, so that one chart reads on either ground.
"""

from collections.abc import Sequence

import altair as alt

# Light enough for a dark ground, dark enough for a white one: above 3 to 1 on either.
BLUE, ORANGE, GREY = "#2B8CD6", "#D9661F", "#888888"
ROW_HEIGHT = 34


def rows_axis(field: str, order: Sequence[str]) -> alt.Y:
    """Give the axis of a chart with a named line for each row, in this order."""
    axis = alt.Axis(title=None, labelLimit=260, labelPadding=8, ticks=False, domain=False)
    return alt.Y(f"{field}:N", sort=list(order), axis=axis)


def finished(
    chart: alt.LayerChart, height: int, has_axis_line: bool = False, font_size: int = 13
) -> alt.LayerChart:
    """Give the chart as wide as its place, with quiet axes and no frame."""
    line = {"domainColor": GREY, "tickColor": GREY} if has_axis_line else {}
    styled: alt.LayerChart = (
        chart.properties(width="container", height=height)
        .configure_view(stroke=None)
        .configure_axis(
            labelColor=GREY,
            titleColor=GREY,
            gridColor=GREY,
            gridOpacity=0.25,
            labelFontSize=font_size,
            titleFontSize=font_size,
            titleFontWeight="normal",
            **line,
        )
        .configure_legend(labelColor=GREY, labelFontSize=font_size)
    )
    return styled
