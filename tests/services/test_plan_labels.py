"""How many more labels, and from where: plans that agree with the reports they are for."""

import json
from collections.abc import Sequence
from dataclasses import fields, replace
from math import ceil

import pytest

from db.store import Store
from tests.builders import trace
from tests.services.planted import plant_label, plant_label_set, plant_traces
from tests.services.test_compare_runs import drawn_requests
from workbench.domain.records import JudgeId, JudgeOpinion, Trace
from workbench.domain.refusals import Code, Refusal
from workbench.domain.vocabulary import Answer, JudgeVerdict
from workbench.errors import InputError
from workbench.formats.results_json import plain
from workbench.services.calibration.correct_prevalence import correct_prevalence
from workbench.services.labelling.build_queue import build_queue
from workbench.services.planning.plan_labels import plan_labels
from workbench.services.planning.plan_results import BeforeAfterPlan, LabelPlanResult, TellPlan
from workbench.services.results import Estimate
from workbench.stats.planning import labels_for_half_width
from workbench.stats.prevalence import Stratum

OWL = JudgeId("owl", "1")
LISTS = {"reached": (["d1"], ["d1"]), "retrieval": (["d2"], ["d2"]), "packing": (["d1"], [])}


def judged(number: int, is_flagged: bool, kind: str = "reached", run: str = "r") -> Trace:
    candidates, prompt = LISTS[kind]
    verdict = JudgeVerdict.FAIL if is_flagged else JudgeVerdict.PASS
    return trace(
        f"{run}-{number}",
        candidates,
        None,
        prompt,
        question_id=f"q{number}",
        run=run,
        judges=(JudgeOpinion(OWL, verdict, verdict),),
    )


def fill(store: Store, n_flagged: int = 100, n_passed: int = 300, run: str = "r") -> dict[str, int]:
    return plant_traces(
        store, [judged(n, n < n_flagged, run=run) for n in range(n_flagged + n_passed)]
    )


def label(
    store: Store,
    trace_ids: Sequence[int],
    n_wrong: int,
    design: str = "by_verdict",
    run: str = "r",
) -> None:
    label_set = plant_label_set(store, run, design)
    for place, trace_id in enumerate(trace_ids):
        answer = Answer.WRONG if place < n_wrong else Answer.CORRECT
        plant_label(store, trace_id, answer, label_set_id=label_set)


def half_width(store: Store) -> float:
    corrected = correct_prevalence(store, "r", "owl@1").corrected
    assert isinstance(corrected, Estimate)
    return (corrected.high - corrected.low) / 2


def labelled(store: Store) -> LabelPlanResult:
    """100 flagged and 300 passed traces; 20 of each labelled, 15 and 1 wrong."""
    ids = list(fill(store).values())
    label(store, ids[:20], 15)
    label(store, ids[100:120], 1)
    return plan_labels(store, "r", "owl@1", 0.05)


def codes(result: LabelPlanResult) -> set[str]:
    return {str(warning.code) for warning in result.warnings}


def test_precision_now_is_that_of_the_corrected_share(store: Store) -> None:
    result = labelled(store)
    assert result.half_width_now == half_width(store)
    assert result.n_now == 40


def test_plan_is_that_of_the_interval_by_verdict(sqlite_store: Store) -> None:
    result = labelled(sqlite_store)
    expected = labels_for_half_width([Stratum(100, 20, 15), Stratum(300, 20, 1)], 0.05)
    found = {(row.verdict, row.stage): row.n_more for row in result.per_stratum}
    assert found == {("fail", None): expected.n_more[0], ("pass", None): expected.n_more[1]}
    assert result.n_more == sum(expected.n_more)
    assert result.half_width_expected == pytest.approx(expected.half_width_expected)
    assert result.dominant == ("judge says fail", "judge says pass")[expected.widest]
    assert f"About {result.n_more} more for ± 5.0 points" in result.text


def test_labelling_as_planned_reaches_the_width(sqlite_store: Store) -> None:
    ids = list(fill(sqlite_store).values())
    label(sqlite_store, ids[:20], 15)
    label(sqlite_store, ids[100:120], 1)
    plan = plan_labels(sqlite_store, "r", "owl@1", 0.06)
    more = {row.verdict: row.n_more or 0 for row in plan.per_stratum}
    # The new labels come out as the pilot's did.
    label(sqlite_store, ids[20 : 20 + more["fail"]], round(more["fail"] * 15.5 / 21))
    label(sqlite_store, ids[120 : 120 + more["pass"]], round(more["pass"] * 1.5 / 21))
    after = plan_labels(sqlite_store, "r", "owl@1", 0.06)
    assert after.half_width_now is not None
    assert after.half_width_now <= 0.06 * 1.05


def test_precise_enough_needs_none_and_says_so(sqlite_store: Store) -> None:
    labelled(sqlite_store)
    result = plan_labels(sqlite_store, "r", "owl@1", 0.2)
    assert result.n_more == 0
    assert "0 more" in result.text
    assert all(row.n_more == 0 for row in result.per_stratum)
    assert result.half_width_expected == result.half_width_now


@pytest.mark.parametrize("share", [0.999, 0.9, 0.7])
def test_not_yet_and_none_needed_never_stand_together(sqlite_store: Store, share: float) -> None:
    # Stages make the corrected interval narrower than verdicts alone would.
    kinds = ("reached", "retrieval")
    ids = list(
        plant_traces(sqlite_store, [judged(n, n < 120, kinds[n % 2]) for n in range(400)]).values()
    )
    label_set = plant_label_set(sqlite_store, "r", "by_verdict")
    for place in (*range(30), *range(120, 150)):
        answer = Answer.WRONG if place % 2 else Answer.CORRECT
        plant_label(sqlite_store, ids[place], answer, label_set_id=label_set)
    result = plan_labels(sqlite_store, "r", "owl@1", share * half_width(sqlite_store))
    assert result.half_width_now is not None
    assert result.half_width_now > result.half_width_wanted
    assert result.n_more is not None
    assert result.n_more > 0


def test_several_labels_of_one_question_are_not_taken_for_as_many(sqlite_store: Store) -> None:
    # Four traces a question, all alike: 80 labels know what 20 would.
    traces = [
        replace(judged(n, n < 200), question_id=f"q{n // 4}", request_id=f"r-{n}")
        for n in range(800)
    ]
    ids = list(plant_traces(sqlite_store, traces).values())
    label_set = plant_label_set(sqlite_store, "r", "by_verdict")
    for place in (*range(40), *range(200, 240)):
        answer = Answer.WRONG if place // 4 % 2 else Answer.CORRECT
        plant_label(sqlite_store, ids[place], answer, label_set_id=label_set)
    wanted = 0.9 * half_width(sqlite_store)
    plain_counts = [Stratum(200, 40, 20), Stratum(600, 40, 20)]
    assert sum(labels_for_half_width(plain_counts, wanted).n_more) == 0
    result = plan_labels(sqlite_store, "r", "owl@1", wanted)
    assert result.n_more is not None
    assert result.n_more > 0


def test_a_plan_by_stage_has_a_floor_in_every_stratum_and_one_by_verdict_says_so(
    sqlite_store: Store,
) -> None:
    kinds = ("reached", "reached", "retrieval", "packing")
    ids = plant_traces(sqlite_store, [judged(n, n % 3 == 0, kinds[n % 4]) for n in range(240)])
    queue = build_queue(
        sqlite_store, run="r", judge="owl@1", size=60, by=("verdict", "stage"), seed=1
    )
    for place, request in enumerate(drawn_requests(sqlite_store, queue.queue_id)):
        answer = Answer.WRONG if place % 2 else Answer.CORRECT
        plant_label(sqlite_store, ids[request], answer, queue_id=queue.queue_id)
    plain = plan_labels(sqlite_store, "r", "owl@1", 0.08)
    assert [(row.verdict, row.stage) for row in plain.per_stratum] == [
        ("fail", None),
        ("pass", None),
    ]
    assert plain.n_more
    assert plain.next_step is not None
    assert "--by" not in plain.next_step
    result = plan_labels(sqlite_store, "r", "owl@1", 0.08, is_by_stage=True)
    assert result.n_more_by_stage is None
    assert plain.n_more_by_stage == result.n_more
    assert f"Drawn by stage too it would be about {result.n_more}" in plain.text
    assert "each of the 6 strata" in plain.text
    found = {(row.verdict, row.stage) for row in result.per_stratum}
    assert found == {
        (verdict, stage)
        for verdict in ("fail", "pass")
        for stage in ("retrieval", "packing", "generation")
    }
    assert sum(row.n_target for row in result.per_stratum) == 240
    assert result.next_step is not None
    assert "--by verdict,stage" in result.next_step


def test_nothing_labelled_gives_an_upper_bound_and_says_so(sqlite_store: Store) -> None:
    fill(sqlite_store)
    result = plan_labels(sqlite_store, "r", "owl@1", 0.08)
    assert result.half_width_now is None
    assert result.reason is not None
    assert "not calibrated" in result.reason
    assert result.n_more is not None
    # Half of everything wrong: about 1/4 over (h/z) squared, 150 and less for 400 items.
    assert 100 <= result.n_more <= ceil(0.25 / (0.08 / 1.96) ** 2) + 10
    assert Code.NOT_CALIBRATED in codes(result)


@pytest.mark.parametrize("design", ["unknown", "by_truth"])
def test_labels_of_no_known_draw_are_not_projected(sqlite_store: Store, design: str) -> None:
    ids = list(fill(sqlite_store).values())
    label(sqlite_store, [*ids[:20], *ids[100:120]], 15, design)
    result = plan_labels(sqlite_store, "r", "owl@1")
    assert result.n_more is None
    assert all(row.n_more is None for row in result.per_stratum)
    assert "No plan" in result.text
    assert result.next_step


def test_too_few_traces_for_the_width_are_said(sqlite_store: Store) -> None:
    ids = list(fill(sqlite_store, 20, 30).values())
    label(sqlite_store, [*ids[:10], *ids[20:30]], 5)
    result = plan_labels(sqlite_store, "r", "owl@1", 0.01)
    assert result.n_more is None
    assert "labelling all 50 items" in result.text
    assert "± 1.0 points needs more items in the target set" in result.text


def test_run_without_verdicts_is_refused_as_a_result(sqlite_store: Store) -> None:
    fill(sqlite_store)
    plant_traces(sqlite_store, [trace("s-1", run="s", question_id="q0")])
    result = plan_labels(sqlite_store, "s", "owl@1")
    assert (result.half_width_now, result.n_more) == (None, None)
    assert result.reason is not None
    assert "usable verdict" in result.reason


def by_stage(store: Store, n_labelled: int) -> None:
    """130 retrieval misses and 80 packed out, all flagged, 7 of 12 wrong; 190 reached, passed."""
    kinds = ["retrieval"] * 130 + ["packing"] * 80 + ["reached"] * 190
    ids = list(plant_traces(store, [judged(n, n < 210, kinds[n]) for n in range(400)]).values())
    for start in (0, 130):
        label(store, ids[start : start + n_labelled], round(n_labelled * 7 / 12))
    label(store, ids[210 : 210 + n_labelled], 0)


def test_two_buckets_that_are_close_need_labels_and_the_largest_are_found(
    sqlite_store: Store,
) -> None:
    by_stage(sqlite_store, 12)
    named = plan_labels(sqlite_store, "r", "owl@1", tell=("retrieval_miss", "packed_out")).tell
    largest = plan_labels(sqlite_store, "r", "owl@1", tell=("largest",)).tell
    assert isinstance(named, TellPlan)
    assert named == largest
    assert named.n_more > 0
    assert named.first_share > named.second_share
    assert sum(row.n_more or 0 for row in named.per_stratum) == named.n_more
    more = {row.verdict: row.n_more for row in named.per_stratum}
    # Neither bucket can be wrong where the judge passed traces whose evidence was there.
    assert more["pass"] == 0


def test_buckets_far_apart_need_none(sqlite_store: Store) -> None:
    by_stage(sqlite_store, 12)
    found = plan_labels(sqlite_store, "r", "owl@1", tell=("retrieval_miss", "coverage_gap")).tell
    assert isinstance(found, TellPlan)
    assert found.n_more == 0


def test_without_a_corrected_share_no_buckets_are_told(sqlite_store: Store) -> None:
    fill(sqlite_store)
    found = plan_labels(sqlite_store, "r", "owl@1", tell=("largest",)).tell
    assert isinstance(found, Refusal)
    assert found.code == Code.NOT_CALIBRATED


@pytest.mark.parametrize("names", [("retrieval_miss",), ("nonsense", "packed_out"), ("a", "a"), ()])
def test_buckets_that_cannot_be_are_wrong_input(
    sqlite_store: Store, names: tuple[str, ...]
) -> None:
    with pytest.raises(InputError, match="two different buckets"):
        plan_labels(sqlite_store, "r", "owl@1", tell=names)


def test_pairs_for_a_change_are_planned_from_both_runs(store: Store) -> None:
    fill(store)
    fill(store, 80, 320, run="s")
    found = plan_labels(store, "r", "owl@1", compare_with="s", difference=0.1).before_after
    assert isinstance(found, BeforeAfterPlan)
    assert found.n_pairs == 400
    sizes = {(row.verdict_a, row.verdict_b): row.n_target for row in found.per_pair}
    assert sizes == {
        ("fail", "fail"): 80,
        ("fail", "pass"): 20,
        ("pass", "fail"): 0,
        ("pass", "pass"): 300,
    }
    assert found.n_pairs_labelled == 0
    assert sum(row.n_more for row in found.per_pair) == found.n_more == found.n_pairs_wanted
    assert found.power_expected >= found.power_wanted
    assert "60.0 % of pairs with different verdicts" in found.assumption


def test_change_too_small_for_the_questions_is_refused(sqlite_store: Store) -> None:
    fill(sqlite_store, 20, 20)
    fill(sqlite_store, 20, 20, run="s")
    found = plan_labels(sqlite_store, "r", "owl@1", compare_with="s", difference=0.01).before_after
    assert isinstance(found, Refusal)
    assert "all 40 pairs labelled" in found.reason
    plant_traces(sqlite_store, [trace("t-1", run="t", question_id="q0")])
    nothing = plan_labels(sqlite_store, "r", "owl@1", compare_with="t").before_after
    assert isinstance(nothing, Refusal)
    assert nothing.code == Code.NOTHING_JUDGED


@pytest.mark.parametrize("wanted", [0.0, 0.5, -0.1])
def test_width_that_cannot_be_is_wrong_input(sqlite_store: Store, wanted: float) -> None:
    with pytest.raises(InputError, match="half-width"):
        plan_labels(sqlite_store, "r", "owl@1", wanted)


def test_result_is_plain_json(sqlite_store: Store) -> None:
    result = labelled(sqlite_store)
    found = json.loads(
        json.dumps({field.name: plain(getattr(result, field.name)) for field in fields(result)})
    )
    assert {"half_width_now", "half_width_wanted", "n_now", "n_more", "dominant", "text"} <= set(
        found
    )
    assert set(found["per_stratum"][0]) == {"verdict", "stage", "n_target", "n_labelled", "n_more"}
