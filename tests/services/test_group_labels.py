"""Groups side by side: counts, limits, and no winner without evidence."""

from pathlib import Path

import pytest

from db.store import Store
from tests.services.case_files import import_case
from workbench.errors import InputError
from workbench.report.percent import percent, points
from workbench.services.calibration.calibrate_judge import calibrate_judge, failing_by_group
from workbench.services.results import GroupRow, GroupTable


def shown(row: GroupRow) -> tuple[int, int, str, str, str]:
    return row.n_failing, row.n, percent(row.share), percent(row.low), percent(row.high)


@pytest.fixture
def overlapping(sqlite_store: Store, cases: Path) -> GroupTable:
    import_case(sqlite_store, cases / "rep-01-overlapping-intervals", verdicts="human_verdicts.csv")
    return failing_by_group(sqlite_store, "index_version")


def test_rep_01_each_group_has_its_interval(overlapping: GroupTable) -> None:
    assert [shown(row) for row in overlapping.rows] == [
        (60, 200, "30.0 %", "24.1 %", "36.7 %"),
        (80, 200, "40.0 %", "33.5 %", "46.9 %"),
    ]


def test_rep_01_the_difference_has_its_own(overlapping: GroupTable) -> None:
    difference = overlapping.difference
    assert difference is not None
    assert points(difference.estimate) == "10.0 points"
    assert 0.004 <= difference.low <= 0.010
    assert difference.high == pytest.approx(0.193, abs=3e-3)


def test_rep_01_the_sentence_follows_the_difference(overlapping: GroupTable) -> None:
    assert "v2 minus v1: 10.0 points" in overlapping.sentence
    assert "larger than chance" in overlapping.sentence
    assert "no significant" not in overlapping.sentence


def test_rep_03_five_labels_each_tell_nothing_apart(sqlite_store: Store, cases: Path) -> None:
    import_case(sqlite_store, cases / "rep-03-too-few-labels", verdicts="human_verdicts.csv")
    table = failing_by_group(sqlite_store, "index_version")
    assert [shown(row) for row in table.rows] == [
        (3, 5, "60.0 %", "23.1 %", "88.2 %"),
        (1, 5, "20.0 %", "3.6 %", "62.4 %"),
    ]
    assert all(0 <= row.low <= row.high <= 1 for row in table.rows)
    assert table.difference is not None
    assert table.difference.low < 0 < table.difference.high
    assert all(row.is_few for row in table.rows)
    assert table.few_below == 10
    assert "do not tell the two apart" in table.sentence
    assert table.labels_for_difference is not None
    assert table.labels_for_difference > 5
    assert "better" not in table.sentence


@pytest.fixture
def slices(sqlite_store: Store, cases: Path) -> GroupTable:
    import_case(sqlite_store, cases / "rep-08-many-slices", verdicts="human_verdicts.csv")
    return failing_by_group(sqlite_store, "index_version")


def test_rep_08_total_comes_from_counts(slices: GroupTable) -> None:
    assert shown(slices.total) == (23, 120, "19.2 %", "13.1 %", "27.1 %")


def test_rep_08_intervals_of_the_extremes_hold_the_total(slices: GroupTable) -> None:
    rows = {row.group: row for row in slices.rows}
    assert shown(rows["seg-01"]) == (0, 10, "0.0 %", "0.0 %", "27.8 %")
    assert shown(rows["seg-08"]) == (4, 10, "40.0 %", "16.8 %", "68.7 %")
    total = slices.total.share
    assert total is not None
    assert all(row.low <= total <= row.high for row in rows.values())


def test_rep_08_twelve_were_compared_and_none_is_named(slices: GroupTable) -> None:
    assert "12 groups were compared" in slices.sentence
    assert "within chance" in slices.sentence
    assert "seg-" not in slices.sentence
    assert [row.group for row in slices.rows] == sorted(row.group for row in slices.rows)


def test_stat_14_tiny_groups_are_marked(sqlite_store: Store, cases: Path) -> None:
    import_case(sqlite_store, cases / "stat-14-tiny-groups", verdicts="human_verdicts.csv")
    card = calibrate_judge(sqlite_store, "owl@1", "default", by="index_version")
    table = card.by_group
    assert table is not None
    assert [shown(row) for row in table.rows] == [
        (10, 40, "25.0 %", "14.2 %", "40.2 %"),
        (2, 2, "100.0 %", "34.2 %", "100.0 %"),
        (0, 3, "0.0 %", "0.0 %", "56.1 %"),
    ]
    assert [row.is_few for row in table.rows] == [False, True, True]
    assert shown(table.total) == (12, 45, "26.7 %", "16.0 %", "41.0 %")
    assert "best" not in table.sentence
    assert "worst" not in table.sentence


def test_unknown_run_is_wrong_input(sqlite_store: Store) -> None:
    with pytest.raises(InputError, match="no run"):
        failing_by_group(sqlite_store, "model", run="nowhere")


def test_no_labels_give_an_empty_table(sqlite_store: Store) -> None:
    table = failing_by_group(sqlite_store, "model")
    assert table.rows == ()
    assert table.total.share is None
