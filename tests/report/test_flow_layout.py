"""A flow's places: counts to thickness, names in one order, nothing thinner or closer than read."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.report.flow_layout import LINE, THINNEST, Flow, Link, Node, flow_layout

ORDER = tuple("abcdefgh")

any_links = st.dictionaries(
    st.tuples(st.sampled_from(ORDER), st.sampled_from(ORDER)),
    st.integers(0, 20_000),
    max_size=len(ORDER) ** 2,
).map(lambda counts: [Link(before, after, n) for (before, after), n in counts.items()])


def middle(node: Node) -> float:
    return (node.top + node.bottom) / 2


def sides(flow: Flow) -> tuple[tuple[Node, ...], ...]:
    return flow.before, flow.after


@given(any_links)
def test_names_stand_in_order_a_line_apart_and_inside_the_height(links: list[Link]) -> None:
    flow = flow_layout(links, ORDER)
    for nodes in sides(flow):
        names = [node.name for node in nodes]
        assert names == sorted(names, key=ORDER.index)
        for upper, lower in pairwise(nodes):
            assert middle(lower) - middle(upper) >= LINE
            assert lower.top >= upper.bottom
        for node in nodes:
            assert node.top >= -1e-9
            assert node.bottom <= flow.height + 1e-9


@given(any_links)
def test_every_link_with_a_count_is_a_band_that_can_be_seen(links: list[Link]) -> None:
    flow = flow_layout(links, ORDER)
    assert sorted(band.link for band in flow.bands) == sorted(link for link in links if link.n)
    assert all(band.thickness >= THINNEST for band in flow.bands)


@given(any_links)
def test_each_name_holds_its_links_and_their_bands_fill_it(links: list[Link]) -> None:
    flow = flow_layout(links, ORDER)
    for end, nodes in enumerate(sides(flow)):
        for node in nodes:
            mine = [band for band in flow.bands if band.link[end] == node.name]
            assert node.n == sum(band.link.n for band in mine)
            ends = sorted((band[end + 1], band.thickness) for band in mine)
            here = node.top
            for place, thickness in ends:
                assert place - thickness / 2 == pytest.approx(here, abs=1e-6)
                here = place + thickness / 2
            assert here == pytest.approx(node.bottom, abs=1e-6)


def test_a_name_without_links_on_one_side_is_left_out_there() -> None:
    flow = flow_layout([Link("a", "b", 3), Link("c", "c", 0)], ORDER)
    assert [node.name for node in flow.before] == ["a"]
    assert [node.name for node in flow.after] == ["b"]


def test_a_name_stands_at_one_height_on_both_sides() -> None:
    flow = flow_layout([Link("a", "a", 5), Link("a", "b", 5), Link("b", "b", 30)], ORDER)
    for left, right in zip(flow.before, flow.after, strict=True):
        assert middle(left) == pytest.approx(middle(right))


def test_thickness_follows_the_count_above_the_thinnest() -> None:
    flow = flow_layout([Link("a", "a", 600), Link("a", "b", 300), Link("b", "b", 1)], ORDER)
    thick = {band.link.n: band.thickness for band in flow.bands}
    assert thick[600] == pytest.approx(2 * thick[300])
    assert thick[1] == THINNEST


def test_bands_of_one_name_leave_in_the_order_they_arrive() -> None:
    flow = flow_layout([Link("b", after, 10) for after in "dacb"], ORDER)
    assert [band.link.after for band in sorted(flow.bands, key=lambda band: band.leaves)] == [
        *"abcd"
    ]


def test_nothing_to_draw_has_no_height() -> None:
    assert flow_layout([], ORDER) == Flow((), (), (), 0.0)
