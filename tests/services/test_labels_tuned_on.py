"""Labels that served to tune the judge, or were given with its verdict in sight."""

import csv
import json
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import select

from db import models
from db.store import Store
from tests.builders import trace
from tests.cli.conftest import Command, command
from tests.services.case_files import import_case
from tests.services.planted import plant_traces
from workbench.domain.records import JudgeId, JudgeOpinion
from workbench.domain.vocabulary import Design, JudgeVerdict
from workbench.services.calibration.calibrate_judge import calibrate_judge
from workbench.services.calibration.tuning_split import tuning_split
from workbench.services.exporting.export_tables import table_bytes
from workbench.services.importing.import_human_verdicts import import_human_verdicts
from workbench.services.importing.import_report import ImportReport
from workbench.services.importing.import_traces import import_traces
from workbench.services.importing.map_verdicts import map_verdict_words
from workbench.services.labelling.build_queue import build_queue
from workbench.services.reporting.make_report import report_bytes
from workbench.services.results import Estimate, JudgeCard

__all__ = ["command"]

OWL = JudgeId("owl", "1")
NOON = datetime(2026, 3, 9, 12, tzinfo=UTC)


def plant(store: Store) -> None:
    """Forty traces; the judge fails the even ones. q-31 repeats question and answer of q-1."""
    traces = []
    for n in range(40):
        verdict = JudgeVerdict.PASS if n % 2 else JudgeVerdict.FAIL
        asked = 1 if n == 31 else n
        traces.append(
            trace(
                f"q-{n}",
                query=f"question {asked}",
                answer=f"answer {asked}",
                judges=(JudgeOpinion(OWL, verdict, str(verdict)),),
            )
        )
    plant_traces(store, traces)


@pytest.fixture
def judged(store: Store) -> Store:
    plant(store)
    return store


@pytest.fixture
def labels(tmp_path: Path) -> Path:
    """All forty: every third is wrong."""
    path = tmp_path / "labels.csv"
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(("request_id", "annotator", "verdict"))
        for n in range(40):
            writer.writerow((f"q-{n}", "ada", "pass" if n % 3 else "fail"))
    return path


def card(store: Store) -> JudgeCard:
    return calibrate_judge(store, "owl@1", "default")


def messages(store: Store, code: str) -> list[str]:
    return [warning.message for warning in card(store).warnings if warning.code == code]


def codes(report: ImportReport) -> dict[str, int]:
    return {notice.code: notice.n for notice in report.notices}


def test_examples_of_the_judge_do_not_measure_it(judged: Store, labels: Path) -> None:
    report = import_human_verdicts(
        judged, labels, run="default", design=Design.UNIFORM, tuned_on=["q-1", "q-2"]
    )
    assert codes(report)["tuned_on"] == 2
    assert "tuned_on_absent" not in codes(report)
    assert card(judged).counts.n == 38
    assert card(judged).left_out.tuned_on == 2
    said, copied = messages(judged, "LABELS_TUNED_ON")
    assert said.startswith("2 labels were used to tune the judge and are left out")
    assert copied.startswith("1 of the labels that count")
    assert "(q-31)" in copied


def test_it_can_be_said_later_and_taken_back_and_leaves_a_trace(
    judged: Store, labels: Path
) -> None:
    import_human_verdicts(judged, labels, run="default", design=Design.UNIFORM)
    assert card(judged).counts.n == 40
    again = import_human_verdicts(judged, labels, run="default", tuned_on=["q-4"])
    assert (again.n_new, again.n_unchanged) == (0, 40)
    assert card(judged).counts.n == 39
    assert card(judged).design is Design.UNIFORM
    back = import_human_verdicts(judged, labels, run="default", tuned_on=[])
    assert codes(back)["tuned_on_before"] == 1
    assert card(judged).counts.n == 40
    with judged.reading() as connection:
        sets = connection.execute(select(models.label_sets)).all()
        details = connection.execute(
            select(models.imports.c.details).where(models.imports.c.kind == "human")
        ).scalars()
        assert [each["tuned_on"] for each in details] == [None, ["q-4"], []]
    assert [each.was_tuned_on for each in sets] == [False, True, False]
    assert all(each.declared_at is not None for each in sets)


def test_nothing_said_leaves_what_was_said(judged: Store, labels: Path) -> None:
    import_human_verdicts(judged, labels, run="default", design=Design.UNIFORM, tuned_on=["q-4"])
    import_human_verdicts(judged, labels, run="default", design=Design.UNIFORM)
    assert card(judged).left_out.tuned_on == 1


def test_all_labels_of_a_file_leave_the_judge_without_any(judged: Store, labels: Path) -> None:
    import_human_verdicts(judged, labels, run="default", design=Design.UNIFORM, tuned_on="all")
    assert card(judged).counts.n == 0
    assert card(judged).left_out.tuned_on == 40
    assert not isinstance(card(judged).sensitivity, Estimate)


def test_labels_given_in_a_queue_can_be_examples_too(judged: Store, labels: Path) -> None:
    queue = build_queue(judged, run="default", judge="owl@1", size=40, seed=1, name="mine")
    rows = labels.read_text(encoding="utf-8").splitlines()
    labels.write_text(
        "\n".join([rows[0] + ",queue", *(f"{row},mine" for row in rows[1:])]), encoding="utf-8"
    )
    import_human_verdicts(judged, labels, run="default")
    assert card(judged).counts.n == 40
    import_human_verdicts(judged, labels, run="default", tuned_on=["q-4", "q-5"])
    assert card(judged).counts.n == 38
    with judged.reading() as connection:
        kept = connection.execute(
            select(models.human_entries.c.queue_id).where(models.human_entries.c.is_current)
        ).scalars()
        assert set(kept) == {queue.queue_id}


def test_labels_in_sight_of_the_judge_carry_a_warning(judged: Store, labels: Path) -> None:
    import_human_verdicts(judged, labels, run="default", design=Design.UNIFORM, was_blind=False)
    (said,) = messages(judged, "UNBLINDED_LABELS")
    assert said.startswith("40 labels were given with the judge's verdict in sight")


def test_stat_12_examples_in_the_prompt_of_the_judge(sqlite_store: Store, cases: Path) -> None:
    folder = cases / "stat-12-examples-in-the-judge-prompt"
    import_case(sqlite_store, folder, verdicts="human_verdicts.csv", design=Design.UNIFORM)
    tuning = (folder / "tuning_ids.txt").read_text(encoding="utf-8").split()
    import_human_verdicts(
        sqlite_store, folder / "human_verdicts.csv", run="default", tuned_on=tuning
    )
    found = card(sqlite_store)
    assert isinstance(found.sensitivity, Estimate)
    assert isinstance(found.false_positive_rate, Estimate)
    assert found.sensitivity.estimate == pytest.approx(9 / 15)
    assert found.false_positive_rate.estimate == pytest.approx(3 / 15)
    said, copied = messages(sqlite_store, "LABELS_TUNED_ON")
    assert said.startswith("10 labels")
    assert "(q-40)" in copied
    import_human_verdicts(
        sqlite_store, folder / "human_verdicts.csv", run="default", tuned_on=[*tuning, "q-40"]
    )
    without = card(sqlite_store).false_positive_rate
    assert isinstance(without, Estimate)
    assert without.estimate == pytest.approx(3 / 14)


def test_the_command_takes_a_file_of_ids(
    sqlite_store: Store, labels: Path, tmp_path: Path, command: Command
) -> None:
    plant(sqlite_store)
    ids = tmp_path / "examples.txt"
    ids.write_text("q-1\nq-2\n\n", encoding="utf-8")
    base = ("import", "verdicts", labels, "--run", "default", "--design", "uniform")
    store = ("--db", sqlite_store.engine.url.render_as_string(hide_password=False))
    ran = command(*base, "--tuned-on", ids, "--not-blind", *store)
    assert ran.code == 0
    assert "2 verdicts were used to tune the judge" in ran.err
    assert card(sqlite_store).left_out.tuned_on == 2
    assert messages(sqlite_store, "UNBLINDED_LABELS")
    assert command(*base, "--tuned-on", tmp_path / "none.txt", *store).code == 2
    assert command(*base, "--tuned-on", "all", *store).code == 0
    assert card(sqlite_store).left_out.tuned_on == 40


def test_ids_that_match_no_label_are_refused_by_name(
    judged: Store, labels: Path, tmp_path: Path, command: Command
) -> None:
    ids = tmp_path / "examples.txt"
    ids.write_text("q-1,q-2\nq-3\n", encoding="utf-8")
    ran = command(
        "import", "verdicts", labels, "--run", "default", "--design", "uniform",
        "--tuned-on", ids, "--db", judged.engine.url.render_as_string(hide_password=False),
    )  # fmt: skip
    assert ran.code == 2
    assert "match no label: 'q-1,q-2'" in ran.err
    assert "each on a line of its own. An id may hold a comma" in ran.err
    assert "q-3" not in ran.err
    # Nothing was imported: the labels would else measure the judge that was tuned on them.
    assert card(judged).counts.n == 0
    report = import_human_verdicts(judged, labels, run="default", tuned_on=["q-1", "nobody"])
    assert not report.is_imported
    assert "'nobody'" in report.problems[0].message
    assert "comma" not in report.problems[0].message


def test_a_label_of_another_file_can_be_named_beside_those_of_this_one(
    judged: Store, labels: Path, tmp_path: Path
) -> None:
    import_human_verdicts(judged, labels, run="default", design=Design.UNIFORM)
    rows = labels.read_text(encoding="utf-8").splitlines()
    part = tmp_path / "part.csv"
    part.write_text("\n".join(rows[:11]), encoding="utf-8")
    report = import_human_verdicts(judged, part, run="default", tuned_on=["q-1", "q-30"])
    assert report.is_imported
    assert codes(report)["tuned_on_absent"] == 1


def test_a_file_with_other_labels_takes_nothing_back_from_the_split(
    judged: Store, tmp_path: Path
) -> None:
    for name, ids, tuned_on in (("a", ("q-1", "q-2"), ["q-1"]), ("b", ("q-3", "q-4"), ["q-3"])):
        path = tmp_path / f"{name}.csv"
        rows = "".join(f"{request_id},ada,pass\n" for request_id in ids)
        path.write_text(f"request_id,annotator,verdict\n{rows}", encoding="utf-8")
        import_human_verdicts(judged, path, run="default", design=Design.UNIFORM, tuned_on=tuned_on)
    split = tuning_split(judged, "owl@1", "default")
    assert split is not None
    assert split.n_labels == 2
    moved = [(one.n_requests, one.n_added, one.n_taken_back) for one in split.changes]
    assert moved == [(1, 1, 0), (2, 1, 0)]
    assert "1 added, 0 taken back" in split.sentence


def test_stat_12_the_split_is_on_the_page_with_its_date_and_its_changes(
    sqlite_store: Store, cases: Path, tmp_path: Path
) -> None:
    folder = cases / "stat-12-examples-in-the-judge-prompt"
    import_case(sqlite_store, folder, verdicts="human_verdicts.csv", design=Design.UNIFORM)
    assert tuning_split(sqlite_store, "owl@1", "default") is None
    tuning = (folder / "tuning_ids.txt").read_text(encoding="utf-8").split()
    file = folder / "human_verdicts.csv"
    for ids in (tuning, tuning, [*tuning[1:], "q-40"]):
        import_human_verdicts(sqlite_store, file, run="default", tuned_on=ids)
    split = tuning_split(sqlite_store, "owl@1", "default")
    assert split is not None
    assert split.n_labels == 10
    # Saying the same again moves nothing.
    moved = [(one.n_requests, one.n_added, one.n_taken_back) for one in split.changes]
    assert moved == [(10, 10, 0), (10, 1, 1)]
    assert [one.n_labels_before for one in split.changes] == [40, 40]
    first, second = split.changes
    assert first.declared_at < second.declared_at
    for form in ("html", "md"):
        page = report_bytes(sqlite_store, NOON, form).decode("utf-8")  # type: ignore[arg-type]
        assert "10 labels tuned the judge and do not measure it" in page
        for change in split.changes:
            assert f"{change.declared_at:%Y-%m-%d %H:%M} UTC" in page
        assert "1 added, 1 taken back" in page
    written = json.loads(table_bytes(sqlite_store, "triage", "json", run="default"))["tuning"]
    assert written["n_labels"] == 10
    assert written["changes"][1]["declared_at"].startswith(f"{second.declared_at:%Y-%m-%dT%H:%M}")
    for what in ("triage", "calibration"):
        table = table_bytes(sqlite_store, what, "csv", run="default").decode("utf-8")
        assert "Changed on" in table


def test_the_words_in_force_are_on_the_page_and_in_the_files(
    sqlite_store: Store, cases: Path, command: Command
) -> None:
    folder = cases / "stat-08-verdict-spellings"
    assert import_traces(sqlite_store, folder / "traces.jsonl").is_imported
    mapping = json.loads((folder / "mapping.json").read_text(encoding="utf-8"))
    map_verdict_words(sqlite_store, "owl@1", mapping)
    store = ("--db", sqlite_store.engine.url.render_as_string(hide_password=False))
    ran = command("calibrate", "--judge", "owl@1", "--run", "default", "--json", *store)
    triage = json.loads(table_bytes(sqlite_store, "triage", "json", run="default"))
    for words in (ran.json["verdict_words"], triage["verdict_words"]):
        n = Counter()
        for word in words:
            n[word["meaning"]] += word["n"]
        assert n == {"pass": 8, "fail": 6, "not_usable": 6}
    page = report_bytes(sqlite_store, NOON, "md").decode("utf-8")
    part = page[page.index("What the judge's words were read as") :]
    for word, read_as in (("0 (number)", "fail"), ("yes", "pass"), ("maybe", "not usable")):
        assert f"| {word} | {read_as} | 1 |" in part
    text = report_bytes(sqlite_store, NOON, "html").decode("utf-8")
    assert "What the judge&#x27;s words were read as" in text
    for form in ("csv", "md"):
        table = table_bytes(sqlite_store, "triage", form, run="default").decode("utf-8")  # type: ignore[arg-type]
        assert "The judge's words were read as fail: " in table
    said = command("calibrate", "--judge", "owl@1", "--run", "default", *store)
    assert "not usable: 0.5 (number) × 1" in said.out
