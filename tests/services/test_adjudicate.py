"""Disputed traces in order, decisions with their history, and who may not see them yet."""

import json

import pytest

from db.read_adjudications import read_adjudications
from db.store import Store
from tests import builders
from tests.services.labelling import answer, census, label_all, label_next, said
from tests.services.planted import plant_label, plant_traces
from workbench.domain.disagreement import Differ
from workbench.domain.vocabulary import Answer, ErrorType, JudgeVerdict, Stage
from workbench.errors import InputError, VerdictConflict
from workbench.services.calibration.calibrate_judge import calibrate_judge
from workbench.services.labelling.adjudicate import (
    Reason,
    Ruling,
    decide,
    disputed_cases,
    read_case_text,
    withdraw_decision,
)
from workbench.services.labelling.label_traces import (
    next_item,
    progress,
    read_item,
    record_entry,
    why_empty,
)
from workbench.services.labelling.people_agreement import people_agreement
from workbench.services.labelling.queue_status import set_wanted_labels
from workbench.services.results import Refusal
from workbench.ui.label_desk import Desk
from workbench.ui.label_view import page


def disputed(store: Store) -> dict[str, int]:
    """Four traces: three people on q-1 and q-2, two on q-3 and q-4; q-4 is agreed."""
    ids = plant_traces(
        store,
        [builders.trace(f"q-{n}", judges=(said(JudgeVerdict.FAIL),)) for n in range(1, 5)],
    )
    for name, answers in (
        ("ada", ("wrong", "correct", "wrong", "correct")),
        ("ben", ("wrong", "cant_tell", "wrong", "correct")),
        ("cyd", ("correct", "correct")),
    ):
        for n, given in enumerate(answers, start=1):
            fields = {"stage": "retrieval" if name == "ada" else "generation"}
            plant_label(
                store,
                ids[f"q-{n}"],
                given,
                name,
                note=f"{name} on q-{n}",
                **(fields if given == "wrong" else {}),
            )
    return ids


def test_what_keeps_a_trace_out_of_the_calibration_comes_first(store: Store) -> None:
    disputed(store)
    found = disputed_cases(store, "dan").open
    assert [(case.request_id, case.differ) for case in found] == [
        ("q-1", Differ.RIGHT_OR_WRONG),
        ("q-2", Differ.CAN_BE_TOLD),
        ("q-3", Differ.STAGE),
    ]
    assert found[0].agreement == pytest.approx(1 / 3)
    assert {opinion.note for opinion in found[0].opinions} == {
        "ada on q-1",
        "ben on q-1",
        "cyd on q-1",
    }


def test_of_two_cases_the_less_agreed_comes_first(store: Store) -> None:
    ids = plant_traces(store, [builders.trace("a"), builders.trace("b")])
    for name, first, second in (
        ("ada", "wrong", "wrong"),
        ("ben", "correct", "correct"),
        ("cyd", "wrong", "wrong"),
        ("dan", "wrong", "correct"),
    ):
        plant_label(store, ids["a"], first, name)
        plant_label(store, ids["b"], second, name)
    found = disputed_cases(store, "eve").open
    assert [case.request_id for case in found] == ["b", "a"]
    assert found[0].agreement < found[1].agreement


def test_calibration_takes_the_decision_and_agreement_the_originals(store: Store) -> None:
    ids = disputed(store)
    before = calibrate_judge(store, "strict@2", "default")
    assert before.left_out.annotators_disagree == 1
    agreed = people_agreement(store, "default")
    decide(store, Ruling(ids["q-1"], "dan", Answer.CORRECT, Reason.SLIP))
    after = calibrate_judge(store, "strict@2", "default")
    assert after.left_out.annotators_disagree == 0
    assert after.counts.fp == before.counts.fp + 1
    assert people_agreement(store, "default") == agreed
    assert not isinstance(agreed.agreement, Refusal)


def test_a_decision_keeps_its_history_and_can_be_taken_back(store: Store) -> None:
    ids = disputed(store)
    decide(store, Ruling(ids["q-1"], "dan", Answer.CORRECT, Reason.SLIP, note=" misread "))
    decide(
        store,
        Ruling(
            ids["q-1"],
            "eve",
            Answer.WRONG,
            Reason.GUIDELINE_GAP,
            stage=Stage.GENERATION,
            error_type=ErrorType.MISREAD,
        ),
    )
    history = read_case_text(store, ids["q-1"], "dan").history
    assert [(d.annotator, d.answer, d.is_current) for d in history] == [
        ("dan", Answer.CORRECT, False),
        ("eve", Answer.WRONG, True),
    ]
    assert history[0].note == "misread"
    found = disputed_cases(store, "dan")
    assert [case.request_id for case in found.decided] == ["q-1"]
    assert [case.request_id for case in found.open] == ["q-2", "q-3"]
    assert withdraw_decision(store, ids["q-1"], "dan")
    assert not withdraw_decision(store, ids["q-1"], "dan")
    assert disputed_cases(store, "dan").open[0].request_id == "q-1"
    with store.reading() as connection:
        assert [row.is_current for row in read_adjudications(connection)] == [False, False]


def test_a_stage_is_kept_only_where_the_answer_fails(store: Store) -> None:
    ids = disputed(store)
    decide(
        store,
        Ruling(ids["q-3"], "dan", Answer.CORRECT, Reason.SLIP, Stage.GENERATION, ErrorType.MISREAD),
    )
    (decision,) = read_case_text(store, ids["q-3"], "dan").history
    assert (decision.stage, decision.error_type) == (None, None)


def test_an_answer_changed_meanwhile_stops_the_decision(store: Store) -> None:
    ids = disputed(store)
    case = disputed_cases(store, "dan").open[0]
    knew = frozenset(opinion.entry_id for opinion in case.opinions)
    plant_label(store, ids["q-1"], "correct", "fay")
    with pytest.raises(VerdictConflict, match="Nothing was saved"):
        decide(store, Ruling(ids["q-1"], "dan", Answer.CORRECT, Reason.SLIP, knew=knew))
    assert read_case_text(store, ids["q-1"], "dan").history == ()


def test_nothing_is_decided_where_one_person_labelled(store: Store) -> None:
    ids = plant_traces(store, [builders.trace("q-1")])
    plant_label(store, ids["q-1"], "wrong", "ada")
    with pytest.raises(InputError, match="nothing to decide"):
        decide(store, Ruling(ids["q-1"], "dan", Answer.CORRECT, Reason.SLIP))


def test_an_item_still_open_in_ones_own_queue_is_withheld(store: Store) -> None:
    queue_id = census(store, 3, wanted_labels=3)
    label_all(store, queue_id, "ada", is_right=True)
    label_all(store, queue_id, "ben", is_right=False)
    found = disputed_cases(store, "cyd")
    assert (found.open, found.decided, found.n_withheld) == ((), (), 3)
    trace_id = disputed_cases(store, "ada").open[0].trace_id
    with pytest.raises(InputError, match="not blind"):
        read_case_text(store, trace_id, "cyd")
    with pytest.raises(InputError, match="not blind"):
        decide(store, Ruling(trace_id, "cyd", Answer.CORRECT, Reason.SLIP))
    with pytest.raises(InputError, match="not blind"):
        withdraw_decision(store, trace_id, "cyd")
    record_entry(store, answer(read_item(store, queue_id, "cyd", trace_id), "cyd"))
    assert [case.trace_id for case in disputed_cases(store, "cyd").open] == [trace_id]
    assert disputed_cases(store, "cyd").n_withheld == 2


def test_an_item_skipped_or_held_is_still_withheld(store: Store) -> None:
    queue_id = census(store, 1, wanted_labels=3)
    label_all(store, queue_id, "ada", is_right=True)
    label_all(store, queue_id, "ben", is_right=False)
    item = next_item(store, queue_id, "cyd")
    assert item is not None
    assert disputed_cases(store, "cyd").n_withheld == 1
    # Cyd holds the last place: nobody else is asked any more, but Cyd is.
    assert disputed_cases(store, "dan").n_withheld == 1
    label_all(store, queue_id, "cyd")
    assert len(disputed_cases(store, "dan").open) == 1


def test_whoever_decided_is_not_asked_to_label_that_item(store: Store) -> None:
    queue_id = census(store, 2, wanted_labels=2)
    label_all(store, queue_id, "ada", is_right=True)
    label_all(store, queue_id, "ben", is_right=False)
    case = disputed_cases(store, "dan").open[0]
    decide(store, Ruling(case.trace_id, "dan", Answer.CORRECT, Reason.AMBIGUOUS))
    set_wanted_labels(store, queue_id, 3)
    offered = label_all(store, queue_id, "dan")
    assert len(offered) == 1
    assert case.request_id not in offered
    assert "already" in why_empty(store, queue_id, "dan")
    assert label_all(store, queue_id, "eve") == [case.request_id]


def test_a_decision_that_the_annotators_came_round_to_can_still_be_taken_back(
    store: Store,
) -> None:
    queue_id = census(store, 1, wanted_labels=2)
    label_next(store, queue_id, "ada", is_right=True)
    label_next(store, queue_id, "ben", is_right=False)
    case = disputed_cases(store, "dan").open[0]
    decide(store, Ruling(case.trace_id, "dan", Answer.CORRECT, Reason.SLIP))
    item = read_item(store, queue_id, "ben", case.trace_id)
    record_entry(store, answer(item, "ben", is_right=True))
    found = disputed_cases(store, "dan")
    assert found.open == ()
    assert [each.differ for each in found.decided] == [None]


def test_a_run_that_is_not_there_is_named(store: Store) -> None:
    disputed(store)
    with pytest.raises(InputError, match="default"):
        disputed_cases(store, "dan", "spring")


def test_nothing_of_a_decision_is_in_what_an_annotator_gets(store: Store) -> None:
    queue_id = census(store, 2, wanted_labels=3)
    label_all(store, queue_id, "ada", is_right=True, note="SENTINEL-ADA")
    label_all(store, queue_id, "ben", is_right=False, note="SENTINEL-BEN")
    case = disputed_cases(store, "ada").open[0]
    decide(store, Ruling(case.trace_id, "ada", Answer.CORRECT, Reason.SLIP, note="SENTINEL-NOTE"))
    item = read_item(store, queue_id, "cyd", case.trace_id)
    assert item.own is None
    sent = json.dumps(page(Desk("cyd", queue_id), item, progress(store, queue_id, "cyd")))
    assert item.request_id in sent
    assert "SENTINEL" not in sent
    assert "ada" not in sent
