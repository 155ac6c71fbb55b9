"""One person's answer and an import of their verdicts on the same trace at the same moment.

On a server both write at once, so each is held up halfway here and the other looked at meanwhile.
SQLite has one writer at a time.
"""

import threading
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import select

from db.models import human_entries
from db.store import Store
from db.write_entries import ensure_annotators
from db.write_labels import hold_annotator, insert_entry
from tests.services.labelling import answer, census
from workbench.domain.vocabulary import Answer, EntryKind
from workbench.errors import VerdictConflict
from workbench.services.importing.import_human_verdicts import import_human_verdicts
from workbench.services.importing.import_report import ImportReport
from workbench.services.labelling.label_traces import Saved, find_item, record_entry

A_WHILE = 0.4
LONG = 30


@pytest.fixture
def verdicts(tmp_path: Path) -> Path:
    path = tmp_path / "verdicts.csv"
    path.write_text(
        "request_id,annotator,verdict,notes,labelled_at\nq-1,ann,fail,file,2025-03-03T10:00:00Z\n",
        encoding="utf-8",
    )
    return path


class Beside(threading.Thread):
    """What a second person's process does; keeps what it gave or raised."""

    def __init__(self, act: Callable[[], object]) -> None:
        super().__init__()
        self.act = act
        self.given: object = None
        self.start()

    def run(self) -> None:
        try:
            self.given = self.act()
        except Exception as trouble:
            self.given = trouble

    def is_kept_waiting(self) -> bool:
        self.join(A_WHILE)
        return self.is_alive()


def counting(store: Store) -> list[tuple[str | None, bool]]:
    with store.reading() as connection:
        found = connection.execute(
            select(human_entries.c.note, human_entries.c.is_current).order_by(
                human_entries.c.entry_id
            )
        )
        return [(row.note, row.is_current) for row in found]


def test_an_import_waits_for_a_save_and_says_that_the_save_counts(
    postgres_store: Store, verdicts: Path
) -> None:
    item = find_item(postgres_store, census(postgres_store, 1), "ann", "q-1")
    with postgres_store.engine.begin() as saving:
        annotator_id = ensure_annotators(saving, ["ann"], datetime.now(UTC))["ann"]
    with postgres_store.engine.begin() as saving:
        hold_annotator(saving, annotator_id)
        bringing = Beside(lambda: import_human_verdicts(postgres_store, verdicts, run="default"))
        assert bringing.is_kept_waiting()
        insert_entry(
            saving,
            {
                "trace_id": item.trace_id,
                "annotator_id": annotator_id,
                "kind": EntryKind.VERDICT,
                "answer": Answer.CORRECT,
                "note": "screen",
                "gold_changes": [],
                "labelled_at": datetime.now(UTC),
                "recorded_at": datetime.now(UTC),
                "is_current": True,
            },
        )
    bringing.join()
    report = bringing.given
    assert isinstance(report, ImportReport)
    assert report.is_imported
    assert {notice.code: notice.n for notice in report.notices}["stored_counts"] == 1
    assert counting(postgres_store) == [("screen", True), ("file", False)]


def test_a_save_waits_for_an_import_and_is_refused_in_words(
    postgres_store: Store, verdicts: Path
) -> None:
    submission = answer(
        find_item(postgres_store, census(postgres_store, 1), "ann", "q-1"), "ann", note="screen"
    )
    with postgres_store.engine.begin() as bringing:
        annotator_id = ensure_annotators(bringing, ["ann"], datetime.now(UTC))["ann"]
        saving = Beside(lambda: record_entry(postgres_store, submission))
        assert saving.is_kept_waiting()
        insert_entry(
            bringing,
            {
                "trace_id": submission.trace_id,
                "annotator_id": annotator_id,
                "kind": EntryKind.VERDICT,
                "answer": Answer.WRONG,
                "note": "file",
                "gold_changes": [],
                "recorded_at": datetime.now(UTC),
                "is_current": True,
            },
        )
    saving.join()
    assert isinstance(saving.given, VerdictConflict)
    assert counting(postgres_store) == [("file", True)]


def test_a_save_of_somebody_whom_the_import_does_not_name_waits_for_nobody(
    postgres_store: Store,
) -> None:
    submission = answer(find_item(postgres_store, census(postgres_store, 1), "bob", "q-1"), "bob")
    with postgres_store.engine.begin() as bringing:
        ensure_annotators(bringing, ["ann"], datetime.now(UTC))
        saving = Beside(lambda: record_entry(postgres_store, submission))
        saving.join(LONG)
        assert not saving.is_alive()
    saving.join()
    assert isinstance(saving.given, Saved)
