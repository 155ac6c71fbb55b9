"""Failures by the seven points, and the funnel with changed stages."""

import json

import pytest
from scipy import stats
from sqlalchemy import select

from db import models
from db.store import Store
from tests import builders
from tests.cli.conftest import Command, command
from tests.services.labelling import census, label_next, said
from tests.services.planted import plant_label, plant_label_set, plant_traces
from workbench.domain.questions import Answers
from workbench.domain.records import Trace
from workbench.domain.vocabulary import Answer, ErrorType, JudgeVerdict
from workbench.errors import InputError
from workbench.services.labelling.label_traces import next_item
from workbench.services.triage.failure_points import failure_points
from workbench.services.triage.triage_traces import triage_traces
from workbench.services.triage.what_if import what_if_stages
from workbench.stats.interval import proportion

__all__ = ["command"]

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


def test_without_a_verdict_on_generation_nothing_is_said_to_come_out_right(funnel: Store) -> None:
    stages = triage_traces(funnel, "default").funnel
    unjudged = tuple(one for one in stages if one.stage != "generation")
    for changed in ({}, {"retrieval": 0.95}):
        found = what_if_stages(unjudged, changed)
        assert found is not None
        assert "come out right" not in found.sentence
        assert f"still hold their evidence after {unjudged[-1].stage}" in found.sentence
        assert "no judge's verdict counts here" in found.sentence
        assert "come out right" in what_if_stages(stages, changed).sentence


def test_without_a_funnel_there_is_nothing_to_change() -> None:
    assert what_if_stages(()) is None


def draw_by_verdict(store: Store) -> None:
    """300 traces, 100 flagged; the flagged are lost in retrieval, the passed generation errors.

    People looked at twenty of each, and failed ten of the flagged and five of the passed.
    """
    lost: dict[str, object] = {"candidates": ["x"], "prompt": ["x"]}
    traces = [
        builders.trace(
            f"q-{n:03}",
            judges=(said(FAIL if n < 100 else JudgeVerdict.PASS),),
            **(lost if n < 100 else {}),
        )
        for n in range(300)
    ]
    ids = plant_traces(store, traces)
    with store.reading() as connection:
        judge_id = connection.scalar(select(models.judges.c.judge_id))
    drawn = plant_label_set(store, "default", "by_verdict", judge_id=judge_id)
    for first, n_wrong in ((0, 10), (100, 5)):
        for n in range(20):
            answer = "wrong" if n < n_wrong else "correct"
            plant_label(store, ids[f"q-{first + n:03}"], answer, label_set_id=drawn)


def test_shares_of_labels_drawn_by_verdict_are_weighted_to_the_run(store: Store) -> None:
    draw_by_verdict(store)
    found = failure_points(store, "default")
    rows = {str(row.point): row for row in found.points}
    # 10 of 20 flagged stand for 50 failures at FP2, 5 of 20 passed for 50 in generation.
    assert (rows["FP2"].human_n, rows["FP4-FP7"].human_n) == (10, 5)
    assert rows["FP2"].human_share == pytest.approx(0.5)
    assert rows["FP4-FP7"].human_share == pytest.approx(0.5)
    # Kish: (10 * 5 + 5 * 10)^2 / (10 * 25 + 5 * 100).
    n_equal = 100**2 / 750
    low, high = stats.beta.ppf([0.025, 0.975], n_equal / 2 + 0.5, n_equal / 2 + 0.5)
    assert (rows["FP2"].low, rows["FP2"].high) == pytest.approx((low, high))
    assert found.share_note == (
        "Shares are of the run's failures: each labelled failure counts for the traces it stands "
        "for. For the intervals 15 such failures are worth 13.3 equal ones."
    )


@pytest.mark.parametrize(
    ("design", "note"),
    [
        ("uniform", "Shares are of the run's failures, from labels that stand for its traces"),
        ("unknown", "Shares are among the labelled failures and say nothing of the run"),
    ],
)
def test_equal_labels_are_counted_and_said_to_be_of_the_run_or_not(
    store: Store, design: str, note: str
) -> None:
    ids = plant_traces(store, [failing(f"q-{n}") for n in range(6)])
    drawn = plant_label_set(store, "default", design)
    for n in range(3):
        plant_label(store, ids[f"q-{n}"], "wrong", label_set_id=drawn)
    found = failure_points(store, "default")
    share = proportion(3, 3)
    untyped = next(row for row in found.points if str(row.point) == "FP4-FP7")
    assert (untyped.human_n, untyped.human_share) == (3, 1.0)
    assert (untyped.low, untyped.high) == (share.low, share.high)
    assert found.share_note.startswith(note)


def test_the_note_on_the_shares_is_in_text_and_json(sqlite_store: Store, command: Command) -> None:
    draw_by_verdict(sqlite_store)
    note = failure_points(sqlite_store, "default").share_note
    address = sqlite_store.engine.url.render_as_string(hide_password=False)
    asked = ("triage", "--run", "default", "--failure-points", "--db", address)
    assert note in command(*asked).out
    assert json.loads(command(*asked, "--json").out)["failure_points"]["share_note"] == note
