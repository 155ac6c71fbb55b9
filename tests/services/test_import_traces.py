"""A trace file goes in whole or not at all, twice is once, and changed content is said."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select

from db.models import current_gold, current_judge_verdicts, current_traces, hits, imports, passages
from db.models import traces as trace_table
from db.store import Store
from workbench.formats.problems import N_PROBLEMS_KEPT, Findings
from workbench.formats.tools.detect import find_tool
from workbench.services.importing.import_report import ImportReport
from workbench.services.importing.import_traces import import_traces
from workbench.services.importing.tool_records import tool_traces


def line(request_id: str = "q-1", **fields: object) -> str:
    record = {
        "request_id": request_id,
        "query": "How long is a day ticket valid?",
        "candidates": [{"doc_id": "d1", "score": 0.9, "rank": 1, "text": "Until 03:00."}],
        "prompt_passages": ["d1"],
        "answer": "Until 03:00.",
        "judge": {"name": "owl", "version": "1", "verdict": "pass"},
    }
    return json.dumps(record | fields)


@pytest.fixture
def file(tmp_path: Path) -> Any:
    def write(*lines: str, name: str = "traces.jsonl") -> Path:
        path = tmp_path / name
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return path

    return write


def rows(store: Store, statement: Any) -> list[Any]:
    with store.reading() as connection:
        return list(connection.execute(statement))


def n_traces(store: Store) -> int:
    return int(rows(store, select(func.count()).select_from(current_traces))[0][0])


def listed(store: Store, request_id: str, number: int = 0) -> list[Any]:
    return rows(
        store,
        select(hits.c.doc_id, hits.c.rank, hits.c.score)
        .join(current_traces, current_traces.c.trace_id == hits.c.trace_id)
        .where(current_traces.c.request_id == request_id, hits.c.list == number)
        .order_by(hits.c.position),
    )


def codes(report: ImportReport) -> dict[str, int]:
    return {notice.code: notice.n for notice in report.notices}


def test_imp01_every_broken_line_is_named_and_nothing_is_kept(store: Store, cases: Path) -> None:
    report = import_traces(store, cases / "imp-01-bad-lines" / "traces.jsonl")
    assert not report.is_imported
    assert [problem.line for problem in report.problems] == [2, 4, 5]
    assert report.summary.startswith("0 of 5 imported")
    assert n_traces(store) == 0
    assert "not valid JSON" in report.problems[0].message
    assert "day ticket" not in report.problems[0].message
    assert "object" in report.problems[1].message
    assert report.problems[2].field == "request_id"


def test_imp01_the_mended_file_ends_at_five(store: Store, cases: Path, tmp_path: Path) -> None:
    broken = tmp_path / "traces.jsonl"
    broken.write_bytes((cases / "imp-01-bad-lines" / "traces.jsonl").read_bytes())
    kept = import_traces(store, broken, keep_good=True)
    assert kept.summary.startswith("2 of 5 imported")
    assert (kept.n_new, kept.n_rejected, n_traces(store)) == (2, 3, 2)
    assert kept.rejects_file is not None
    rejects = [json.loads(text) for text in kept.rejects_file.read_text().splitlines()]
    assert [reject["line"] for reject in rejects] == [2, 4, 5]
    assert rejects[1]["content"] == "[1, 2]"
    assert import_traces(store, cases / "imp-01-bad-lines" / "fixed.jsonl").is_imported
    assert n_traces(store) == 5


def test_imp02_a_byte_order_mark_changes_no_id(store: Store, cases: Path) -> None:
    folder = cases / "imp-02-bom-crlf-encodings"
    assert import_traces(store, folder / "traces_bom.jsonl").n_new == 2
    found = rows(store, select(current_traces.c.request_id).order_by(current_traces.c.request_id))
    assert [row[0] for row in found] == ["q-1", "q-2"]
    assert import_traces(store, folder / "traces.jsonl").n_unchanged == 2


def test_imp04_non_finite_numbers_are_missing_and_said(store: Store, cases: Path) -> None:
    report = import_traces(store, cases / "imp-04-nan-infinity" / "traces.jsonl")
    assert n_traces(store) == 2
    assert [tuple(row) for row in listed(store, "q-1")] == [
        ("d1", 1, None),
        ("d2", 2, None),
        ("d3", 3, 0.55),
    ]
    notice = next(notice for notice in report.notices if notice.code == "non_finite")
    assert (notice.n, notice.lines) == (3, (1,))
    row = rows(store, select(current_traces).where(current_traces.c.request_id == "q-1"))[0]
    assert row.prompt_tokens is None
    assert row.answer.startswith("NaN means")


def test_imp06_ids_are_kept_character_by_character(store: Store, cases: Path) -> None:
    report = import_traces(store, cases / "imp-06-id-typing" / "traces.jsonl")
    assert report.n_new == 7
    ids = {row[0] for row in rows(store, select(current_traces.c.request_id))}
    assert ids == {"007", "7", "12345678901234567890", "1e5", "3.10", "TRUE", "00-12"}
    assert [row.doc_id for row in listed(store, "007")] == ["0012", "12"]


@pytest.mark.parametrize("literal", ["1e5", "3.10", "123456789012345678901234567890", "0.0", "-7"])
def test_a_number_as_id_keeps_its_spelling(store: Store, file: Any, literal: str) -> None:
    text = line().replace('"q-1"', literal).replace('"d1"', literal)
    assert import_traces(store, file(text)).is_imported
    assert rows(store, select(current_traces.c.request_id))[0][0] == literal
    assert listed(store, literal)[0].doc_id == literal
    assert listed(store, literal, 2)[0].doc_id == literal


def test_imp10_native_ties_keep_the_order_of_the_file(store: Store, file: Any) -> None:
    tied = [{"doc_id": d, "score": 1.0} for d in ("d2", "d1", "d3")]
    rising = [{"doc_id": d, "rank": r, "score": s} for d, r, s in (("d8", 1, 0.2), ("d9", 2, 0.9))]
    from_zero = [{"doc_id": d, "rank": r} for r, d in enumerate(("d4", "d6", "d5"))]
    path = file(
        line("q-1", candidates=tied),
        line("q-2", candidates=rising),
        line("q-3", candidates=from_zero),
    )
    report = import_traces(store, path)
    assert [row.doc_id for row in listed(store, "q-1")] == ["d2", "d1", "d3"]
    assert [row.doc_id for row in listed(store, "q-2")] == ["d8", "d9"]
    ranked = [(row.doc_id, row.rank) for row in listed(store, "q-3")]
    assert ranked == [("d4", 1), ("d6", 2), ("d5", 3)]
    assert codes(report) == {"rank_against_score": 1, "ranks_from_zero": 1}


def test_imp10_a_run_file_adds_candidates_in_logged_order(store: Store, cases: Path) -> None:
    folder = cases / "imp-10-run-ties-and-rank"
    import_traces(store, folder / "traces.jsonl")
    report = import_traces(store, folder / "run.txt")
    assert report.n_changed == 3
    assert [row.doc_id for row in listed(store, "q-1")] == ["d2", "d1", "d3"]
    assert [row.doc_id for row in listed(store, "q-2")] == ["d8", "d9"]
    assert [(row.doc_id, row.rank) for row in listed(store, "q-3")][2] == ("d5", 3)
    assert codes(report)["rank_against_score"] == 1
    again = import_traces(store, folder / "run.txt")
    assert (again.n_changed, again.n_unchanged) == (0, 3)
    assert [row.doc_id for row in listed(store, "q-1")] == ["d2", "d1", "d3"]


def test_imp10_renamed_ids_keep_the_same_order(store: Store, cases: Path) -> None:
    folder = cases / "imp-10-run-ties-and-rank"
    import_traces(store, folder / "traces.jsonl")
    import_traces(store, folder / "run_renamed.txt")
    assert [row.doc_id for row in listed(store, "q-1")] == ["a2", "x1", "m3"]
    judged = rows(store, select(func.count()).select_from(current_judge_verdicts))
    assert judged[0][0] == 6
    assert rows(store, select(func.count()).select_from(current_gold))[0][0] == 3


SHAPES = (
    "no_final_newline.jsonl",
    "blank_lines.jsonl",
    "array.json",
    "array_one_line.jsonl",
    "pretty_objects.jsonl",
)


@pytest.mark.parametrize("name", SHAPES)
def test_imp17_every_shape_gives_three_traces(store: Store, cases: Path, name: str) -> None:
    report = import_traces(store, cases / "imp-17-array-and-last-line" / name)
    assert (report.n_new, report.n_rejected, n_traces(store)) == (3, 0, 3)


def test_imp17_all_shapes_after_one_another_stay_three(store: Store, cases: Path) -> None:
    for name in SHAPES:
        import_traces(store, cases / "imp-17-array-and-last-line" / name)
    assert n_traces(store) == 3


def test_lab05_the_same_file_in_any_order_changes_nothing(store: Store, cases: Path) -> None:
    folder = cases / "lab-05-reimport-keeps-labels"
    import_traces(store, folder / "traces.jsonl")
    for name in ("traces.jsonl", "traces_reordered.jsonl"):
        report = import_traces(store, folder / name)
        assert (report.n_new, report.n_changed, report.n_unchanged) == (0, 0, 3)
        assert n_traces(store) == 3
    assert len(rows(store, select(trace_table.c.trace_id))) == 3
    assert len(rows(store, select(current_judge_verdicts.c.trace_id))) == 3
    assert len(rows(store, select(current_gold.c.query_id))) == 3


def test_lab05_changed_content_is_a_new_version_and_said(store: Store, cases: Path) -> None:
    folder = cases / "lab-05-reimport-keeps-labels"
    import_traces(store, folder / "traces.jsonl")
    report = import_traces(store, folder / "traces_changed.jsonl")
    assert (report.n_new, report.n_changed, report.n_unchanged) == (0, 1, 2)
    assert codes(report)["changed"] == 1
    assert any(notice.message.endswith("stay with the old: q-2") for notice in report.notices)
    versions = rows(
        store,
        select(trace_table.c.version, trace_table.c.answer)
        .where(trace_table.c.request_id == "q-2")
        .order_by(trace_table.c.version),
    )
    assert [row.answer for row in versions] == ["At any lit dock.", "Only at the main station."]
    assert n_traces(store) == 3


def test_stat10_a_missing_version_is_a_judge_of_its_own(store: Store, cases: Path) -> None:
    report = import_traces(store, cases / "stat-10-judge-version-mix" / "target_traces.jsonl")
    assert {word.judge for word in report.judge_words} == {"owl@", "owl@1", "owl@2"}
    assert sum(word.n for word in report.judge_words if word.judge == "owl@") == 2


def test_rag10_repeats_stay_in_the_list(store: Store, cases: Path) -> None:
    import_traces(store, cases / "rag-10-passage-retrieved-twice" / "traces.jsonl")
    assert [row.doc_id for row in listed(store, "q-2")] == ["A", "A", "A"]
    gold = rows(
        store,
        select(current_traces.c.request_id, current_gold.c.sets).join(
            current_gold, current_gold.c.query_id == current_traces.c.query_id
        ),
    )
    assert dict(tuple(row) for row in gold)["q-1"] == [["A", "B"]]


def test_rag12_an_empty_list_is_kept_apart_from_an_absent_one(store: Store, cases: Path) -> None:
    import_traces(store, cases / "rag-12-nothing-retrieved" / "traces.jsonl")
    found = rows(store, select(current_traces.c.request_id, current_traces.c.has_candidates))
    assert dict(tuple(row) for row in found) == {
        "q-1": True,
        "q-2": True,
        "q-3": False,
        "q-4": True,
    }
    assert listed(store, "q-1") == []


def test_exp01_texts_are_stored_as_they_are(store: Store, cases: Path) -> None:
    import_traces(store, cases / "exp-01-formula-injection" / "traces.jsonl")
    row = rows(store, select(current_traces).where(current_traces.c.request_id == "q-1"))[0]
    assert row.query == "=1+1 what is this?"
    assert [r.doc_id for r in listed(store, "q-1")] == ["d1", "=d2"]


def test_app05_the_log_has_one_row_an_import(store: Store, cases: Path) -> None:
    path = cases / "app-05-upload-runs-once" / "traces.jsonl"
    import_traces(store, path)
    import_traces(store, path)
    log = rows(store, select(imports.c.file_name, imports.c.status, imports.c.n_new))
    assert [tuple(row) for row in log] == [
        ("traces.jsonl", "done", 3),
        ("traces.jsonl", "done", 0),
    ]


def test_the_same_id_with_different_content_names_both_lines(store: Store, file: Any) -> None:
    report = import_traces(store, file(line("q-1"), line("q-2"), line("q-1", answer="No.")))
    assert not report.is_imported
    assert report.problems[0].line == 3
    assert "line 1" in report.problems[0].message


def test_identical_lines_are_taken_once(store: Store, file: Any) -> None:
    report = import_traces(store, file(line(), line()))
    assert (report.n_new, codes(report)) == (1, {"identical_lines": 1})


def test_one_line_a_judge_adds_the_second_judge(store: Store, file: Any) -> None:
    other = {"name": "owl", "version": "2", "verdict": "fail"}
    report = import_traces(store, file(line(), line(judge=other)))
    assert (report.n_new, n_traces(store)) == (1, 1)
    assert len(rows(store, select(current_judge_verdicts.c.judge_id))) == 2


def test_a_later_verdict_of_the_same_judge_replaces_the_first(store: Store, file: Any) -> None:
    import_traces(store, file(line()))
    judge = {"name": "owl", "version": "1", "verdict": "fail"}
    report = import_traces(store, file(line(judge=judge)))
    assert (report.n_changed, report.n_unchanged, codes(report)["verdicts_changed"]) == (0, 1, 1)
    assert [row[0] for row in rows(store, select(current_judge_verdicts.c.verdict))] == ["fail"]


def test_the_same_id_in_two_runs_is_two_traces(store: Store, file: Any) -> None:
    report = import_traces(store, file(line(run="a"), line(run="b"), line()), run="c")
    assert (report.n_new, report.run) == (3, None)
    said = next(str(notice) for notice in report.notices if notice.code == "own_run_kept")
    assert said.startswith("2 traces name a run of their own and were kept in it (a, b), not in c")


def test_new_details_keep_the_trace_and_are_stored(store: Store, file: Any) -> None:
    import_traces(store, file(line(model="small", signals={"thumbs": 1})))
    report = import_traces(store, file(line(model="large", signals={"thumbs": -1})))
    assert (report.n_unchanged, codes(report)["details"]) == (1, 1)
    assert [row[0] for row in rows(store, select(trace_table.c.model))] == ["large"]
    again = import_traces(store, file(line(model="large", signals={"thumbs": -1})))
    assert codes(again) == {}


def test_the_last_gold_of_a_question_counts_and_stays(store: Store, file: Any) -> None:
    path = file(
        line("q-1", question_id="s", gold_passages=["d1"]),
        line("q-2", question_id="s", gold_passages=["d2"]),
        line("q-3", question_id="s"),
    )
    assert codes(import_traces(store, path))["conflicting_gold"] == 1
    assert [row[0] for row in rows(store, select(current_gold.c.sets))] == [[["d2"]]]
    import_traces(store, path)
    assert len(rows(store, select(current_gold.c.gold_version_id))) == 1


def test_gold_absent_later_stays_known(store: Store, file: Any) -> None:
    import_traces(store, file(line(gold_passages=[])))
    import_traces(store, file(line()))
    assert [row[0] for row in rows(store, select(current_gold.c.sets))] == [[]]


def test_half_surrogates_and_nul_are_shown_replaced_and_kept_raw(store: Store, file: Any) -> None:
    text = line().replace("Until 03:00.", "half \\ud800 and \\u0000 nul")
    report = import_traces(store, file(text))
    assert codes(report)["replaced_characters"] == 4
    row = rows(store, select(current_traces))[0]
    assert row.answer == "half \ufffd and \ufffd nul"
    assert "\\ud800" in row.raw


def test_a_line_separator_inside_text_is_no_line_end(store: Store, file: Any) -> None:
    text = line(answer="one\u2028two\u0085three", extra_note="x")
    assert "\\u2028" in text
    report = import_traces(store, file(json.dumps(json.loads(text), ensure_ascii=False)))
    assert (report.n_read, report.n_new) == (1, 1)
    assert rows(store, select(current_traces.c.answer))[0][0] == "one\u2028two\u0085three"


def test_deep_nesting_and_huge_numbers_are_no_tracebacks(store: Store, file: Any) -> None:
    deep = line().replace('"q-1"', '"q-2"')[:-1] + ', "x": ' + "[" * 5000 + "]" * 5000 + "}"
    huge = line("q-3", prompt_tokens=1).replace(
        '"prompt_tokens": 1', '"prompt_tokens": ' + "9" * 5000
    )
    long_id = line().replace('"q-1"', "9" * 5000)
    report = import_traces(store, file(line(), deep, huge, long_id))
    assert [problem.line for problem in report.problems] == [2, 4]
    assert "nested" in report.problems[0].message


def test_ids_longer_than_an_index_holds_are_named(store: Store, file: Any) -> None:
    long = "x" * 501
    path = file(line(long), line("a", candidates=[long]), line("b", gold_passages=[[long]]))
    report = import_traces(store, path)
    assert [problem.line for problem in report.problems if problem.line] == [1, 2, 3]


def test_unknown_fields_are_kept_with_all_digits(store: Store, file: Any) -> None:
    text = line()[:-1] + ', "tenant": 98765432109876543210, "tags": ["a"]}'
    report = import_traces(store, file(text))
    assert codes(report) == {"unknown_field:tenant": 1, "unknown_field:tags": 1}
    assert rows(store, select(current_traces.c.extra))[0][0] == {
        "tenant": 98765432109876543210,
        "tags": ["a"],
    }


def test_expected_claims_are_kept_and_not_called_unknown(store: Store, file: Any) -> None:
    report = import_traces(store, file(line()[:-1] + ', "expected_claims": ["Until 3."]}'))
    assert codes(report) == {}
    assert rows(store, select(current_traces.c.extra))[0][0] == {"expected_claims": ["Until 3."]}


def test_a_repeated_name_takes_the_last_and_says_so(store: Store, file: Any) -> None:
    report = import_traces(store, file('{"request_id": "a", "query": "x", "request_id": "b"}'))
    assert codes(report) == {"repeated_keys": 1}
    assert rows(store, select(current_traces.c.request_id))[0][0] == "b"


def test_gzip_crlf_and_question_alias_are_read(store: Store, tmp_path: Path) -> None:
    record = {"request_id": "a", "question": "Why?", "candidates": ["d1", 2], "truncated": "true"}
    path = tmp_path / "traces.jsonl.gz"
    path.write_bytes(gzip.compress((json.dumps(record) + "\r\n\r\n").encode()))
    report = import_traces(store, path)
    assert set(codes(report)) == {"query_from_question", "truths_from_text"}
    row = rows(store, select(current_traces))[0]
    assert (row.query, row.is_truncated) == ("Why?", True)
    assert [tuple(hit) for hit in listed(store, "a")] == [("d1", 1, None), ("2", 2, None)]


def test_a_damaged_gzip_file_is_refused(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "traces.jsonl.gz"
    path.write_bytes(gzip.compress((line() + "\n").encode() * 3)[:-12])
    report = import_traces(store, path)
    assert not report.is_imported
    assert "gzip" in report.problems[0].message


def test_prompt_passages_are_found_by_their_text(store: Store, file: Any) -> None:
    given = [{"doc_id": "d1", "text": "Alpha text."}, {"doc_id": "d2", "text": "Beta text."}]
    prompt = "Context:\nBeta text.\n\nQuestion: x"
    report = import_traces(
        store, file(line(candidates=given, prompt_passages=None, prompt_text=prompt))
    )
    assert codes(report) == {"prompt_matched": 1}
    assert [hit.doc_id for hit in listed(store, "q-1", 2)] == ["d2"]


def test_a_score_without_verdict_needs_a_threshold(store: Store, file: Any) -> None:
    graded = {"name": "owl", "version": "1", "score": 0.4}
    report = import_traces(store, file(line(judge=graded)))
    assert "threshold" in report.problems[0].message
    report = import_traces(store, file(line(judge=graded | {"threshold": 0.5})))
    assert codes(report) == {"score_thresholds": 1}
    row = rows(store, select(current_judge_verdicts))[0]
    assert (row.verdict, row.score, row.threshold) == ("fail", 0.4, 0.5)


@pytest.mark.parametrize(
    ("fields", "name"),
    [
        ({"query": ""}, "query"),
        ({"query": None}, "query"),
        ({"query": {"text": "x"}}, "query"),
        ({"request_id": True}, "request_id"),
        ({"candidates": "d1"}, "candidates"),
        ({"candidates": [None]}, "candidates[0]"),
        ({"candidates": [{"doc_id": "d1", "score": "high"}]}, "candidates[0].score"),
        ({"candidates": [{"score": 1.0}]}, "candidates[0]"),
        ({"gold_passages": "d1"}, "gold_passages"),
        ({"gold_passages": [[]]}, "gold_passages"),
        ({"prompt_tokens": 1.5}, "prompt_tokens"),
        ({"truncated": "perhaps"}, "truncated"),
        ({"judge": "pass"}, "judge"),
        ({"signals": [1]}, "signals"),
    ],
)
def test_a_field_of_the_wrong_kind_is_named(
    sqlite_store: Store, file: Any, fields: dict[str, object], name: str
) -> None:
    report = import_traces(sqlite_store, file(line("q-0"), line(**fields)))  # type: ignore[arg-type]
    assert [(problem.line, problem.field) for problem in report.problems] == [(2, name)]
    assert n_traces(sqlite_store) == 0


def test_an_empty_file_is_refused(sqlite_store: Store, file: Any) -> None:
    report = import_traces(sqlite_store, file(""))
    assert not report.is_imported
    assert report.problems


def test_records_that_cannot_be_read_are_all_counted_however_many(tmp_path: Path) -> None:
    span = {
        "context": {"trace_id": "t-1", "span_id": "s-1"},
        "parent_id": None,
        "attributes": {"openinference.span.kind": "CHAIN", "input.value": "q"},
    }
    path = tmp_path / "spans.jsonl"
    n_torn = N_PROBLEMS_KEPT + 20
    path.write_text("\n".join([json.dumps(span), *["{torn"] * n_torn]), encoding="utf-8")
    findings, source = Findings(), find_tool(path, "traces")
    assert source is not None
    found = [numbered.trace for numbered in tool_traces(source, None, findings)]
    assert found.count(None) == findings.n_problems == n_torn
    assert len(found) == n_torn + 1


def test_a_text_is_stored_once_however_often_it_was_retrieved(store: Store, file: Any) -> None:
    import_traces(store, file(*(line(f"q-{number}") for number in range(450))))
    assert rows(store, select(func.count()).select_from(passages))[0][0] == 1
    assert n_traces(store) == 450


def test_progress_reaches_the_end_and_never_goes_back(store: Store, file: Any) -> None:
    seen: list[tuple[int, int]] = []
    path = file(*(line(f"q-{number}") for number in range(700)))
    import_traces(store, path, progress=lambda done, total: seen.append((done, total)))
    assert seen == sorted(seen)
    assert seen[-1][0] == seen[-1][1] == path.stat().st_size
