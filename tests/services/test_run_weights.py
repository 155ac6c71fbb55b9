"""Labels of several runs together: a run counts by its traces, not by its labels."""

import pytest

from db.store import Store
from tests.builders import trace
from tests.services.planted import plant_label, plant_label_set, plant_traces
from workbench.domain.records import JudgeId, JudgeOpinion
from workbench.domain.vocabulary import Design, JudgeVerdict
from workbench.services.calibration.calibrate_judge import calibrate_judge
from workbench.services.results import Estimate, JudgeCard

FAIL, PASS = JudgeVerdict.FAIL, JudgeVerdict.PASS
N_SMALL, N_LARGE = 100, 900


def card(store: Store, labelled: dict[str, range]) -> JudgeCard:
    """All of the small run is wrong and nothing of the large one; the judge fails every second."""
    ids = plant_traces(
        store,
        [
            trace(
                f"{run}-{k}",
                run=run,
                question_id=f"{run}-{k}",
                judges=(JudgeOpinion(JudgeId("owl", "1"), FAIL if k % 2 else PASS, ""),),
            )
            for run, n in (("small", N_SMALL), ("large", N_LARGE))
            for k in range(n)
        ],
    )
    for run, chosen in labelled.items():
        label_set = plant_label_set(store, run, "uniform")
        for k in chosen:
            answer = "wrong" if run == "small" else "correct"
            plant_label(store, ids[f"{run}-{k}"], answer, label_set_id=label_set)
    return calibrate_judge(store, "owl@1")


def test_as_many_labels_of_a_small_run_weigh_as_little_as_it_does(store: Store) -> None:
    found = card(store, {"small": range(50), "large": range(50)})
    assert found.design is Design.QUEUE
    total = found.corrected_prevalence
    assert isinstance(total, Estimate)
    assert total.estimate == pytest.approx(N_SMALL / (N_SMALL + N_LARGE))
    assert total.n == 100
    assert isinstance(found.sensitivity, Estimate)
    assert found.sensitivity.estimate == pytest.approx(0.5)


def test_runs_labelled_in_proportion_stay_a_uniform_sample(sqlite_store: Store) -> None:
    found = card(sqlite_store, {"small": range(10), "large": range(90)})
    assert found.design is Design.UNIFORM
    assert isinstance(found.corrected_prevalence, Estimate)
    assert found.corrected_prevalence.estimate == pytest.approx(0.1)


def test_a_verdict_of_a_run_without_labels_is_named(sqlite_store: Store) -> None:
    found = card(sqlite_store, {"small": range(50), "large": range(1, 50, 2)})
    (said,) = [one.message for one in found.warnings if "No label is of" in one.message]
    assert "run large, judge says pass (450 traces)" in said
