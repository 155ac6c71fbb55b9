"""A judge that names the bucket: its table corrected by what people find in each bucket."""

import csv
import json
from pathlib import Path

import numpy as np
import pytest

from db.store import Store
from tests.builders import trace
from tests.services.planted import plant_label, plant_label_set, plant_traces
from workbench.domain.records import JudgeId, JudgeOpinion
from workbench.domain.refusals import Refusal
from workbench.domain.vocabulary import Design, JudgeVerdict
from workbench.formats.results_json import correct_json
from workbench.resources import sample_data
from workbench.services.calibration.correct_by_judged_bucket import correct_by_judged_bucket
from workbench.services.importing.import_human_verdicts import import_human_verdicts
from workbench.services.importing.import_judge_verdicts import import_judge_verdicts
from workbench.services.importing.import_traces import import_traces
from workbench.services.results import CorrectedBucket, CorrectedTable, Estimate

FAILING = [
    "coverage_gap",
    "rewrite_error",
    "retrieval_miss",
    "reranked_out",
    "packed_out",
    "generation_error",
]
OWL = JudgeId("owl", "1")


def rows_of(table: CorrectedTable) -> dict[str, CorrectedBucket]:
    return {row.bucket: row for row in table.buckets}


@pytest.fixture(scope="module")
def truth() -> dict[str, dict[str, str]]:
    with (sample_data() / "truth.csv").open(encoding="utf-8", newline="") as file:
        found = {row["request_id"]: row for row in csv.DictReader(file)}
    return {name: row for name, row in found.items() if row["answer_verdict"]}


def noisy(bucket: str, rng: np.random.Generator) -> str:
    """What the judge says: the truth in 7 of 10, else generation, a pass, or any other bucket."""
    draw = rng.random()
    if bucket == "correct":
        return "correct" if draw < 0.88 else "generation_error" if draw < 0.97 else "retrieval"
    if draw < 0.7:
        return bucket
    return "generate" if draw < 0.85 else "Correct" if draw < 0.95 else str(rng.choice(FAILING))


def fill(store: Store, truth: dict[str, dict[str, str]], folder: Path, n_labels: int) -> None:
    """The sample run, judged by a noisy namer, with labels that know the truth."""
    rng = np.random.default_rng(11)
    assert import_traces(store, sample_data() / "traces.jsonl").is_imported
    verdicts = folder / "namer.jsonl"
    said = {name: noisy(row["bucket"], rng) for name, row in truth.items()}
    verdicts.write_text(
        "".join(
            json.dumps({"request_id": name, "verdict": word}) + "\n" for name, word in said.items()
        ),
        encoding="utf-8",
    )
    report = import_judge_verdicts(store, verdicts, run="spring", judge="namer@1")
    assert report.is_imported, report.problems
    assert {word.meaning for word in report.judge_words} == {"fail", "pass"}
    labels = folder / "labels.csv"
    flagged = [name for name, word in said.items() if word.lower() != "correct"]
    passed = [name for name in said if name not in set(flagged)]
    with labels.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["request_id", "annotator", "verdict", "stage"])
        for side in (flagged, passed):
            for name in rng.choice(side, n_labels // 2, replace=False):
                writer.writerow([name, "ada", truth[name]["answer_verdict"], truth[name]["stage"]])
    human = import_human_verdicts(
        store, labels, run="spring", design=Design.BY_VERDICT, drawn_by="namer@1"
    )
    assert human.is_imported, human.problems


def test_the_corrected_table_holds_the_truth_that_the_judge_blurs(
    sqlite_store: Store, truth: dict[str, dict[str, str]], tmp_path: Path
) -> None:
    fill(sqlite_store, truth, tmp_path, 120)
    table = correct_by_judged_bucket(sqlite_store, "spring", "namer@1")
    assert isinstance(table.corrected, Estimate)
    assert table.method == "post-stratified by judged bucket, Dirichlet draws"
    rows = rows_of(table)
    n_true = {name: sum(row["bucket"] == name for row in truth.values()) for name in FAILING}
    blurred = 0
    for name, n in n_true.items():
        row, share = rows[name], n / len(truth)
        assert row.low_all is not None
        assert row.high_all is not None
        assert row.low_all <= share <= row.high_all, name
        assert row.observed_share is not None
        blurred += not (row.low or 0.0) <= row.observed_share <= (row.high or 0.0)
    # The judge's own count of generation errors lies outside what the labels allow.
    assert blurred >= 1
    wrong = sum(n_true.values()) / len(truth)
    assert table.corrected.low <= wrong <= table.corrected.high


def test_rows_add_up_and_carry_their_labels(
    sqlite_store: Store, truth: dict[str, dict[str, str]], tmp_path: Path
) -> None:
    fill(sqlite_store, truth, tmp_path, 100)
    table = correct_by_judged_bucket(sqlite_store, "spring", "namer@1")
    shares = [row.corrected_share for row in table.buckets]
    assert sum(share or 0.0 for share in shares) == pytest.approx(1, abs=1e-12)
    assert sum(row.n_labels for row in table.buckets) == 100
    failing = sum(rows_of(table)[name].corrected_share or 0.0 for name in FAILING)
    assert isinstance(table.corrected, Estimate)
    assert table.corrected.estimate == pytest.approx(failing, abs=1e-12)
    assert sum(row.observed_n for row in table.buckets) == table.n


def plant(
    store: Store, words: list[tuple[str, int, int]], design: Design = Design.BY_VERDICT
) -> None:
    """Words of a judge: how many traces have it, and how many of them are labelled, all wrong."""
    traces, labelled = [], []
    for word, n, n_labels in words:
        verdict = JudgeVerdict.PASS if word == "correct" else JudgeVerdict.FAIL
        for place in range(n):
            name = f"q-{len(traces):04}"
            opinion = JudgeOpinion(OWL, verdict, word)
            traces.append(trace(name, run="r", judges=(opinion,)))
            if place < n_labels:
                labelled.append(name)
    ids = plant_traces(store, traces)
    label_set = plant_label_set(store, "r", design)
    for name in labelled:
        plant_label(store, ids[name], "wrong", label_set_id=label_set)


def test_a_bucket_without_labels_joins_one_of_its_verdict_and_is_said(store: Store) -> None:
    plant(
        store,
        [("retrieval_miss", 20, 12), ("packed_out", 10, 0), ("correct", 60, 15), ("fail", 6, 3)],
    )
    table = correct_by_judged_bucket(store, "r", "owl@1")
    assert isinstance(table.corrected, Estimate)
    assert table.corrected.estimate == 1.0
    (merged,) = (w for w in table.warnings if w.code == "STRATA_MERGED")
    assert "10 traces that the judge calls packed out" in merged.message
    assert "failing without a bucket" in merged.message
    rows = rows_of(table)
    assert rows["packed_out"].observed_n == 10
    assert table.outside.label_missing == 6
    assert rows["generation_error"].corrected_share == pytest.approx(1.0)


def test_a_verdict_without_labels_is_refused(sqlite_store: Store) -> None:
    plant(sqlite_store, [("retrieval_miss", 20, 12), ("correct", 60, 0)])
    table = correct_by_judged_bucket(sqlite_store, "r", "owl@1")
    assert isinstance(table.corrected, Refusal)
    assert table.corrected.code == "STRATUM_UNLABELLED"
    assert correct_json(table)["corrected"] is None
    assert all(row.corrected_share is None for row in table.buckets)


def test_a_judge_that_names_no_bucket_is_refused(sqlite_store: Store) -> None:
    plant(sqlite_store, [("fail", 20, 12), ("correct", 60, 12)])
    table = correct_by_judged_bucket(sqlite_store, "r", "owl@1")
    assert isinstance(table.corrected, Refusal)
    assert table.corrected.code == "BUCKETS_NOT_NAMED"
    assert table.buckets == ()


@pytest.mark.parametrize("design", [Design.UNKNOWN, Design.BY_TRUTH])
def test_labels_that_are_no_random_sample_are_refused(sqlite_store: Store, design: Design) -> None:
    plant(sqlite_store, [("retrieval_miss", 20, 12), ("correct", 60, 12)], design)
    table = correct_by_judged_bucket(sqlite_store, "r", "owl@1")
    assert isinstance(table.corrected, Refusal)
    assert table.corrected.code == "DESIGN_UNKNOWN"
