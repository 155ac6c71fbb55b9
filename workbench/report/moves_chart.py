"""Moves between buckets as a flow chart: before on the left, after on the right.

Chosen: what stayed is pale and level, and only three colours move: into the right answers, out of
them, and from one failing bucket to another; a bucket without questions is left out. Rejected: a
matrix, in which the reader has to know where fixed and broken stand, and most cells are empty.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import altair as alt

from workbench.report.chart_style import BLUE, GREY, ORANGE, finished
from workbench.report.flow_layout import Band, Flow, Link, Node, flow_layout
from workbench.report.words import named

PURPLE = "#A65A94"
STAYED = "Stayed"


class Look(NamedTuple):
    """How the bands of one kind look."""

    color: str
    opacity: float


LOOKS = {
    STAYED: Look(GREY, 0.22),
    "Fixed": Look(BLUE, 0.8),
    "Broken": Look(ORANGE, 0.8),
    "Fails elsewhere": Look(PURPLE, 0.8),
    "Outside in one run": Look(GREY, 0.55),
}
HEAD = 34.0
CURVE = tuple(step / 12 for step in range(13))
BAR, LETTER, BESIDE = 9, 6.9, 10
FONT = 13
SPACE = "\u2002"


class Place(NamedTuple):
    """The two scales that all layers share."""

    across: alt.Scale
    down: alt.Scale

    def x(self) -> alt.X:
        """Give the way across, 0 at the column before and 1 at the column after."""
        return alt.X("x:Q", axis=None, scale=self.across)

    def y(self, field: str) -> alt.Y:
        """Give the way down, in pixels below the titles."""
        return alt.Y(f"{field}:Q", axis=None, scale=self.down)


class Side(NamedTuple):
    """One column of names: where it stands, its title, and its names."""

    at: int
    title: str
    nodes: tuple[Node, ...]

    @property
    def labels(self) -> list[str]:
        """Give each name with its count, the count nearest the column."""
        texts = [(f"{node.n:,}", node.name) for node in self.nodes]
        return [SPACE.join(text if self.at else text[::-1]) for text in texts]


def moves_chart(comparison: Any, order: list[str]) -> alt.LayerChart:
    """Give the moves between observed buckets; `order` is that of the buckets."""
    kinds: dict[Link, str] = {
        Link(named(stay.bucket), named(stay.bucket), stay.n): STAYED for stay in comparison.stayed
    }
    for move in comparison.moves:
        kinds[Link(named(move.from_bucket), named(move.to_bucket), move.n)] = move.kind
    flow = flow_layout(kinds, [named(name) for name in order])
    before = Side(0, f"Before: {comparison.run_a}", flow.before)
    after = Side(1, f"After: {comparison.run_b}", flow.after)
    across = alt.Scale(
        domain=[0, 1],
        range=[_margin(before), alt.ExprRef(f"width - {_margin(after)}")],
        nice=False,
    )
    down = alt.Scale(domain=[-HEAD, flow.height], reverse=True, nice=False, zero=False)
    place = Place(across, down)
    layers = [
        _bands(flow, kinds, place),
        *_side(before, place),
        *_side(after, place),
    ]
    return finished(alt.LayerChart(layer=layers), round(flow.height + HEAD))


def _margin(side: Side) -> int:
    """Room for the longest label of a side; letters are of about one width."""
    return round(max(map(len, side.labels), default=0) * LETTER) + BESIDE


def _bands(flow: Flow, kinds: Mapping[Link, str], place: Place) -> alt.Chart:
    # What stayed and what is outside lie at the back, small moves in front of large ones.
    bands = sorted(flow.bands, key=lambda band: (LOOKS[kinds[band.link]].opacity, -band.link.n))
    shown = [kind for kind in LOOKS if kind in kinds.values()]
    legend = alt.Legend(title=None, orient="bottom", symbolType="square", symbolStrokeWidth=0)
    colors = alt.Scale(domain=shown, range=[LOOKS[kind].color for kind in shown])
    opacities = alt.Scale(
        type="ordinal", domain=shown, range=[LOOKS[kind].opacity for kind in shown]
    )
    n_total = sum(band.link.n for band in bands)
    rows = [row for band in bands for row in _curve(band, kinds[band.link], band.link.n / n_total)]
    chart: alt.Chart = (
        alt.Chart(alt.InlineData(values=rows))
        .mark_area(interpolate="monotone", strokeWidth=1)
        .encode(
            x=place.x(),
            y=place.y("top"),
            y2="bottom:Q",
            detail="band:N",
            color=alt.Color("kind:N", scale=colors, legend=legend),
            stroke=alt.Stroke("kind:N", scale=colors, legend=None),
            opacity=alt.Opacity("kind:N", scale=opacities, legend=legend),
            tooltip=[
                alt.Tooltip("before:N", title="Before"),
                alt.Tooltip("after:N", title="After"),
                alt.Tooltip("n:Q", title="Questions", format=","),
                alt.Tooltip("share:Q", title="Of all", format=".1%"),
                alt.Tooltip("kind:N", title="Kind"),
            ],
        )
    )
    return chart


def _curve(band: Band, kind: str, share: float) -> list[dict[str, object]]:
    """A band's upper and lower edge from left to right, level at both ends."""
    half = band.thickness / 2
    middles = [
        band.leaves + (band.arrives - band.leaves) * step**2 * (3 - 2 * step) for step in CURVE
    ]
    return [
        {
            "band": f"{band.link.before} → {band.link.after}",
            "before": band.link.before,
            "after": band.link.after,
            "n": band.link.n,
            "share": share,
            "kind": kind,
            "x": step,
            "top": middle - half,
            "bottom": middle + half,
        }
        for step, middle in zip(CURVE, middles, strict=True)
    ]


def _side(side: Side, place: Place) -> list[alt.Chart]:
    rows = [
        {
            "x": side.at,
            "top": node.top,
            "bottom": node.bottom,
            "middle": (node.top + node.bottom) / 2,
            "label": label,
            "name": node.name,
            "n": node.n,
        }
        for node, label in zip(side.nodes, side.labels, strict=True)
    ]
    base = alt.Chart(alt.InlineData(values=rows)).encode(
        x=place.x(),
        tooltip=[
            alt.Tooltip("name:N", title="Bucket"),
            alt.Tooltip("n:Q", title="Questions", format=","),
        ],
    )
    bars = base.mark_rule(strokeWidth=BAR, color=GREY).encode(y=place.y("top"), y2="bottom:Q")
    labels = base.mark_text(
        align="left" if side.at else "right",
        dx=BESIDE if side.at else -BESIDE,
        fontSize=FONT,
        color=GREY,
    ).encode(y=place.y("middle"), text="label:N")
    title = (
        alt.Chart(alt.InlineData(values=[{"title": side.title}]))
        .mark_text(
            align="right" if side.at else "left",
            fontSize=FONT,
            fontWeight="bold",
            color=GREY,
            limit=alt.ExprRef("width / 2 - 12"),
        )
        .encode(
            x=alt.value(alt.ExprRef("width") if side.at else 0), y=alt.value(10), text="title:N"
        )
    )
    return [bars, labels, title]
