"""What the judge card says, and what it refuses to say."""

import dataclasses
import json
import shutil
from pathlib import Path

import pytest

from db.store import Store
from tests.builders import trace
from tests.services.case_files import import_calibration_and_target, import_case
from tests.services.planted import plant_label, plant_label_set, plant_traces
from tests.services.test_correct_prevalence import CELLS, FAIL, OWL, PASS, fill, judged
from workbench.domain.records import JudgeId, JudgeOpinion
from workbench.domain.refusals import Code, Refusal
from workbench.domain.vocabulary import Design, JudgeVerdict
from workbench.errors import InputError
from workbench.formats.results_json import calibrate_json
from workbench.services.calibration.calibrate_judge import calibrate_judge, disagreements
from workbench.services.calibration.judge_rates import bias_sentence
from workbench.services.importing.import_human_verdicts import import_human_verdicts
from workbench.services.importing.import_judge_verdicts import import_judge_verdicts
from workbench.services.importing.import_traces import import_traces
from workbench.services.importing.map_verdicts import map_verdict_words
from workbench.services.labelling.build_queue import build_queue
from workbench.services.results import (
    AgreementCard,
    BiasCard,
    Estimate,
    EstimateOrRefusal,
    JudgeCard,
)
from workbench.stats.bias import BiasResult, judge_bias_uniform
from workbench.stats.counts import ConfusionCounts
from workbench.stats.interval import Interval


def number(value: EstimateOrRefusal) -> Estimate:
    assert isinstance(value, Estimate), value
    return value


def refusal(value: object) -> Refusal:
    assert isinstance(value, Refusal), value
    return value


def codes(card: JudgeCard) -> set[str]:
    return {str(warning.code) for warning in card.warnings}


def test_census_gives_the_rates_by_counting(store: Store) -> None:
    fill(store, {("reached", FAIL): (12, 12, 9), ("reached", PASS): (20, 20, 1)}, Design.UNKNOWN)
    card = calibrate_judge(store, "owl@1", "r")
    assert card.design is Design.UNIFORM
    assert number(card.sensitivity).estimate == pytest.approx(9 / 10)
    assert number(card.false_positive_rate).estimate == pytest.approx(3 / 22)
    assert number(card.sensitivity).method == "Wilson"
    assert number(card.observed_prevalence).estimate == pytest.approx(12 / 32)


def test_labels_by_verdict_are_weighted(sqlite_store: Store) -> None:
    fill(sqlite_store, {("reached", FAIL): (20, 10, 8), ("reached", PASS): (180, 20, 1)})
    card = calibrate_judge(sqlite_store, "owl@1", "r")
    # q = .1, PPV = .8, FOR = .05: found .08, missed .045; false alarms .02 of .875 right ones.
    assert number(card.sensitivity).estimate == pytest.approx(0.08 / 0.125)
    assert number(card.false_positive_rate).estimate == pytest.approx(0.02 / 0.875)
    assert "Begg-Greenes" in number(card.sensitivity).method
    assert isinstance(card.bias, BiasCard)
    assert card.bias.difference == pytest.approx(0.1 - 0.125)


def test_same_seed_gives_the_same_card(sqlite_store: Store) -> None:
    fill(sqlite_store, CELLS)
    first = calibrate_judge(sqlite_store, "owl@1", "r", seed=11)
    assert first == calibrate_judge(sqlite_store, "owl@1", "r", seed=11)
    assert first.seed == 11


def test_unknown_design_is_shown_as_if_uniform_and_corrects_nothing(
    sqlite_store: Store,
) -> None:
    fill(sqlite_store, CELLS, Design.UNKNOWN)
    card = calibrate_judge(sqlite_store, "owl@1", "r")
    assert number(card.sensitivity).method == "Wilson"
    assert "DESIGN_UNKNOWN" in codes(card)
    assert "--design uniform" in refusal(card.corrected_prevalence).next_step


def test_labels_by_stage_are_weighted_by_stage(sqlite_store: Store) -> None:
    traces = [
        judged(n, FAIL if n < 40 else PASS, "retrieval" if n % 4 == 0 else "reached")
        for n in range(120)
    ]
    ids = plant_traces(sqlite_store, traces)
    queue = build_queue(
        sqlite_store, run="r", judge="owl@1", size=None, by=("verdict", "stage"), seed=7
    )
    for n, item in enumerate(traces):
        if n % 2:
            continue
        is_wrong = n < 30 or n % 12 == 0
        answer = "wrong" if is_wrong else "correct"
        plant_label(sqlite_store, ids[item.request_id], answer, queue_id=queue.queue_id)
    card = calibrate_judge(sqlite_store, "owl@1", "r")
    assert 0 < number(card.sensitivity).estimate <= 1


def test_endpoint_failures_are_not_judged_items(sqlite_store: Store) -> None:
    fill(sqlite_store, {("reached", FAIL): (4, 4, 3), ("reached", PASS): (4, 4, 0)})

    broken = dataclasses.replace(judged(99, FAIL), error="timeout")
    ids = plant_traces(sqlite_store, [broken])
    plant_label(sqlite_store, ids["q-0099"], "wrong")
    card = calibrate_judge(sqlite_store, "owl@1", "r")
    assert card.counts.n == 8
    assert number(card.observed_prevalence).n == 8


def test_people_who_disagree_are_left_out_and_counted(sqlite_store: Store) -> None:
    ids = fill(sqlite_store, {("reached", FAIL): (6, 5, 4), ("reached", PASS): (6, 5, 0)})
    plant_label(sqlite_store, ids["q-0000"], "correct", annotator="ben")
    plant_label(sqlite_store, ids["q-0001"], "wrong", annotator="ben")
    card = calibrate_judge(sqlite_store, "owl@1", "r")
    assert card.left_out.annotators_disagree == 1
    assert card.counts.n == 9
    assert "ANNOTATORS_DISAGREE" in codes(card)


def test_labels_that_say_nothing_leave_the_labels(sqlite_store: Store) -> None:
    ids = fill(sqlite_store, {("reached", FAIL): (8, 4, 3), ("reached", PASS): (8, 4, 0)})
    label_set = plant_label_set(sqlite_store, "r", Design.BY_VERDICT)
    kept = {"label_set_id": label_set}
    plant_label(sqlite_store, ids["q-0005"], "cant_tell", **kept)
    plant_label(sqlite_store, ids["q-0006"], None, unresolved="query_ambiguous", **kept)
    plant_label(sqlite_store, ids["q-0007"], None, kind="skip", **kept)
    card = calibrate_judge(sqlite_store, "owl@1", "r")
    assert (card.left_out.cant_tell, card.left_out.unresolved, card.left_out.skipped) == (1, 1, 1)
    assert card.counts.n == 8
    assert card.counts.unusable == 2
    assert "UNUSABLE_LABELS" in codes(card)
    assert number(card.observed_prevalence).n == 16


def test_labels_the_judge_was_tuned_on_do_not_count(sqlite_store: Store) -> None:
    ids = fill(sqlite_store, {("reached", FAIL): (8, 4, 3), ("reached", PASS): (8, 4, 0)})
    tuned = plant_label_set(sqlite_store, "r", Design.UNIFORM, was_tuned_on=True)
    plant_label(sqlite_store, ids["q-0006"], "wrong", label_set_id=tuned)
    card = calibrate_judge(sqlite_store, "owl@1", "r")
    assert card.counts.n == 8
    assert card.left_out.tuned_on == 1
    assert "LABELS_TUNED_ON" in codes(card)


def test_labels_given_with_the_verdict_in_sight_are_named(sqlite_store: Store) -> None:
    ids = fill(sqlite_store, {("reached", FAIL): (8, 0, 0), ("reached", PASS): (8, 0, 0)})
    seen = plant_label_set(sqlite_store, "r", Design.UNIFORM, was_blind=False)
    for request_id, trace_id in ids.items():
        answer = "wrong" if request_id < "q-0007" else "correct"
        plant_label(sqlite_store, trace_id, answer, label_set_id=seen)
    assert "UNBLINDED_LABELS" in codes(calibrate_judge(sqlite_store, "owl@1", "r"))


def test_bias_sentence_counts_in_hundreds(sqlite_store: Store) -> None:
    result = BiasResult(0.111, Interval(0.052, 0.169), 0.0004, "m", "too_pessimistic", 301)
    assert bias_sentence(result) == (
        "The judge calls 11 more of 100 answers wrong than people do: too pessimistic, "
        "95 % interval 5 to 17."
    )
    fewer = BiasResult(-0.08, Interval(-0.13, -0.03), 0.001, "m", "too_lenient", 200)
    assert bias_sentence(fewer) == (
        "The judge calls 8 fewer of 100 answers wrong than people do: too lenient, "
        "95 % interval 3 to 13."
    )
    unclear = BiasResult(0.02, Interval(-0.03, 0.07), 0.5, "m", "no_clear_bias", 200)
    assert bias_sentence(unclear) == (
        "The judge calls 2 more of 100 answers wrong than people do: no clear bias, "
        "95 % interval −3 to 7."
    )
    nothing = BiasResult(0.0, Interval(-0.02, 0.02), 1.0, "m", "no_clear_bias", 200)
    assert "as many of 100 answers wrong as people do" in bias_sentence(nothing)


def test_a_limit_that_excludes_0_is_never_printed_as_0() -> None:
    result = BiasResult(0.03, Interval(0.0003, 0.056), 0.04, "m", "too_pessimistic", 200)
    assert bias_sentence(result).endswith("95 % interval 0.03 to 5.60.")
    lenient = BiasResult(-0.03, Interval(-0.056, -0.004), 0.04, "m", "too_lenient", 200)
    assert bias_sentence(lenient).endswith("95 % interval 0.4 to 5.6.")
    barely = BiasResult(0.03, Interval(4e-8, 0.056), 0.049, "m", "too_pessimistic", 200)
    assert bias_sentence(barely).endswith("95 % interval just above 0 to 6.")
    unclear = BiasResult(0.03, Interval(-0.0003, 0.056), 0.06, "m", "no_clear_bias", 200)
    assert bias_sentence(unclear).endswith("95 % interval 0 to 6.")


def test_a_judge_that_flags_none_is_not_asked_for_what_it_flagged(sqlite_store: Store) -> None:
    opinion = JudgeOpinion(JudgeId("mild", "1"), JudgeVerdict.PASS, "pass")
    ids = plant_traces(
        sqlite_store, [trace(f"q-{n}", run="r", judges=(opinion,)) for n in range(30)]
    )
    drawn = plant_label_set(sqlite_store, "r", "uniform")
    for n, trace_id in enumerate(ids.values()):
        if n < 20:
            plant_label(sqlite_store, trace_id, "correct", label_set_id=drawn)
    found = calibrate_judge(sqlite_store, "mild@1", "r")
    assert refusal(found.sensitivity).next_step == "The judge flagged none: label others."
    steps = [warning.next_step for warning in found.warnings]
    assert "The judge failed none: label others." in steps
    assert not [step for step in steps if "items that the judge" in step]


def test_a_small_clear_bias_is_not_rounded_to_nothing() -> None:
    result = judge_bias_uniform(ConfusionCounts(100, 4, 26, 3000))
    assert result.reading == "too_pessimistic"
    assert "interval 0 to" not in bias_sentence(result)


def test_bias_uses_the_exact_test() -> None:
    result = judge_bias_uniform(ConfusionCounts(60, 9, 32, 200))
    assert result.p_value == pytest.approx(0.00043, abs=1e-5)


def test_disagreements_can_be_read(sqlite_store: Store) -> None:
    fill(sqlite_store, {("reached", FAIL): (4, 4, 3), ("reached", PASS): (4, 4, 1)})
    rows = disagreements(sqlite_store, "owl@1", "r")
    assert [(row.judge_verdict, row.human_answer) for row in rows] == [
        ("fail", "correct"),
        ("pass", "wrong"),
    ]
    assert rows[0].query
    assert rows[0].annotator == "ada"


def test_a_word_stands_once_whatever_the_reasons(sqlite_store: Store) -> None:
    opinions = [JudgeOpinion(OWL, None, "null", reason=why) for why in ("timeout", "refused")]
    plant_traces(
        sqlite_store,
        [trace(f"q-{n}", run="r", judges=(opinion,)) for n, opinion in enumerate(opinions)],
    )
    card = calibrate_judge(sqlite_store, "owl@1", "r")
    assert [(word.word, word.meaning, word.n) for word in card.verdict_words] == [
        ("null", "not_usable", 2)
    ]
    assert refusal(card.observed_prevalence).code == Code.NOTHING_JUDGED


def test_unknown_judge_is_wrong_input(sqlite_store: Store) -> None:
    with pytest.raises(InputError, match="no judge"):
        calibrate_judge(sqlite_store, "owl@1")


# The trouble cases.


def test_stat_04_limits_keep_a_width_at_the_ends(sqlite_store: Store, cases: Path) -> None:
    import_calibration_and_target(sqlite_store, cases / "stat-04-perfect-on-small-sample")
    card = calibrate_judge(sqlite_store, "owl@1", "calibration")
    sensitivity, false_alarms = number(card.sensitivity), number(card.false_positive_rate)
    assert sensitivity.estimate == 1
    assert sensitivity.interval == pytest.approx((0.722, 1.0), abs=5e-4)
    assert false_alarms.estimate == 0
    assert false_alarms.interval == pytest.approx((0.0, 0.278), abs=5e-4)


@pytest.fixture
def one_class(sqlite_store: Store, cases: Path) -> JudgeCard:
    import_calibration_and_target(sqlite_store, cases / "stat-06-one-class-of-human-labels")
    return calibrate_judge(sqlite_store, "owl@1", "calibration")


def test_stat_06_false_positive_rate(one_class: JudgeCard) -> None:
    rate = number(one_class.false_positive_rate)
    assert rate.estimate == pytest.approx(0.12)
    assert rate.interval == pytest.approx((0.042, 0.300), abs=5e-4)


def test_stat_06_sensitivity_is_null_with_a_reason(one_class: JudgeCard) -> None:
    refused = refusal(one_class.sensitivity)
    assert refused.code == Code.ONE_CLASS_ONLY
    assert "0 human-fail items" in refused.reason
    written = calibrate_json(one_class)
    assert written["sensitivity"]["estimate"] is None  # type: ignore[index]
    assert written["sensitivity"]["reason"]  # type: ignore[index]


def test_stat_06_kappa_is_not_defined(one_class: JudgeCard) -> None:
    assert isinstance(one_class.agreement, AgreementCard)
    assert one_class.agreement.kappa is None
    assert one_class.agreement.reason
    assert "nan" not in json.dumps(calibrate_json(one_class), allow_nan=False).lower()


def test_stat_06_the_card_says_what_to_label(one_class: JudgeCard) -> None:
    said = [warning for warning in one_class.warnings if warning.code == Code.ONE_CLASS_ONLY]
    assert "judge failed" in said[0].next_step


@pytest.fixture
def spelled(sqlite_store: Store, cases: Path) -> Path:
    folder = cases / "stat-08-verdict-spellings"
    import_case(sqlite_store, folder)
    return folder


@pytest.mark.parametrize(
    ("mapping", "expected"),
    [("mapping.json", (8, 6, 6)), ("mapping_flipped.json", (7, 7, 6))],
)
def test_stat_08_the_share_is_of_usable_verdicts(
    sqlite_store: Store, spelled: Path, mapping: str, expected: tuple[int, int, int]
) -> None:
    given = json.loads((spelled / mapping).read_text())
    meanings = {word: meaning for meaning, words in given.items() for word in words}
    judge = "owl@1"
    map_verdict_words(sqlite_store, judge, meanings)
    card = calibrate_judge(sqlite_store, judge, "default")
    words = {
        meaning: sum(word.n for word in card.verdict_words if word.meaning == meaning)
        for meaning in ("pass", "fail", "not_usable", None)
    }
    assert (words["pass"], words["fail"], words["not_usable"]) == expected
    assert words[None] == 0
    observed = number(card.observed_prevalence)
    assert observed.n == expected[0] + expected[1]
    assert observed.estimate == pytest.approx(expected[1] / observed.n)


def test_stat_08_unmapped_words_are_listed(sqlite_store: Store, spelled: Path) -> None:
    card = calibrate_judge(sqlite_store, "owl@1", "default")
    assert sum(word.n for word in card.verdict_words) == 20
    assert any(word.meaning is None for word in card.verdict_words)
    assert number(card.observed_prevalence).n < 20


def test_stat_10_card_is_of_one_version(sqlite_store: Store, cases: Path) -> None:
    import_calibration_and_target(sqlite_store, cases / "stat-10-judge-version-mix")
    first = calibrate_judge(sqlite_store, "owl@1")
    assert first.runs == ("calibration",)
    assert number(first.sensitivity).estimate == pytest.approx(0.9)
    assert number(first.false_positive_rate).estimate == pytest.approx(0.15)
    second = calibrate_judge(sqlite_store, "owl@2")
    assert "0 labelled items" in refusal(second.sensitivity).reason
    assert number(second.observed_prevalence).estimate == pytest.approx(0.5)
    assert "JUDGE_CHANGED" in codes(second)
    assert "JUDGE_CHANGED" not in codes(first)


def test_rep_05_share_is_of_the_items_the_judge_failed(sqlite_store: Store, cases: Path) -> None:
    folder = cases / "rep-05-hand-picked-queue"
    import_case(sqlite_store, folder, verdicts="human_verdicts.csv")
    card = calibrate_judge(sqlite_store, "owl@1", "default")
    right = number(card.wrong_if_flagged)
    assert (right.estimate, right.n) == (0.8, 30)
    refused = refusal(card.sensitivity)
    assert "170" in refused.reason
    assert "random part" in refused.next_step
    assert isinstance(card.corrected_prevalence, Refusal)


def test_openqa_judge_is_found_too_pessimistic(
    sqlite_store: Store, real_data: Path, tmp_path: Path
) -> None:
    # Rejected lines are written beside a file, and not into the folder of outside files.
    folder = Path(shutil.copytree(real_data / "openqa-nq301", tmp_path / "openqa"))
    columns = {
        "request_id": ["id", "Model answer"],
        "question_id": "id",
        "query": "Question",
        "answer": "Model answer",
        "reference_answer": "Gold answers",
    }
    header = (folder / "NQ301_human.tsv").read_text(encoding="utf-8").splitlines()[0].split("\t")
    columns = {
        ours: theirs
        for ours, theirs in columns.items()
        if all(name in header for name in ([theirs] if isinstance(theirs, str) else theirs))
    }
    key = {"request_id": columns["request_id"]}
    made = import_traces(
        sqlite_store, folder / "NQ301_human.tsv", run="nq", mapping=columns, keep_good=True
    )
    assert made.is_imported, made.problems
    judged_by = import_judge_verdicts(
        sqlite_store,
        folder / "NQ301_gpt-4.tsv",
        run="nq",
        judge="gpt-4",
        mapping=key | {"verdict": "Acceptable?"},
        judge_fail_value="No",
        keep_good=True,
    )
    assert judged_by.is_imported, judged_by.problems
    people = import_human_verdicts(
        sqlite_store,
        folder / "NQ301_human.tsv",
        run="nq",
        design=None,
        mapping=key
        | {
            "verdict": "Acceptable?",
            "annotator": {"const": "panel"},
            "words": {"Yes": "correct", "No": "wrong"},
        },
        keep_good=True,
    )
    assert people.is_imported, people.problems[:3]
    card = calibrate_judge(sqlite_store, "gpt-4", "nq")
    assert 1486 <= card.counts.n <= 1488
    assert number(card.sensitivity).estimate == pytest.approx(0.867, abs=1e-3)
    assert number(card.false_positive_rate).estimate == pytest.approx(0.168, abs=1e-3)
    assert isinstance(card.agreement, AgreementCard)
    assert card.agreement.human_prevalence == pytest.approx(0.451, abs=1e-3)
    assert card.agreement.judge_prevalence == pytest.approx(0.484, abs=1e-3)
    assert isinstance(card.bias, BiasCard)
    assert card.bias.reading == "too_pessimistic"


def test_rep_05_flagged_items_declared_uniform_give_no_rates(
    sqlite_store: Store, cases: Path
) -> None:
    folder = cases / "rep-05-hand-picked-queue"
    import_case(sqlite_store, folder, verdicts="human_verdicts.csv", design=Design.UNIFORM)
    card = calibrate_judge(sqlite_store, "owl@1", "default", by="index_version")
    assert "170" in refusal(card.sensitivity).reason
    assert isinstance(card.bias, Refusal)
    assert isinstance(card.corrected_prevalence, Refusal)


def test_rep_05_groups_of_hand_picked_items_are_not_those_of_all(
    sqlite_store: Store, cases: Path
) -> None:
    import_case(sqlite_store, cases / "rep-05-hand-picked-queue", verdicts="human_verdicts.csv")
    card = calibrate_judge(sqlite_store, "owl@1", "default", by="index_version")
    (said,) = [warning for warning in card.warnings if warning.code == "HUMAN_LABELS_ONLY"]
    assert "not those of all items" in said.message


def test_a_rare_verdict_may_be_missed_by_a_uniform_sample(sqlite_store: Store) -> None:
    fill(
        sqlite_store,
        {("reached", FAIL): (2, 0, 0), ("reached", PASS): (98, 40, 10)},
        Design.UNIFORM,
    )
    card = calibrate_judge(sqlite_store, "owl@1", "r")
    assert number(card.sensitivity).estimate == 0.0
    assert "POPULATION_MISMATCH" not in codes(card)


def test_a_uniform_sample_with_another_mix_of_verdicts_is_doubted(sqlite_store: Store) -> None:
    cells = {("reached", FAIL): (40, 40, 30), ("reached", PASS): (360, 40, 10)}
    fill(sqlite_store, cells, Design.UNIFORM)
    card = calibrate_judge(sqlite_store, "owl@1", "r")
    (said,) = [warning for warning in card.warnings if warning.code == "POPULATION_MISMATCH"]
    assert "flags 50.0 % of them and 10.0 % of all" in said.message
    assert "by_verdict" in said.next_step


def test_a_judge_without_verdicts_is_not_said_to_lack_a_design(
    sqlite_store: Store, cases: Path
) -> None:
    import_calibration_and_target(sqlite_store, cases / "stat-10-judge-version-mix")
    card = calibrate_judge(sqlite_store, "owl@2", "calibration")
    assert "DESIGN_UNKNOWN" not in codes(card)
