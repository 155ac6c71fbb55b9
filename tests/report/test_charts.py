"""Charts become pictures without a network, and hold what the rows hold."""

import json

from db.store import Store
from tests.services.test_correct_prevalence import CELLS, fill
from workbench.report.charts import (
    corrected_chart,
    funnel_chart,
    groups_chart,
    png_bytes,
    rows_to_csv,
    svg_bytes,
)
from workbench.services.calibration.calibrate_judge import failing_by_group
from workbench.services.calibration.correct_prevalence import correct_prevalence
from workbench.services.triage.triage_traces import triage_traces


def test_funnel_shows_counts_beside_rates(sqlite_store: Store) -> None:
    fill(sqlite_store, CELLS)
    figure = funnel_chart(triage_traces(sqlite_store, "r", "owl@1"))
    text = svg_bytes(figure).decode("utf-8")
    assert "134 of 179" in text
    assert "Retrieval" in text
    assert png_bytes(figure).startswith(b"\x89PNG")


def test_corrected_chart_has_every_bucket(sqlite_store: Store) -> None:
    fill(sqlite_store, CELLS)
    figure = corrected_chart(correct_prevalence(sqlite_store, "r", "owl@1"))
    text = svg_bytes(figure).decode("utf-8")
    for name in ("Retrieval miss", "Evaluation error", "Correct", "Observed", "Corrected"):
        assert name in text


def test_refused_rows_have_no_point(sqlite_store: Store) -> None:
    fill(sqlite_store, {cell: (n, 0, 0) for cell, (n, _, _) in CELLS.items()})
    figure = corrected_chart(correct_prevalence(sqlite_store, "r", "owl@1"))
    spec = json.loads(figure.to_json())
    (rows,) = spec["datasets"].values() if "datasets" in spec else (spec["data"]["values"],)
    assert all(row["corrected"] is None for row in rows)
    assert svg_bytes(figure)


def test_groups_are_one_colour(sqlite_store: Store) -> None:
    fill(sqlite_store, CELLS)
    figure = groups_chart(failing_by_group(sqlite_store, "truncated"))
    assert "unknown" in svg_bytes(figure).decode("utf-8")


def test_rows_under_a_chart_are_safe_in_a_spreadsheet() -> None:
    written = rows_to_csv([{"=name": "=1+1", "share": -0.25}, {"=name": "fine = good"}])
    assert written == b"'=name,share\r\n'=1+1,-0.25\r\nfine = good,\r\n"
