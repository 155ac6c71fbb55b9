"""Spans of OpenInference and OpenTelemetry in every encoding that people export."""

import csv
import json
from pathlib import Path

import pandas as pd
import pytest
from sqlalchemy import select

from db.models import current_traces
from db.store import Store
from tests.formats.tool_files import read_tool_file, read_traces
from workbench.formats.tools.python_repr import structured
from workbench.formats.trace_jsonl import TraceLine
from workbench.services.importing.import_traces import import_traces
from workbench.services.triage.triage_traces import triage_traces

ENCODINGS = ("otel_console_spans.json", "phoenix_spans_rest.json", "phoenix_spans.jsonl")


def frame_rows(real_data: Path) -> list[dict[str, object]]:
    lines = (real_data / "exporters/phoenix_spans.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def by_id(traces: list[TraceLine]) -> dict[str, TraceLine]:
    return {trace.request_id: trace for trace in traces}


def test_the_same_spans_in_three_encodings_give_the_same_traces(real_data: Path) -> None:
    read = [by_id(read_traces(real_data / "exporters" / name)[0]) for name in ENCODINGS]
    assert len(read[0]) == 4
    assert read[0] == read[1] == read[2]


def test_spans_give_ten_retrieved_four_reranked_and_three_in_the_prompt(real_data: Path) -> None:
    traces, codes = read_traces(real_data / "exporters/otel_console_spans.json")
    for trace in traces:
        assert trace.candidates is not None
        assert trace.reranked is not None
        assert trace.prompt is not None
        lengths = [len(x.ranks) for x in (trace.candidates, trace.reranked, trace.prompt)]
        assert lengths == [10, 4, 3]
        assert trace.prompt.doc_ids == trace.reranked.doc_ids[:3]
        assert trace.answer
        assert trace.model == "echo-0"
    assert codes["prompt_matched"] == 12


def test_a_data_frame_written_as_csv_gives_the_same_traces(real_data: Path, tmp_path: Path) -> None:
    rows = frame_rows(real_data)
    path = tmp_path / "spans.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, fieldnames=list(rows[0]))
        writer.writeheader()
        for row in rows:
            # Lists and objects the way Python prints them, nothing as an empty cell.
            writer.writerow({n: "" if v is None else repr(v) if isinstance(v, list | dict) else v
                             for n, v in row.items()})  # fmt: skip
    expected = by_id(read_traces(real_data / "exporters/phoenix_spans.jsonl")[0])
    assert by_id(read_traces(path)[0]) == expected


def test_a_data_frame_written_as_parquet_gives_the_same_traces(
    real_data: Path, tmp_path: Path
) -> None:
    path = tmp_path / "spans.parquet"
    frame = pd.DataFrame(frame_rows(real_data))
    frame["start_time"] = pd.to_datetime(frame["start_time"], unit="ms", utc=True)
    frame.drop(columns=["events"]).to_parquet(path)
    expected = by_id(read_traces(real_data / "exporters/phoenix_spans.jsonl")[0])
    assert by_id(read_traces(path)[0]) == expected


def test_otlp_pairs_give_the_same_traces(real_data: Path, tmp_path: Path) -> None:
    spans = json.loads((real_data / "exporters/phoenix_spans_rest.json").read_text("utf-8"))
    listed = [
        {
            "traceId": span["context"]["trace_id"],
            "spanId": span["context"]["span_id"],
            "parentSpanId": span["parent_id"] or "",
            "startTimeUnixNano": str(pd.Timestamp(span["start_time"]).value),
            "status": {},
            "attributes": [
                {"key": "openinference.span.kind", "value": {"stringValue": span["span_kind"]}},
                *({"key": name, "value": _pair(v)} for name, v in span["attributes"].items()),
            ],
        }
        for span in spans
    ]
    path = tmp_path / "otlp.json"
    path.write_text(json.dumps({"resourceSpans": [{"scopeSpans": [{"spans": listed}]}]}))
    expected = by_id(read_traces(real_data / "exporters/phoenix_spans_rest.json")[0])
    assert by_id(read_traces(path)[0]) == expected


def _pair(value: object) -> dict[str, object]:
    if isinstance(value, list):
        return {"arrayValue": {"values": [_pair(item) for item in value]}}
    if isinstance(value, int):
        return {"intValue": str(value)}
    return {"doubleValue": value} if isinstance(value, float) else {"stringValue": value}


def test_flattened_documents_come_in_numeric_order(cases: Path) -> None:
    traces, codes = read_traces(cases / "imp-12-flattened-spans/spans.jsonl")
    first, second = traces
    assert first.candidates is not None
    doc_ids = [None if n == 4 else f"d{n}" for n in range(12)]
    assert first.candidates.doc_ids == doc_ids
    assert first.candidates.ranks == list(range(1, 13))
    assert first.candidates.texts[4] == "Passage text number 4."
    assert [first.candidates.scores[n] for n in (7, 8)] == [None, None]
    assert first.answer == "Until 03:00."
    assert second.candidates is None
    assert codes["unreadable_retrieval"] == 1


def test_attributes_without_ids_are_refused_with_the_reason(real_data: Path) -> None:
    for path in (real_data / "openinference").glob("*.json"):
        _, held, _ = read_tool_file(path)
        assert held.refusal is not None
        assert "trace_id" in held.refusal


@pytest.mark.parametrize("cell", ["[" * 5_000, "{'a': __import__('os')}", "[1, nan, -inf]"])
def test_printed_cells_are_never_run(cell: str) -> None:
    read = structured(cell)
    assert read == cell or read == [1, None, None]


def test_an_unreadable_retrieval_is_unknown_in_the_store(sqlite_store: Store, cases: Path) -> None:
    report = import_traces(sqlite_store, cases / "imp-12-flattened-spans/spans.jsonl")
    assert (report.n_read, report.n_new, report.problems) == (2, 2, ())
    assert {notice.code: notice.n for notice in report.notices}["unreadable_retrieval"] == 1
    with sqlite_store.reading() as connection:
        trace = current_traces.c
        held = connection.execute(select(trace.request_id, trace.has_candidates))
        assert {row.request_id: bool(row.has_candidates) for row in held} == {
            "t-1": True, "t-2": False,
        }  # fmt: skip
    result = triage_traces(sqlite_store, "default")
    misses = [bucket.n for bucket in result.buckets if bucket.bucket == "retrieval_miss"]
    assert misses == [0]
