"""What leaves the store: complete, safe, and readable again."""

import csv
import io
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from sqlalchemy import select

from db import models
from db.engine import open_engine
from db.read_queues import read_judges
from db.store import Store
from tests.builders import trace
from tests.services.case_files import import_calibration_and_target, import_case
from tests.services.planted import plant_label, plant_traces
from tests.services.test_correct_prevalence import CELLS, fill
from workbench.domain.refusals import Code
from workbench.errors import InputError
from workbench.formats.results_json import calibrate_json, correct_json, triage_json
from workbench.services.calibration.calibrate_judge import calibrate_judge
from workbench.services.calibration.correct_prevalence import correct_prevalence
from workbench.services.exporting.export_tables import FORMATS, Format, What, export, table_bytes
from workbench.services.find_judge import judge_names
from workbench.services.importing.import_gold import import_gold
from workbench.services.importing.import_human_verdicts import import_human_verdicts
from workbench.services.importing.import_traces import import_traces
from workbench.services.importing.map_verdicts import judge_words, map_verdict_words
from workbench.services.importing.preview_file import preview_file
from workbench.services.labelling.add_gold import add_gold
from workbench.services.triage.triage_traces import triage_traces

# Phoenix takes labels of traces made of spans, and all is the store without a run.
ELSEWHERE = ("phoenix", "all")
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")


def rows_of(content: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content.decode("utf-8"), newline="")))


def cells_of(content: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(content.decode("utf-8"), newline="")))


def is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


@pytest.fixture
def formulas(sqlite_store: Store, cases: Path) -> Store:
    import_case(sqlite_store, cases / "exp-01-formula-injection", verdicts="verdicts.csv")
    return sqlite_store


def notes_of(store: Store) -> list[tuple[str, str | None]]:
    traces, entries = models.current_traces.c, models.human_entries.c
    statement = (
        select(traces.request_id, entries.note)
        .join(models.human_entries, entries.trace_id == traces.trace_id)
        .where(entries.is_current)
        .order_by(traces.request_id)
    )
    with store.reading() as connection:
        return [(row.request_id, row.note) for row in connection.execute(statement)]


@pytest.mark.parametrize("what", ["triage", "verdicts", "calibration", "traces", "qrels"])
def test_exp_01_no_text_cell_of_a_csv_is_a_formula(formulas: Store, what: What) -> None:
    content = table_bytes(formulas, what, "csv", run="default", judge="owl@1")
    for row in cells_of(content):
        for cell in row:
            assert is_number(cell) or not cell.startswith(FORMULA_STARTS), cell


def test_exp_01_scores_stay_numbers(formulas: Store) -> None:
    rows = rows_of(table_bytes(formulas, "traces", "csv", run="default"))
    scores = [
        item["score"] for row in rows for item in json.loads(row["candidates"]) if item["score"]
    ]
    assert all(isinstance(score, float) for score in scores)
    assert any(score < 0 for score in scores)


def test_exp_01_json_keeps_every_text(formulas: Store) -> None:
    written = json.loads(table_bytes(formulas, "verdicts", "json", run="default"))
    given = dict(notes_of(formulas))
    assert {row["request_id"]: row["notes"] for row in written["verdicts"]} == given
    assert any(note and note.startswith("=") for note in given.values())
    assert "fine = good" in given.values()


def test_exp_01_our_own_csv_gives_the_notes_back(
    formulas: Store, tmp_path: Path, cases: Path, empty_store: Store
) -> None:
    report = export(formulas, "verdicts", "csv", tmp_path / "v.csv", run="default")
    assert report.n_rows == 9
    import_case(empty_store, cases / "exp-01-formula-injection")
    again = import_human_verdicts(empty_store, tmp_path / "v.csv", run="default", design=None)
    assert again.is_imported, again.problems
    assert notes_of(empty_store) == notes_of(formulas)


def test_exp_01_our_own_traces_and_judgements_come_back_unprotected(
    formulas: Store, tmp_path: Path, empty_store: Store
) -> None:
    with formulas.reading() as connection:
        trace_id = connection.execute(select(models.current_traces.c.trace_id)).scalars().first()
    assert trace_id is not None
    add_gold(formulas, trace_id, "ada", ("=d2",))
    export(formulas, "traces", "csv", tmp_path / "t.csv", run="default")
    export(formulas, "qrels", "csv", tmp_path / "q.csv", run="default")
    assert b"'=d2" in (tmp_path / "q.csv").read_bytes()
    again = import_traces(formulas, tmp_path / "t.csv")
    assert (again.n_new, again.n_changed, again.n_unchanged) == (0, 0, 9)
    assert import_gold(formulas, tmp_path / "q.csv").is_imported
    assert import_traces(empty_store, tmp_path / "t.csv").is_imported
    assert import_gold(empty_store, tmp_path / "q.csv").is_imported
    for store in (formulas, empty_store):
        assert b'"=d2"' in table_bytes(store, "traces", "json", run="default")
        assert b"'=d2" not in table_bytes(store, "traces", "json", run="default")
        assert b"'@SUM" not in table_bytes(store, "traces", "json", run="default")


def test_exp_05_five_verdicts_are_five_rows(
    sqlite_store: Store, empty_store: Store, cases: Path, tmp_path: Path
) -> None:
    folder = cases / "exp-05-newlines-in-notes"
    import_case(sqlite_store, folder, verdicts="verdicts.csv")
    path = tmp_path / "v.csv"
    export(sqlite_store, "verdicts", "csv", path, run="default")
    cells = cells_of(path.read_bytes())
    assert len(cells) == 1 + 5
    assert len({len(row) for row in cells}) == 1
    import_case(empty_store, folder)
    assert import_human_verdicts(empty_store, path, run="default", design=None).is_imported
    assert notes_of(empty_store) == notes_of(sqlite_store)


def test_exp_05_markdown_keeps_its_table(sqlite_store: Store, cases: Path) -> None:
    import_case(sqlite_store, cases / "exp-05-newlines-in-notes", verdicts="verdicts.csv")
    text = table_bytes(sqlite_store, "verdicts", "md", run="default").decode("utf-8")
    table = [line for line in text.splitlines() if line.startswith("|")]
    assert len(table) == 2 + 5
    assert {line.replace("\\|", "").count("|") for line in table} == {9}


def test_exp_07_json_keeps_its_digits(sqlite_store: Store, cases: Path) -> None:
    import_case(sqlite_store, cases / "exp-03-percent-sum", verdicts="verdicts.csv")
    text = table_bytes(sqlite_store, "triage", "json", run="default", judge="owl@1").decode()
    assert "0.29166666666666" in text  # 7 of 24
    assert "NaN" not in text


def test_exp_07_every_share_column_says_so(sqlite_store: Store) -> None:
    fill(sqlite_store, CELLS)
    header, *_ = cells_of(table_bytes(sqlite_store, "triage", "csv", run="r", judge="owl@1"))
    shares = [name for name in header if "share" in name]
    rows = rows_of(table_bytes(sqlite_store, "triage", "csv", run="r", judge="owl@1"))
    assert len(shares) == 8
    for row in rows:
        assert all(not row[name] or 0 <= float(row[name]) <= 1 for name in shares)
    assert not any("percent" in name for name in header)


@pytest.fixture
def complete(sqlite_store: Store, cases: Path) -> Store:
    import_case(sqlite_store, cases / "exp-10-complete-export", verdicts="verdicts.csv")
    return sqlite_store


@pytest.mark.parametrize(("where", "n"), [({}, 120), ({"index_version": "v2"}, 60)])
@pytest.mark.parametrize("what", ["traces", "verdicts"])
def test_exp_10_all_rows_of_the_selection(
    complete: Store, what: What, where: dict[str, str], n: int
) -> None:
    rows = rows_of(table_bytes(complete, what, "csv", run="default", where=where))
    assert len(rows) == n
    said = {row.get("selection", "") for row in rows}
    assert said == ({"index_version=v2"} if where else {""})
    document = json.loads(table_bytes(complete, what, "json", run="default", where=where))
    assert document["n"] == len(document[what]) == n
    assert document["selection"] == where


def test_exp_10_every_field_is_kept(complete: Store, cases: Path) -> None:
    given = [
        json.loads(line)
        for line in (cases / "exp-10-complete-export/traces.jsonl").read_bytes().splitlines()
    ]
    document = json.loads(table_bytes(complete, "traces", "json", run="default"))
    for source, written in zip(given, document["traces"], strict=True):
        for name in (
            "request_id", "query", "rewritten_query", "reference_answer", "gold_passages",
            "prompt_passages", "prompt_tokens", "truncated", "answer", "model", "index_version",
        ):  # fmt: skip
            assert written[name] == source[name], name
        assert written["candidates"] == source["candidates"]
        assert [(i["doc_id"], i["score"]) for i in written["reranked"] or ()] == [
            (i["doc_id"], i["score"]) for i in source["reranked"] or ()
        ]
        assert written["judge"] == source["judge"]
        (human,) = written["human_verdicts"]
        assert human["annotator"]
        assert human["answer"]
        assert human["labelled_at"]


def test_exp_10_numbers_are_those_of_the_page(complete: Store) -> None:
    written = json.loads(table_bytes(complete, "triage", "json", run="default", judge="owl@1"))
    page = triage_json(triage_traces(complete, "default", "owl@1"))
    assert written["triage"] == json.loads(json.dumps(page))
    corrected = correct_json(correct_prevalence(complete, "default", "owl@1"))
    assert written["corrected"] == json.loads(json.dumps(corrected))
    card = json.loads(table_bytes(complete, "calibration", "json", run="default", judge="owl@1"))
    expected = calibrate_json(calibrate_judge(complete, "owl@1", "default"))
    assert {name: card[name] for name in expected} == json.loads(json.dumps(expected))


def test_exp_10_a_filter_reaches_the_numbers(complete: Store) -> None:
    where = {"index_version": "v2"}
    written = json.loads(
        table_bytes(complete, "triage", "json", run="default", judge="owl@1", where=where)
    )
    assert written["selection"] == "index_version=v2"
    assert written["triage"]["n"] == 60


def test_rag_03_added_gold_shows_who_and_when(sqlite_store: Store, cases: Path) -> None:
    import_case(sqlite_store, cases / "rag-03-near-duplicate-passage")
    with sqlite_store.reading() as connection:
        traces = models.current_traces.c
        trace_id = connection.execute(
            select(traces.trace_id).where(traces.request_id == "q-1")
        ).scalar_one()
    before = triage_traces(sqlite_store, "default")
    add_gold(sqlite_store, trace_id, "ada", ("d-900",), reason="same text")
    after = triage_traces(sqlite_store, "default")
    rows = {row["request_id"]: row for row in rows_of(table_bytes(sqlite_store, "traces", "csv"))}
    assert rows["q-1"]["gold_author"] == "ada"
    assert rows["q-1"]["gold_reason"] == "same text"
    assert rows["q-1"]["gold_changed_at"]
    assert "d-900" in rows["q-1"]["gold_passages"]
    assert rows["q-1"]["evidence"] != "retrieval"
    funnel = {row.stage: row.survived for row in after.funnel}
    # The same text was taken for the gold passage before, and that was said.
    assert funnel["retrieval"] == {r.stage: r.survived for r in before.funnel}["retrieval"] == 2
    said = [w.message for w in before.warnings if w.code == Code.GOLD_BY_TEXT]
    assert said == [
        "Gold passages found by their text, under another id: 1, in 1 trace: gold d-100 as d-900"
    ]
    assert Code.GOLD_BY_TEXT not in {w.code for w in after.warnings}


def test_stat_08_mapping_in_force_is_part_of_the_card(sqlite_store: Store, cases: Path) -> None:
    folder = cases / "stat-08-verdict-spellings"
    import_case(sqlite_store, folder)
    given = json.loads((folder / "mapping.json").read_text())
    meanings = {word: meaning for meaning, words in given.items() for word in words}
    map_verdict_words(sqlite_store, "owl@1", meanings)
    rows = rows_of(table_bytes(sqlite_store, "calibration", "csv", run="default", judge="owl@1"))
    words = [row for row in rows if row["figure"] == "verdict_word"]
    assert sum(int(row["n"]) for row in words) == 20
    assert all(row["text"].partition(" → ")[2] in ("pass", "fail", "not_usable") for row in words)


def test_stat_01_unclipped_share_is_in_the_file(sqlite_store: Store, cases: Path) -> None:
    import_calibration_and_target(sqlite_store, cases / "stat-01-corrected-below-zero")
    content = table_bytes(
        sqlite_store, "triage", "json", run="target", judge="owl@1", calibrated_on="calibration"
    )
    corrected = json.loads(content)["corrected"]["corrected"]
    assert corrected["unclipped"] == pytest.approx(-0.0667, abs=1e-4)
    assert corrected["estimate"] == 0


# Round trips and refusals.


@pytest.fixture
def empty_store(migrated_file: Path, tmp_path: Path) -> Iterator[Store]:
    path = tmp_path / "second.db"
    path.write_bytes(migrated_file.read_bytes())
    second = Store(open_engine(f"sqlite:///{path}"))
    yield second
    second.close()


def native_lines(store: Store) -> list[dict[str, object]]:
    content = table_bytes(store, "traces", "jsonl")
    return [json.loads(line) for line in content.splitlines()]


@pytest.mark.parametrize(
    "case",
    [
        "exp-01-formula-injection",
        "exp-10-complete-export",
        "rag-04-all-needed",
        "rag-06-right-refusal",
        "rag-08-logged-before-truncation",
        "rag-12-nothing-retrieved",
        "rag-14-query-rewrite",
        "imp-06-id-typing",
        "stat-10-judge-version-mix",
    ],
)
def test_exported_traces_are_imported_as_the_same(
    sqlite_store: Store, empty_store: Store, cases: Path, tmp_path: Path, case: str
) -> None:
    folder = cases / case
    files = sorted(folder.glob("*traces.jsonl"))[:1]
    if not import_traces(sqlite_store, files[0]).is_imported:
        pytest.skip("the case's file is refused whole")
    path = tmp_path / "out.jsonl"
    report = export(sqlite_store, "traces", "jsonl", path)
    assert report.n_rows == len(native_lines(sqlite_store))
    again = import_traces(empty_store, path)
    assert again.is_imported, again.problems
    assert native_lines(empty_store) == native_lines(sqlite_store)
    unchanged = import_traces(sqlite_store, path)
    assert (unchanged.n_new, unchanged.n_changed) == (0, 0)


def test_verdicts_come_back_with_their_history(
    sqlite_store: Store, empty_store: Store, tmp_path: Path
) -> None:
    items = [trace("q-1", run="r"), trace("q-2", run="r")]
    for store in (sqlite_store, empty_store):
        plant_traces(store, items)
    with sqlite_store.reading() as connection:
        ids = dict(
            connection.execute(
                select(models.current_traces.c.request_id, models.current_traces.c.trace_id)
            ).all()  # type: ignore[arg-type]
        )
    plant_label(sqlite_store, ids["q-1"], "wrong", is_current=False, note="first")
    plant_label(
        sqlite_store,
        ids["q-1"],
        "correct",
        seconds=5,
        note="@second",
        confidence="high",
        is_flagged=True,
        seconds_spent=12.5,
    )
    plant_label(sqlite_store, ids["q-2"], None, kind="skip", seconds=9)
    path = tmp_path / "v.csv"
    assert export(sqlite_store, "verdicts", "csv", path, with_history=True).n_rows == 3
    assert import_human_verdicts(empty_store, path, run="r", design=None).is_imported

    def seen(store: Store) -> list[dict[str, object]]:
        rows = json.loads(table_bytes(store, "verdicts", "json", with_history=True))["verdicts"]
        for row in rows:
            row.pop("entry_id")
        return sorted(rows, key=lambda row: str(row["labelled_at"]))

    assert seen(empty_store) == seen(sqlite_store)
    assert len(rows_of(table_bytes(sqlite_store, "verdicts", "csv"))) == 2


@pytest.mark.parametrize(
    ("what", "file_format"),
    [(w, f) for w, forms in FORMATS.items() if w not in ELSEWHERE for f in forms],
)
def test_every_table_in_every_form(
    store: Store, tmp_path: Path, what: What, file_format: Format
) -> None:
    fill(store, CELLS)
    path = tmp_path / f"t.{file_format}"
    report = export(store, what, file_format, path, run="r", judge="owl@1")
    assert report.n_rows > 0
    assert path.read_bytes() == table_bytes(store, what, file_format, run="r", judge="owl@1")
    if file_format == "parquet":
        assert pq.read_table(path).num_rows == report.n_rows


def test_a_form_that_a_table_has_not_is_wrong_input(sqlite_store: Store) -> None:
    with pytest.raises(InputError, match="written as txt, csv"):
        table_bytes(sqlite_store, "qrels", "md")


def test_a_path_that_cannot_be_written_is_wrong_input(sqlite_store: Store, tmp_path: Path) -> None:
    fill(sqlite_store, {("reached", None): (1, 0, 0)})
    with pytest.raises(InputError, match="cannot be written"):
        export(sqlite_store, "verdicts", "csv", tmp_path / "no" / "v.csv")


def test_a_run_without_a_judge_is_exported_too(sqlite_store: Store) -> None:
    plant_traces(sqlite_store, [trace("q-1", run="r", gold=None)])
    document = json.loads(table_bytes(sqlite_store, "triage", "json", run="r"))
    assert document["corrected"]["corrected"] is None
    assert "None" not in document["corrected"]["reason"]
    assert rows_of(table_bytes(sqlite_store, "triage", "csv", run="r"))


def test_qrels_are_read_back_as_gold(sqlite_store: Store) -> None:
    plant_traces(
        sqlite_store,
        [trace("q-1", question_id="p1", gold=(("d1",), ("d2", "d3"))), trace("q-2", gold=None)],
    )
    lines = table_bytes(sqlite_store, "qrels", "txt").decode().splitlines()
    assert lines == ["p1 0 d1 1", "p1 0 d2 1", "p1 0 d3 1"]


@pytest.mark.parametrize("what", ["qrels", "runs"])
def test_ids_that_would_be_parted_are_refused_in_trec_files(
    sqlite_store: Store, what: What
) -> None:
    plant_traces(
        sqlite_store, [trace("q-1", ["a b"], question_id="p 1", gold=(("a b",),), run="r")]
    )
    with pytest.raises(InputError, match=r"'p 1' .* is empty or holds one"):
        table_bytes(sqlite_store, what, "txt", run="r")


def test_judgements_with_blanks_in_ids_are_written_as_csv(sqlite_store: Store) -> None:
    plant_traces(sqlite_store, [trace("q-1", question_id="p 1", gold=(("a b",),), run="r")])
    content = table_bytes(sqlite_store, "qrels", "csv", run="r")
    assert rows_of(content) == [{"query_id": "p 1", "doc_id": "a b", "grade": "1"}]


def test_sets_that_qrels_cannot_say_are_said(sqlite_store: Store, tmp_path: Path) -> None:
    plant_traces(sqlite_store, [trace("q-1", gold=(("d2", "d3"),))])
    report = export(sqlite_store, "qrels", "txt", tmp_path / "q.txt")
    assert "1 gold set needs several passages" in report.warnings[0].message


def test_passages_without_an_id_and_unknown_fields_survive(
    sqlite_store: Store, empty_store: Store, tmp_path: Path
) -> None:
    source = tmp_path / "in.jsonl"
    source.write_text(
        json.dumps(
            {
                "request_id": "q-1",
                "query": "?",
                "candidates": [
                    {"doc_id": "d1", "score": -0.25, "rank": 1, "text": "a", "page": 3},
                    {"text": "no id", "rank": 2},
                ],
                "tenant": {"name": "north"},
                "signals": {"thumbs": "down"},
                "judges": [
                    {"name": "a", "verdict": "fail", "rationale": "because"},
                    {"name": "b", "version": "2", "score": 0.4, "threshold": 0.5},
                ],
            }
        )
        + "\n"
    )
    assert import_traces(sqlite_store, source).is_imported
    (written,) = native_lines(sqlite_store)
    assert written["tenant"] == {"name": "north"}
    candidates = written["candidates"]
    assert isinstance(candidates, Sequence)
    assert candidates[0]["page"] == 3
    assert candidates[1]["doc_id"] is None
    path = tmp_path / "out.jsonl"
    export(sqlite_store, "traces", "jsonl", path)
    assert import_traces(empty_store, path).is_imported
    assert native_lines(empty_store) == native_lines(sqlite_store)


def test_a_json_export_of_verdicts_comes_back_with_its_history(
    formulas: Store, tmp_path: Path, empty_store: Store, cases: Path
) -> None:
    path = tmp_path / "v.json"
    export(formulas, "verdicts", "json", path, run="default", with_history=True)
    assert preview_file(path).kind == "human"
    again = import_human_verdicts(formulas, path, run="default")
    assert (again.n_new, again.n_unchanged, again.n_rejected) == (0, 9, 0)
    import_case(empty_store, cases / "exp-01-formula-injection")
    assert import_human_verdicts(empty_store, path, run="default").n_new == 9
    for what in ("csv", "json"):
        written = [
            table_bytes(store, "verdicts", what, run="default") for store in (formulas, empty_store)
        ]
        assert written[0] == written[1]


def test_judges_words_and_prompts_come_back_with_what_they_mean(
    sqlite_store: Store, empty_store: Store, tmp_path: Path
) -> None:
    judges = [
        {"name": "owl", "version": "1", "prompt": prompt, "verdict": verdict}
        for prompt, verdict in (("Grade it.", True), ("Grade it well.", "no"))
    ]
    judges.append({"name": "elk", "version": "1", "verdict": 0.5})
    first = tmp_path / "first.jsonl"
    record = {"request_id": "q", "query": "Where?", "answer": "There.", "judges": judges}
    first.write_text(json.dumps(record) + "\n", encoding="utf-8")
    import_traces(sqlite_store, first)
    with sqlite_store.reading() as connection:
        strict, mild = (name for name in judge_names(read_judges(connection)) if "owl" in name)
    for judge in (strict, mild):
        word = {"true": "pass"} if "true" in words_of(sqlite_store, judge) else {"no": "fail"}
        map_verdict_words(sqlite_store, judge, word)
    map_verdict_words(sqlite_store, "elk@1", {"0.5": "not_usable"})
    export(sqlite_store, "traces", "jsonl", tmp_path / "t.jsonl")
    again = import_traces(sqlite_store, tmp_path / "t.jsonl")
    assert not {"verdicts_changed", "verdicts_new"} & {notice.code for notice in again.notices}
    fresh = import_traces(empty_store, tmp_path / "t.jsonl")
    assert all(word.meaning is not None for word in fresh.judge_words)
    export(empty_store, "traces", "jsonl", tmp_path / "again.jsonl")
    assert (tmp_path / "again.jsonl").read_bytes() == (tmp_path / "t.jsonl").read_bytes()


def test_what_is_confirmed_here_stands_above_what_a_file_says(
    sqlite_store: Store, tmp_path: Path
) -> None:
    judge = {"name": "owl", "version": "1", "verdict": "no"}
    record = {"request_id": "q", "query": "Where?", "answer": "There.", "judge": judge}
    path = tmp_path / "t.jsonl"
    path.write_text(json.dumps(record) + "\n", encoding="utf-8")
    import_traces(sqlite_store, path)
    map_verdict_words(sqlite_store, "owl@1", {"no": "fail"})
    record["judge"] = judge | {"verdict": "pass", "raw_verdict": "no"}
    path.write_text(json.dumps(record) + "\n", encoding="utf-8")
    import_traces(sqlite_store, path)
    assert b'"verdict": "fail", "raw_verdict": "no"' in table_bytes(sqlite_store, "traces", "jsonl")


def words_of(store: Store, judge: str) -> set[str]:
    return {word.word for word in judge_words(store, judge)}
