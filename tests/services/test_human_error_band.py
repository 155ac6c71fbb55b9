"""What people's own errors do to the share, the bias and the next project."""

from math import sqrt

import pytest

from db.store import Store
from tests.services.planted import plant_label
from tests.services.test_correct_prevalence import FAIL, PASS, fill
from workbench.domain.refusals import Refusal
from workbench.domain.vocabulary import Design
from workbench.services.calibration.calibrate_judge import calibrate_judge
from workbench.services.calibration.human_error_band import HumanErrorBand, human_error
from workbench.services.results import BiasCard, Estimate


def band(store: Store) -> HumanErrorBand:
    found = human_error(store, calibrate_judge(store, "owl@1", "r"), "owl@1", "r")
    assert isinstance(found, HumanErrorBand), found
    return found


def turn(found: HumanErrorBand, conclusion: str) -> tuple[str, float | None, str | None]:
    (one,) = (turn for turn in found.turns if turn.conclusion == conclusion)
    return one.now, one.turns_at, one.becomes


def test_double_labels_give_the_error_and_three_rows(store: Store) -> None:
    ids = fill(store, {("reached", FAIL): (60, 60, 40), ("reached", PASS): (140, 140, 8)})
    twice = list(ids.values())[20:60]
    for place, trace_id in enumerate(twice):
        # The first 20 were wrong for ada, the rest right; ben differs on three.
        said_wrong = place < 20
        answer = "wrong" if said_wrong != (place % 14 == 0) else "correct"
        plant_label(store, trace_id, answer, annotator="ben")
    found = band(store)
    assert (found.n_double, found.n_disagree) == (40, 3)
    error = (1 - sqrt(1 - 2 * 3 / 40)) / 2
    assert found.error == pytest.approx(error)
    assert [row.error for row in found.rows][:2] == [0.0, pytest.approx(error)]
    assert found.rows[2].error > error
    card = calibrate_judge(store, "owl@1", "r")
    assert isinstance(card.corrected_prevalence, Estimate)
    share = card.corrected_prevalence.estimate
    assert found.rows[0].estimate == share
    assert found.rows[1].estimate == pytest.approx((share - error) / (1 - 2 * error))
    assert "differ on 3 of 40" in found.sentence


def test_without_double_labels_there_are_only_what_ifs(sqlite_store: Store) -> None:
    fill(sqlite_store, {("reached", FAIL): (60, 30, 20), ("reached", PASS): (140, 40, 2)})
    found = band(sqlite_store)
    assert (found.n_double, found.error, found.is_measured) == (0, None, False)
    assert [row.error for row in found.rows] == [0.0, 0.03, 0.05]
    assert all("what if" in row.assumption for row in found.rows[1:])
    assert "their error is unknown" in found.sentence


def test_a_reading_turns_where_the_interval_reaches_the_flagged_share(
    sqlite_store: Store,
) -> None:
    # A census: judge flags 40, people find 60 of 200; too lenient until the share has fallen.
    fill(sqlite_store, {("reached", FAIL): (40, 40, 38), ("reached", PASS): (160, 160, 22)})
    card = calibrate_judge(sqlite_store, "owl@1", "r")
    assert isinstance(card.bias, BiasCard)
    now, at, becomes = turn(band(sqlite_store), "bias")
    assert (now, becomes) == ("too_lenient", "no_clear_bias")
    assert at is not None
    lower = 0.2 - card.bias.high
    # T(lower) = (lower - e) / (1 - 2e) falls below .2 between the step before and this one.
    assert (lower - at) / (1 - 2 * at) <= 0.2 < (lower - (at - 0.001)) / (1 - 2 * (at - 0.001))


def test_the_bucket_of_most_traces_is_blown_up_by_errors(sqlite_store: Store) -> None:
    # 180 of 240 traces reached the prompt: a few mistaken "wrong" there look like generation.
    fill(
        sqlite_store,
        {
            ("reached", FAIL): (40, 40, 20),
            ("reached", PASS): (140, 140, 4),
            ("retrieval", FAIL): (24, 24, 20),
            ("retrieval", PASS): (36, 36, 1),
        },
    )
    now, at, becomes = turn(band(sqlite_store), "next_project")
    assert (now, becomes) == ("generation_error", "retrieval_miss")
    # 24/240 - e 180/240 equals 21/240 - e 60/240 at e = 3/120.
    assert at == pytest.approx(0.025, abs=0.0011)


def test_people_who_agree_leave_a_band_from_zero(sqlite_store: Store) -> None:
    ids = fill(sqlite_store, {("reached", FAIL): (30, 30, 20), ("reached", PASS): (70, 70, 3)})
    for trace_id in list(ids.values())[:20]:
        plant_label(sqlite_store, trace_id, "wrong", annotator="ben")
    found = band(sqlite_store)
    assert (found.n_disagree, found.error) == (0, 0.0)
    assert 0 < found.rows[2].error < 0.1


def test_labels_of_unknown_origin_have_no_band(sqlite_store: Store) -> None:
    cells = {("reached", FAIL): (60, 30, 20), ("reached", PASS): (140, 40, 2)}
    fill(sqlite_store, cells, Design.UNKNOWN)
    found = human_error(sqlite_store, calibrate_judge(sqlite_store, "owl@1", "r"), "owl@1", "r")
    assert isinstance(found, Refusal)
    assert found.code == "DESIGN_UNKNOWN"


def test_labels_chosen_by_truth_have_no_band(sqlite_store: Store) -> None:
    cells = {("reached", FAIL): (60, 40, 30), ("reached", PASS): (140, 40, 2)}
    fill(sqlite_store, cells, Design.BY_TRUTH)
    found = human_error(sqlite_store, calibrate_judge(sqlite_store, "owl@1", "r"), "owl@1", "r")
    assert isinstance(found, Refusal)
    assert found.code == "HUMAN_ERROR_UNKNOWN"
