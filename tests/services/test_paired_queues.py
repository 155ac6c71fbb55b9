"""The same questions drawn in two runs: what is stored, what compares them, what each run gets."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace

import numpy as np
import pytest
from sqlalchemy import Row, delete, select

from db import models
from db.store import Store
from tests.builders import trace
from tests.services.planted import plant_label, plant_label_set, plant_traces
from workbench.domain.records import JudgeId, JudgeOpinion, Trace
from workbench.domain.refusals import Refusal
from workbench.domain.vocabulary import Design, JudgeVerdict
from workbench.errors import InputError
from workbench.services.calibration.calibrate_judge import calibrate_judge
from workbench.services.calibration.correct_prevalence import correct_prevalence
from workbench.services.comparing.compare_results import Flips
from workbench.services.comparing.compare_runs import compare_runs
from workbench.services.labelling.build_paired_queues import PairedQueues, build_paired_queues
from workbench.services.labelling.build_queue import build_queue, queue_status
from workbench.services.labelling.label_traces import find_item
from workbench.services.results import Estimate

OWL = JudgeId("owl", "1")
FAIL, PASS = JudgeVerdict.FAIL, JudgeVerdict.PASS
SIDES = ("a", "b")
RATES = {"a": (0.9, 0.2), "b": (0.8, 0.05)}
"""Sensitivity and false-positive rate of the judge: it is milder on the second run."""


def truth_of(n: int, seed: int = 5) -> dict[str, bool]:
    """30 % fail in run a; in b a third of those are mended and 5 % of the others broken."""
    rng = np.random.default_rng(seed)
    truth = {}
    for number in range(n):
        is_wrong = rng.uniform() < 0.30
        truth[f"a-{number}"] = is_wrong
        truth[f"b-{number}"] = rng.uniform() < (0.67 if is_wrong else 0.05)
    return truth


def judged(run: str, number: int, is_wrong: bool, rng: np.random.Generator) -> Trace:
    chance = RATES[run][0 if is_wrong else 1]
    verdict = FAIL if rng.uniform() < chance else PASS
    return trace(
        f"{run}-{number}",
        run=run,
        question_id=f"q{number}",
        judges=(JudgeOpinion(OWL, verdict, str(verdict)),),
    )


def fill(store: Store, n: int, n_only_b: int = 0) -> tuple[dict[str, int], dict[str, bool]]:
    truth = truth_of(n + n_only_b)
    rng = np.random.default_rng(6)
    traces = [judged(run, k, truth[f"{run}-{k}"], rng) for k in range(n) for run in SIDES]
    traces += [judged("b", k, truth[f"b-{k}"], rng) for k in range(n, n + n_only_b)]
    return plant_traces(store, traces), truth


def built(store: Store, **options: object) -> PairedQueues:
    settings: dict[str, object] = {"run": "a", "also_run": "b", "judge": "owl@1", "size": 80}
    return build_paired_queues(store, **{"seed": 7} | settings | options)  # type: ignore[arg-type]


def items(store: Store, queue_id: int) -> list[Row[tuple[str, str, str, float, int]]]:
    item, t, s = models.queue_items.c, models.traces.c, models.queue_strata.c
    with store.reading() as connection:
        found = connection.execute(
            select(
                t.request_id, s.verdict, item.slice, item.inclusion_probability, item.wanted_labels
            )
            .join(models.traces, t.trace_id == item.trace_id)
            .join(models.queue_strata, s.stratum_id == item.stratum_id)
            .where(item.queue_id == queue_id)
            .order_by(item.order_key)
        )
        return list(found)


def label(
    store: Store,
    queue_id: int,
    ids: Mapping[str, int],
    truth: Mapping[str, bool],
    requests: Iterable[str] | None = None,
) -> None:
    drawn = [row.request_id for row in items(store, queue_id)] if requests is None else requests
    for request in drawn:
        answer = "wrong" if truth[request] else "correct"
        plant_label(store, ids[request], answer, queue_id=queue_id)


def label_both(
    store: Store, queues: PairedQueues, ids: Mapping[str, int], truth: Mapping[str, bool]
) -> None:
    label(store, queues.first.queue_id, ids, truth)
    label(store, queues.second.queue_id, ids, truth)


def question(request: str) -> str:
    return request.split("-")[1]


def test_both_queues_hold_the_same_questions_each_with_one_probability(store: Store) -> None:
    fill(store, 200)
    queues = built(store)
    first, second = items(store, queues.first.queue_id), items(store, queues.second.queue_id)
    of_first = {question(row.request_id): row[1:] for row in first}
    of_second = {question(row.request_id): row[1:] for row in second}
    assert len(first) == len(second) == 80
    assert of_first == of_second
    assert {row.request_id[0] for row in first} == {"a"}
    assert {row.request_id[0] for row in second} == {"b"}
    # Every question of a stratum is as likely; over all of them the chances make up the size.
    chances = {row.verdict: row.inclusion_probability for row in first}
    sizes = {stratum.verdict: stratum.n_target for stratum in queues.first.strata}
    assert sum(chances[verdict] * n for verdict, n in sizes.items()) == pytest.approx(80)


def test_half_of_the_targeted_part_are_pairs_whose_verdicts_differ(store: Store) -> None:
    fill(store, 300)
    queues = built(store, size=60, n_uniform=20)
    slices = Counter((row.slice, row.verdict) for row in items(store, queues.first.queue_id))
    differ = slices["targeted", "fail/pass"] + slices["targeted", "pass/fail"]
    alike = slices["targeted", "fail/fail"] + slices["targeted", "pass/pass"]
    assert (differ, alike) == (20, 20)
    assert sum(n for (part, _), n in slices.items() if part == "uniform") == 20


def test_questions_drawn_once_more_keep_the_draw_of_their_labels(store: Store) -> None:
    ids, truth = fill(store, 300)
    chosen = np.random.default_rng(3).choice(300, size=90, replace=False).tolist()
    for run in SIDES:
        declared = plant_label_set(store, run, Design.UNIFORM)
        for number in chosen:
            answer = "wrong" if truth[f"{run}-{number}"] else "correct"
            plant_label(store, ids[f"{run}-{number}"], answer, label_set_id=declared)
    before = compare_runs(store, "a", "b", "owl@1")
    queues = built(store, size=80)
    assert compare_runs(store, "a", "b", "owl@1") == before
    # A label that is given in the queue brings its draw with it.
    new = next(
        row.request_id
        for row in items(store, queues.first.queue_id)
        if int(question(row.request_id)) not in chosen
    )
    for queue, run in ((queues.first, "a"), (queues.second, "b")):
        label(store, queue.queue_id, ids, truth, [f"{run}-{question(new)}"])
    after = compare_runs(store, "a", "b", "owl@1")
    assert isinstance(before.flips, Flips)
    assert isinstance(after.flips, Flips)
    assert (after.flips.n, before.flips.n) == (91, 90)
    assert before.flips.p_value is not None
    assert after.flips.p_value is None
    assert isinstance(after.difference, Estimate)


def test_each_queue_knows_the_other(store: Store) -> None:
    fill(store, 40)
    queues = built(store, size=10, name="spring change")
    names = ("spring change-a", "spring change-b")
    assert (queues.first.name, queues.second.name) == names
    assert queue_status(store, names[0]).paired_with == names[1]
    assert queue_status(store, names[1]).paired_with == names[0]
    plain = build_queue(store, run="a", judge="owl@1", size=10, seed=1)
    assert queue_status(store, plain.name).paired_with is None
    unnamed = built(store, size=10)
    assert (unnamed.first.name, unnamed.second.name) == ("a-2", "b-1")


def test_the_overlap_falls_on_the_same_questions(store: Store) -> None:
    fill(store, 40)
    queues = built(store, size=20, overlap_share=0.25)
    wanted = [
        {question(row.request_id) for row in items(store, queue_id) if row.wanted_labels == 2}
        for queue_id in (queues.first.queue_id, queues.second.queue_id)
    ]
    assert wanted[0] == wanted[1]
    assert len(wanted[0]) == 5


def test_an_annotator_sees_the_item_of_any_other_queue(store: Store) -> None:
    fill(store, 20)
    paired = built(store, size=20)
    plain = build_queue(store, run="a", judge="owl@1", size=20, seed=7)
    pages = []
    for queue_id in (paired.first.queue_id, plain.queue_id):
        page = find_item(store, queue_id, f"ada {queue_id}", "a-3")
        pages.append(repr(replace(page, queue_id=0)))
    assert pages[0] == pages[1]
    assert "pair" not in pages[0]


def test_the_comparison_uses_questions_drawn_together(store: Store) -> None:
    ids, truth = fill(store, 300)
    label_both(store, built(store, size=150), ids, truth)
    found = compare_runs(store, "a", "b", "owl@1")
    assert isinstance(found.difference, Estimate)
    assert (found.n_labelled_pairs, found.difference.n) == (150, 150)
    real = np.mean([truth[f"b-{k}"] - truth[f"a-{k}"] for k in range(300)])
    assert found.difference.low < real < found.difference.high
    assert found.difference.estimate == pytest.approx(real, abs=0.06)
    assert found.difference.high - found.difference.low < 0.2
    # Counts of drawn pairs are no random sample, so no test is made of them.
    assert not isinstance(found.flips, Refusal)
    assert found.flips.p_value is None
    backwards = compare_runs(store, "b", "a", "owl@1").difference
    assert isinstance(backwards, Estimate)
    assert backwards.estimate == pytest.approx(-found.difference.estimate)


def test_each_run_weighs_its_labels_by_their_probability(store: Store) -> None:
    ids, truth = fill(store, 600)
    label_both(store, built(store, size=200, n_uniform=0), ids, truth)
    for run in SIDES:
        table = correct_prevalence(store, run, "owl@1")
        assert isinstance(table.corrected, Estimate)
        assert table.design is Design.QUEUE
        assert "weighted" in table.corrected.assumption
        real = np.mean([truth[f"{run}-{k}"] for k in range(600)])
        assert table.corrected.low < real < table.corrected.high
        card = calibrate_judge(store, "owl@1", run)
        assert isinstance(card.sensitivity, Estimate)
        assert card.sensitivity.low < RATES[run][0] < card.sensitivity.high
        assert isinstance(card.false_positive_rate, Estimate)
        assert card.false_positive_rate.low < RATES[run][1] < card.false_positive_rate.high


def test_shared_questions_that_are_few_of_a_run_compare_but_correct_nothing(store: Store) -> None:
    ids, truth = fill(store, 60, n_only_b=60)
    label_both(store, built(store, size=40), ids, truth)
    assert isinstance(compare_runs(store, "a", "b", "owl@1").difference, Estimate)
    assert isinstance(correct_prevalence(store, "a", "owl@1").corrected, Estimate)
    refused = correct_prevalence(store, "b", "owl@1").corrected
    assert isinstance(refused, Refusal)
    assert refused.code == "DESIGN_UNKNOWN"
    assert "60 questions that another run has too" in refused.reason
    assert "120 traces" in refused.reason
    assert "queue build --run b" in refused.next_step


def test_findings_leave_the_labels_of_a_whole_run_their_number(store: Store) -> None:
    ids, truth = fill(store, 60, n_only_b=60)
    own = build_queue(store, run="b", judge="owl@1", size=60, seed=3)
    label(store, own.queue_id, ids, truth)
    before = correct_prevalence(store, "b", "owl@1")
    queues = built(store, size=30)
    taken = {row.request_id for row in items(store, own.queue_id)}
    label(store, queues.first.queue_id, ids, truth)
    fresh = [r.request_id for r in items(store, queues.second.queue_id)]
    label(store, queues.second.queue_id, ids, truth, [r for r in fresh if r not in taken])
    after = correct_prevalence(store, "b", "owl@1")
    assert after.corrected == before.corrected
    assert after.counts == before.counts
    (said,) = [one.message for one in after.warnings if one.code == "FINDINGS_ONLY"]
    assert said.startswith(f"{len(set(fresh) - taken)} labels come from queues")
    # The comparison takes every drawn question, whichever queue its label was given in.
    assert compare_runs(store, "a", "b", "owl@1").n_labelled_pairs == 30


def test_labels_of_unknown_origin_leave_the_drawn_questions_their_number(store: Store) -> None:
    ids, truth = fill(store, 100)
    queues = built(store, size=40)
    drawn = {question(row.request_id) for row in items(store, queues.first.queue_id)}
    rest = [k for k in range(100) if str(k) not in drawn]
    label_both(store, queues, ids, truth)
    alone = compare_runs(store, "a", "b", "owl@1")
    for run in SIDES:
        picked = plant_label_set(store, run, Design.UNKNOWN)
        for k in rest[:20]:
            plant_label(store, ids[f"{run}-{k}"], "wrong", label_set_id=picked)
    found = compare_runs(store, "a", "b", "owl@1")
    assert found.difference == alone.difference
    (said,) = [one.message for one in found.warnings if one.code == "FINDINGS_ONLY"]
    assert said.startswith("20 questions labelled in both runs are left out")


def test_all_questions_of_two_runs_are_a_census(store: Store) -> None:
    ids, truth = fill(store, 30)
    queues = built(store, size=None)
    assert (queues.first.size, queues.second.size) == (30, 30)
    label_both(store, queues, ids, truth)
    found = compare_runs(store, "a", "b", "owl@1")
    assert not isinstance(found.flips, Refusal)
    assert found.flips.p_value is not None
    assert correct_prevalence(store, "a", "owl@1").design is Design.UNIFORM


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"also_run": "a"}, "Both runs are 'a'"),
        ({"also_run": "c"}, "There is no run 'c'"),
        ({"judge": "lark"}, "There is no judge 'lark'"),
        ({"size": 0}, "size must be at least 1"),
        ({"n_uniform": 90}, "uniform must lie between 0 and size"),
    ],
)
def test_what_cannot_be_drawn_is_wrong_input(
    sqlite_store: Store, options: dict[str, object], message: str
) -> None:
    fill(sqlite_store, 10)
    with pytest.raises(InputError, match=message):
        built(sqlite_store, **options)


def test_runs_without_a_common_question_are_wrong_input(sqlite_store: Store) -> None:
    rng = np.random.default_rng(1)
    plant_traces(sqlite_store, [judged("a", 1, True, rng), judged("b", 2, True, rng)])
    with pytest.raises(InputError, match="No question has one answer"):
        built(sqlite_store)


@pytest.mark.slow
def test_intervals_cover_the_truth_over_many_draws(sqlite_store: Store) -> None:
    n, n_runs = 400, 120
    ids, truth = fill(sqlite_store, n)
    real = {run: np.mean([truth[f"{run}-{k}"] for k in range(n)]) for run in SIDES}
    real["difference"] = real["b"] - real["a"]
    inside: Counter[str] = Counter()
    errors: dict[str, list[float]] = {name: [] for name in real}
    for seed in range(n_runs):
        label_both(sqlite_store, built(sqlite_store, size=80, seed=seed), ids, truth)
        found = {
            "a": correct_prevalence(sqlite_store, "a", "owl@1").corrected,
            "b": correct_prevalence(sqlite_store, "b", "owl@1").corrected,
            "difference": compare_runs(sqlite_store, "a", "b", "owl@1").difference,
        }
        for name, estimate in found.items():
            assert isinstance(estimate, Estimate)
            inside[name] += estimate.low <= real[name] <= estimate.high
            errors[name].append(estimate.estimate - real[name])
        _forget(sqlite_store)
    for name in real:
        spread = float(np.std(errors[name])) / n_runs**0.5
        assert abs(float(np.mean(errors[name]))) < 3.5 * spread + 0.003, name
        # 120 draws: a true 95 % falls below 90 % about once in a hundred.
        assert inside[name] >= 0.90 * n_runs, (name, inside[name])


def _forget(store: Store) -> None:
    with store.writing() as connection:
        for table in (models.human_entries, models.queue_items, models.queue_strata):
            connection.execute(delete(table))
        connection.execute(models.queues.update().values(paired_queue_id=None))
        connection.execute(delete(models.queues))
