"""The flow chart of moves: every question once, in the colour of what became of it."""

import json
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree

import altair as alt
import pytest

from db.store import Store
from tests.services.test_compare_runs import Pair, fill
from workbench.report.charts import png_bytes, svg_bytes
from workbench.report.moves_chart import LOOKS, STAYED, moves_chart
from workbench.services.comparing.compare_results import Comparison, Move, MoveKind, Stay
from workbench.services.comparing.compare_runs import compare_runs
from workbench.ui.compare_view import ORDER, move_rows

HOSTILE = "</text><script>alert(1)</script> ![m](http://x.example/m.png) $\\frac{1}{2}$"


@pytest.fixture
def found(sqlite_store: Store) -> Comparison:
    """Thirty-five questions in two runs: twenty stayed right, seven fixed, three broken."""
    pairs = [("pp", 20), ("fp", 7), ("pf", 3), ("ff", 5)]
    fill(sqlite_store, [Pair(word, word) for word, n in pairs for _ in range(n)])
    return compare_runs(sqlite_store, "a", "b", "owl@1")


def changed(
    found: Comparison,
    moves: Sequence[tuple[str, str, int]],
    stayed: Sequence[tuple[str, int]],
    run_a: str = "a",
    run_b: str = "b",
) -> Comparison:
    return replace(
        found,
        run_a=run_a,
        run_b=run_b,
        moves=tuple(Move(*move) for move in moves),
        stayed=tuple(Stay(*stay) for stay in stayed),
    )


def rows_of(figure: alt.LayerChart, layer: int) -> list[dict[str, object]]:
    spec = json.loads(figure.to_json())
    data = spec["layer"][layer]["data"]
    rows: list[dict[str, object]] = data.get("values") or spec["datasets"][data["name"]]
    return rows


def drawn(figure: alt.LayerChart) -> dict[tuple[object, object], tuple[object, object]]:
    return {(row["before"], row["after"]): (row["n"], row["kind"]) for row in rows_of(figure, 0)}


def texts(figure: alt.LayerChart) -> list[str]:
    root = ElementTree.fromstring(svg_bytes(figure))
    return [
        (element.text or "").replace("\u2002", " ")
        for element in root.iter("{http://www.w3.org/2000/svg}text")
    ]


def test_bands_hold_every_question_once_as_the_table_does(found: Comparison) -> None:
    bands = drawn(moves_chart(found, ORDER))
    table = {
        (row["Before"], row["After"]): (row["Questions"], row["Kind"]) for row in move_rows(found)
    }
    assert bands == table
    assert sum(int(str(n)) for n, _ in bands.values()) == found.n_pairs == 35


@pytest.mark.parametrize(
    ("before", "after", "kind"),
    [
        ("retrieval_miss", "correct", MoveKind.FIXED),
        ("correct", "generation_error", MoveKind.BROKEN),
        ("packed_out", "generation_error", MoveKind.ELSEWHERE),
        ("unjudged", "correct", MoveKind.OUTSIDE),
        ("correct", "unresolved", MoveKind.OUTSIDE),
    ],
)
def test_a_move_is_fixed_broken_elsewhere_or_outside(
    before: str, after: str, kind: MoveKind
) -> None:
    assert Move(before, after, 1).kind is kind
    assert kind in LOOKS


def test_labels_stand_beside_both_columns_with_their_counts(found: Comparison) -> None:
    shown = texts(moves_chart(found, ORDER))
    n_fixed, n_broken = found.n_of_kind(MoveKind.FIXED), found.n_of_kind(MoveKind.BROKEN)
    assert (n_fixed, n_broken) == (7, 3)
    assert "Correct 23" in shown
    assert "27 Correct" in shown
    assert {"Before: a", "After: b"} <= set(shown)


def test_only_what_is_there_has_a_name_or_a_colour(found: Comparison) -> None:
    only = changed(found, [], [("correct", 3)])
    shown = texts(moves_chart(only, ORDER))
    assert sorted(shown) == sorted(["Before: a", "After: b", "Correct 3", "3 Correct", STAYED])


def test_twenty_thousand_questions_leave_one_visible(found: Comparison) -> None:
    many = changed(
        found, [("rewrite_error", "correct", 1)], [("correct", 19_989), ("unjudged", 10)]
    )
    figure = moves_chart(many, ORDER)
    rare = [row for row in rows_of(figure, 0) if row["n"] == 1]
    assert all(float(str(row["bottom"])) - float(str(row["top"])) >= 1.5 - 1e-9 for row in rare)
    assert "19,990 Correct" in texts(figure)
    assert int(figure.height) < 600


def test_every_bucket_at_once_fits_and_no_two_labels_overlap(found: Comparison) -> None:
    every = changed(found, [(name, "correct", 9) for name in ORDER if name != "correct"], [])
    figure = moves_chart(every, ORDER)
    middles = sorted(float(str(row["middle"])) for row in rows_of(figure, 1))
    assert len(middles) == len(ORDER) - 1
    assert min(b - a for a, b in pairwise(middles)) >= 20
    assert int(figure.height) < 900


def test_pictures_are_made_without_a_network_and_names_stay_text(found: Comparison) -> None:
    figure = moves_chart(changed(found, found_moves(found), [], HOSTILE, HOSTILE), ORDER)
    picture = svg_bytes(figure).decode("utf-8")
    assert "<script" not in picture
    assert "<image" not in picture
    assert any("</text><script>alert" in text for text in texts(figure))
    assert png_bytes(figure).startswith(b"\x89PNG")


def found_moves(found: Comparison) -> list[tuple[str, str, int]]:
    return [(move.from_bucket, move.to_bucket, move.n) for move in found.moves]
