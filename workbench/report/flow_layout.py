"""Where a flow chart's names and bands stand, in pixels from its top; knows nothing of Altair.

Chosen: a name has one place on both sides, so that what stayed runs level in the background and
only what moved rises or falls. Rejected: each side packed by itself, where everything slants and
the eye finds no move.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

BODY = 320.0
ROOM_OF_ONE = 120.0
GAP = 8.0
LINE = 20.0
THINNEST = 1.5


class Link(NamedTuple):
    """How many went from one name to another."""

    before: str
    after: str
    n: int


class Node(NamedTuple):
    """One name on one side: how many it holds, and where it stands."""

    name: str
    n: int
    top: float
    bottom: float


class Band(NamedTuple):
    """One link: the middle of it where it leaves and where it arrives, and how thick it is."""

    link: Link
    leaves: float
    arrives: float
    thickness: float


class Flow(NamedTuple):
    """Both sides and the bands between them; `height` holds them all."""

    before: tuple[Node, ...]
    after: tuple[Node, ...]
    bands: tuple[Band, ...]
    height: float


def flow_layout(links: Iterable[Link], order: Sequence[str]) -> Flow:
    """Give the places of all names and links, names from the top in this order.

    Names without a link are left out, on each side. A link's thickness follows its count, but
    none is thinner than 1.5 pixels, and two names stand at least a line of text apart.
    """
    place = {name: number for number, name in enumerate(order)}
    shown = [link for link in links if link.n]
    names = [name for name in order if any(name in (link.before, link.after) for link in shown)]
    n_total = sum(link.n for link in shown)
    body = min(BODY, ROOM_OF_ONE * len(names))
    thick = {link: max(THINNEST, body * link.n / n_total) for link in shown}
    leaving = sorted(shown, key=lambda link: (place[link.before], place[link.after]))
    arriving = sorted(shown, key=lambda link: (place[link.after], place[link.before]))
    rooms = defaultdict[str, float](lambda: LINE)
    for links_of in (_by_name(leaving, 0), _by_name(arriving, 1)):
        for name, found in links_of.items():
            rooms[name] = max(rooms[name], sum(thick[link] for link in found))
    middles, top = {}, 0.0
    for name in names:
        middles[name] = top + rooms[name] / 2
        top += rooms[name] + GAP
    before, leaves = _side(_by_name(leaving, 0), middles, thick)
    after, arrives = _side(_by_name(arriving, 1), middles, thick)
    bands = tuple(Band(link, leaves[link], arrives[link], thick[link]) for link in leaving)
    return Flow(before, after, bands, max(0.0, top - GAP))


def _by_name(links: Iterable[Link], end: int) -> dict[str, list[Link]]:
    found: dict[str, list[Link]] = {}
    for link in links:
        found.setdefault((link.before, link.after)[end], []).append(link)
    return found


def _side(
    links_of: dict[str, list[Link]], middles: dict[str, float], thick: dict[Link, float]
) -> tuple[tuple[Node, ...], dict[Link, float]]:
    """The names of one side, and the middle of every link's end there, stacked in each name."""
    nodes, ends = [], {}
    for name, links in links_of.items():
        size = sum(thick[link] for link in links)
        top = here = middles[name] - size / 2
        for link in links:
            ends[link] = here + thick[link] / 2
            here += thick[link]
        nodes.append(Node(name, sum(link.n for link in links), top, here))
    return tuple(nodes), ends
