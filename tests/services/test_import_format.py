"""A format that a person names is the one that is read, or the file is refused."""

import json
from pathlib import Path

import pytest

from db.store import Store
from workbench.cli.import_commands import TraceFormat
from workbench.resources import sample_data
from workbench.services.importing.forced_format import TRACE_FORMATS
from workbench.services.importing.import_traces import import_traces

EXPORTS = sample_data() / "exports"


def test_the_command_and_the_service_know_the_same_formats() -> None:
    assert tuple(word.value for word in TraceFormat) == ("auto", *TRACE_FORMATS)


@pytest.mark.parametrize(
    ("name", "format"),
    [
        ("openinference-frame.csv", "openinference"),
        ("langfuse.jsonl", "langfuse"),
        ("langsmith.jsonl", "langsmith"),
        ("mlflow.jsonl", "mlflow"),
        ("promptfoo.json", "promptfoo"),
        ("ragas.csv", "ragas"),
    ],
)
def test_a_named_format_reads_its_file(sqlite_store: Store, name: str, format: str) -> None:
    report = import_traces(sqlite_store, EXPORTS / name, format=format)
    assert report.n_new == 20, report.problems


@pytest.mark.parametrize(
    ("name", "format", "found"),
    [
        ("langfuse.jsonl", "mlflow", "it looks like Langfuse traces"),
        ("openinference-frame.csv", "native", "it looks like OpenInference spans"),
        ("mlflow.jsonl", "table", "it looks like MLflow traces"),
        ("ragas.csv", "trec-run", "it looks like Ragas data set"),
        ("../traces.jsonl", "langsmith", "it looks like JSON lines with request_id, question_id"),
        ("../truth.csv", "langfuse", "it looks like CSV with request_id, is_wrong"),
    ],
)
def test_a_format_that_does_not_fit_is_refused_with_what_was_found(
    sqlite_store: Store, name: str, format: str, found: str
) -> None:
    report = import_traces(sqlite_store, EXPORTS / name, format=format)
    assert (report.is_imported, len(report.problems)) == (False, 1)
    assert found in str(report.problems[0])


def test_native_lines_that_look_like_a_tool_s_are_read_as_native(
    sqlite_store: Store, tmp_path: Path
) -> None:
    path = tmp_path / "both.jsonl"
    both = {"query": "?", "user_input": "!", "response": "a", "retrieved_contexts": ["t"]}
    path.write_text(json.dumps(both) + "\n", encoding="utf-8")
    as_found = import_traces(sqlite_store, path)
    assert as_found.notices[0].code == "recognised"
    as_native = import_traces(sqlite_store, path, format="native")
    assert "request_id" in str(as_native.problems[-1])


def test_a_table_is_read_through_its_mapping(sqlite_store: Store, tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("user_input,response\nwho?,me\n", encoding="utf-8")
    mapping = {"request_id": "user_input", "query": "user_input", "answer": "response"}
    assert import_traces(sqlite_store, path, format="table", mapping=mapping).n_new == 1


def test_an_unknown_format_names_the_known_ones(sqlite_store: Store) -> None:
    report = import_traces(sqlite_store, EXPORTS / "ragas.csv", format="ragass")
    assert "Known: auto, native, table, trec-run, openinference" in str(report.problems[0])
