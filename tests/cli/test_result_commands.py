"""Numbers out: sentences, JSON keys other programs rely on, refusals, and exit codes."""

import json
import shlex
import shutil
from pathlib import Path
from typing import Any

import pytest

from db.engine import open_engine
from db.store import Store
from tests.cli.conftest import Command
from workbench.services.housekeeping.make_demo import make_demo

COUNTS = (
    *("--flagged", 120, "--judged", 400),
    *("--tp", 45, "--fn", 5, "--fp", 15, "--tn", 85),
)


@pytest.fixture(scope="module")
def demo_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo store: 400 traces, 60 of 100 drawn ones labelled."""
    path = tmp_path_factory.mktemp("demo") / "demo.db"
    make_demo(path, lambda _: None)
    return path


@pytest.fixture
def demo(demo_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with a copy of the demo as its default store."""
    shutil.copy(demo_file, tmp_path / "workbench.db")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def numbers(value: Any) -> list[float]:
    if isinstance(value, dict):
        return [number for one in value.values() for number in numbers(one)]
    if isinstance(value, list):
        return [number for one in value for number in numbers(one)]
    return [value] if isinstance(value, float) else []


def test_counts_alone_give_the_corrected_share(command: Command) -> None:
    ran = command("correct", *COUNTS, "--json")
    assert ran.code == 0
    assert ran.json["observed"] == pytest.approx(0.3)
    assert ran.json["corrected"]["estimate"] == pytest.approx(0.2, abs=1e-12)
    assert ran.json["corrected"]["low"] < 0.2 < ran.json["corrected"]["high"]
    assert "errs as often here" in ran.json["corrected"]["assumption"]


def test_labels_of_these_very_items_are_post_stratified(command: Command) -> None:
    ran = command("correct", *COUNTS, "--labels-from", "these-items", "--json")
    # 45 of 60 flagged and 5 of 90 unflagged labels fail: .3 * .75 + .7 * 5/90.
    assert ran.json["corrected"]["estimate"] == pytest.approx(0.3 * 0.75 + 0.7 * 5 / 90)


def test_the_text_says_share_interval_method_and_assumption(command: Command) -> None:
    ran = command("correct", *COUNTS)
    assert ran.code == 0
    for part in ("30.0 %", "20.0 %", "95 % interval", "Rogan-Gladen", "Assumption: "):
        assert part in ran.out


def test_a_worthless_judge_is_refused_as_a_result(command: Command) -> None:
    useless = ("--flagged", 50, "--judged", 100, "--tp", 5, "--fn", 5, "--fp", 10, "--tn", 10)
    ran = command("correct", *useless, "--json")
    assert ran.code == 0
    assert ran.json["corrected"] is None
    assert ran.json["reason"]
    text = command("correct", *useless)
    assert text.code == 0
    assert "no estimate" in text.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "either --run"),
        (["--flagged", 120], "--judged, --tp, --fn, --fp, --tn"),
        ([*COUNTS, "--run", "spring", "--judge", "strict"], "either --run"),
        (["--run", "spring"], "--judge"),
        (["--flagged", 500, *COUNTS[2:]], "500 of 400"),
        (["--flagged", -1, *COUNTS[2:]], "--flagged"),
        (["--flagged", 0, "--judged", 0, *COUNTS[4:]], "0 of 0"),
    ],
)
def test_counts_that_do_not_fit_are_wrong_input(
    command: Command, arguments: list[object], said: str
) -> None:
    ran = command("correct", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err
    assert "Traceback" not in ran.err


def test_a_counts_file_says_the_same_as_its_counts(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "counts.json"
    counts = {"flagged": 120, "judged": 400, "tp": 45, "fn": 5, "fp": 15, "tn": 85}
    file.write_text(json.dumps(counts), encoding="utf-8")
    from_file = command("correct", "--counts", file, "--json")
    assert from_file.code == 0
    assert from_file.json == command("correct", *COUNTS, "--json").json
    file.write_text(json.dumps(counts | {"labels_from": "these-items"}), encoding="utf-8")
    same = command("correct", *COUNTS, "--labels-from", "these-items", "--json").json
    assert command("correct", "--counts", file, "--json").json == same


def test_a_counts_file_may_leave_the_target_to_the_command(command: Command, cases: Path) -> None:
    file = cases / "exp-07-percent-or-fraction" / "calibration_counts.json"
    ran = command("correct", "--counts", file, "--flagged", 4, "--judged", 40, "--json")
    assert ran.json["corrected"]["estimate"] == 0
    text = command("correct", "--counts", file, "--flagged", 4, "--judged", 40).out
    assert "0.0 %" in text
    assert "-0.0" not in text


def test_a_counts_file_with_an_impossible_field_is_named(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "counts.json"
    file.write_text('{"flagged": "many"}', encoding="utf-8")
    ran = command("correct", "--counts", file)
    assert ran.code == 2
    assert "counts.json, flagged" in ran.err


def test_the_judge_card_starts_with_its_bias_in_a_sentence(command: Command, demo: Path) -> None:
    ran = command("calibrate", "--judge", "strict@2", "--run", "spring")
    assert ran.code == 0
    assert "too pessimistic" in ran.out.splitlines()[0]
    assert "Sensitivity: " in ran.out
    assert "interval" in ran.out


def test_the_judge_card_has_the_keys_that_programs_rely_on(command: Command, demo: Path) -> None:
    card = command("calibrate", "--judge", "strict", "--json").json
    assert card["judge"]["name"] == "strict"
    assert card["judge"]["version"] == "2"
    assert card["design"] == "queue"
    assert set(card["counts"]) >= {"tp", "fn", "fp", "tn", "unusable"}
    for key in ("sensitivity", "false_positive_rate"):
        assert set(card[key]) >= {"estimate", "low", "high", "method", "n"}
    assert set(card["observed_prevalence"]) >= {"estimate", "low", "high", "method", "n"}
    corrected = card["corrected_prevalence"]
    assert set(corrected) >= {"estimate", "low", "high", "method", "assumption"}
    assert card["bias"]["reading"] == "too_pessimistic"
    assert set(card["bias"]) >= {"reading", "difference", "low", "high", "p_value"}
    assert set(card["agreement"]) >= {"observed", "kappa", "ac1", "alpha"}
    assert isinstance(card["warnings"], list)


def test_a_group_by_field_is_shown(command: Command, demo: Path) -> None:
    ran = command("calibrate", "--judge", "strict", "--by", "index_version")
    assert ran.code == 0
    assert "2026-10" in ran.out


def test_the_corrected_table_adds_up_in_json(command: Command, demo: Path) -> None:
    ran = command("correct", "--run", "spring", "--judge", "strict@2", "--json")
    assert ran.code == 0
    rows = ran.json["buckets"]
    keys = {"bucket", "stage", "observed_n", "observed_share", "corrected_share", "low", "high"}
    assert all(set(row) >= keys | {"n_labels", "owner"} for row in rows)
    assert sum(row["observed_n"] for row in rows) == 396
    assert sum(row["corrected_share"] for row in rows) == pytest.approx(1, abs=1e-9)
    failing = sum(
        row["corrected_share"]
        for row in rows
        if row["bucket"] not in ("correct", "evaluation_error")
    )
    assert failing == pytest.approx(ran.json["corrected"]["estimate"], abs=1e-9)


def test_no_share_is_a_percent(command: Command, demo: Path) -> None:
    shares = numbers(command("correct", "--run", "spring", "--judge", "strict@2", "--json").json)
    assert len(shares) > 20
    assert all(0 <= share <= 1 for share in shares)


def test_triage_names_what_to_mend_first(command: Command, demo: Path) -> None:
    ran = command("triage", "--run", "spring", "--judge", "strict@2")
    assert ran.code == 0
    assert ran.out.startswith("Largest")
    assert "retrieval_miss" in ran.out.splitlines()[0]
    result = command("triage", "--run", "spring", "--judge", "strict@2", "--json").json
    keys = {"run", "n", "buckets", "human_buckets", "funnel", "outside"}
    assert set(result) >= keys | {"right_without_evidence", "next_project"}
    assert set(result["outside"]) == {
        *("label_missing", "endpoint_unavailable", "unresolved", "unjudged", "not_comparable"),
    }
    assert {"stage", "entered", "survived", "rate", "low", "high"} <= set(result["funnel"][0])


def test_a_proposal_for_another_stage_is_warned_of(command: Command, demo: Path) -> None:
    ran = command(
        *("triage", "--run", "spring", "--judge", "strict@2", "--proposal", "generation"),
    )
    assert ran.code == 0
    assert "Warning: " in ran.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["triage", "--run", "winter"], "winter"),
        (["calibrate", "--judge", "owl"], "owl"),
        (["correct", "--run", "spring", "--judge", "strict@9"], "strict@9"),
    ],
)
def test_what_is_not_in_the_store_is_wrong_input(
    command: Command, demo: Path, arguments: list[str], said: str
) -> None:
    ran = command(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err
    assert "Traceback" not in ran.err


def test_a_run_without_labels_is_refused_as_a_result(command: Command, demo: Path) -> None:
    store = Store(open_engine("sqlite:///workbench.db"))
    with store.writing() as connection:
        connection.exec_driver_sql("DELETE FROM human_entries")
    store.close()
    card = command("calibrate", "--judge", "strict@2", "--run", "spring")
    assert card.code == 0
    assert card.out.count("is not calibrated") == 1
    # A queue waits, so that no other is asked for.
    assert "Label queue spring-1, which waits" in card.out
    assert "queue build" not in card.out + card.err
    assert "is not calibrated" not in card.err
    assert "Sensitivity: no estimate, as said above." in card.out
    corrected = command("correct", "--run", "spring", "--judge", "strict@2", "--json")
    assert corrected.code == 0
    assert corrected.json["corrected"] is None
    assert corrected.json["reason"]


@pytest.mark.parametrize(
    ("what", "ending"),
    [
        ("triage", "csv"),
        ("triage", "md"),
        ("triage", "parquet"),
        ("calibration", "json"),
        ("verdicts", "csv"),
        ("traces", "jsonl"),
        ("qrels", "txt"),
    ],
)
def test_a_table_is_written_in_the_form_of_its_ending(
    command: Command, demo: Path, what: str, ending: str
) -> None:
    judge = ("--judge", "strict@2") if what in ("triage", "calibration") else ()
    ran = command("export", what, "--run", "spring", *judge, "-o", f"out.{ending}")
    assert ran.code == 0, ran.err
    assert ran.out.startswith("Wrote ")
    assert (demo / f"out.{ending}").stat().st_size > 100


def test_an_unknown_ending_asks_for_the_format(command: Command, demo: Path) -> None:
    ran = command("export", "triage", "--run", "spring", "--judge", "strict", "-o", "out.xlsx")
    assert ran.code == 2
    assert "--format" in ran.err


def test_verdicts_leave_and_come_back_without_loss(command: Command, demo: Path) -> None:
    out = ("export", "verdicts", "--run", "spring", "--history")
    assert command(*out, "-o", "first.csv").code == 0
    store = Store(open_engine("sqlite:///workbench.db"))
    with store.writing() as connection:
        connection.exec_driver_sql("DELETE FROM human_entries")
    store.close()
    again = command("import", "verdicts", "first.csv", "--run", "spring", "--json")
    assert again.code == 0
    assert again.json["imports"][0]["n_new"] == 60
    assert command(*out, "-o", "second.csv").code == 0
    first, second = ((demo / name).read_text().splitlines() for name in ("first.csv", "second.csv"))
    assert len(first) == len(second) == 61


def test_rep_09_the_printed_rows_add_up_where_gold_is_unknown(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cases: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    folder = cases / "rep-09-stages-add-up"
    command("upgrade")
    command("import", "traces", folder / "calibration_traces.jsonl", "--run", "c")
    command("import", "verdicts", folder / "human_verdicts.csv", "--run", "c")
    command("import", "traces", folder / "target_traces.jsonl", "--run", "t")
    ran = command("correct", "--run", "t", "--judge", "owl@1", "--calibrated-on", "c")
    (everything,) = [line for line in ran.out.splitlines() if line.startswith("all ")]
    assert everything.split() == ["all", "0", "–", "100.0", "%"]
    assert "Failing by the judge" not in ran.out


def test_exp_03_the_runner_up_is_a_bucket_like_the_largest(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cases: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    folder = cases / "exp-03-percent-sum"
    command("upgrade")
    command("import", "traces", folder / "traces.jsonl")
    command("import", "verdicts", folder / "verdicts.csv", "--run", "default")
    project = command("triage", "--run", "default", "--json").json["next_project"]
    assert (project["bucket"], project["runner_up"]) == ("retrieval_miss", "packed_out")
    assert project["is_too_close"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("triage", "--run", "spring"),
        ("calibrate", "--judge", "strict@2", "--run", "spring"),
        ("correct", "--judge", "strict@2", "--run", "spring"),
        ("export", "traces", "-o", "t.jsonl"),
        ("export", "verdicts", "-o", "v.csv"),
        ("export", "qrels", "-o", "q.txt"),
    ],
)
def test_a_filter_that_keeps_nothing_is_wrong_input(
    command: Command, demo: Path, arguments: tuple[str, ...]
) -> None:
    before = sorted(path.name for path in demo.iterdir())
    ran = command(*arguments, "--where", "modle=m-small")
    assert (ran.code, ran.out) == (2, "")
    assert "No trace of spring has a field modle" in ran.err
    assert len(ran.err.strip().splitlines()) == 1
    assert not {"t.jsonl", "v.csv", "q.txt"} & set(before + [p.name for p in demo.iterdir()])


def test_labelled_failures_without_a_stage_are_said_beside_the_shares_of_people(
    command: Command, tmp_path: Path
) -> None:
    address = f"sqlite:///{tmp_path / 'stageless.db'}"
    traces, verdicts = tmp_path / "traces.jsonl", tmp_path / "verdicts.csv"
    traces.write_text("".join(f'{{"request_id": "q-{n}", "query": "?"}}\n' for n in range(3)))
    verdicts.write_text("request_id,annotator,verdict\nq-0,ada,fail\nq-1,ada,fail\nq-2,ada,ok\n")
    command("upgrade", "--db", address)
    command("import", "traces", traces, "--db", address)
    command("import", "verdicts", verdicts, "--run", "default", "--db", address)
    printed = command("triage", "--run", "default", "--db", address).out
    assert "Labelled, and outside these shares: label missing 2" in printed
    assert "2 labelled failures have no stage" in printed


def test_suggested_commands_can_be_pasted_whatever_the_names(
    command: Command, tmp_path: Path
) -> None:
    file = tmp_path / "traces.jsonl"
    lines = [
        {
            "request_id": f"q{n}",
            "query": "q",
            "answer": "a",
            "judge": {"name": "the owl", "version": "1", "prompt": prompt, "verdict": "fail"},
        }
        for n, prompt in enumerate(("strict", "mild"))
    ]
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    store = ("--db", f"sqlite:///{tmp_path / 'own.db'}")
    assert command("upgrade", *store).code == 0
    assert command("import", "traces", file, "--run", "it's spring", *store).code == 0
    ambiguous = command("calibrate", "--judge", "the owl@1", "--run", "it's spring", *store)
    assert ambiguous.code == 2
    assert "2 prompts" in ambiguous.err
    spelled = ambiguous.err.split("Give one of: ")[1].strip().rstrip(".").split(", ")
    assert len(spelled) == 2
    for judge in spelled:
        card = command("calibrate", "--judge", judge, "--run", "it's spring", *store)
        step = card.out.split("Label items it judged: ")[1].split("\n")[0].rstrip(".")
        words = shlex.split(step)
        assert words[:6] == ["workbench", "queue", "build", "--run", "it's spring", "--judge"]
        assert words[6] == judge
        for more in (("triage",), ("correct",), ("plan", "--half-width", "0.05")):
            assert command(*more, "--judge", judge, "--run", "it's spring", *store).code == 0
        page = tmp_path / "page.md"
        done = command("report", "--judge", judge, "--run", "it's spring", "-o", page, *store)
        assert done.code == 0
        # The title tells the two prompts apart.
        assert f"judge {judge.replace('#', chr(92) + '#')}" in page.read_text(encoding="utf-8")
    assert command(*words[1:], *store).code == 0
