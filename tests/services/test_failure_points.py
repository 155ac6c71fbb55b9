"""Failures by the seven points, and the funnel with changed stages."""

import pytest

from db.store import Store
from tests import builders
from tests.services.labelling import census, label_next, said
from workbench.domain.questions import Answers
from workbench.domain.records import Trace
from workbench.domain.vocabulary import Answer, ErrorType, JudgeVerdict
from workbench.errors import InputError
from workbench.services.labelling.label_traces import next_item
from workbench.services.triage.failure_points import failure_points
from workbench.services.triage.triage_traces import triage_traces
from workbench.services.triage.what_if import what_if_stages

FAIL = JudgeVerdict.FAIL


def failing(request_id: str, **fields: object) -> Trace:
    return builders.trace(request_id, judges=(said(FAIL),), **fields)


def points(store: Store) -> dict[str, tuple[int | None, int]]:
    rows = failure_points(store, "default").points
    return {str(row.point): (row.observed_n, row.human_n) for row in rows}


def test_the_judge_s_failures_stand_at_their_points(store: Store) -> None:
    census(
        store,
        [
            failing("q-1", gold=()),
            failing("q-2", candidates=["x"], prompt=["x"]),
            failing("q-3", candidates=["d1", "x"], reranked=["x"], prompt=["x"]),
            failing("q-4", prompt=["d2"]),
            failing("q-5"),
        ],
    )
    found = points(store)
    assert found["FP1"] == (1, 0)
    assert found["FP2"] == (1, 0)
    assert found["FP3"] == (2, 0)
    assert found["FP4-FP7"] == (1, 0)
    assert found["FP4"] == (None, 0)
    result = failure_points(store, "default")
    assert result.n_observed == 5
    assert "no person has named an error type" in result.sentence
    assert result.points[0].human_share is None


@pytest.mark.parametrize(
    ("error_type", "point"),
    [
        (ErrorType.MISREAD, "FP4"),
        (ErrorType.WRONG_FORMAT, "FP5"),
        (ErrorType.WRONG_SPECIFICITY, "FP6"),
        (ErrorType.INCOMPLETE, "FP7"),
        (ErrorType.FOLLOWED_RETRIEVED_INSTRUCTION, "outside"),
        (None, "FP4-FP7"),
    ],
)
def test_the_error_type_a_person_names_gives_the_point(
    store: Store, error_type: ErrorType | None, point: str
) -> None:
    queue_id = census(store, [failing("q-1")])
    assert next_item(store, queue_id, "ada") is not None
    label_next(store, queue_id, "ada", answers=Answers(answer=Answer.WRONG, error_type=error_type))
    assert points(store)[point][1] == 1
    assert sum(n for _, n in points(store).values()) == 1


def test_every_remedy_says_what_it_moves_and_what_to_run_again(sqlite_store: Store) -> None:
    census(sqlite_store, [failing("q-1")])
    remedies = failure_points(sqlite_store, "default").remedies
    assert [row.bucket for row in remedies][-1] == "generation_error"
    assert all(row.owner and row.next_stage and row.run_again for row in remedies)
    assert all(len(row.fixes) == len(row.side_effects) > 0 for row in remedies)


def test_a_run_without_failures_says_so(sqlite_store: Store) -> None:
    census(sqlite_store, 3)
    assert failure_points(sqlite_store, "default").sentence == (
        "No failure of this run has a stage yet."
    )


@pytest.fixture
def funnel(sqlite_store: Store) -> Store:
    missed = [failing(f"m-{n}", candidates=["x"], prompt=["x"]) for n in range(30)]
    wrong = [failing(f"w-{n}") for n in range(14)]
    right = [builders.trace(f"r-{n}", judges=(said(JudgeVerdict.PASS),)) for n in range(56)]
    census(sqlite_store, [*missed, *wrong, *right])
    return sqlite_store


def test_the_product_has_an_interval_and_the_lowest_stage_caps_it(funnel: Store) -> None:
    stages = triage_traces(funnel, "default").funnel
    found = what_if_stages(stages)
    assert found is not None
    assert found.now.estimate == pytest.approx(0.56)
    assert found.now.low < 0.56 < found.now.high
    assert found.caps == found.then_caps == "retrieval"
    assert found.exposes == ""
    assert found.now == found.then
    assert "retrieval lets least through (70.0 %)" in found.cap_sentence.lower()


def test_mending_one_stage_exposes_the_next(funnel: Store) -> None:
    stages = triage_traces(funnel, "default").funnel
    found = what_if_stages(stages, {"retrieval": 0.95})
    assert found is not None
    assert found.then.estimate == pytest.approx(0.95 * 0.8)
    assert found.then.high < 0.95
    assert (found.caps, found.then_caps) == ("retrieval", "generation")
    assert "generation becomes the largest loss" in found.exposes
    assert found.ceilings[-1].reached == pytest.approx(0.95)
    assert "Generation cannot do better than 95.0 %" in found.ceiling_sentence


@pytest.mark.parametrize(
    ("changed", "said_of_it"),
    [({"reranking": 0.9}, "no stage reranking"), ({"retrieval": 1.5}, "lies in 0 to 1")],
)
def test_a_change_that_cannot_be_is_refused(
    funnel: Store, changed: dict[str, float], said_of_it: str
) -> None:
    stages = triage_traces(funnel, "default").funnel
    with pytest.raises(InputError, match=said_of_it):
        what_if_stages(stages, changed)


def test_without_a_funnel_there_is_nothing_to_change() -> None:
    assert what_if_stages(()) is None
