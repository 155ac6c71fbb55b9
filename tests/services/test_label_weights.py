"""Labels that another judge's verdicts drew: each counts for what it stands for."""

import pytest
from sqlalchemy import select

from db.models import queue_items
from db.store import Store
from tests.builders import trace
from tests.services.planted import plant_label, plant_traces
from workbench.domain.records import JudgeId, JudgeOpinion
from workbench.domain.vocabulary import JudgeVerdict
from workbench.services.calibration.calibrate_judge import calibrate_judge
from workbench.services.calibration.correct_prevalence import correct_prevalence
from workbench.services.labelling.build_queue import build_queue
from workbench.services.results import Estimate

FAIL, PASS = JudgeVerdict.FAIL, JudgeVerdict.PASS


@pytest.fixture
def labelled(sqlite_store: Store) -> Store:
    """1,000 traces, 10 % wrong, all of them among the 200 that the strict judge flags.

    The queue holds 60 of the flagged and 60 of the passed. The mild judge flags a quarter of the
    wrong ones and nothing else, so nearly all labels fall into its one verdict: counted alike,
    they would say that about a quarter of the traces is wrong.
    """
    traces = []
    for n in range(1_000):
        is_wrong = n < 200 and n % 2 == 1
        verdicts = {"strict": FAIL if n < 200 else PASS, "mild": FAIL if n % 8 == 1 else PASS}
        verdicts["mild"] = verdicts["mild"] if is_wrong else PASS
        opinions = tuple(
            JudgeOpinion(JudgeId(name, "1"), verdict, str(verdict))
            for name, verdict in verdicts.items()
        )
        traces.append(trace(f"q-{n:04}", ["d1"], None, ["d1"], (("d1",),), judges=opinions))
    ids = plant_traces(sqlite_store, traces)
    numbers = {trace_id: int(request_id[2:]) for request_id, trace_id in ids.items()}
    queue = build_queue(
        sqlite_store, run="default", judge="strict@1", size=120, n_uniform=0, seed=3
    )
    with sqlite_store.reading() as connection:
        chosen = select(queue_items.c.trace_id).where(queue_items.c.queue_id == queue.queue_id)
        drawn = list(connection.execute(chosen).scalars())
    for trace_id in drawn:
        is_wrong = numbers[trace_id] < 200 and numbers[trace_id] % 2 == 1
        answer = "wrong" if is_wrong else "correct"
        plant_label(sqlite_store, trace_id, answer, queue_id=queue.queue_id)
    return sqlite_store


def test_the_corrected_share_of_another_judge_is_weighted(labelled: Store) -> None:
    total = correct_prevalence(labelled, "default", "mild@1").corrected
    assert isinstance(total, Estimate)
    assert total.low < 0.10 < total.high
    assert total.estimate == pytest.approx(0.10, abs=0.03)
    assert "weighted" in total.assumption


def test_both_judges_agree_on_the_share_that_fails(labelled: Store) -> None:
    strict = correct_prevalence(labelled, "default", "strict@1").corrected
    mild = correct_prevalence(labelled, "default", "mild@1").corrected
    assert isinstance(strict, Estimate)
    assert isinstance(mild, Estimate)
    assert strict.estimate == pytest.approx(mild.estimate, abs=0.02)


def test_the_sensitivity_of_another_judge_is_weighted(labelled: Store) -> None:
    card = calibrate_judge(labelled, "mild@1", "default")
    assert isinstance(card.sensitivity, Estimate)
    assert card.sensitivity.low < 0.25 < card.sensitivity.high
    assert card.sensitivity.n == card.counts.n
