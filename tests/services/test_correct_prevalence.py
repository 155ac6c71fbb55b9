"""Which share is corrected how, and where there is none."""

import dataclasses
import json
from pathlib import Path

import pytest

from db.store import Store
from tests.builders import trace
from tests.services.case_files import import_calibration_and_target, import_case
from tests.services.planted import plant_label, plant_label_set, plant_traces
from workbench.domain.records import GoldSets, JudgeId, JudgeOpinion, Trace
from workbench.domain.refusals import Code, Refusal
from workbench.domain.vocabulary import Design, JudgeVerdict
from workbench.errors import InputError
from workbench.formats.results_json import correct_json
from workbench.services.calibration.correct_counts import correct_counts
from workbench.services.calibration.correct_prevalence import correct_prevalence
from workbench.services.labelling.build_queue import build_queue
from workbench.services.results import CorrectedBucket, CorrectedTable, Estimate
from workbench.stats.buckets import BucketStratum, bucket_shares, bucket_shares_jointly
from workbench.stats.counts import ConfusionCounts
from workbench.stats.prevalence import Stratum, post_stratified, post_stratified_items

OWL = JudgeId("owl", "1")
FAILING = (
    "coverage_gap",
    "rewrite_error",
    "embedding_mismatch",
    "retrieval_miss",
    "reranked_out",
    "packed_out",
    "generation_error",
    "label_missing",
)


def estimate_of(table: CorrectedTable) -> Estimate:
    assert isinstance(table.corrected, Estimate), table.corrected
    return table.corrected


def refusal_of(table: CorrectedTable) -> Refusal:
    assert isinstance(table.corrected, Refusal), table.corrected
    return table.corrected


def rows_of(table: CorrectedTable) -> dict[str, CorrectedBucket]:
    return {row.bucket: row for row in table.buckets}


def codes(table: CorrectedTable) -> set[str]:
    return {str(warning.code) for warning in table.warnings}


def judged(
    number: int,
    verdict: JudgeVerdict | None,
    kind: str = "reached",
    run: str = "r",
    gold: GoldSets | None = (("d1",),),
) -> Trace:
    """A trace of one verdict whose evidence is lost where `kind` says."""
    lists = {"reached": (["d1"], ["d1"]), "retrieval": (["d2"], ["d2"]), "packing": (["d1"], [])}
    candidates, prompt = lists[kind]
    word = str(verdict) if verdict is not None else "N/A"
    return trace(
        f"q-{number:04}",
        candidates,
        None,
        prompt,
        gold,
        run=run,
        judges=(JudgeOpinion(OWL, verdict, word),),
    )


def fill(
    store: Store,
    cells: dict[tuple[str, JudgeVerdict | None], tuple[int, int, int]],
    design: Design = Design.BY_VERDICT,
    gold: GoldSets | None = (("d1",),),
    stage: str | None = None,
) -> dict[str, int]:
    """Traces by evidence and verdict: how many, how many labelled, how many of those wrong."""
    traces: list[Trace] = []
    labels: list[tuple[str, str]] = []
    for (kind, verdict), (n, n_labelled, n_wrong) in cells.items():
        for place in range(n):
            item = judged(len(traces), verdict, kind, gold=gold)
            traces.append(item)
            if place < n_labelled:
                labels.append((item.request_id, "wrong" if place < n_wrong else "correct"))
    ids = plant_traces(store, traces)
    label_set = plant_label_set(store, "r", design)
    for request_id, answer in labels:
        named = stage if answer == "wrong" else None
        plant_label(store, ids[request_id], answer, label_set_id=label_set, stage=named)
    return ids


FAIL, PASS = JudgeVerdict.FAIL, JudgeVerdict.PASS
CELLS: dict[tuple[str, JudgeVerdict | None], tuple[int, int, int]] = {
    ("reached", FAIL): (20, 10, 5),
    ("reached", PASS): (100, 12, 1),
    ("retrieval", FAIL): (30, 12, 10),
    ("retrieval", PASS): (15, 10, 2),
    ("packing", FAIL): (8, 5, 4),
    ("packing", PASS): (6, 4, 1),
}


def test_rows_are_the_strata_of_stage_and_verdict(store: Store) -> None:
    fill(store, CELLS)
    table = correct_prevalence(store, "r", "owl@1")
    names = {"reached": "generation_error", "retrieval": "retrieval_miss", "packing": "packed_out"}
    strata = [
        BucketStratum(names[kind], verdict is FAIL, *counts)
        for (kind, verdict), counts in CELLS.items()
    ]
    rows = rows_of(table)
    for expected, jointly in zip(
        bucket_shares(strata).rows, bucket_shares_jointly(strata).rows, strict=True
    ):
        row = rows[expected.bucket]
        assert row.corrected_share == pytest.approx(expected.estimate, abs=1e-12)
        assert (row.low, row.high) == pytest.approx(expected.interval, abs=1e-12)
        # Nine rows hold all at once here, five there: ours must be the wider ones.
        assert row.low_all is not None
        assert row.low_all <= jointly.interval.low + 1e-12
    total = post_stratified([Stratum(*counts) for counts in CELLS.values()])
    assert estimate_of(table).estimate == pytest.approx(total.estimate, abs=1e-12)
    assert estimate_of(table).interval == pytest.approx(total.interval, abs=1e-12)


def test_rows_add_up_to_the_total_and_to_one(sqlite_store: Store) -> None:
    fill(sqlite_store, CELLS)
    table = correct_prevalence(sqlite_store, "r", "owl@1")
    rows = rows_of(table)
    failing = sum(rows[name].corrected_share or 0 for name in FAILING if name in rows)
    assert failing == pytest.approx(estimate_of(table).estimate, abs=1e-12)
    assert sum(row.corrected_share or 0 for row in table.buckets) == pytest.approx(1, abs=1e-12)
    assert sum(row.observed_n for row in table.buckets) == table.n == 179


def test_observed_column_is_the_judges(sqlite_store: Store) -> None:
    fill(sqlite_store, CELLS)
    rows = rows_of(correct_prevalence(sqlite_store, "r", "owl@1"))
    assert rows["retrieval_miss"].observed_n == 30
    assert rows["generation_error"].observed_n == 20
    assert rows["packed_out"].observed_n == 8
    assert rows["correct"].observed_n == 121
    assert rows["evaluation_error"].observed_n == 0
    assert [row.bucket for row in correct_prevalence(sqlite_store, "r", "owl@1").buckets] == [
        "coverage_gap",
        "rewrite_error",
        "embedding_mismatch",
        "retrieval_miss",
        "reranked_out",
        "packed_out",
        "generation_error",
        "evaluation_error",
        "correct",
    ]


def test_these_items_are_told_apart_from_the_system(sqlite_store: Store) -> None:
    fill(sqlite_store, CELLS)
    system = estimate_of(correct_prevalence(sqlite_store, "r", "owl@1"))
    items = estimate_of(correct_prevalence(sqlite_store, "r", "owl@1", target="items"))
    expected = post_stratified_items([Stratum(*counts) for counts in CELLS.values()])
    assert items.interval == pytest.approx(expected.interval, abs=1e-12)
    assert items.high - items.low < system.high - system.low
    careful = estimate_of(correct_prevalence(sqlite_store, "r", "owl@1", is_conservative=True))
    assert careful.high - careful.low > system.high - system.low


def test_unlabelled_stage_costs_its_rows_and_not_the_total(sqlite_store: Store) -> None:
    fill(sqlite_store, {**CELLS, ("packing", PASS): (6, 0, 0)})
    table = correct_prevalence(sqlite_store, "r", "owl@1")
    by_verdict = post_stratified([Stratum(58, 27, 19), Stratum(121, 22, 3)])
    rows = rows_of(table)
    assert estimate_of(table).estimate == pytest.approx(by_verdict.estimate)
    assert rows["packed_out"].corrected_share is None
    assert rows["packed_out"].reason is not None
    assert "STRATUM_UNLABELLED" in rows["packed_out"].reason
    assert rows["packed_out"].low is not None
    assert rows["retrieval_miss"].corrected_share is not None
    assert rows["correct"].corrected_share == pytest.approx(121 / 179 * 19 / 22)
    assert "STRATUM_UNLABELLED" in codes(table)
    assert sum(
        part or 0
        for part in (
            estimate_of(table).estimate,
            rows["evaluation_error"].corrected_share,
            rows["correct"].corrected_share,
        )
    ) == pytest.approx(1)


def test_labels_drawn_by_stage_need_every_stage(sqlite_store: Store) -> None:
    traces = [
        judged(n, FAIL if n % 2 else PASS, "retrieval" if n < 20 else "reached") for n in range(40)
    ]
    ids = plant_traces(sqlite_store, traces)
    queue = build_queue(
        sqlite_store, run="r", judge="owl@1", size=20, by=("verdict", "stage"), seed=7
    )
    for n, item in enumerate(traces[20:]):
        plant_label(
            sqlite_store,
            ids[item.request_id],
            "wrong" if n % 3 else "correct",
            queue_id=queue.queue_id,
        )
    refused = refusal_of(correct_prevalence(sqlite_store, "r", "owl@1"))
    assert refused.code == Code.STRATUM_UNLABELLED
    assert "retrieval" in refused.reason


def test_a_persons_stage_wins_over_the_ids_and_is_counted(sqlite_store: Store) -> None:
    ids = fill(sqlite_store, {("reached", FAIL): (10, 0, 0), ("reached", PASS): (10, 0, 0)})
    label_set = plant_label_set(sqlite_store, "r", Design.BY_VERDICT)
    for n in range(20):
        plant_label(
            sqlite_store,
            ids[f"q-{n:04}"],
            "wrong" if n < 8 else "correct",
            label_set_id=label_set,
            stage="packing" if n < 2 else "generation" if n < 8 else None,
        )
    table = correct_prevalence(sqlite_store, "r", "owl@1")
    rows = rows_of(table)
    assert rows["packed_out"].corrected_share == pytest.approx(2 / 20)
    assert rows["generation_error"].corrected_share == pytest.approx(6 / 20)
    assert "STAGE_OVERRIDDEN" in codes(table)
    assert sum(row.corrected_share or 0 for row in table.buckets) == pytest.approx(1)


def test_without_gold_people_name_the_bucket_inside_each_verdict(sqlite_store: Store) -> None:
    fill(
        sqlite_store,
        {("reached", FAIL): (40, 10, 6), ("reached", PASS): (60, 10, 1)},
        gold=None,
        stage="retrieval",
    )
    table = correct_prevalence(sqlite_store, "r", "owl@1")
    rows = rows_of(table)
    assert rows["retrieval_miss"].corrected_share == pytest.approx(0.4 * 0.6 + 0.6 * 0.1)
    assert rows["evaluation_error"].corrected_share == pytest.approx(0.4 * 0.4)
    assert sum(row.corrected_share or 0 for row in table.buckets) == pytest.approx(1)
    again = correct_prevalence(sqlite_store, "r", "owl@1")
    assert again == table


def test_failures_without_a_stage_stand_in_a_row_of_their_own(sqlite_store: Store) -> None:
    fill(
        sqlite_store,
        {("reached", FAIL): (40, 10, 6), ("reached", PASS): (60, 10, 1)},
        gold=None,
    )
    table = correct_prevalence(sqlite_store, "r", "owl@1")
    rows = rows_of(table)
    assert rows["label_missing"].corrected_share == pytest.approx(0.3)
    assert rows["retrieval_miss"].corrected_share is None
    assert rows["retrieval_miss"].reason is not None
    assert "STAGE_NOT_NAMED" in codes(table)


def test_known_and_unknown_gold_add_up_in_one_table(sqlite_store: Store) -> None:
    known = [judged(n, FAIL if n < 10 else PASS, "retrieval") for n in range(20)]
    unknown = [judged(n, FAIL if n < 110 else PASS, gold=None) for n in range(100, 130)]
    ids = plant_traces(sqlite_store, [*known, *unknown])
    label_set = plant_label_set(sqlite_store, "r", Design.BY_VERDICT)
    for place, item in enumerate([*known, *unknown]):
        if place % 2:
            continue
        is_wrong = item.judges[0].verdict is FAIL
        plant_label(
            sqlite_store,
            ids[item.request_id],
            "wrong" if is_wrong else "correct",
            label_set_id=label_set,
            stage="generation" if is_wrong and item.gold is None else None,
        )
    table = correct_prevalence(sqlite_store, "r", "owl@1")
    rows = rows_of(table)
    assert rows["retrieval_miss"].corrected_share == pytest.approx(10 / 50)
    assert rows["generation_error"].corrected_share == pytest.approx(10 / 50)
    assert sum(row.corrected_share or 0 for row in table.buckets) == pytest.approx(1, abs=1e-12)
    assert estimate_of(table).estimate == pytest.approx(20 / 50)


def test_repeated_questions_widen_the_interval(sqlite_store: Store) -> None:
    def filled(run: str, is_repeated: bool) -> Estimate:
        items = [
            dataclasses.replace(
                judged(n, FAIL if n < 40 else PASS),
                request_id=f"{run}-{n}",
                run=run,
                question_id=f"{run}-{n // 4 if is_repeated else n}",
            )
            for n in range(80)
        ]
        ids = plant_traces(sqlite_store, items)
        label_set = plant_label_set(sqlite_store, run, Design.BY_VERDICT)
        for n, item in enumerate(items[:-4]):
            answer = "wrong" if n // 4 % 2 else "correct"
            plant_label(sqlite_store, ids[item.request_id], answer, label_set_id=label_set)
        table = correct_prevalence(sqlite_store, run, "owl@1")
        assert ("DUPLICATE_ITEMS" in codes(table)) == is_repeated
        return estimate_of(table)

    plain, clustered = filled("plain", False), filled("clustered", True)
    assert clustered.estimate == pytest.approx(plain.estimate)
    assert clustered.high - clustered.low > 1.5 * (plain.high - plain.low)


def test_traces_without_a_verdict_belong_where_they_were_labelled(sqlite_store: Store) -> None:
    cells = {("reached", FAIL): (10, 10, 8), ("reached", PASS): (20, 10, 1)}
    fill(sqlite_store, {**cells, ("reached", None): (10, 5, 3)})
    labelled = estimate_of(correct_prevalence(sqlite_store, "r", "owl@1"))
    expected = post_stratified([Stratum(10, 10, 8), Stratum(20, 10, 1), Stratum(10, 5, 3)])
    assert labelled.estimate == pytest.approx(expected.estimate)


def test_unlabelled_traces_without_a_verdict_stay_outside(sqlite_store: Store) -> None:
    cells = {("reached", FAIL): (10, 10, 8), ("reached", PASS): (20, 10, 1)}
    fill(sqlite_store, {**cells, ("reached", None): (10, 0, 0)})
    table = correct_prevalence(sqlite_store, "r", "owl@1")
    expected = post_stratified([Stratum(10, 10, 8), Stratum(20, 10, 1)])
    assert estimate_of(table).estimate == pytest.approx(expected.estimate)
    assert table.outside.unjudged == 10


def test_unknown_design_is_refused_with_the_line_that_declares_it(sqlite_store: Store) -> None:
    fill(sqlite_store, CELLS, Design.UNKNOWN)
    table = correct_prevalence(sqlite_store, "r", "owl@1")
    refused = refusal_of(table)
    assert refused.code == Code.DESIGN_UNKNOWN
    assert "workbench import verdicts FILE --run r --design uniform" in refused.next_step
    assert all(row.corrected_share is None and row.reason for row in table.buckets)


def test_every_judged_trace_labelled_is_a_census_whatever_was_declared(
    sqlite_store: Store,
) -> None:
    cells = {("reached", FAIL): (10, 10, 8), ("reached", PASS): (20, 20, 1)}
    fill(sqlite_store, cells, Design.UNKNOWN)
    table = correct_prevalence(sqlite_store, "r", "owl@1")
    assert table.design is Design.UNIFORM
    assert estimate_of(table).estimate == pytest.approx(9 / 30)


def test_labels_chosen_by_truth_go_through_the_error_rates(sqlite_store: Store) -> None:
    fill(sqlite_store, CELLS, Design.BY_TRUTH)
    table = correct_prevalence(sqlite_store, "r", "owl@1")
    expected = estimate_of(correct_counts(58, 179, ConfusionCounts(19, 4, 8, 22)))
    assert estimate_of(table).estimate == expected.estimate
    assert "Rogan-Gladen" in table.method


def test_unknown_run_and_judge_are_wrong_input(sqlite_store: Store) -> None:
    fill(sqlite_store, {("reached", FAIL): (2, 0, 0)})
    with pytest.raises(InputError, match="no run 'x'"):
        correct_prevalence(sqlite_store, "x", "owl@1")
    with pytest.raises(InputError, match="no judge 'crow'"):
        correct_prevalence(sqlite_store, "r", "crow")


def test_nothing_labelled_is_not_calibrated(sqlite_store: Store) -> None:
    fill(sqlite_store, {("reached", FAIL): (2, 0, 0), ("reached", PASS): (3, 0, 0)})
    refused = refusal_of(correct_prevalence(sqlite_store, "r", "owl@1"))
    assert refused.code == Code.NOT_CALIBRATED
    assert "not calibrated (0 labelled items)" in refused.reason


# The trouble cases.


@pytest.fixture
def below_zero(sqlite_store: Store, cases: Path) -> CorrectedTable:
    import_calibration_and_target(sqlite_store, cases / "stat-01-corrected-below-zero")
    return correct_prevalence(sqlite_store, "target", "owl@1", calibrated_on="calibration")


def test_stat_01_counts_and_observed_share(below_zero: CorrectedTable) -> None:
    counts = below_zero.counts
    assert (counts.tp, counts.fn, counts.fp, counts.tn) == (18, 2, 6, 34)
    assert (below_zero.n_flagged, below_zero.n) == (20, 200)
    assert below_zero.observed == 0.1


def test_stat_01_below_zero_is_shown_as_zero_and_kept_unclipped(
    below_zero: CorrectedTable,
) -> None:
    written = correct_json(below_zero)
    corrected = written["corrected"]
    assert isinstance(corrected, dict)
    assert corrected["estimate"] == 0
    assert corrected["unclipped"] == pytest.approx(-0.0667, abs=1e-4)
    assert "false alarms alone would explain" in below_zero.sentence
    assert "OBSERVED_OUTSIDE_RANGE" in codes(below_zero)


def test_stat_01_interval_starts_at_zero_and_has_a_width(below_zero: CorrectedTable) -> None:
    low, high = estimate_of(below_zero).interval
    assert low == 0
    assert 0.03 <= high <= 0.15


def test_stat_01_no_row_is_said_to_be_rarer_than_failures_without_a_stage(
    below_zero: CorrectedTable,
) -> None:
    rows = rows_of(below_zero)
    assert rows["retrieval_miss"].corrected_share is None
    assert rows["retrieval_miss"].high == rows["label_missing"].high


def test_stat_01_no_negative_share_anywhere(below_zero: CorrectedTable) -> None:
    assert "-" not in below_zero.sentence.replace("false-positive", "")
    assert all(
        row.corrected_share is None or row.corrected_share >= 0 for row in below_zero.buckets
    )


@pytest.mark.parametrize("letter", ["a", "b", "c"])
def test_stat_03_a_useless_judge_corrects_nothing(
    sqlite_store: Store, cases: Path, letter: str
) -> None:
    folder = cases / "stat-03-useless-judge"
    import_calibration_and_target(
        sqlite_store,
        folder,
        f"{letter}_traces.jsonl",
        f"{letter}_target.jsonl",
        f"{letter}_verdicts.csv",
    )
    table = correct_prevalence(sqlite_store, "target", "owl@1", calibrated_on="calibration")
    assert refusal_of(table).code == Code.JUDGE_UNINFORMATIVE
    assert "60" not in str(table.corrected)
    assert "HUMAN_LABELS_ONLY" in codes(table)
    assert all(row.corrected_share is None for row in table.buckets)
    assert sum(row.n for row in table.human_buckets) == 40
    assert "NaN" not in json.dumps(correct_json(table))
    assert correct_json(table)["corrected"] is None
    assert correct_json(table)["reason"]


def test_stat_03_pass_and_fail_are_not_swapped(sqlite_store: Store, cases: Path) -> None:
    folder = cases / "stat-03-useless-judge"
    import_calibration_and_target(
        sqlite_store, folder, "a_traces.jsonl", "a_target.jsonl", "a_verdicts.csv"
    )
    table = correct_prevalence(sqlite_store, "target", "owl@1", calibrated_on="calibration")
    counts = table.counts
    assert (counts.tp, counts.fn, counts.fp, counts.tn) == (8, 12, 18, 22)


def test_stat_04_a_perfect_judge_on_ten_items_widens_the_interval(
    sqlite_store: Store, cases: Path
) -> None:
    import_calibration_and_target(sqlite_store, cases / "stat-04-perfect-on-small-sample")
    table = correct_prevalence(sqlite_store, "target", "owl@1", calibrated_on="calibration")
    assert table.observed == pytest.approx(0.3)
    assert table.observed_interval == pytest.approx((0.181, 0.454), abs=5e-4)
    corrected = estimate_of(table)
    assert corrected.estimate == pytest.approx(0.3)
    assert corrected.low <= 0.14
    assert corrected.high >= 0.46


def test_stat_06_without_a_human_failure_nothing_is_corrected(
    sqlite_store: Store, cases: Path
) -> None:
    import_calibration_and_target(sqlite_store, cases / "stat-06-one-class-of-human-labels")
    table = correct_prevalence(sqlite_store, "target", "owl@1", calibrated_on="calibration")
    refused = refusal_of(table)
    assert refused.code == Code.ONE_CLASS_ONLY
    assert "0 human-fail items" in refused.reason
    assert "judge failed" in refused.next_step


def test_stat_10_each_version_is_a_judge_of_its_own(sqlite_store: Store, cases: Path) -> None:
    import_calibration_and_target(sqlite_store, cases / "stat-10-judge-version-mix")
    first = correct_prevalence(sqlite_store, "target", "owl@1", calibrated_on="calibration")
    assert (first.n_flagged, first.n) == (30, 100)
    assert estimate_of(first).estimate == pytest.approx(0.2)
    second = correct_prevalence(sqlite_store, "target", "owl@2", calibrated_on="calibration")
    assert (second.n_flagged, second.n) == (50, 100)
    assert "not calibrated (0 labelled items)" in refusal_of(second).reason
    assert "JUDGE_CHANGED" in codes(second)
    third = correct_prevalence(sqlite_store, "target", "owl@", calibrated_on="calibration")
    assert third.n == 2
    # NAME alone would be refused where other versions are in the store.
    assert "--judge owl@ " in refusal_of(third).next_step


@pytest.fixture
def stages(sqlite_store: Store, cases: Path) -> CorrectedTable:
    import_calibration_and_target(sqlite_store, cases / "rep-09-stages-add-up")
    return correct_prevalence(sqlite_store, "target", "owl@1", calibrated_on="calibration")


def test_rep_09_total(stages: CorrectedTable) -> None:
    counts = stages.counts
    assert (counts.tp, counts.fn, counts.fp, counts.tn) == (36, 4, 12, 108)
    assert (stages.n_flagged, stages.n) == (231, 840)
    assert estimate_of(stages).estimate == pytest.approx(0.2188, abs=5e-5)


def test_rep_09_rows_are_the_total_times_the_stage_mix(stages: CorrectedTable) -> None:
    rows = rows_of(stages)
    expected = {
        "retrieval_miss": 0.0984,
        "reranked_out": 0.0328,
        "packed_out": 0.0219,
        "generation_error": 0.0656,
        "correct": 0.7812,
    }
    for name, share in expected.items():
        assert rows[name].corrected_share == pytest.approx(share, abs=5e-5)


def test_rep_09_rows_add_up(stages: CorrectedTable) -> None:
    rows = rows_of(stages)
    failing = sum(rows[name].corrected_share or 0 for name in FAILING if name in rows)
    assert failing == pytest.approx(estimate_of(stages).estimate, abs=1e-12)
    assert failing != pytest.approx(0.275, abs=1e-3)
    assert failing + (rows["correct"].corrected_share or 0) == pytest.approx(1, abs=1e-12)


def test_rep_09_every_row_has_an_interval_and_the_rarest_the_widest(
    stages: CorrectedTable,
) -> None:
    rows = rows_of(stages)
    relative = {}
    for name in ("retrieval_miss", "reranked_out", "packed_out", "generation_error"):
        row = rows[name]
        assert row.low is not None
        assert row.high is not None
        assert row.corrected_share
        assert 0 <= row.low <= row.corrected_share <= row.high <= 1
        relative[name] = (row.high - row.low) / row.corrected_share
    assert max(relative, key=lambda name: relative[name]) == "packed_out"


def test_rep_09_the_assumption_is_said(stages: CorrectedTable) -> None:
    assert "stage mix of 40 labelled failures" in stages.assumption
    assert "misses every stage alike" in stages.assumption


def test_rep_05_only_flagged_items_labelled_gives_no_overall_share(
    sqlite_store: Store, cases: Path
) -> None:
    folder = cases / "rep-05-hand-picked-queue"
    import_case(sqlite_store, folder, verdicts="human_verdicts.csv", design=Design.BY_VERDICT)
    table = correct_prevalence(sqlite_store, "default", "owl@1")
    refused = refusal_of(table)
    assert refused.code == Code.STRATUM_UNLABELLED
    assert "judge says pass (170 items)" in refused.reason
    assert "random part" in refused.next_step
    # Nobody looked at what the judge passed, so failures without a stage have no share either.
    assert rows_of(table)["label_missing"].corrected_share is None


def test_exp_07_zero_is_zero_and_never_minus_zero(sqlite_store: Store, cases: Path) -> None:
    import_calibration_and_target(
        sqlite_store, cases / "exp-07-percent-or-fraction", calibration="traces.jsonl"
    )
    table = correct_prevalence(sqlite_store, "target", "owl@1", calibrated_on="calibration")
    assert estimate_of(table).estimate == 0
    text = json.dumps(correct_json(table))
    assert "-0.0" not in text.replace("-0.0667", "")
    assert "corrected for its errors 0.0 %" in table.sentence


def test_exp_07_from_counts_alone() -> None:
    table = correct_counts(10, 100, ConfusionCounts(18, 2, 4, 36))
    assert repr(estimate_of(table).estimate) == "0.0"


def test_result_is_made_of_values(stages: CorrectedTable) -> None:
    assert dataclasses.is_dataclass(stages)
    json.dumps(correct_json(stages), allow_nan=False)
