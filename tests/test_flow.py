"""The whole walk on the sample data gives the expected files.

Numbers are compared to six digits, since the last ones differ between processors; with that
done the files must be the same byte for byte. `python -m tests.test_flow` writes them anew.
"""

import csv
import re
import tempfile
from pathlib import Path

import pytest

from db.store import Store
from workbench.cli.printing import json_text
from workbench.formats.results_json import calibrate_json, correct_json, triage_json
from workbench.resources import sample_data
from workbench.services.calibration.calibrate_judge import calibrate_judge
from workbench.services.calibration.correct_prevalence import correct_prevalence
from workbench.services.exporting.export_tables import export
from workbench.services.housekeeping.make_demo import JUDGE, RUN, fill_demo
from workbench.services.results import BiasCard
from workbench.services.triage.triage_traces import triage_traces
from workbench.stats.interval import Estimate

EXPECTED = sample_data() / "expected"
NUMBER = re.compile(r"(?<![\w.])-?\d+\.\d+(?:[eE][+-]?\d+)?(?![\w.])")


def six_digits(text: str) -> str:
    return NUMBER.sub(lambda found: f"{float(found.group()):.6g}", text)


def write_results(store: Store, folder: Path) -> None:
    """Write every result of the walk into a folder."""
    results = {
        "calibrate": calibrate_json(calibrate_judge(store, JUDGE, RUN)),
        "correct": correct_json(correct_prevalence(store, RUN, JUDGE)),
        "triage": triage_json(triage_traces(store, RUN, JUDGE)),
    }
    for what, result in results.items():
        (folder / f"{what}.json").write_text(json_text(result) + "\n", encoding="utf-8")
    for what, ending in (("triage", "csv"), ("triage", "md"), ("calibration", "csv")):
        export(store, what, ending, folder / f"{what}.{ending}", run=RUN, judge=JUDGE)


@pytest.fixture
def results(store: Store, tmp_path: Path) -> Path:
    fill_demo(store)
    folder = tmp_path / "results"
    folder.mkdir()
    write_results(store, folder)
    return folder


def test_the_sample_data_gives_the_expected_files(results: Path) -> None:
    assert sorted(path.name for path in results.iterdir()) == sorted(
        path.name for path in EXPECTED.iterdir()
    )
    for path in sorted(results.iterdir()):
        expected = (EXPECTED / path.name).read_text(encoding="utf-8")
        assert six_digits(path.read_text(encoding="utf-8")) == six_digits(expected), path.name


def true_shares() -> dict[str, float]:
    with (sample_data() / "truth.csv").open(encoding="utf-8", newline="") as file:
        buckets = [
            row["bucket"] for row in csv.DictReader(file) if row["is_wrong"]
        ]  # no answer, no share
    return {bucket: buckets.count(bucket) / len(buckets) for bucket in buckets}


def test_the_corrected_shares_hold_the_planted_truth(sqlite_store: Store) -> None:
    fill_demo(sqlite_store)
    truth = true_shares()
    table = correct_prevalence(sqlite_store, RUN, JUDGE)
    assert isinstance(table.corrected, Estimate)
    assert table.corrected.low <= 1 - truth["correct"] <= table.corrected.high
    for row in table.buckets:
        # Which right answers the judge flags is its own affair, not the truth's.
        if row.bucket in ("correct", "evaluation_error"):
            continue
        if row.low_all is not None and row.high_all is not None:
            assert row.low_all <= truth.get(row.bucket, 0.0) <= row.high_all, row.bucket
    shares = [row.corrected_share for row in table.buckets]
    assert sum(share for share in shares if share is not None) == pytest.approx(1, abs=1e-9)


def test_the_planted_bias_of_the_judge_is_found(sqlite_store: Store) -> None:
    fill_demo(sqlite_store)
    bias = calibrate_judge(sqlite_store, JUDGE, RUN).bias
    assert isinstance(bias, BiasCard)
    assert bias.reading == "too_pessimistic"


def test_retrieval_is_named_as_the_next_project(sqlite_store: Store) -> None:
    fill_demo(sqlite_store)
    project = triage_traces(sqlite_store, RUN, JUDGE).next_project
    assert project is not None
    assert project.stage == "retrieval"


if __name__ == "__main__":
    from workbench.services.housekeeping.upgrade_store import upgrade_store
    from workbench.services.open_store import open_store

    EXPECTED.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        url = f"sqlite:///{temporary}/store.db"
        upgrade_store(url)
        fresh = open_store(url)
        fill_demo(fresh)
        write_results(fresh, EXPECTED)
        fresh.close()
