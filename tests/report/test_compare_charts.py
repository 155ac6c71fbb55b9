"""Charts of comparisons: pictures without a network that hold what the results hold."""

import json

import altair as alt
import pytest

from db.store import Store
from tests.services.test_compare_runs import Pair, fill
from tests.services.test_judge_versions import fill as fill_versions
from tests.services.test_system_ranking import fill as fill_systems
from workbench.report.charts import png_bytes, svg_bytes
from workbench.report.compare_charts import (
    differences_chart,
    ranking_chart,
    versions_chart,
)
from workbench.services.calibration.judge_versions import judge_versions
from workbench.services.calibration.system_ranking import system_ranking
from workbench.services.comparing.compare_several import compare_several

PAIRS = (
    [Pair("pp", "pp")] * 20 + [Pair("fp", "fp")] * 7 + [Pair("pf", "pf")] * 3
    + [Pair("ff", "ff")] * 5
)  # fmt: skip


def values_of(figure: alt.LayerChart) -> list[dict[str, object]]:
    """The rows that every layer of a chart draws."""
    spec = json.loads(figure.to_json())
    found = [*spec.get("datasets", {}).values()]
    found += [part["data"].get("values", []) for part in (spec, *spec["layer"]) if "data" in part]
    return [row for rows in found for row in rows]


def test_differences_hold_the_limits_and_a_line_at_none(sqlite_store: Store) -> None:
    fill(sqlite_store, PAIRS)
    found = compare_several(sqlite_store, "a", ["b"], "owl@1")
    difference = found.runs[0].comparison.difference
    rows = values_of(differences_chart(found))
    assert {"none": 0} in rows
    drawn = next(row for row in rows if row.get("run") == "b")
    assert (drawn["low"], drawn["high"]) == pytest.approx(difference.interval)
    assert "minus that of a" in svg_bytes(differences_chart(found)).decode("utf-8")


def test_versions_stand_in_the_order_they_arrived(sqlite_store: Store) -> None:
    fill_versions(sqlite_store, "uniform")
    history = judge_versions(sqlite_store, "owl", "r")
    figure = versions_chart(history)
    assert [row["version"] for row in values_of(figure)][:4] == ["owl@1"] * 2 + ["owl@2"] * 2
    text = svg_bytes(figure).decode("utf-8")
    assert text.index("owl@1") < text.index("owl@2")


def test_a_ranking_leaves_out_systems_without_a_corrected_share(sqlite_store: Store) -> None:
    fill_systems(sqlite_store, {"a": (10, 5), "b": (50, 45), "c": (90, 9)}, labelled="ab")
    figure = ranking_chart(system_ranking(sqlite_store, "owl@1"))
    assert {row["run"] for row in values_of(figure)} == {"a", "b"}
    assert png_bytes(figure).startswith(b"\x89PNG")
