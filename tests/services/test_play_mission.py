"""Practice missions: the triage points at what is truly largest, and the right fix is the best."""

import tempfile
from collections import Counter
from pathlib import Path

import pytest

from workbench.errors import InputError
from workbench.services.practice.play_mission import fixes, missions, outcome, situation
from workbench.services.results import Estimate
from workbench.simulation.missions import run_mission

KEYS = [mission.key for mission in missions()]


def true_buckets(key: str, fix_key: str | None = None) -> Counter[str]:
    mission = next(one for one in missions() if one.key == key)
    fix = next((one for one in fixes() if one.key == fix_key), None)
    return Counter(truth.bucket for truth in run_mission(mission, "r", fix).truth if truth.is_wrong)


@pytest.mark.parametrize("key", KEYS)
def test_the_stage_named_is_truly_the_largest_and_told_from_the_second(key: str) -> None:
    found = situation(key)
    project = found.triage.next_project
    assert project is not None
    assert (project.basis, project.is_too_close) == ("corrected", False)
    assert project.stage == found.mission.stage
    assert project.bucket == true_buckets(key).most_common(1)[0][0]
    truth = true_buckets(key).total() / sum(
        one.is_wrong is not None for one in run_mission(found.mission, "r").truth
    )
    assert isinstance(found.table.corrected, Estimate)
    assert found.table.corrected.low <= truth <= found.table.corrected.high


@pytest.mark.parametrize("key", KEYS)
def test_the_fix_for_that_stage_leaves_fewest_wrong_answers(key: str) -> None:
    left = {fix.key: true_buckets(key, fix.key).total() for fix in fixes()}
    mission = next(one for one in missions() if one.key == key)
    right = next(fix for fix in fixes() if fix.stage is mission.stage)
    others = [n for fix_key, n in left.items() if fix_key != right.key]
    assert left[right.key] < min(others)
    assert left[right.key] < true_buckets(key).total()


def test_an_outcome_holds_the_truth_and_the_paired_measurement() -> None:
    found = outcome("longer_prompt", "more_candidates")
    assert not found.is_right
    assert found.n_before == true_buckets("longer_prompt").total()
    assert found.n_after == true_buckets("longer_prompt", "more_candidates").total()
    assert found.n_right == true_buckets("longer_prompt", found.right.key).total()
    assert sum(row.n_before for row in found.buckets) == found.n_before
    assert sum(row.n_after for row in found.buckets) == found.n_after
    difference = found.comparison.difference
    assert isinstance(difference, Estimate)
    true_difference = (found.n_after - found.n_before) / found.n
    assert difference.low <= true_difference <= difference.high


def test_practice_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("WORKBENCH_DATABASE_URL", f"sqlite:///{tmp_path / 'own.db'}")
    situation("funnel")
    assert list(tmp_path.iterdir()) == []


def test_the_same_choice_gives_the_same_numbers() -> None:
    assert situation("unanswerable") == situation("unanswerable")


def test_a_mission_or_fix_that_is_not_there_is_named() -> None:
    with pytest.raises(InputError, match="no mission 'x'"):
        situation("x")
    with pytest.raises(InputError, match="no fix 'x'"):
        outcome("funnel", "x")
