"""What a judge's scores say at other thresholds, and when they say nothing."""

from collections.abc import Callable, Sequence

import pytest

from db.read_scores import ScoreRow
from db.store import Store
from tests.builders import trace
from tests.services.planted import plant_label, plant_label_set, plant_traces
from workbench.domain.records import JudgeId, JudgeOpinion
from workbench.domain.refusals import Refusal
from workbench.domain.vocabulary import Design, JudgeVerdict
from workbench.services.calibration.calibrate_judge import calibrate_judge
from workbench.services.calibration.judge_scores import Direction, score_direction
from workbench.services.calibration.score_bins import ScoreBins
from workbench.services.calibration.threshold_curve import ThresholdPoint, threshold_curve
from workbench.services.labelling.build_queue import build_queue
from workbench.services.results import Estimate

OWL = JudgeId("owl", "1")
FAIL, PASS = JudgeVerdict.FAIL, JudgeVerdict.PASS


def scored(
    store: Store,
    n: int,
    is_wrong: Callable[[int], bool],
    is_labelled: Callable[[int], bool] = lambda _: True,
    design: Design = Design.BY_VERDICT,
    threshold: Callable[[int], float | None] = lambda _: 0.5,
    verdict: Callable[[float, float], JudgeVerdict] = lambda s, t: FAIL if s < t else PASS,
    score: Callable[[int], float | None] = lambda _: None,
) -> dict[str, int]:
    """Traces scored 0/n … (n-1)/n in order, failing below .5 unless said otherwise."""
    traces = []
    for number in range(n):
        own = score(number)
        value = number / n if own is None else own
        limit = threshold(number)
        word = verdict(value, 0.5 if limit is None else limit)
        opinion = JudgeOpinion(OWL, word, str(word), score=value, threshold=limit)
        traces.append(trace(f"q-{number:04}", run="r", judges=(opinion,)))
    ids = plant_traces(store, traces)
    label_set = plant_label_set(store, "r", design)
    for number, item in enumerate(traces):
        if is_labelled(number):
            answer = "wrong" if is_wrong(number) else "correct"
            plant_label(store, ids[item.request_id], answer, label_set_id=label_set)
    return ids


def points(store: Store) -> tuple[ThresholdPoint, ...]:
    found = threshold_curve(store, "owl@1", "r").points
    assert not isinstance(found, Refusal), found
    return found


def number(value: object) -> Estimate:
    assert isinstance(value, Estimate), value
    return value


def test_a_census_is_counted_at_every_threshold(store: Store) -> None:
    scored(store, 100, is_wrong=lambda n: n < 40)
    for point in points(store):
        below = round(point.threshold * 100)
        assert point.n_flagged == below
        assert point.counts.tp == min(below, 40)
        assert point.counts.fp == max(below - 40, 0)
        assert number(point.sensitivity).estimate == pytest.approx(min(below, 40) / 40)
        assert number(point.sensitivity).method == "Wilson"


def test_the_marked_point_says_what_the_judge_card_says(sqlite_store: Store) -> None:
    scored(
        sqlite_store,
        400,
        is_wrong=lambda n: n < 120 or n % 16 == 0,
        is_labelled=lambda n: n % 4 == 0 if n < 200 else n % 8 == 0,
    )
    (marked,) = (point for point in points(sqlite_store) if point.is_current)
    card = calibrate_judge(sqlite_store, "owl@1", "r")
    assert marked.threshold == 0.5
    assert (marked.counts.tp, marked.counts.fn) == (card.counts.tp, card.counts.fn)
    for mine, known in (
        (marked.sensitivity, card.sensitivity),
        (marked.false_positive_rate, card.false_positive_rate),
    ):
        assert number(mine).estimate == pytest.approx(number(known).estimate, abs=1e-12)
        assert number(mine).interval == pytest.approx(number(known).interval, abs=0.01)


def test_rates_never_fall_as_the_threshold_takes_in_more(sqlite_store: Store) -> None:
    scored(
        sqlite_store,
        300,
        is_wrong=lambda n: n % 3 == 0 or n < 60,
        is_labelled=lambda n: n % 3 == 0 if n < 150 else n % 5 == 0,
    )
    found = points(sqlite_store)
    assert len(found) > 5
    for name in ("sensitivity", "false_positive_rate"):
        rates = [number(getattr(point, name)).estimate for point in found]
        assert rates == sorted(rates)


def test_a_judge_that_scores_the_badness_is_read_the_other_way(sqlite_store: Store) -> None:
    scored(
        sqlite_store,
        100,
        is_wrong=lambda n: n >= 60,
        verdict=lambda score, threshold: FAIL if score >= threshold else PASS,
    )
    curve = threshold_curve(sqlite_store, "owl@1", "r")
    assert curve.rule == "at or above the threshold fails"
    (marked,) = (point for point in points(sqlite_store) if point.is_current)
    assert marked.n_flagged == 50
    assert number(marked.sensitivity).estimate == 1.0


def test_scores_without_thresholds_have_no_direction(sqlite_store: Store) -> None:
    scored(sqlite_store, 40, is_wrong=lambda n: n < 20, threshold=lambda _: None)
    curve = threshold_curve(sqlite_store, "owl@1", "r")
    assert isinstance(curve.points, Refusal)
    assert curve.points.code == "SCORE_DIRECTION_UNKNOWN"
    assert isinstance(curve.corrected, Refusal)


def test_two_thresholds_under_one_judge_are_said_aloud(sqlite_store: Store) -> None:
    scored(
        sqlite_store,
        100,
        is_wrong=lambda n: n < 50,
        threshold=lambda n: 0.6 if n % 4 == 0 else 0.5,
    )
    curve = threshold_curve(sqlite_store, "owl@1", "r")
    (warning,) = (w for w in curve.warnings if w.code == "THRESHOLDS_DIFFER")
    assert "0.5 on 75, 0.6 on 25" in warning.message
    assert curve.current == 0.5


def test_a_judge_without_scores_is_refused(sqlite_store: Store) -> None:
    opinion = JudgeOpinion(OWL, FAIL, "fail")
    ids = plant_traces(sqlite_store, [trace("q-1", run="r", judges=(opinion,))])
    plant_label(sqlite_store, ids["q-1"], "wrong")
    curve = threshold_curve(sqlite_store, "owl@1", "r")
    assert isinstance(curve.points, Refusal)
    assert "gave no scores" in curve.sentence


def test_scores_without_labels_are_refused(sqlite_store: Store) -> None:
    scored(sqlite_store, 20, is_wrong=lambda _: False, is_labelled=lambda _: False)
    curve = threshold_curve(sqlite_store, "owl@1", "r")
    assert isinstance(curve.points, Refusal)
    assert curve.points.code == "NOT_CALIBRATED"


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        ([(0.2, 0.5, FAIL, 9), (0.8, 0.5, PASS, 9)], (Direction(True, False), 0)),
        ([(0.2, 0.5, FAIL, 9), (0.5, 0.5, FAIL, 2)], (Direction(True, True), 0)),
        ([(0.8, 0.5, FAIL, 9), (0.2, 0.5, PASS, 9)], (Direction(False, True), 0)),
        ([(0.8, 0.5, FAIL, 1), (0.2, 0.5, FAIL, 99)], (Direction(True, False), 1)),
    ],
)
def test_the_direction_follows_the_verdicts(
    rows: Sequence[tuple[float, float, JudgeVerdict, int]], found: tuple[Direction, int]
) -> None:
    assert score_direction([ScoreRow(*row) for row in rows]) == found


def test_verdicts_that_do_not_follow_their_scores_are_refused() -> None:
    rows = [ScoreRow(0.2, 0.5, FAIL, 9), ScoreRow(0.8, 0.5, FAIL, 9)]
    found = score_direction(rows)
    assert isinstance(found, Refusal)
    assert "9 verdicts fail below the threshold and 9 above" in found.reason


def test_scores_that_tell_more_than_the_verdict_narrow_the_share(sqlite_store: Store) -> None:
    # Everything below .2 and nothing above .8 is wrong, between them every second one.
    scored(
        sqlite_store,
        1000,
        is_wrong=lambda n: n < 200 or (n < 800 and n % 20 == 0),
        is_labelled=lambda n: n % 10 == 0,
    )
    found = threshold_curve(sqlite_store, "owl@1", "r").corrected
    assert isinstance(found, ScoreBins)
    assert len(found.bins) > 4
    assert all(part.n_labelled >= 10 for part in found.bins)
    assert sum(part.n_target for part in found.bins) == 1000
    bins, verdict = found.by_score_bins.interval, found.by_verdict.interval
    assert bins.high - bins.low < 0.9 * (verdict.high - verdict.low)
    assert "narrow the interval" in found.sentence
    by_hand = sum(part.n_target * part.n_failed / part.n_labelled for part in found.bins) / 1000
    assert found.by_score_bins.estimate == pytest.approx(by_hand)


def test_few_labels_leave_one_bin_for_each_verdict(sqlite_store: Store) -> None:
    scored(sqlite_store, 100, is_wrong=lambda n: n < 40, is_labelled=lambda n: n % 8 == 0)
    found = threshold_curve(sqlite_store, "owl@1", "r").corrected
    assert isinstance(found, ScoreBins)
    assert [(part.verdict, part.n_target) for part in found.bins] == [(FAIL, 50), (PASS, 50)]
    assert found.by_score_bins.interval == found.by_verdict.interval


def test_verdicts_without_a_score_stay_in_the_share(sqlite_store: Store) -> None:
    scored(sqlite_store, 100, is_wrong=lambda n: n < 40)
    bare = trace("q-x", run="r", judges=(JudgeOpinion(OWL, PASS, "pass"),))
    plant_traces(sqlite_store, [bare])
    curve = threshold_curve(sqlite_store, "owl@1", "r")
    assert isinstance(curve.corrected, ScoreBins)
    assert sum(part.n_target for part in curve.corrected.bins) == 101
    assert "SCORES_MISSING" in {warning.code for warning in curve.warnings}


def test_labels_of_unknown_origin_give_no_share_by_bins(sqlite_store: Store) -> None:
    scored(
        sqlite_store,
        100,
        is_wrong=lambda n: n < 40,
        is_labelled=lambda n: n % 2 == 0,
        design=Design.UNKNOWN,
    )
    curve = threshold_curve(sqlite_store, "owl@1", "r")
    assert isinstance(curve.corrected, Refusal)
    assert "DESIGN_UNKNOWN" in {warning.code for warning in curve.warnings}


def test_labels_drawn_by_stage_are_weighted_by_stage(sqlite_store: Store) -> None:
    traces = []
    for n in range(200):
        word = FAIL if n < 80 else PASS
        opinion = JudgeOpinion(OWL, word, str(word), score=n / 200, threshold=0.4)
        lists = (["d2"], ["d2"]) if n % 4 == 0 else (["d1"], ["d1"])
        traces.append(trace(f"q-{n:04}", lists[0], None, lists[1], run="r", judges=(opinion,)))
    ids = plant_traces(sqlite_store, traces)
    queue = build_queue(
        sqlite_store, run="r", judge="owl@1", size=None, by=("verdict", "stage"), seed=7
    )
    for n, item in enumerate(traces):
        if n % 2 == 0:
            answer = "wrong" if n < 60 or n % 12 == 0 else "correct"
            plant_label(sqlite_store, ids[item.request_id], answer, queue_id=queue.queue_id)
    card = calibrate_judge(sqlite_store, "owl@1", "r")
    (marked,) = (point for point in points(sqlite_store) if point.is_current)
    assert number(marked.sensitivity).estimate == pytest.approx(number(card.sensitivity).estimate)
