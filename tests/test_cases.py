"""Lines of the trouble cases that no room's own tests hold: the whole walk, file to file."""

import json
from pathlib import Path
from typing import NoReturn

import pytest
from sqlalchemy import select, update

from db.models import current_traces, human_entries
from db.store import Store
from tests.services.case_files import import_case
from tests.services.labelling import answer, census
from tests.services.planted import plant_label_set
from workbench.domain.vocabulary import Design
from workbench.services.calibration.calibrate_judge import calibrate_judge
from workbench.services.exporting.export_tables import Format, What, table_bytes
from workbench.services.importing.import_traces import import_traces
from workbench.services.labelling.label_traces import find_item, record_entry
from workbench.services.results import Estimate
from workbench.services.triage.triage_traces import triage_traces


def no_token(name: str) -> NoReturn:
    raise AssertionError(f"{name} stands in a strict JSON file")


def strict(content: bytes, file_format: Format) -> list[object]:
    texts = content.decode().splitlines() if file_format == "jsonl" else [content.decode()]
    return [json.loads(text, parse_constant=no_token) for text in texts]


@pytest.mark.parametrize(
    ("what", "file_format"),
    [("traces", "jsonl"), ("traces", "json"), ("triage", "json"), ("calibration", "json")],
)
def test_imp_04_our_json_is_strict(
    sqlite_store: Store, cases: Path, what: What, file_format: Format
) -> None:
    import_case(sqlite_store, cases / "imp-04-nan-infinity")
    assert strict(table_bytes(sqlite_store, what, file_format, run="default"), file_format)


def test_imp_04_our_own_export_finds_nothing_missing_again(
    sqlite_store: Store, cases: Path, tmp_path: Path
) -> None:
    import_case(sqlite_store, cases / "imp-04-nan-infinity")
    path = tmp_path / "t.jsonl"
    path.write_bytes(table_bytes(sqlite_store, "traces", "jsonl"))
    again = import_traces(sqlite_store, path)
    assert (again.n_new, again.n_changed, again.n_unchanged) == (0, 0, 2)
    assert "non_finite" not in {notice.code for notice in again.notices}


def test_lab_08_labelled_and_unlabelled_never_share_a_trace(
    sqlite_store: Store, cases: Path
) -> None:
    import_case(sqlite_store, cases / "lab-08-label-in-place")
    queue_id = census(sqlite_store, [])
    for is_right in (True, False):
        item = find_item(sqlite_store, queue_id, "ann1", "q-1")
        record_entry(sqlite_store, answer(item, "ann1", is_right=is_right))
        traces = json.loads(table_bytes(sqlite_store, "traces", "json"))["traces"]
        assert len(traces) == 3
        labelled = [row["request_id"] for row in traces if row["human_verdicts"]]
        unlabelled = [row["request_id"] for row in traces if not row["human_verdicts"]]
        assert (labelled, unlabelled) == (["q-1"], ["q-2", "q-3"])
    verdicts = json.loads(table_bytes(sqlite_store, "verdicts", "json"))["verdicts"]
    assert [(row["request_id"], row["answer"]) for row in verdicts] == [("q-1", "wrong")]


def test_stat_12_tuning_items_are_out_of_the_rates(sqlite_store: Store, cases: Path) -> None:
    folder = cases / "stat-12-examples-in-the-judge-prompt"
    import_case(sqlite_store, folder, verdicts="human_verdicts.csv", design=Design.UNIFORM)
    tuning = (folder / "tuning_ids.txt").read_text(encoding="utf-8").split()
    tuned = plant_label_set(sqlite_store, "default", Design.UNIFORM, was_tuned_on=True)
    chosen = select(current_traces.c.trace_id).where(current_traces.c.request_id.in_(tuning))
    with sqlite_store.writing() as connection:
        connection.execute(
            update(human_entries)
            .where(human_entries.c.trace_id.in_(chosen))
            .values(label_set_id=tuned)
        )
    card = calibrate_judge(sqlite_store, "owl@1", "default")
    assert isinstance(card.sensitivity, Estimate)
    assert isinstance(card.false_positive_rate, Estimate)
    assert (card.counts.tp, card.counts.fn) == (9, 6)
    assert (card.counts.fp, card.counts.tn) == (3, 12)
    assert card.sensitivity.estimate == pytest.approx(0.60)
    assert card.false_positive_rate.estimate == pytest.approx(0.20)
    said, copied = [warning for warning in card.warnings if warning.code == "LABELS_TUNED_ON"]
    assert said.message.startswith("10 labels")
    assert "(q-40)" in copied.message


def test_rag_06_a_bucket_without_failures_is_no_runner_up(sqlite_store: Store, cases: Path) -> None:
    import_case(sqlite_store, cases / "rag-06-right-refusal", verdicts="verdicts.csv")
    project = triage_traces(sqlite_store, "default").next_project
    assert project is not None
    assert (project.bucket, project.runner_up) == ("coverage_gap", None)
    assert project.is_too_close
