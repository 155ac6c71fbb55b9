"""Export, wipe, import: the same store, to the byte, whatever people did in it."""

import csv
import io
import json
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import select

from db import models
from db.engine import open_engine
from db.read_queue_items import drawn_traces
from db.store import Store
from tests.services.labelling import answer, label_next
from workbench.domain.questions import Answers
from workbench.domain.vocabulary import Answer, Design, EntryKind, ErrorType, Stage
from workbench.formats.results_json import correct_json, triage_json
from workbench.formats.spreadsheet_cells import unprotected_row
from workbench.services.calibration.correct_prevalence import correct_prevalence
from workbench.services.exporting.export_tables import export, table_bytes
from workbench.services.housekeeping.make_demo import fill_demo
from workbench.services.importing.import_everything import import_everything
from workbench.services.importing.import_human_verdicts import import_human_verdicts
from workbench.services.importing.import_traces import import_traces
from workbench.services.labelling.add_gold import add_gold
from workbench.services.labelling.adjudicate import Reason, Ruling, decide, disputed_cases
from workbench.services.labelling.guidelines import set_guideline
from workbench.services.labelling.label_traces import read_item, record_entry, reveal
from workbench.services.labelling.queue_status import set_wanted_labels
from workbench.services.labelling.undo_entry import undo_last
from workbench.services.triage.triage_traces import triage_traces

NOTES = (
    "答えは正しい 🎉",
    'a "quoted", note\r\nin two lines',
    "=1+1",
    "tab\tinside",
    "e\u0301 ≠ é 👩‍🔬",
)


@pytest.fixture
def wiped(migrated_file: Path, tmp_path: Path) -> Iterator[Store]:
    path = tmp_path / "wiped.db"
    path.write_bytes(migrated_file.read_bytes())
    second = Store(open_engine(f"sqlite:///{path}"))
    yield second
    second.close()


@pytest.fixture
def demo_zip(sqlite_store: Store, tmp_path: Path) -> Path:
    fill_demo(sqlite_store)
    export(sqlite_store, "all", "zip", tmp_path / "demo.zip")
    return tmp_path / "demo.zip"


def lived_in(store: Store) -> Store:
    """The demo store after an afternoon of two people."""
    fill_demo(store)
    set_wanted_labels(store, 1, 3)
    set_guideline(store, 1, "Declining is right where no passage helps. 迷ったら質問。")
    for note in NOTES:
        label_next(store, 1, "bo", note=note, confidence="low", is_flagged=True)
    label_next(store, 1, "bo", kind=EntryKind.SKIP, answers=Answers(), note="先に休む")
    label_next(store, 1, "bo")
    undo_last(store, 1, "bo")
    with store.reading() as connection:
        items = [item.trace_id for item in drawn_traces(connection, 1)]
        edited = connection.scalars(
            select(models.human_entries.c.trace_id).where(models.human_entries.c.annotator_id == 2)
        ).first()
    assert edited is not None
    add_gold(store, edited, "bo", ("d-new",), reason="同じ文")
    for trace_id in items[:12]:
        item = read_item(store, 1, "cy", trace_id)
        record_entry(store, answer(item, "cy", is_right=False, seconds_spent=3.25))
    with store.writing() as connection:
        connection.execute(models.queues.update().values(reveals_judge=True))
    reveal(store, items[0], "cy")
    record_entry(store, answer(read_item(store, 1, "cy", items[0]), "cy"))
    case = disputed_cases(store, "ada").open[0]
    decide(
        store,
        Ruling(
            trace_id=case.trace_id,
            annotator="ada",
            answer=Answer.WRONG,
            stage=Stage.GENERATION,
            error_type=ErrorType.MISREAD,
            reason=Reason.SLIP,
            note="二人で読んだ",
        ),
    )
    return store


def verdicts_of(store: Store) -> bytes:
    return table_bytes(store, "verdicts", "csv", with_history=True)


def rows_of_csv(store: Store) -> list[dict[str, str]]:
    text = io.StringIO(verdicts_of(store).decode(), newline="")
    return list(csv.DictReader(text))


def figures_of(store: Store) -> list[object]:
    table = correct_prevalence(store, "spring", "strict@2")
    return [correct_json(table), triage_json(triage_traces(store, "spring", "strict@2"))]


def rows_of(store: Store) -> dict[str, list[tuple[object, ...]]]:
    tables = [table for table in models.metadata.sorted_tables if table is not models.leases]
    with store.reading() as connection:
        return {
            table.name: [
                tuple(row) for row in connection.execute(select(table).order_by(*table.primary_key))
            ]
            for table in tables
        }


def test_a_whole_store_comes_back_to_the_byte(store: Store, wiped: Store, tmp_path: Path) -> None:
    lived_in(store)
    path = tmp_path / "store.zip"
    report = export(store, "all", "zip", path)
    assert report.n_rows == sum(len(rows) for rows in rows_of(store).values())
    again = import_everything(wiped, path)
    assert again.is_imported, again.problems
    assert verdicts_of(wiped) == verdicts_of(store)
    assert figures_of(wiped) == figures_of(store)
    assert rows_of(wiped) == rows_of(store)
    assert table_bytes(wiped, "all", "zip") == path.read_bytes()
    seen = {row["kind"] for row in rows_of_csv(store)}
    assert seen == {"verdict", "skip", "undo"}
    assert {row["is_after_reveal"] for row in rows_of_csv(store)} == {"true", "false"}
    assert set(NOTES) <= {unprotected_row(row)["notes"] for row in rows_of_csv(wiped)}


def test_a_store_that_came_back_is_labelled_on(
    sqlite_store: Store, store: Store, tmp_path: Path
) -> None:
    if store.is_sqlite:
        pytest.skip("the way into PostgreSQL is meant")
    lived_in(sqlite_store)
    export(sqlite_store, "all", "zip", tmp_path / "store.zip")
    assert import_everything(store, tmp_path / "store.zip").is_imported
    assert verdicts_of(store) == verdicts_of(sqlite_store)
    saved = label_next(store, 1, "eve", note="after the move")
    assert saved.entry_id == len(rows_of(sqlite_store)["human_entries"]) + 1


def test_the_plain_files_bring_the_verdicts_back_to_the_byte(
    store: Store, wiped: Store, tmp_path: Path
) -> None:
    fill_demo(store)
    queue = {"queue": ""}
    export(store, "traces", "jsonl", tmp_path / "t.jsonl")
    export(store, "verdicts", "csv", tmp_path / "v.csv", with_history=True)
    assert import_traces(wiped, tmp_path / "t.jsonl").is_imported
    again = import_human_verdicts(wiped, tmp_path / "v.csv", run="spring", design=Design.UNIFORM)
    assert again.is_imported, again.problems
    assert [row | queue for row in rows_of_csv(wiped)] == [
        row | queue for row in rows_of_csv(store)
    ]
    assert {row["queue"] for row in rows_of_csv(wiped)} == {""}


def test_gold_that_was_seen_is_named_by_its_content(
    sqlite_store: Store, wiped: Store, tmp_path: Path
) -> None:
    lived_in(sqlite_store)
    export(sqlite_store, "traces", "jsonl", tmp_path / "t.jsonl")
    export(sqlite_store, "verdicts", "csv", tmp_path / "v.csv", with_history=True)
    import_traces(wiped, tmp_path / "t.jsonl")
    import_human_verdicts(wiped, tmp_path / "v.csv", run="spring", design=None)
    before, after = rows_of_csv(sqlite_store), rows_of_csv(wiped)
    # The gold that an edit replaced is not in the traces: nothing is claimed in its place.
    changed = [
        (old["gold_version"], new["gold_version"])
        for old, new in zip(before, after, strict=True)
        if old["gold_version"] != new["gold_version"]
    ]
    assert changed
    assert {new for _, new in changed} == {""}
    numbers = [(row["request_id"], row["entry_id"], row["undoes_entry_id"]) for row in before]
    assert [(r["request_id"], r["entry_id"], r["undoes_entry_id"]) for r in after] == numbers


def test_a_store_with_something_in_it_takes_no_other(
    sqlite_store: Store, wiped: Store, tmp_path: Path
) -> None:
    fill_demo(sqlite_store)
    export(sqlite_store, "all", "zip", tmp_path / "my store.zip")
    report = import_everything(sqlite_store, tmp_path / "my store.zip")
    assert not report.is_imported
    assert "not empty" in str(report.problems[0])
    assert "workbench --db sqlite:///new.db import all 'my store.zip'" in str(report.problems[0])


def rewritten(path: Path, name: str, change: Callable[[bytes], bytes]) -> Path:
    other = path.with_name("other.zip")
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(other, "w") as new:
        for member in old.namelist():
            content = old.read(member)
            new.writestr(member, change(content) if member == name else content)
    return other


@pytest.mark.parametrize(
    ("name", "change", "said"),
    [
        ("contents.json", lambda content: content.replace(b'"0', b'"9'), "Install the version"),
        ("contents.json", lambda _: b"{}", "says something else"),
        ("traces.jsonl", lambda content: content[: len(content) // 2], "traces.jsonl"),
        ("traces.jsonl", lambda content: b"".join(content.splitlines(True)[:-1]), "399 rows"),
        ("hits.jsonl", lambda content: content.replace(b'"rank": 1,', b'"rank": null,'), "rank"),
        ("runs.jsonl", lambda content: content.replace(b'"name"', b'"nom"'), "unknown column nom"),
        (
            "human_entries.jsonl",
            lambda content: content.replace(b'"trace_id": 1', b'"trace_id": 991'),
            "human_entries.jsonl",
        ),
    ],
)
def test_a_damaged_store_file_changes_nothing(
    demo_zip: Path,
    wiped: Store,
    name: str,
    change: Callable[[bytes], bytes],
    said: str,
) -> None:
    report = import_everything(wiped, rewritten(demo_zip, name, change))
    assert not report.is_imported
    assert said in str(report.problems[0])
    assert not any(rows_of(wiped).values())


def test_what_is_no_store_file_is_said(wiped: Store, tmp_path: Path) -> None:
    (tmp_path / "x.zip").write_bytes(b"not a zip")
    with zipfile.ZipFile(tmp_path / "y.zip", "w") as archive:
        archive.writestr("a.txt", "a")
    for name, said in (("x.zip", "no zip file"), ("y.zip", "holds no contents.json")):
        report = import_everything(wiped, tmp_path / name)
        assert said in str(report.problems[0])
        assert "workbench export all" in str(report.problems[0])


def test_a_file_of_an_older_revision_leaves_newer_columns_empty(
    demo_zip: Path, wiped: Store
) -> None:
    def without_claims(content: bytes) -> bytes:
        rows = [json.loads(line) for line in content.splitlines()]
        for row in rows:
            del row["claims"], row["is_flagged"]
        return b"".join(json.dumps(row).encode() + b"\n" for row in rows)

    path = rewritten(demo_zip, "human_entries.jsonl", without_claims)
    assert import_everything(wiped, path).is_imported
    with wiped.reading() as connection:
        entries = list(connection.execute(select(models.human_entries)))
    assert len(entries) == 60
    assert {(row.claims, row.is_flagged) for row in entries} == {(None, False)}
