"""Traces that stay elsewhere: their counts are in the store, and labels of a sample."""

import json
from pathlib import Path

import numpy as np
import pytest

from db.store import Store
from tests.builders import trace
from tests.cli.conftest import Command, command
from tests.services.planted import plant_label, plant_label_set, plant_traces
from workbench.domain.records import JudgeId, JudgeOpinion
from workbench.domain.refusals import Refusal
from workbench.domain.vocabulary import Design, JudgeVerdict
from workbench.errors import InputError
from workbench.services.calibration.correct_counts import correct_counts
from workbench.services.calibration.correct_target_set import correct_target_set
from workbench.services.importing.import_counts import import_counts
from workbench.services.results import CorrectedTable, Estimate
from workbench.stats.counts import ConfusionCounts
from workbench.stats.prevalence import Stratum, post_stratified

__all__ = ["command"]

OWL = JudgeId("owl", "1")
FAIL, PASS = JudgeVerdict.FAIL, JudgeVerdict.PASS
LISTS = {"reached": (["d1"], ["d1"]), "retrieval": (["d2"], ["d2"])}

Sample = dict[tuple[str, JudgeVerdict], tuple[int, int]]
SAMPLE: Sample = {
    ("reached", FAIL): (20, 10),
    ("reached", PASS): (20, 1),
    ("retrieval", FAIL): (20, 18),
    ("retrieval", PASS): (20, 6),
}
COUNTS = {
    ("reached", FAIL): 1_000,
    ("reached", PASS): 7_000,
    ("retrieval", FAIL): 1_200,
    ("retrieval", PASS): 800,
}


def plant_sample(
    store: Store, sample: Sample = SAMPLE, design: Design = Design.BY_VERDICT, run: str = "sample"
) -> None:
    """Labelled traces by what ids and judge say: so many, so many of them wrong."""
    traces, answers = [], {}
    for (kind, verdict), (n, n_wrong) in sample.items():
        for number in range(n):
            name = f"{run}-{kind}-{verdict}-{number}"
            candidates, prompt = LISTS[kind]
            opinion = JudgeOpinion(OWL, verdict, str(verdict))
            traces.append(
                trace(name, candidates, None, prompt, (("d1",),), run=run, judges=(opinion,))
            )
            answers[name] = "wrong" if number < n_wrong else "correct"
    ids = plant_traces(store, traces)
    label_set = plant_label_set(store, run, design)
    for name, answer in answers.items():
        plant_label(store, ids[name], answer, label_set_id=label_set)


def counts_file(folder: Path, *, has_stages: bool = True) -> Path:
    path = folder / "october.json"
    strata = [
        {"stage": "generation" if kind == "reached" else kind, "verdict": verdict, "n": n}
        for (kind, verdict), n in COUNTS.items()
    ]
    flagged = COUNTS["reached", FAIL] + COUNTS["retrieval", FAIL]
    plain = {"judged": sum(COUNTS.values()), "flagged": flagged}
    path.write_text(json.dumps({"strata": strata} if has_stages else plain), encoding="utf-8")
    return path


def counted(store: Store, folder: Path, *, has_stages: bool = True) -> None:
    path = counts_file(folder, has_stages=has_stages)
    assert import_counts(store, path, name="october", judge="owl@1").is_imported


def estimate(table: CorrectedTable) -> Estimate:
    assert isinstance(table.corrected, Estimate), table.corrected
    return table.corrected


def test_a_sample_of_the_counted_traces_is_post_stratified_on_the_counts(
    store: Store, tmp_path: Path
) -> None:
    plant_sample(store)
    counted(store, tmp_path)
    table = correct_target_set(store, "october", "owl@1", labels_from="these-items")
    expected = post_stratified(
        [Stratum(COUNTS[key], n, wrong) for key, (n, wrong) in SAMPLE.items()]
    )
    assert estimate(table).estimate == pytest.approx(expected.estimate)
    assert estimate(table).interval == pytest.approx(expected.interval)
    # Half of 1,000, a twentieth of 7,000, nine tenths of 1,200 and three tenths of 800.
    assert table.corrected.estimate == pytest.approx((500 + 350 + 1_080 + 240) / 10_000)
    assert (table.run, table.n, table.n_flagged) == ("october", 10_000, 2_200)
    rows = {row.bucket: row for row in table.buckets}
    assert rows["retrieval_miss"].corrected_share == pytest.approx(0.132)
    assert rows["generation_error"].corrected_share == pytest.approx(0.085)
    assert sum(row.corrected_share or 0 for row in table.buckets) == pytest.approx(1)
    assert rows["retrieval_miss"].observed_n == 1_200


def test_counts_without_stages_take_the_labels_by_verdict(store: Store, tmp_path: Path) -> None:
    plant_sample(store, design=Design.UNIFORM)
    counted(store, tmp_path, has_stages=False)
    table = correct_target_set(store, "october", "owl@1", labels_from="these-items")
    expected = post_stratified([Stratum(2_200, 40, 28), Stratum(7_800, 40, 7)])
    assert estimate(table).estimate == pytest.approx(expected.estimate)
    # The stage of a failure is known of the sample all the same.
    rows = {row.bucket: row for row in table.buckets}
    assert rows["retrieval_miss"].corrected_share == pytest.approx(
        0.22 * 18 / 40 + 0.78 * 6 / 40, abs=0.005
    )


def test_labels_from_elsewhere_go_through_rogan_gladen(store: Store, tmp_path: Path) -> None:
    plant_sample(store, design=Design.UNIFORM)
    counted(store, tmp_path)
    table = correct_target_set(store, "october", "owl@1")
    plain = correct_counts(2_200, 10_000, ConfusionCounts(tp=28, fn=7, fp=12, tn=33))
    assert estimate(table).estimate == pytest.approx(estimate(plain).estimate)
    assert estimate(table).interval == pytest.approx(estimate(plain).interval)
    assert table.design is Design.TRANSPORTED
    assert table.calibrated_on == "sample"
    assert "POPULATION_MISMATCH" in {warning.code for warning in table.warnings}


def test_a_stratum_that_the_sample_lacks_is_open(store: Store, tmp_path: Path) -> None:
    sample = {key: value for key, value in SAMPLE.items() if key != ("reached", PASS)}
    plant_sample(store, sample)
    counted(store, tmp_path)
    refused = correct_target_set(store, "october", "owl@1", labels_from="these-items").corrected
    assert isinstance(refused, Refusal)
    assert refused.code == "STRATUM_UNLABELLED"
    assert "7,000 items" in refused.reason


def test_a_small_open_stratum_leaves_the_others_their_counts(store: Store, tmp_path: Path) -> None:
    sample = {key: value for key, value in SAMPLE.items() if key != ("retrieval", PASS)}
    plant_sample(store, sample)
    counted(store, tmp_path)
    table = correct_target_set(store, "october", "owl@1", labels_from="these-items")
    # Passed ones fail as often as those of the reached stage do; flagged ones by their counts,
    # not by the sample's mix of stages.
    assert estimate(table).estimate == pytest.approx((500 + 1_080 + 7_800 / 20) / 10_000)


def test_labels_that_outnumber_the_counts_are_not_of_them(store: Store, tmp_path: Path) -> None:
    plant_sample(store, SAMPLE | {("retrieval", PASS): (900, 300)})
    counted(store, tmp_path)
    refused = correct_target_set(store, "october", "owl@1", labels_from="these-items").corrected
    assert isinstance(refused, Refusal)
    assert "900 labels where the ids and the judge say retrieval, judge says pass" in refused.reason
    assert "800 such items were counted" in refused.reason


def test_labels_of_unknown_origin_correct_no_counts(store: Store, tmp_path: Path) -> None:
    plant_sample(store, design=Design.UNKNOWN)
    plant_traces(store, [trace("more", run="sample", judges=(JudgeOpinion(OWL, FAIL, "fail"),))])
    counted(store, tmp_path)
    refused = correct_target_set(store, "october", "owl@1", labels_from="these-items").corrected
    assert isinstance(refused, Refusal)
    assert refused.code == "DESIGN_UNKNOWN"
    assert "--run sample --design" in refused.next_step


def test_without_labels_the_observed_share_stays(store: Store, tmp_path: Path) -> None:
    counted(store, tmp_path)
    table = correct_target_set(store, "october", "owl@1")
    assert table.observed == pytest.approx(0.22)
    assert isinstance(table.corrected, Refusal)
    assert "import them as a run and label them" in table.corrected.next_step


def test_several_runs_with_labels_must_be_chosen_from(store: Store, tmp_path: Path) -> None:
    plant_sample(store)
    plant_sample(store, run="other")
    counted(store, tmp_path)
    with pytest.raises(InputError, match="2 runs hold labels beside owl@1: sample, other"):
        correct_target_set(store, "october", "owl@1")
    table = correct_target_set(store, "october", "owl@1", "other", "these-items")
    assert isinstance(table.corrected, Estimate)


def test_an_unknown_target_set_names_those_there_are(store: Store, tmp_path: Path) -> None:
    counted(store, tmp_path)
    with pytest.raises(
        InputError, match=r"no counts of 'november' for judge owl@1\. Known: october"
    ):
        correct_target_set(store, "november", "owl@1")


def test_the_command_corrects_counts_of_the_store(
    sqlite_store: Store, tmp_path: Path, command: Command
) -> None:
    plant_sample(sqlite_store)
    db = ("--db", sqlite_store.engine.url.render_as_string(hide_password=False))
    path = counts_file(tmp_path)
    named = ("--name", "october", "--judge", "owl@1")
    assert command("import", "counts", path, *named, *db).code == 0
    ask = ("correct", "--counts-of", "october", "--judge", "owl@1", *db)
    ran = command(*ask, "--labels-from", "these-items", "--json")
    assert ran.code == 0
    assert ran.json["corrected"]["estimate"] == pytest.approx(0.217)
    assert ran.json["buckets"]
    assert "errs as often" in command(*ask, "--calibrated-on", "sample").out
    assert command("correct", "--counts-of", "october", *db).code == 2
    assert command(*ask, "--run", "sample").code == 2
    assert command(*ask, "--target", "items").code == 2


@pytest.mark.slow
def test_intervals_cover_the_truth_of_a_lake(sqlite_store: Store, tmp_path: Path) -> None:
    """Samples of a lake of known truth, of equal size in every stratum whatever its share."""
    real = (500 + 350 + 1_080 + 240) / 10_000
    rates = {("reached", FAIL): 0.5, ("reached", PASS): 0.05}
    rates |= {("retrieval", FAIL): 0.9, ("retrieval", PASS): 0.3}
    counted(sqlite_store, tmp_path)
    rng = np.random.default_rng(4)
    n_runs = 60
    inside, errors = 0, []
    for number in range(n_runs):
        sample = {key: (25, int(rng.binomial(25, rate))) for key, rate in rates.items()}
        run = f"sample-{number}"
        plant_sample(sqlite_store, sample, run=run)
        found = estimate(correct_target_set(sqlite_store, "october", "owl@1", run, "these-items"))
        inside += found.low <= real <= found.high
        errors.append(found.estimate - real)
    assert abs(float(np.mean(errors))) < 3.5 * float(np.std(errors)) / n_runs**0.5
    assert inside >= 0.88 * n_runs
