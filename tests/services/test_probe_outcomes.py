"""The gold-context probe from packets to outcomes, over four failures whose cause is known."""

import json
from pathlib import Path

import pytest

from db.store import Store
from tests.services.labelling import answer, label_all, label_next
from tests.services.probed import (
    EXPECTED,
    GOLD,
    import_failures,
    import_texts,
    is_right,
    lines,
    run_packets,
)
from workbench.domain.probe import Against
from workbench.domain.questions import Answers
from workbench.domain.vocabulary import Unresolved
from workbench.errors import InputError
from workbench.services.calibration.calibrate_judge import calibrate_judge
from workbench.services.housekeeping.read_overview import next_step, read_overview
from workbench.services.importing.import_judge_verdicts import import_judge_verdicts
from workbench.services.labelling.build_queue import build_queue
from workbench.services.labelling.label_traces import next_item, record_entry
from workbench.services.probing.export_packets import probe_packets
from workbench.services.probing.import_answers import import_answers
from workbench.services.probing.probe_outcomes import probe_outcomes
from workbench.services.probing.probe_results import ProbeResult
from workbench.services.triage.triage_traces import triage_traces


@pytest.fixture
def failures(store: Store, tmp_path: Path) -> Store:
    import_texts(store, tmp_path)
    import_failures(store, tmp_path)
    return store


def label_probes(store: Store, run: str = "spring-b") -> None:
    """Somebody reads every answer of the run and says whether it is right."""
    queue_id = build_queue(store, run=run, judge=None, size=None, seed=7).queue_id
    while (item := next_item(store, queue_id, "ada")) is not None:
        right = is_right(item.request_id, item.answer or "")
        record_entry(store, answer(item, "ada", is_right=right))


def found(result: ProbeResult) -> dict[str, int]:
    return {str(row.outcome): row.n for row in result.outcomes}


def test_four_known_failures_are_told_apart(failures: Store, tmp_path: Path) -> None:
    done = import_answers(failures, "spring", run_packets(failures, tmp_path))
    assert done.probe_run == "spring-b"
    label_probes(failures)
    result = probe_outcomes(failures, "spring", "strict@2")
    assert result.n_checked == 4
    assert found(result) == {"retrieval": 2, "generation": 2, "unresolved": 0, "no_failure": 0}
    assert sum(row.share or 0 for row in result.outcomes) == pytest.approx(1)
    assert result.outcomes[0].n_partial == 1
    assert result.to_read == ()
    assert "2 of 4 failures rightly" in result.sentence
    assert "Wilson, each trace counted by itself" in result.sentence
    assert "in 1 of them recall or assembly" in result.reading
    assert "The other 2 are wrong with it too" in result.reading


def test_each_failure_has_the_cause_that_was_planted(failures: Store, tmp_path: Path) -> None:
    answers = run_packets(failures, tmp_path)
    said = {}
    for line in answers.read_text(encoding="utf-8").splitlines():
        one = {"correct": is_right(json.loads(line)["request_id"], json.loads(line)["answer"])}
        single = lines(tmp_path / "one.jsonl", [json.loads(line) | one])
        request_id = json.loads(line)["request_id"]
        import_answers(failures, "spring", single, name=f"only-{request_id}")
        row = {r.stage: r for r in probe_outcomes(failures, "spring").by_stage}
        said[request_id] = row
    counts = found(probe_outcomes(failures, "spring"))
    assert (counts["retrieval"], counts["generation"]) == (2, 2)
    assert said["missing"]["retrieval"].retrieval == 1
    assert said["ignored"]["generation"].generation == 2
    assert sum(EXPECTED[one] == "retrieval" for one in EXPECTED) == counts["retrieval"]


def test_a_packet_freezes_everything_and_hands_over_gold_alone(failures: Store) -> None:
    packets = {str(one["request_id"]): one for one in probe_packets(failures, "spring").packets}
    packet = packets["partly"]
    assert packet["passages"] == [
        {"doc_id": "d3", "text": "A family ticket covers two adults."},
        {"doc_id": "d4", "text": "A family ticket covers up to three children."},
    ]
    assert packet["system_prompt"] == "Answer from the passages."
    assert packet["model"] == "stand-in"
    assert packet["answer"] is None
    assert "reference_answer" not in packet
    assert "judge" not in packet


def test_the_smallest_gold_set_with_texts_is_handed_over(store: Store, tmp_path: Path) -> None:
    import_texts(store, tmp_path)
    gold = [["d3", "d4"], "unheard-of", "d1"]
    import_failures(store, tmp_path, gold_passages=gold)
    passages = [one["passages"] for one in probe_packets(store, "spring").packets]
    assert [[passage["doc_id"] for passage in some] for some in passages] == [["d1"]] * 4  # type: ignore[attr-defined]


def test_what_cannot_be_probed_is_counted_by_reason(store: Store, tmp_path: Path) -> None:
    import_failures(store, tmp_path, "no-gold", gold_passages=None, question_id=None)
    import_failures(store, tmp_path, "no-source", gold_passages=[], question_id=None)
    import_failures(store, tmp_path, "no-text", gold_passages=["d9"], question_id=None)
    assert dict(probe_packets(store, "no-gold").left_out) == {"gold_unknown": 4}
    assert dict(probe_packets(store, "no-source").left_out) == {"no_source": 4}
    assert dict(probe_packets(store, "no-text").left_out) == {"text_unknown": 4}


def test_the_annotator_s_item_says_nothing_of_a_probe(failures: Store, tmp_path: Path) -> None:
    import_answers(failures, "spring", run_packets(failures, tmp_path))
    queue_id = build_queue(failures, run="spring-b", judge=None, size=None, seed=7).queue_id
    item = next_item(failures, queue_id, "ada")
    assert item is not None
    assert [passage.text for passage in item.prompt or ()] != []
    assert "probe" not in repr(item).lower()
    assert all(passage.is_gold for passage in item.prompt or ())


def test_the_same_answers_again_change_nothing(failures: Store, tmp_path: Path) -> None:
    answers = run_packets(failures, tmp_path, correct=False)
    first = import_answers(failures, "spring", answers)
    again = import_answers(failures, "spring", answers)
    assert (first.report.n_new, first.n_judged) == (4, 4)
    assert (again.report.n_new, again.report.n_unchanged) == (0, 4)
    assert again.probe_run == first.probe_run
    assert len(read_overview(failures).runs) == 2


def test_a_verdict_in_the_file_counts_where_nobody_labelled(
    failures: Store, tmp_path: Path
) -> None:
    answers = run_packets(failures, tmp_path, correct=True)
    import_answers(failures, "spring", answers)
    result = probe_outcomes(failures, "spring")
    assert found(result)["retrieval"] == 4
    assert result.probes_said_by == {"file": 4}
    assert [case.request_id for case in result.to_read] == ["misread", "ignored"]
    assert all(case.against is Against.DIFFER for case in result.to_read)
    label_probes(failures)
    assert found(probe_outcomes(failures, "spring"))["generation"] == 2


def test_both_defects_are_kept_where_both_show(failures: Store, tmp_path: Path) -> None:
    answers = run_packets(failures, tmp_path, correct=False)
    import_answers(failures, "spring", answers)
    result = probe_outcomes(failures, "spring")
    assert found(result)["generation"] == 4
    assert result.n_both_defects == 2
    both = [case for case in result.to_read if case.against is Against.BOTH]
    assert [case.defects for case in both] == [("retrieval", "generation")] * 2


def test_a_disputed_gold_is_unresolved_and_not_forced(failures: Store, tmp_path: Path) -> None:
    import_answers(failures, "spring", run_packets(failures, tmp_path, correct=True))
    queue_id = build_queue(failures, run="spring", judge=None, size=None, seed=7).queue_id
    disputed = Answers(unresolved=Unresolved.REFERENCE_DISPUTED)
    label_next(failures, queue_id, "ada", answers=disputed)
    result = probe_outcomes(failures, "spring", "strict@2")
    assert found(result)["unresolved"] == 1
    assert found(result)["retrieval"] == 3


def test_a_right_answer_is_no_failure_to_explain(failures: Store, tmp_path: Path) -> None:
    import_answers(failures, "spring", run_packets(failures, tmp_path, correct=True))
    queue_id = build_queue(failures, run="spring", judge=None, size=None, seed=7).queue_id
    label_all(failures, queue_id, "ada", is_right=True)
    result = probe_outcomes(failures, "spring", "strict@2")
    assert found(result) == {"retrieval": 0, "generation": 0, "unresolved": 0, "no_failure": 4}
    assert result.n_failing == 0


def test_answers_logged_with_the_traces_are_labelled_too(store: Store, tmp_path: Path) -> None:
    import_texts(store, tmp_path)
    import_failures(store, tmp_path, probe={"answer": "Dogs travel free.", "correct": None})
    result = probe_outcomes(store, "spring")
    assert (result.n_probed, result.n_checked) == (4, 0)
    assert result.left_out == {"probe_not_judged": 4}
    done = import_answers(store, "spring")
    assert done.report.n_new == 4
    label_probes(store)
    assert found(probe_outcomes(store, "spring"))["retrieval"] == 1


def test_no_answer_anywhere_says_what_to_run(failures: Store) -> None:
    with pytest.raises(InputError, match="workbench probe export --run spring"):
        import_answers(failures, "spring")
    result = probe_outcomes(failures, "spring")
    assert result.left_out == {"not_probed": 4}
    assert all(row.share is None for row in result.outcomes)
    assert "No trace of this run has an answer" in result.sentence


def test_problems_are_named_by_line_and_nothing_is_written(failures: Store, tmp_path: Path) -> None:
    path = lines(
        tmp_path / "wrong.jsonl",
        [
            {"request_id": "missing", "answer": "Until 3."},
            {"request_id": "nobody", "answer": "?"},
            {"request_id": "missing", "answer": "Until 4."},
            {"request_id": "misread", "answer": "14", "query": "Something else?"},
            {"request_id": "ignored"},
        ],
    )
    done = import_answers(failures, "spring", path)
    assert not done.report.is_imported
    assert done.probe_run is None
    assert {problem.line for problem in done.report.problems} == {2, 3, 4, 5}
    assert [run.run for run in read_overview(failures).runs] == ["spring"]


def test_another_model_or_other_settings_are_said(failures: Store, tmp_path: Path) -> None:
    done = import_answers(failures, "spring", run_packets(failures, tmp_path, model="larger"))
    said = {notice.code: notice.n for notice in done.report.notices}
    assert said["other_model"] == 4
    assert "other_settings" not in said


def test_answers_without_the_whole_gold_are_said(failures: Store, tmp_path: Path) -> None:
    passages = [{"doc_id": "d5", "text": "Dogs travel free."}]
    done = import_answers(failures, "spring", run_packets(failures, tmp_path, passages=passages))
    said = {notice.code: notice.n for notice in done.report.notices}
    assert said["gold_not_handed_over"] == sum(gold != ["d5"] for gold in GOLD.values())


def test_a_probe_run_is_no_run_to_probe(failures: Store, tmp_path: Path) -> None:
    import_answers(failures, "spring", run_packets(failures, tmp_path))
    for ask in (probe_packets, probe_outcomes):
        with pytest.raises(InputError, match="give the run that it repeats"):
            ask(failures, "spring-b")


def test_a_name_that_another_run_has_is_refused(failures: Store, tmp_path: Path) -> None:
    answers = run_packets(failures, tmp_path)
    with pytest.raises(InputError, match="does not repeat spring"):
        import_answers(failures, "spring", answers, name="spring")


def test_the_run_s_own_figures_do_not_move(failures: Store, tmp_path: Path) -> None:
    before = triage_traces(failures, "spring")
    import_answers(failures, "spring", run_packets(failures, tmp_path))
    label_probes(failures)
    assert triage_traces(failures, "spring") == before


def test_traces_without_a_question_carry_their_gold_along(store: Store, tmp_path: Path) -> None:
    import_texts(store, tmp_path)
    import_failures(store, tmp_path, question_id=None)
    import_answers(store, "spring", run_packets(store, tmp_path))
    label_probes(store)
    assert found(probe_outcomes(store, "spring"))["retrieval"] == 2
    assert {cell.stage for cell in triage_traces(store, "spring-b").funnel} >= {"coverage"}
    assert json.loads((tmp_path / "packets.jsonl").read_text().splitlines()[0])["run"] == "spring"


def test_the_overview_tells_a_repeat_from_a_run_of_the_system(
    failures: Store, tmp_path: Path
) -> None:
    import_answers(failures, "spring", run_packets(failures, tmp_path))
    overview = read_overview(failures)
    assert [(run.run, run.probe_of) for run in overview.runs] == [
        ("spring", None),
        ("spring-b", "spring"),
    ]
    assert [run.run for run in overview.own_runs] == ["spring"]
    assert next_step(overview).run == "spring"


def test_the_judge_card_of_all_runs_leaves_repeats_out(failures: Store, tmp_path: Path) -> None:
    import_answers(failures, "spring", run_packets(failures, tmp_path))
    verdicts = tmp_path / "verdicts.jsonl"
    said = [{"request_id": one, "verdict": "pass"} for one in EXPECTED]
    report = import_judge_verdicts(
        failures, lines(verdicts, said), run="spring-b", judge="strict@2"
    )
    assert report.is_imported
    label_probes(failures)
    assert calibrate_judge(failures, "strict@2").runs == ("spring",)
    assert found(probe_outcomes(failures, "spring", "strict@2"))["retrieval"] == 2
