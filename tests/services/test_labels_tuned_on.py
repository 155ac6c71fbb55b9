"""Labels that served to tune the judge, or were given with its verdict in sight."""

import csv
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
from workbench.services.importing.import_human_verdicts import import_human_verdicts
from workbench.services.importing.import_report import ImportReport
from workbench.services.labelling.build_queue import build_queue
from workbench.services.results import Estimate, JudgeCard

__all__ = ["command"]

OWL = JudgeId("owl", "1")


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
        judged, labels, run="default", design=Design.UNIFORM, tuned_on=["q-1", "q-2", "q-99"]
    )
    assert codes(report)["tuned_on"] == 2
    assert codes(report)["tuned_on_absent"] == 1
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
