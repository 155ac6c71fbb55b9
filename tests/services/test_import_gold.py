"""Gold from judgements and lines: the last counts, edits stay, broken files change nothing."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, insert, select

from db.models import (
    corpora,
    corpus_passages,
    current_gold,
    current_traces,
    gold_members,
    gold_versions,
    imports,
    queries,
    relevance,
    stratum_counts,
)
from db.store import Store
from workbench.services.importing.import_corpus import import_corpus
from workbench.services.importing.import_counts import import_counts
from workbench.services.importing.import_gold import import_gold
from workbench.services.importing.import_report import ImportReport
from workbench.services.importing.import_traces import import_traces
from workbench.services.importing.preview_file import preview_file

QRELS = (
    "qrels_3col_header.tsv",
    "qrels_3col_noheader.tsv",
    "qrels_4col_q0_manyspaces.txt",
    "qrels_4col_space.txt",
    "qrels_4col_tab.txt",
)


def rows(store: Store, statement: Any) -> list[Any]:
    with store.reading() as connection:
        return list(connection.execute(statement))


def gold(store: Store) -> dict[str, object]:
    statement = select(current_traces.c.request_id, current_gold.c.sets).join(
        current_gold, current_gold.c.query_id == current_traces.c.query_id
    )
    return {row.request_id: row.sets for row in rows(store, statement)}


def count(store: Store, table: Any) -> int:
    return int(rows(store, select(func.count()).select_from(table))[0][0])


def codes(report: ImportReport) -> dict[str, int]:
    return {notice.code: notice.n for notice in report.notices}


@pytest.fixture
def two(store: Store, cases: Path) -> Store:
    """q-1 and q-2 without gold."""
    import_traces(store, cases / "imp-08-qrels-shapes" / "traces.jsonl")
    return store


@pytest.fixture
def file(tmp_path: Path) -> Any:
    def write(*lines: str, name: str = "gold.jsonl") -> Path:
        path = tmp_path / name
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return path

    return write


@pytest.mark.parametrize(
    "lines",
    [
        ("query_id,doc_id,grade", "q-1,d1,1", 'q-1,"d 2, old",0', "q-1,d3,1", "q-2,d5,1"),
        ("q-1,0,d1,1", "q-1,0,d3,1", "q-2,0,d5,1"),
    ],
)
def test_commas_part_judgements_too(two: Store, file: Any, lines: tuple[str, ...]) -> None:
    path = file(*lines, name="qrels.csv")
    assert import_gold(two, path).is_imported
    assert gold(two) == {"q-1": [["d1"], ["d3"]], "q-2": [["d5"]]}


def test_a_table_of_judgements_is_previewed_as_gold(file: Any) -> None:
    path = file("query_id,doc_id,grade", "q-1,d1,1", name="qrels.csv")
    assert preview_file(path).kind == "gold"
    other = file("query_id,annotator,verdict", "q-1,ada,1", name="labels.csv")
    assert preview_file(other).kind != "gold"


@pytest.mark.parametrize("name", QRELS)
def test_imp08_every_shape_gives_the_same_gold(two: Store, cases: Path, name: str) -> None:
    report = import_gold(two, cases / "imp-08-qrels-shapes" / name)
    assert gold(two) == {"q-1": [["d1"], ["d3"]], "q-2": [["d5"]]}
    assert (report.n_read, count(two, relevance)) == (4, 4)
    grade = select(relevance.c.grade).where(relevance.c.doc_id == "d2")
    assert [row[0] for row in rows(two, grade)] == [0]
    assert count(two, queries) == 2


def test_imp08_the_same_judgements_again_change_nothing(two: Store, cases: Path) -> None:
    for name in QRELS:
        report = import_gold(two, cases / "imp-08-qrels-shapes" / name)
    assert (report.n_new, report.n_changed, report.n_unchanged) == (0, 0, 2)
    assert count(two, gold_versions) == 2


def test_imp08_a_broken_file_names_its_lines_and_changes_nothing(two: Store, cases: Path) -> None:
    report = import_gold(two, cases / "imp-08-qrels-shapes" / "qrels_broken.txt")
    assert not report.is_imported
    assert [problem.line for problem in report.problems] == [2, 3]
    assert (count(two, gold_versions), count(two, relevance)) == (0, 0)


def test_gold_lines_nest_as_in_traces(two: Store, file: Any) -> None:
    report = import_gold(
        two,
        file(
            '{"request_id": "q-1", "gold_passages": ["d9", ["d1", "d2", "d1"]]}',
            '{"question_id": "q-2", "gold_passages": []}',
        ),
    )
    assert report.n_new == 2
    assert gold(two) == {"q-1": [["d9"], ["d1", "d2"]], "q-2": []}
    assert count(two, gold_members) == 3


def test_the_last_line_of_a_question_counts_and_is_said(two: Store, file: Any) -> None:
    path = file(
        '{"request_id": "q-1", "gold_passages": ["d1"]}',
        '{"request_id": "q-1", "gold_passages": ["d2"]}',
    )
    assert codes(import_gold(two, path)) == {"conflicting_gold": 1}
    assert gold(two) == {"q-1": [["d2"]]}
    again = import_gold(two, path)
    assert (again.n_new, again.n_changed, again.n_unchanged) == (0, 0, 1)


def test_gold_of_a_question_reaches_every_run(store: Store, file: Any, tmp_path: Path) -> None:
    traces = tmp_path / "traces.jsonl"
    traces.write_text(
        '{"request_id": "a", "run": "r1", "question_id": "s", "query": "x"}\n'
        '{"request_id": "b", "run": "r2", "question_id": "s", "query": "x"}\n'
    )
    import_traces(store, traces)
    import_gold(store, file('{"question_id": "s", "gold_passages": ["d1"]}'))
    assert gold(store) == {"a": [["d1"]], "b": [["d1"]]}


def test_gold_before_its_traces_waits_for_them(store: Store, file: Any, tmp_path: Path) -> None:
    report = import_gold(store, file('{"question_id": "s", "gold_passages": ["d1"]}'))
    assert codes(report) == {"no_trace_yet": 1}
    traces = tmp_path / "traces.jsonl"
    traces.write_text('{"request_id": "a", "question_id": "s", "query": "x"}\n')
    import_traces(store, traces)
    assert gold(store) == {"a": [["d1"]]}


def test_gold_that_an_annotator_edited_is_not_overwritten(two: Store, file: Any) -> None:
    path = file('{"request_id": "q-1", "gold_passages": ["d1"]}')
    import_gold(two, path)
    now = datetime.now(UTC)
    with two.writing() as connection:
        old = connection.execute(select(gold_versions)).one()
        edit = connection.execute(
            insert(imports)
            .values(
                kind="gold_edit", file_name="", file_hash="", status="done", started_at=now,
                details={},
            )
            .returning(imports.c.import_id)
        ).scalar_one()  # fmt: skip
        connection.execute(
            insert(gold_versions).values(
                query_id=old.query_id, import_id=edit, author="ada", created_at=now,
                sets=[["d1"], ["d7"]], n_sets=2,
            )
        )  # fmt: skip
        connection.execute(
            gold_versions.update()
            .where(gold_versions.c.gold_version_id == old.gold_version_id)
            .values(superseded_by_import_id=edit)
        )
    assert codes(import_gold(two, path)) == {"gold_kept_edited": 1}
    assert gold(two)["q-1"] == [["d1"], ["d7"]]


def test_a_query_with_no_relevant_passage_stays_unknown(two: Store, file: Any) -> None:
    report = import_gold(two, file("q-1 0 d1 0", "q-2 0 d5 2", name="qrels.txt"))
    assert codes(report) == {"none_relevant": 1}
    assert gold(two) == {"q-2": [["d5"]]}


def test_real_judgements_with_crlf_or_blanks_are_read(store: Store, real_data: Path) -> None:
    name = "qrels.beir-v1.0.0-scifact.test.txt"
    report = import_gold(store, real_data / "scifact-stages" / name)
    assert (report.n_read, report.n_new) == (339, 300)
    assert import_gold(store, real_data / "ranx" / "qrels.trec.gz").is_imported


def test_a_corpus_is_known_by_its_index_version(store: Store, file: Any) -> None:
    path = file(
        '{"_id": "d1", "title": "T", "text": "One"}', '{"id": 7, "text": "Two"}', name="c.jsonl"
    )
    report = import_corpus(store, path, index_version="v1")
    assert (report.n_read, report.n_new) == (2, 2)
    assert [tuple(row) for row in rows(store, select(corpora.c.index_version))] == [("v1",)]
    held = rows(store, select(corpus_passages.c.doc_id).order_by(corpus_passages.c.doc_id))
    assert [row[0] for row in held] == ["7", "d1"]
    again = import_corpus(store, path, index_version="v1")
    assert (again.n_new, again.n_unchanged) == (0, 2)


def test_a_corpus_of_bare_ids_or_a_table_is_read(store: Store, file: Any) -> None:
    assert import_corpus(store, file("d1", "d2", name="ids.txt"), index_version="a").n_new == 2
    table = file("doc_id\ttext", "d1\tOne", "d2\tTwo", name="c.tsv")
    assert import_corpus(store, table, index_version="b").n_new == 2
    refused = import_corpus(store, file("q-1 Q0 d2 1 1.0 r", name="run.txt"))
    assert [problem.line for problem in refused.problems] == [1]


def test_a_passage_with_two_texts_is_named(store: Store, file: Any) -> None:
    path = file('{"doc_id": "d1", "text": "a"}', '{"doc_id": "d1", "text": "b"}', name="c.jsonl")
    report = import_corpus(store, path)
    assert [problem.line for problem in report.problems] == [2]
    assert (count(store, corpora), count(store, corpus_passages)) == (0, 0)


def test_counts_of_strata_or_of_flagged_are_stored(store: Store, file: Any) -> None:
    path = file(
        '{"strata": [{"stage": "retrieval", "verdict": "fail", "n": 30},',
        '{"stage": "generation", "verdict": "pass", "n": 370}]}',
        name="counts.json",
    )
    report = import_counts(store, path, name="october", judge="strict@2")
    assert report.is_imported
    held = rows(
        store, select(stratum_counts.c.evidence, stratum_counts.c.verdict, stratum_counts.c.n)
    )
    assert {tuple(row) for row in held} == {("retrieval", "fail", 30), ("reached", "pass", 370)}
    flagged = file('{"judged": 400, "flagged": 120}', name="counts.json")
    import_counts(store, flagged, name="october", judge="strict@2")
    held = rows(store, select(stratum_counts.c.verdict, stratum_counts.c.n))
    assert {tuple(row) for row in held} == {("fail", 120), ("pass", 280)}


def test_counts_that_cannot_be_are_refused(store: Store, file: Any) -> None:
    path = file('{"judged": 10, "flagged": 12}', name="counts.json")
    report = import_counts(store, path, name="october", judge="strict@2")
    assert not report.is_imported
    assert "flagged" in report.problems[0].message


@pytest.mark.parametrize("name", QRELS)
def test_imp08_judgements_given_as_traces_name_their_command(
    sqlite_store: Store, cases: Path, name: str
) -> None:
    report = import_traces(sqlite_store, cases / "imp-08-qrels-shapes" / name)
    assert not report.is_imported
    assert f"workbench import gold {name}" in str(report.problems[0])


def test_an_unknown_run_is_refused_with_the_runs_there_are(store: Store, tmp_path: Path) -> None:
    traces = tmp_path / "traces.jsonl"
    traces.write_text('{"request_id": "q1", "query": "a", "run": "spring"}\n')
    import_traces(store, traces)
    gold = tmp_path / "gold.jsonl"
    gold.write_text('{"request_id": "q1", "gold_passages": ["d1"]}\n')
    report = import_gold(store, gold, run="sprung")
    assert not report.is_imported
    assert "no run 'sprung'. Known runs: spring." in str(report.problems[0])
    assert import_gold(store, gold, run="spring").n_new == 1
