"""Rows of results: totals from counts, one unit a column."""

from pathlib import Path

import pytest

from db.store import Store
from tests.services.case_files import import_case
from tests.services.test_correct_prevalence import CELLS, fill
from workbench.report.tables import (
    CALIBRATION_COLUMNS,
    ROUNDING_LINE,
    TRIAGE_COLUMNS,
    as_frame,
    calibration_rows,
    group_rows,
    rounding_line,
    shown_rows,
    triage_rows,
)
from workbench.services.calibration.calibrate_judge import calibrate_judge, failing_by_group
from workbench.services.calibration.correct_prevalence import correct_prevalence


def test_total_rows_come_from_counts(sqlite_store: Store) -> None:
    fill(sqlite_store, CELLS)
    table = correct_prevalence(sqlite_store, "r", "owl@1")
    rows = {row["bucket"]: row for row in triage_rows(table)}
    assert rows["failing"]["observed_n"] == 58
    assert rows["failing"]["observed_share"] == pytest.approx(58 / 179)
    assert rows["all"]["observed_n"] == 179
    assert rows["failing"]["human_n"] == 23
    assert list(rows["failing"]) == list(TRIAGE_COLUMNS)
    frame = as_frame(triage_rows(table), TRIAGE_COLUMNS)
    assert list(frame.columns) == list(TRIAGE_COLUMNS)
    assert len(frame) == 11


def test_exp_03_three_thirds_are_a_whole(sqlite_store: Store, cases: Path) -> None:
    import_case(sqlite_store, cases / "exp-03-percent-sum", verdicts="verdicts.csv")
    table = correct_prevalence(sqlite_store, "default", "owl@1")
    rows = {row["bucket"]: row for row in shown_rows(triage_rows(table))}
    for name in ("retrieval_miss", "packed_out", "generation_error"):
        assert (rows[name]["human_n"], rows[name]["human_of_failures_share"]) == (7, "33.3 %")
    assert rows["failing"]["human_n"] == 21
    assert rows["failing"]["human_of_failures_share"] == "100.0 %"
    assert rows["failing"]["human_share"] == "87.5 %"
    assert rows["correct"]["human_share"] == "12.5 %"
    assert rows["all"]["human_n"] == 24
    plain = {row["bucket"]: row for row in triage_rows(table)}
    assert plain["packed_out"]["human_of_failures_share"] == 7 / 21


def test_parts_that_do_not_add_up_are_explained() -> None:
    assert rounding_line([1 / 3, 1 / 3, 1 / 3], 1.0) == ROUNDING_LINE
    assert rounding_line([0.5, 0.5], 1.0) == ""


def test_card_rows_keep_units_apart(sqlite_store: Store) -> None:
    fill(sqlite_store, CELLS)
    rows = calibration_rows(calibrate_judge(sqlite_store, "owl@1", "r"))
    figures = {row["figure"]: row for row in rows}
    assert all(list(row) == list(CALIBRATION_COLUMNS) for row in rows)
    assert figures["count_tp"]["n"] == 19
    assert figures["sensitivity"]["share"] is not None
    assert figures["bias"]["share"] is None
    assert figures["bias"]["difference"] is not None
    assert figures["kappa"]["coefficient"] is not None
    assert [row["text"] for row in rows if row["figure"] == "verdict_word"] == [
        "fail → fail",
        "pass → pass",
    ]


def test_groups_keep_their_mark(sqlite_store: Store, cases: Path) -> None:
    import_case(sqlite_store, cases / "stat-14-tiny-groups", verdicts="human_verdicts.csv")
    rows = group_rows(failing_by_group(sqlite_store, "index_version"))
    assert [row["mark"] for row in rows] == [
        None,
        "few labels (below 10)",
        "few labels (below 10)",
        None,
    ]
    assert rows[-1]["n"] == 45
