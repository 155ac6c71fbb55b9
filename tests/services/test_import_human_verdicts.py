"""People's verdicts go in once, the newest counts, and nothing is guessed."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select

from db.models import annotators, current_traces, human_entries, imports, label_sets, traces
from db.store import Store
from workbench.domain.vocabulary import Design
from workbench.formats.problems import Findings
from workbench.formats.verdict_csv import VERDICT_COLUMNS, VerdictRow, verdict_csv
from workbench.services.importing.import_human_verdicts import import_human_verdicts
from workbench.services.importing.import_report import ImportReport
from workbench.services.importing.import_traces import import_traces

NOTES = {"q-1": "Zürich desk — ok", "q-2": "prix erroné: 12 €"}


def rows(store: Store, statement: Any) -> list[Any]:
    with store.reading() as connection:
        return list(connection.execute(statement))


def entries(store: Store, *, is_current: bool = True) -> dict[str, Any]:
    statement = (
        select(human_entries, traces.c.request_id, traces.c.version, annotators.c.name)
        .join(traces, traces.c.trace_id == human_entries.c.trace_id)
        .join(annotators, annotators.c.annotator_id == human_entries.c.annotator_id)
        .order_by(human_entries.c.entry_id)
    )
    if is_current:
        statement = statement.where(human_entries.c.is_current)
    return {row.request_id: row for row in rows(store, statement)}


def n_entries(store: Store) -> int:
    return int(rows(store, select(func.count()).select_from(human_entries))[0][0])


def codes(report: ImportReport) -> dict[str, int]:
    return {notice.code: notice.n for notice in report.notices}


def labelled(store: Store, folder: Path, verdicts: str = "verdicts.csv") -> ImportReport:
    assert import_traces(store, folder / "traces.jsonl").is_imported
    return import_human_verdicts(store, folder / verdicts, run="default")


@pytest.fixture
def three(store: Store, cases: Path) -> Store:
    """A store with q-1, q-2 and q-3 of run default."""
    import_traces(store, cases / "lab-05-reimport-keeps-labels" / "traces.jsonl")
    return store


@pytest.fixture
def table(tmp_path: Path) -> Any:
    def write(*lines: str, header: str = "request_id,annotator,verdict,notes,labelled_at") -> Path:
        path = tmp_path / "verdicts.csv"
        path.write_text("\n".join((header, *lines)) + "\n", encoding="utf-8", newline="")
        return path

    return write


@pytest.mark.parametrize("name", ["verdicts_bom_crlf.csv", "verdicts_utf16.csv"])
def test_imp02_notes_are_exact_whatever_saved_them(store: Store, cases: Path, name: str) -> None:
    report = labelled(store, cases / "imp-02-bom-crlf-encodings", name)
    assert report.n_new == 2
    assert {name: row.note for name, row in entries(store).items()} == NOTES


def test_imp02_a_windows_encoding_is_refused_by_name(store: Store, cases: Path) -> None:
    report = labelled(store, cases / "imp-02-bom-crlf-encodings", "verdicts_cp1252.csv")
    assert not report.is_imported
    assert "line 2" in report.problems[0].message
    assert "UTF-8" in report.problems[0].message
    assert n_entries(store) == 0


def test_imp02_semicolons_are_read_as_columns(store: Store, cases: Path) -> None:
    report = labelled(store, cases / "imp-02-bom-crlf-encodings", "verdicts_semicolon.csv")
    assert report.n_new == 2
    assert entries(store)["q-1"].note == NOTES["q-1"]


def test_imp06_every_id_finds_its_own_trace(store: Store, cases: Path) -> None:
    report = labelled(store, cases / "imp-06-id-typing")
    assert report.n_new == 7
    assert {name: row.answer for name, row in entries(store).items()} == {
        "007": "wrong",
        "7": "correct",
        "12345678901234567890": "wrong",
        "1e5": "correct",
        "3.10": "wrong",
        "TRUE": "correct",
        "00-12": "wrong",
    }


def test_imp14_seven_ways_to_write_a_time(store: Store, cases: Path) -> None:
    report = labelled(store, cases / "imp-14-timestamps")
    assert report.n_new == 8
    found = entries(store)
    assert len(found) == 8
    same = datetime(2025, 3, 30, 1, 30, tzinfo=UTC)
    assert {found[f"q-{number}"].labelled_at for number in range(1, 6)} == {same}
    assert (found["q-6"].labelled_at, found["q-6"].labelled_at_text) == (None, "04/05/2025 01:30")
    assert (found["q-7"].labelled_at, found["q-7"].labelled_at_text) == (None, None)
    assert found["q-8"].labelled_at_text == "2025-02-30T10:00:00Z"
    lines = {notice.code: notice.lines for notice in report.notices}
    assert lines == {
        "time_no_zone": (6,),
        "time_day_or_month": (7,),
        "no_time": (8,),
        "time_unreadable": (9,),
    }
    zone = next(notice for notice in report.notices if notice.code == "time_no_zone")
    assert "UTC" in zone.message


def test_lab05_the_same_verdicts_again_change_nothing(store: Store, cases: Path) -> None:
    folder = cases / "lab-05-reimport-keeps-labels"
    labelled(store, folder)
    import_traces(store, folder / "traces.jsonl")
    report = import_human_verdicts(store, folder / "verdicts.csv", run="default")
    assert (report.n_new, report.n_changed, report.n_unchanged) == (0, 0, 2)
    assert n_entries(store) == 2


def test_lab05_a_verdict_stays_with_the_answer_it_was_given_for(store: Store, cases: Path) -> None:
    folder = cases / "lab-05-reimport-keeps-labels"
    labelled(store, folder)
    import_traces(store, folder / "traces_changed.jsonl")
    current = {row[0] for row in rows(store, select(current_traces.c.trace_id))}
    assert entries(store)["q-2"].trace_id not in current
    report = import_human_verdicts(store, folder / "verdicts.csv", run="default")
    assert (report.n_new, codes(report)["on_older_version"]) == (0, 1)
    assert n_entries(store) == 2


def test_app05_an_older_file_does_not_replace_a_newer_change(store: Store, cases: Path) -> None:
    folder = cases / "app-05-upload-runs-once"
    labelled(store, folder)
    first = entries(store)["q-1"]
    with store.writing() as connection:
        connection.execute(human_entries.update().values(is_current=False))
        connection.execute(
            human_entries.insert().values(
                trace_id=first.trace_id,
                annotator_id=first.annotator_id,
                kind="verdict",
                answer="wrong",
                gold_changes=[],
                labelled_at=datetime(2025, 6, 1, tzinfo=UTC),
                recorded_at=datetime(2025, 6, 1, tzinfo=UTC),
                is_current=True,
            )
        )
    again = import_human_verdicts(store, folder / "verdicts.csv", run="default")
    assert "stored_counts" not in codes(again)
    assert entries(store)["q-1"].answer == "wrong"
    assert n_entries(store) == 2
    assert len(rows(store, select(imports.c.import_id))) == 3


def test_exp01_notes_are_stored_without_protection(store: Store, cases: Path) -> None:
    labelled(store, cases / "exp-01-formula-injection")
    found = entries(store)
    assert found["q-2"].note == "+49 30 1234567"
    assert found["q-9"].name == "=cmd|' /C calc'!A0"
    assert found["q-5"].note == "\t=1+1"


@pytest.mark.parametrize("case", ["exp-01-formula-injection", "exp-05-newlines-in-notes"])
def test_our_own_table_gives_the_same_entries_back(
    store: Store, cases: Path, tmp_path: Path, case: str
) -> None:
    labelled(store, cases / case)
    before = entries(store)
    path = tmp_path / "export.csv"
    text = verdict_csv([_row(row) for row in before.values()])
    path.write_text(text, encoding="utf-8", newline="")
    again = import_human_verdicts(store, path, run="default")
    assert (again.n_new, again.n_unchanged) == (0, len(before))
    with store.writing() as connection:
        connection.execute(human_entries.delete())
    assert import_human_verdicts(store, path, run="default").n_new == len(before)
    fields = ("answer", "note", "labelled_at", "raw_verdict", "name", "is_current", "kind")
    after = entries(store)
    for name, row in before.items():
        assert [getattr(row, f) for f in fields] == [getattr(after[name], f) for f in fields]


def _row(row: Any) -> VerdictRow:
    from workbench.domain.records import HumanEntry
    from workbench.domain.vocabulary import Answer, EntryKind

    return VerdictRow(
        HumanEntry(
            request_id=row.request_id,
            annotator=row.name,
            kind=EntryKind(row.kind),
            answer=Answer(row.answer) if row.answer else None,
            note=row.note,
            labelled_at=row.labelled_at,
            raw_verdict=row.raw_verdict,
        ),
        run="default",
        is_current=True,
    )


def test_the_door_takes_the_usual_words(three: Store, table: Any) -> None:
    path = table("q-1,a,Right,,", "q-2,a,prompt assembly,,", "q-3,a,SKIP,,", "q-1,b,unsure,,")
    report = import_human_verdicts(three, path, run="default")
    assert report.n_new == 4
    kept = rows(
        three,
        select(human_entries.c.kind, human_entries.c.answer, human_entries.c.stage).order_by(
            human_entries.c.entry_id
        ),
    )
    assert [tuple(row) for row in kept] == [
        ("verdict", "correct", None),
        ("verdict", "wrong", "packing"),
        ("skip", None, None),
        ("verdict", "cant_tell", None),
    ]


def test_unknown_words_are_listed_with_counts_and_can_be_mapped(three: Store, table: Any) -> None:
    path = table("q-1,a,Yes,,", "q-2,a,No,,", "q-3,a,No,,")
    report = import_human_verdicts(three, path, run="default")
    assert not report.is_imported
    assert ["'No' (on 2 rows)" in p.message for p in report.problems] == [True, False]
    assert (report.n_rejected, n_entries(three)) == (3, 0)
    said = {"Yes": "correct", "no": "wrong"}
    assert import_human_verdicts(three, path, run="default", words=said).n_new == 3
    assert entries(three)["q-2"].answer == "wrong"


def test_an_unknown_request_and_an_empty_annotator_are_named(three: Store, table: Any) -> None:
    path = table("q-1,a,pass,,", "q-9,a,pass,,", "q-2,,pass,,")
    report = import_human_verdicts(three, path, run="default")
    assert sorted(problem.line or 0 for problem in report.problems) == [3, 4]
    assert n_entries(three) == 0
    kept = import_human_verdicts(three, path, run="default", keep_good=True)
    assert (kept.n_new, kept.n_rejected) == (1, 2)
    assert kept.rejects_file is not None


def test_an_unknown_run_is_refused_with_the_runs_there_are(three: Store, table: Any) -> None:
    report = import_human_verdicts(three, table("q-1,a,pass,,"), run="spring")
    assert not report.is_imported
    assert "default" in report.problems[0].message


def test_the_newest_verdict_of_an_annotator_counts(three: Store, table: Any) -> None:
    path = table(
        "q-1,a,fail,,2025-03-03T10:00:00Z",
        "q-1,a,pass,,2025-03-03T09:00:00Z",
        "q-2,a,fail,,",
        "q-2,a,pass,,",
        "q-3,a,pass,,2025-03-03T09:00:00Z",
        "q-3,a,skip,,2025-03-03T10:00:00Z",
    )
    import_human_verdicts(three, path, run="default")
    found = entries(three)
    assert (found["q-1"].answer, found["q-2"].answer, found["q-3"].answer) == (
        "wrong",
        "correct",
        "correct",
    )
    assert n_entries(three) == 6


def test_a_verdict_that_stays_behind_the_one_that_is_there_is_counted(
    three: Store, table: Any
) -> None:
    import_human_verdicts(three, table("q-1,a,pass,,2025-03-03T10:00:00Z"), run="default")
    older = table("q-1,a,fail,,2025-03-03T09:00:00Z", "q-2,a,fail,,2025-03-03T09:00:00Z")
    report = import_human_verdicts(three, older, run="default")
    assert codes(report)["stored_counts"] == 1
    assert (entries(three)["q-1"].answer, entries(three)["q-2"].answer) == ("correct", "wrong")
    newer = import_human_verdicts(three, table("q-1,a,fail,,2025-03-04T09:00:00Z"), run="default")
    assert "stored_counts" not in codes(newer)
    assert entries(three)["q-1"].answer == "wrong"


def test_a_note_without_verdict_is_no_verdict(three: Store, table: Any) -> None:
    import_human_verdicts(three, table("q-1,a,,look again,"), run="default")
    assert (entries(three)["q-1"].kind, entries(three)["q-1"].answer) == ("note", None)


def test_a_stage_that_was_not_logged_counts_with_a_warning(three: Store, table: Any) -> None:
    report = import_human_verdicts(three, table("q-1,a,rerank,,"), run="default")
    assert codes(report)["stage_not_logged"] == 1
    assert entries(three)["q-1"].stage == "reranking"


def test_a_design_is_stored_and_can_be_declared_later(three: Store, table: Any) -> None:
    path = table("q-1,a,pass,,", "q-2,a,fail,,")
    import_human_verdicts(three, path, run="default")
    design = (
        select(label_sets.c.design)
        .join(human_entries, human_entries.c.label_set_id == label_sets.c.label_set_id)
        .distinct()
    )
    assert [row[0] for row in rows(three, design)] == ["unknown"]
    report = import_human_verdicts(three, path, run="default", design=Design.UNIFORM)
    assert (report.n_unchanged, codes(report)["design_declared"]) == (2, 2)
    assert [row[0] for row in rows(three, design)] == ["uniform"]


def test_an_undone_entry_does_not_count_after_import(three: Store, table: Any) -> None:
    header = "request_id,annotator,verdict,kind,answer,entry_id,undoes_entry_id"
    path = table(
        "q-1,a,correct,verdict,correct,5,",
        "q-1,a,wrong,verdict,wrong,6,",
        "q-1,a,undo,undo,,7,6",
        header=header,
    )
    import_human_verdicts(three, path, run="default")
    assert entries(three)["q-1"].answer == "correct"
    undo = rows(three, select(human_entries).where(human_entries.c.kind == "undo"))[0]
    undone = rows(
        three, select(human_entries).where(human_entries.c.entry_id == undo.undoes_entry_id)
    )
    assert undone[0].answer == "wrong"


def test_a_wrong_answer_where_no_source_exists_should_have_been_declined(
    store: Store, table: Any, tmp_path: Path
) -> None:
    path = tmp_path / "traces.jsonl"
    path.write_text('{"request_id": "q-1", "query": "x", "answer": "y", "gold_passages": []}\n')
    import_traces(store, path)
    import_human_verdicts(store, table("q-1,a,fail,,"), run="default")
    assert entries(store)["q-1"].should_have_declined


def test_an_uneven_row_and_an_open_quote_are_named(three: Store, table: Any) -> None:
    report = import_human_verdicts(three, table("q-1,a,pass,,", "q-2,a,pass"), run="default")
    assert [problem.line for problem in report.problems] == [3]
    report = import_human_verdicts(three, table("q-1,a,pass,,", 'q-2,a,pass,"open,'), run="default")
    assert [problem.line for problem in report.problems] == [3]
    assert n_entries(three) == 0


def test_a_table_without_the_needed_columns_offers_a_mapping(three: Store, table: Any) -> None:
    report = import_human_verdicts(
        three, table("q-1,pass,ann", header="id,label,rater"), run="default"
    )
    assert '"annotator": "rater"' in report.problems[0].message
    mapping = {"request_id": "id", "verdict": "label", "annotator": {"const": "panel"}}
    mapped = import_human_verdicts(
        three, table("q-1,pass,ann", header="id,label,rater"), run="default", mapping=mapping
    )
    assert (mapped.n_new, entries(three)["q-1"].name) == (1, "panel")


def test_the_header_of_our_own_table_is_its_columns() -> None:
    assert verdict_csv([]).strip().split(",") == list(VERDICT_COLUMNS)
    assert Findings().notices() == ()
