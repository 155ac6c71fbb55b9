"""A planted release changes what comes after it, and nothing before."""

import csv
import json
from pathlib import Path

import numpy as np
import pytest

from workbench.errors import InputError
from workbench.services.housekeeping.simulate_traces import simulate_traces
from workbench.simulation.releases import TRUNCATION
from workbench.simulation.simulate import simulate


def test_before_the_release_the_run_is_the_quiet_one() -> None:
    quiet = simulate(100, np.random.default_rng(5))
    released = simulate(100, np.random.default_rng(5), release=TRUNCATION)
    assert released.traces[:60] == quiet.traces[:60]
    assert released.traces[60:] != quiet.traces[60:]
    assert [t["query"] for t in released.traces] == [t["query"] for t in quiet.traces]


def test_since_the_release_prompts_are_cut_and_hold_less() -> None:
    traces = simulate(400, np.random.default_rng(7), release=TRUNCATION).traces
    before, since = traces[:240], traces[240:]
    assert sum(bool(t["truncated"]) for t in before) / 240 < 0.05
    assert 0.15 < sum(bool(t["truncated"]) for t in since) / 160 < 0.35
    assert {t["settings"]["token_budget"] for t in since} == {240}  # type: ignore[index]
    for trace in since:
        assert not trace["truncated"] or trace["prompt_tokens"] in (239, 240)


def test_the_files_hold_the_release_and_the_report_names_its_moment(tmp_path: Path) -> None:
    report = simulate_traces(tmp_path / "made", 50, 7, "truncation")
    lines = (tmp_path / "made" / "traces.jsonl").read_text(encoding="utf-8").splitlines()
    assert report.released_at == json.loads(lines[30])["created_at"]
    assert f"Release truncation at {report.released_at}." in report.sentence
    with (tmp_path / "made" / "truth.csv").open(encoding="utf-8", newline="") as file:
        assert len(list(csv.DictReader(file))) == 50


def test_an_unknown_release_is_wrong_input(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="Known: truncation"):
        simulate_traces(tmp_path / "made", 50, 7, "launch")
    assert not (tmp_path / "made").exists()


def test_the_same_questions_are_simulated_as_two_runs(tmp_path: Path) -> None:
    for run in ("before", "after"):
        simulate_traces(tmp_path / run, 50, 7, run=run)
    lines = {
        run: [
            json.loads(line)
            for line in (tmp_path / run / "traces.jsonl").read_text(encoding="utf-8").splitlines()
        ]
        for run in ("before", "after")
    }
    assert {trace["run"] for trace in lines["after"]} == {"after"}
    assert [trace["query"] for trace in lines["before"]] == [t["query"] for t in lines["after"]]
