"""A file says what it is before anything is written."""

import json
from pathlib import Path
from typing import Any

import pytest

from db.store import Store
from workbench.services.importing.column_mappings import read_mappings, save_mapping
from workbench.services.importing.preview_file import preview_file


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("imp-06-id-typing/traces.jsonl", "traces"),
        ("imp-06-id-typing/verdicts.csv", "human"),
        ("imp-02-bom-crlf-encodings/verdicts_utf16.csv", "human"),
        ("imp-02-bom-crlf-encodings/verdicts_semicolon.csv", "human"),
        ("imp-08-qrels-shapes/qrels_3col_header.tsv", "gold"),
        ("imp-08-qrels-shapes/qrels_4col_q0_manyspaces.txt", "gold"),
        ("imp-10-run-ties-and-rank/run.txt", "traces"),
        ("imp-17-array-and-last-line/array.json", "traces"),
        ("exp-07-percent-or-fraction/calibration_counts.json", "counts"),
    ],
)
def test_the_kind_is_told_from_the_content(cases: Path, path: str, kind: str) -> None:
    preview = preview_file(cases / path)
    assert (preview.kind, preview.problems) == (kind, ())
    assert preview.format


@pytest.mark.parametrize(
    ("record", "kind"),
    [
        ({"request_id": "q", "judge": {"name": "owl", "verdict": "pass"}}, "judge"),
        ({"question_id": "q", "gold_passages": []}, "gold"),
        ({"doc_id": "d", "text": "t"}, "corpus"),
        ({"request_id": "q", "annotator": "a", "verdict": "ok"}, "human"),
    ],
)
def test_json_lines_are_told_apart(tmp_path: Path, record: dict[str, Any], kind: str) -> None:
    path = tmp_path / "f.jsonl"
    path.write_text(json.dumps(record) + "\n")
    assert preview_file(path).kind == kind


def test_stages_that_the_ids_decide_are_named(cases: Path) -> None:
    preview = preview_file(cases / "rag-12-nothing-retrieved" / "traces.jsonl")
    decidable = ("coverage", "retrieval", "reranking", "packing", "generation")
    assert preview.decidable == decidable
    assert preview.missing == ("rewriting", "embedding")
    assert (preview.n_records_sampled, preview.is_complete) == (4, True)
    assert len(preview.rows) == 3
    assert sum(word.n for word in preview.judge_words) == 4


def test_problems_are_shown_and_no_error_is_raised(cases: Path, tmp_path: Path) -> None:
    broken = preview_file(cases / "imp-01-bad-lines" / "traces.jsonl")
    assert [problem.line for problem in broken.problems] == [2, 4, 5]
    encoded = preview_file(cases / "imp-02-bom-crlf-encodings" / "verdicts_cp1252.csv")
    assert "UTF-8" in encoded.problems[0].message
    assert preview_file(tmp_path / "absent.jsonl").problems
    empty = tmp_path / "empty.csv"
    empty.write_bytes(b"")
    assert preview_file(empty).problems


def test_a_foreign_table_offers_a_mapping_and_reads_with_it(real_data: Path) -> None:
    path = real_data / "openqa-nq301" / "NQ301_gpt-4.tsv"
    bare = preview_file(path)
    assert bare.suggested_mapping == {
        "request_id": "id",
        "query": "Question",
        "answer": "Model answer",
    }
    assert "map the columns" in bare.problems[0].message
    mapping = {"request_id": ["id", "Model answer"], "query": "Question", "answer": "Model answer"}
    assert preview_file(path, mapping=mapping).problems == ()


def test_every_real_file_is_previewed_without_a_traceback(real_data: Path) -> None:
    paths = [path for path in real_data.rglob("*") if path.is_file() and path.suffix != ".md"]
    assert len(paths) > 40
    for path in paths:
        assert preview_file(path).kind


def test_a_saved_mapping_is_offered_where_it_fits(store: Store) -> None:
    save_mapping(store, "nq", "traces", {"query": "Question", "request_id": ["id", "Answer"]})
    save_mapping(store, "nq", "traces", {"query": "Question", "request_id": ["id", "Reply"]})
    assert read_mappings(store) == {"nq": {"query": "Question", "request_id": ["id", "Reply"]}}
    assert read_mappings(store, ["id", "Question", "Reply"]).keys() == {"nq"}
    assert read_mappings(store, ["id", "Question"]) == {}
