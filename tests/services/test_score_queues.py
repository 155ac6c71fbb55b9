"""Queues whose targeted part follows the judge's scores inside a verdict."""

from collections import Counter

import numpy as np
import pytest
from sqlalchemy import delete, select

from db import models
from db.store import Store
from tests.builders import trace
from tests.services.planted import plant_label, plant_traces
from workbench.domain.records import JudgeId, JudgeOpinion
from workbench.domain.vocabulary import Design, JudgeVerdict
from workbench.errors import InputError
from workbench.services.calibration.calibrate_judge import calibrate_judge
from workbench.services.calibration.correct_prevalence import correct_prevalence
from workbench.services.labelling.build_queue import QueueReport, build_queue
from workbench.services.results import Estimate
from workbench.stats.prevalence import Stratum, post_stratified

OWL = JudgeId("owl", "1")
FAIL, PASS = JudgeVerdict.FAIL, JudgeVerdict.PASS
BY_SCORE = ("verdict", "score")


def fill(store: Store, n: int = 1_000) -> tuple[dict[str, int], dict[int, bool]]:
    """Scores pass from 0.6 on; the nearer a failing one comes to that, the rarer it is right."""
    rng = np.random.default_rng(2)
    traces, wrong = [], {}
    for number in range(n):
        score = float(rng.uniform())
        verdict = PASS if score >= 0.6 else FAIL
        # Of the failed answers all are wrong at 0 and none at 0.6; of the passed ones a tenth.
        chance = 1 - score / 0.6 if score < 0.6 else 0.1
        wrong[number] = bool(rng.uniform() < chance)
        opinion = JudgeOpinion(OWL, verdict, str(verdict), score=score, threshold=0.6)
        traces.append(trace(f"r-{number}", run="r", judges=(opinion,)))
    ids = plant_traces(store, traces)
    return ids, {ids[f"r-{number}"]: is_wrong for number, is_wrong in wrong.items()}


def built(store: Store, **options: object) -> QueueReport:
    settings: dict[str, object] = {"run": "r", "judge": "owl@1", "size": 200, "by": BY_SCORE}
    return build_queue(store, **{"seed": 7} | settings | options)  # type: ignore[arg-type]


def drawn(store: Store, queue_id: int) -> list[tuple[int, float, float, str, str]]:
    item, verdict, s = models.queue_items.c, models.judge_verdicts.c, models.queue_strata.c
    with store.reading() as connection:
        rows = connection.execute(
            select(item.trace_id, item.inclusion_probability, verdict.score, s.verdict, item.slice)
            .join(models.judge_verdicts, verdict.trace_id == item.trace_id)
            .join(models.queue_strata, s.stratum_id == item.stratum_id)
            .where(item.queue_id == queue_id)
        )
        return [tuple(row) for row in rows]


def label(store: Store, queue_id: int, wrong: dict[int, bool]) -> None:
    for trace_id, *_ in drawn(store, queue_id):
        answer = "wrong" if wrong[trace_id] else "correct"
        plant_label(store, trace_id, answer, queue_id=queue_id)


def test_scores_near_the_other_verdict_are_likelier(store: Store) -> None:
    fill(store)
    report = built(store, n_uniform=0)
    assert (report.size, report.by, report.n_uniform) == (200, BY_SCORE, 0)
    rows = drawn(store, report.queue_id)
    for verdict, is_near in ((FAIL, lambda score: score), (PASS, lambda score: -score)):
        of_verdict = sorted(
            (is_near(score), chance) for _, chance, score, word, _ in rows if word == verdict
        )
        assert len(of_verdict) == 100
        chances = [chance for _, chance in of_verdict]
        assert chances == sorted(chances)
        assert 3 < chances[-1] / chances[0] <= 5


def test_the_queue_has_its_size_and_its_uniform_part(store: Store) -> None:
    fill(store)
    report = built(store, n_uniform=60)
    rows = drawn(store, report.queue_id)
    assert len(rows) == len({row[0] for row in rows}) == 200
    # Nobody's chance is below that of the uniform part.
    assert min(row[1] for row in rows) > 0.06
    slices = Counter(row[4] for row in rows)
    assert slices["uniform"] == pytest.approx(60, abs=20)


def test_a_trace_without_a_score_has_a_middle_chance(store: Store) -> None:
    opinions = [
        JudgeOpinion(
            OWL, PASS if n % 2 else FAIL, "x", score=None if n % 4 == 3 else n % 2 + n / 99
        )
        for n in range(80)
    ]
    plant_traces(store, [trace(f"r-{n}", run="r", judges=(o,)) for n, o in enumerate(opinions)])
    rows = drawn(store, built(store, size=40, n_uniform=0).queue_id)
    assert len(rows) == 40
    assert {round(chance, 9) for _, chance, score, _, _ in rows if score is None} == {0.5}


def test_labels_drawn_by_score_are_weighted(store: Store) -> None:
    _, wrong = fill(store)
    report = built(store, size=300, n_uniform=0)
    label(store, report.queue_id, wrong)
    table = correct_prevalence(store, "r", "owl@1")
    assert isinstance(table.corrected, Estimate)
    assert table.design is Design.QUEUE
    assert "weighted by its inclusion probability" in table.corrected.assumption
    real = float(np.mean(list(wrong.values())))
    assert table.corrected.low < real < table.corrected.high
    assert calibrate_judge(store, "owl@1", "r").corrected_prevalence == table.corrected


def test_without_scores_there_is_no_draw_by_score(sqlite_store: Store) -> None:
    plain = JudgeOpinion(OWL, FAIL, "fail")
    plant_traces(sqlite_store, [trace(f"r-{n}", run="r", judges=(plain,)) for n in range(9)])
    with pytest.raises(InputError, match="gives no scores"):
        built(sqlite_store, size=5)


def test_scores_that_tell_no_verdict_apart_give_no_draw(sqlite_store: Store) -> None:
    opinions = [JudgeOpinion(OWL, (FAIL, PASS)[n % 2], "x", score=0.5) for n in range(8)]
    plant_traces(
        sqlite_store, [trace(f"r-{n}", run="r", judges=(o,)) for n, o in enumerate(opinions)]
    )
    with pytest.raises(InputError, match="near the other verdict"):
        built(sqlite_store, size=5)


def test_a_draw_by_score_needs_a_judge(sqlite_store: Store) -> None:
    fill(sqlite_store, 10)
    with pytest.raises(InputError, match="needs a judge"):
        built(sqlite_store, judge=None, size=5)
    with pytest.raises(InputError, match="Cannot draw by"):
        built(sqlite_store, by=("verdict", "stage", "score"), size=5)


@pytest.mark.slow
def test_weighted_intervals_cover_where_unweighted_ones_do_not(sqlite_store: Store) -> None:
    n_runs = 120
    _, wrong = fill(sqlite_store)
    real = float(np.mean(list(wrong.values())))
    n_flagged = correct_prevalence(sqlite_store, "r", "owl@1").n_flagged
    inside: Counter[str] = Counter()
    errors = []
    for seed in range(n_runs):
        report = built(sqlite_store, size=240, n_uniform=0, seed=seed)
        label(sqlite_store, report.queue_id, wrong)
        found = correct_prevalence(sqlite_store, "r", "owl@1")
        assert isinstance(found.corrected, Estimate)
        inside["weighted"] += found.corrected.low <= real <= found.corrected.high
        errors.append(found.corrected.estimate - real)
        four = found.counts
        plain = post_stratified(
            [
                Stratum(n_flagged, four.tp + four.fp, four.tp),
                Stratum(len(wrong) - n_flagged, four.fn + four.tn, four.fn),
            ]
        )
        inside["unweighted"] += plain.low <= real <= plain.high
        with sqlite_store.writing() as connection:
            for table in (models.human_entries, models.queue_items, models.queue_strata):
                connection.execute(delete(table))
            connection.execute(delete(models.queues))
    spread = float(np.std(errors)) / n_runs**0.5
    assert abs(float(np.mean(errors))) < 3.5 * spread + 0.003
    # 120 draws: a true 95 % falls below 90 % about once in a hundred.
    assert inside["weighted"] >= 0.90 * n_runs
    assert inside["unweighted"] < 0.90 * n_runs
    assert inside["unweighted"] < inside["weighted"]
