"""The sample files are what the code gives, and their README tells the truth about them."""

import csv
import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from workbench.simulation import INDEX_VERSION, Simulation, simulate

SAMPLE_DATA = Path(__file__).resolve().parents[2] / "sample_data"


@pytest.fixture(scope="module")
def run() -> Simulation:
    return simulate(400, np.random.default_rng(7))


def test_traces_are_those_of_seed_7_byte_for_byte(run: Simulation) -> None:
    lines = "".join(json.dumps(trace, ensure_ascii=False) + "\n" for trace in run.traces)
    assert (SAMPLE_DATA / "traces.jsonl").read_bytes() == lines.encode()


def test_corpus_is_the_one_retrieved_from(run: Simulation) -> None:
    with (SAMPLE_DATA / "corpus.jsonl").open(encoding="utf-8") as file:
        passages = [json.loads(line) for line in file]
    assert [(p["doc_id"], p["text"]) for p in passages] == [
        (passage.doc_id, passage.text) for passage in run.corpus
    ]
    assert {p["index_version"] for p in passages} == {INDEX_VERSION}


def test_truth_is_that_of_the_run(run: Simulation) -> None:
    words = {True: "true", False: "false", None: ""}
    with (SAMPLE_DATA / "truth.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["request_id"] for row in rows] == [truth.request_id for truth in run.truth]
    for row, truth in zip(rows, run.truth, strict=True):
        assert row["is_wrong"] == words[truth.is_wrong]
        for column in ("bucket", "stage", "error_type", "answer_verdict", "note"):
            assert row[column] == (getattr(truth, column) or "")


def test_sample_data_stays_under_three_megabytes() -> None:
    assert sum(path.stat().st_size for path in SAMPLE_DATA.glob("*.*")) < 3_000_000


def test_readme_counts_the_buckets_as_they_are(run: Simulation) -> None:
    readme = (SAMPLE_DATA / "README.md").read_text(encoding="utf-8")
    counts = Counter(truth.bucket for truth in run.truth)
    for bucket, n_traces in counts.items():
        assert f"| {bucket} | {n_traces}" in readme
    assert f"the {len(run.corpus)} passages" in readme
