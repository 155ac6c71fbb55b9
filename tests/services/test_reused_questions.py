"""One question id for two questions: the gold of the run before moves, and the import says so."""

import json
from pathlib import Path

from db.store import Store
from workbench.services.importing.import_report import ImportReport
from workbench.services.importing.import_traces import import_traces

CODE = "question_id_reused"


def brought(store: Store, folder: Path, run: str, query: str, gold: str) -> ImportReport:
    path = folder / f"{run}.jsonl"
    trace = {"request_id": "r-1", "question_id": "1", "run": run, "query": query}
    path.write_text(json.dumps(trace | {"gold_passages": [gold]}) + "\n", encoding="utf-8")
    return import_traces(store, path)


def said(report: ImportReport) -> list[str]:
    return [notice.message for notice in report.notices if notice.code == CODE]


def test_gold_replaced_under_another_query_is_said_with_the_run(
    store: Store, tmp_path: Path
) -> None:
    assert said(brought(store, tmp_path, "spring", "Who sells it?", "d1")) == []
    (message,) = said(brought(store, tmp_path, "autumn", "When does it open?", "d2"))
    assert message.startswith("1 question ids stand for another query in run spring")


def test_the_same_query_or_the_same_gold_is_no_reused_id(store: Store, tmp_path: Path) -> None:
    brought(store, tmp_path, "spring", "Who sells it?", "d1")
    assert said(brought(store, tmp_path, "autumn", "Who sells it?", "d2")) == []
    assert said(brought(store, tmp_path, "winter", "Who has it?", "d2")) == []
