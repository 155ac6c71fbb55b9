"""The precision said while labelling is that of the corrected share, however items were drawn."""

import numpy as np
import pytest

from db.read_queues import read_item_labels
from db.store import Store
from tests.builders import trace
from tests.services.planted import plant_label, plant_traces
from workbench.domain.records import JudgeId, JudgeOpinion, Trace
from workbench.domain.vocabulary import JudgeVerdict
from workbench.services.calibration.correct_prevalence import correct_prevalence
from workbench.services.labelling.build_paired_queues import build_paired_queues
from workbench.services.labelling.build_queue import build_queue
from workbench.services.labelling.label_traces import precision
from workbench.services.results import Estimate

OWL = JudgeId("owl", "1")


def judged(run: str, number: int, score: float) -> Trace:
    verdict = JudgeVerdict.PASS if score >= 0.6 else JudgeVerdict.FAIL
    opinion = JudgeOpinion(OWL, verdict, str(verdict), score=score, threshold=0.6)
    return trace(f"{run}-{number}", run=run, question_id=f"q{number}", judges=(opinion,))


def fill(store: Store, n: int = 400) -> None:
    rng = np.random.default_rng(3)
    plant_traces(
        store,
        [judged(run, number, float(rng.uniform())) for number in range(n) for run in ("a", "b")],
    )


def label(store: Store, queue_id: int) -> None:
    with store.reading() as connection:
        items = read_item_labels(connection, queue_id)
    for place, item in enumerate(items):
        answer = "wrong" if place % 3 == 0 else "correct"
        plant_label(store, item.trace_id, answer, queue_id=queue_id)


def half_width_of_share(store: Store, run: str) -> float:
    share = correct_prevalence(store, run, "owl@1").corrected
    assert isinstance(share, Estimate)
    return (share.high - share.low) / 2


def test_items_drawn_by_score_count_for_what_they_stand_for(store: Store) -> None:
    fill(store)
    queue_id = build_queue(
        store, run="a", judge="owl@1", size=90, by=("verdict", "score"), seed=5
    ).queue_id
    label(store, queue_id)
    found = precision(store, queue_id)
    assert found is not None
    assert found.half_width == pytest.approx(half_width_of_share(store, "a"), abs=1e-9)
    assert found.n_more is not None
    assert found.n_more > 0


def test_questions_drawn_for_two_runs_are_as_precise_in_each_as_its_corrected_share(
    store: Store,
) -> None:
    fill(store)
    queues = build_paired_queues(store, run="a", also_run="b", judge="owl@1", size=90, seed=5)
    for run, queue in (("a", queues.first), ("b", queues.second)):
        label(store, queue.queue_id)
        found = precision(store, queue.queue_id)
        assert found is not None
        assert found.half_width == pytest.approx(half_width_of_share(store, run), abs=1e-9)
