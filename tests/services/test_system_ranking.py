"""Systems ranked by a judge, and by the shares that truly fail."""

from collections.abc import Mapping

import pytest
from sqlalchemy import select

from db.models import traces
from db.store import Store
from tests.builders import trace
from tests.services.planted import plant_label, plant_label_set, plant_traces
from workbench.domain.records import JudgeId, JudgeOpinion
from workbench.domain.refusals import Code, Refusal
from workbench.domain.vocabulary import JudgeVerdict
from workbench.errors import InputError
from workbench.services.calibration.correct_prevalence import correct_prevalence
from workbench.services.calibration.system_ranking import system_ranking
from workbench.services.results import Estimate
from workbench.stats.kendall import kendall_tau

OWL = JudgeId("owl", "1")
N = 120


def fill(store: Store, systems: Mapping[str, tuple[int, int]], labelled: str | None = None) -> None:
    """Each run: traces the judge fails, and traces that are wrong, counted from the first."""
    traces = [
        trace(
            f"{run}-{k}",
            run=run,
            question_id=f"q{k}",
            judges=(
                JudgeOpinion(OWL, JudgeVerdict.FAIL if k < n_failed else JudgeVerdict.PASS, ""),
            ),
        )
        for run, (n_failed, _) in systems.items()
        for k in range(N)
    ]
    ids = plant_traces(store, traces)
    for run, (_, n_wrong) in systems.items():
        if labelled is not None and run not in labelled:
            continue
        label_set = plant_label_set(store, run, "uniform")
        for k in range(N):
            answer = "wrong" if k < n_wrong else "correct"
            plant_label(store, ids[f"{run}-{k}"], answer, label_set_id=label_set)


def test_a_judge_in_the_order_of_the_truth_is_followed(sqlite_store: Store) -> None:
    fill(sqlite_store, {"a": (10, 5), "b": (50, 45), "c": (90, 100)})
    found = system_ranking(sqlite_store, "owl@1")
    assert [(row.run, row.place_by_judge, row.place_corrected) for row in found.systems] == [
        ("a", 1, 1),
        ("b", 2, 2),
        ("c", 3, 3),
    ]
    assert isinstance(found.tau, Estimate)
    assert (found.tau.estimate, found.tau.low, found.tau.high) == (1.0, 1.0, 1.0)
    assert found.sentence.endswith("the judge's order can be followed on the whole.")


def test_a_judge_that_ranks_against_the_truth_is_said_to(sqlite_store: Store) -> None:
    fill(sqlite_store, {"a": (10, 100), "b": (50, 45), "c": (90, 5)})
    found = system_ranking(sqlite_store, "owl@1", ["a", "b", "c"])
    assert isinstance(found.tau, Estimate)
    assert found.tau.high == -1.0
    assert "tau of −1.00, 95 % interval −1.00 to −1.00" in found.sentence
    assert "ranks them against the truth" in found.sentence


def test_labels_chosen_by_truth_rank_no_system(sqlite_store: Store) -> None:
    # Half of each run is labelled wrong, whatever share of it fails: 30 of 60 labels.
    fill(sqlite_store, {"a": (10, 0), "b": (50, 0), "c": (90, 0)}, labelled="none of them")
    for run in "abc":
        label_set = plant_label_set(sqlite_store, run, "by_truth")
        with sqlite_store.reading() as connection:
            ids = [
                row.trace_id
                for row in connection.execute(
                    select(traces.c.trace_id, traces.c.request_id)
                    .where(traces.c.request_id.like(f"{run}-%"))
                    .order_by(traces.c.trace_id)
                )
            ]
        for place in range(0, N, 2):
            answer = "wrong" if place < N // 2 else "correct"
            plant_label(sqlite_store, ids[place], answer, label_set_id=label_set)
    found = system_ranking(sqlite_store, "owl@1")
    assert found.n_ranked == 0
    assert isinstance(found.tau, Refusal)
    assert all("by their true class" in one.reason for one in found.refusals)


def test_shares_are_those_of_the_corrected_table_and_near_ties_leave_the_order_open(
    sqlite_store: Store,
) -> None:
    fill(sqlite_store, {"a": (40, 30), "b": (41, 31), "c": (42, 29)})
    found = system_ranking(sqlite_store, "owl@1")
    for row in found.systems:
        table = correct_prevalence(sqlite_store, row.run, "owl@1")
        assert row.corrected == table.corrected
        assert isinstance(row.observed, Estimate)
        assert row.observed.estimate == table.observed
    assert isinstance(found.tau, Estimate)
    assert found.tau.estimate == pytest.approx(kendall_tau([40, 41, 42], [30, 31, 29]))
    assert (found.tau.low, found.tau.high) == (-1.0, 1.0)
    assert "do not say that the judge ranks them rightly" in found.sentence


def test_runs_without_labels_are_left_out_aloud_and_two_are_no_ranking(
    sqlite_store: Store,
) -> None:
    fill(sqlite_store, {"a": (10, 5), "b": (50, 45), "c": (90, 100)}, labelled="ab")
    found = system_ranking(sqlite_store, "owl@1")
    assert isinstance(found.tau, Refusal)
    assert found.tau.code == Code.NOT_ENOUGH_LABELS
    assert "2 systems have a corrected share" in found.tau.reason
    assert "1 more has no corrected share" in found.sentence
    assert found.systems[-1].run == "c"
    assert found.systems[-1].place_corrected is None
    assert [refusal.reason[:2] for refusal in found.refusals] == ["c:"]


def test_a_run_named_twice_or_unknown_is_wrong_input(store: Store) -> None:
    fill(store, {"a": (10, 5)})
    with pytest.raises(InputError, match="once"):
        system_ranking(store, "owl@1", ["a", "a"])
    with pytest.raises(InputError, match="There is no run 'z'"):
        system_ranking(store, "owl@1", ["a", "z"])
