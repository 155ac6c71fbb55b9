"""OpenInference spans in the encodings that tools write them in, of traces that were made up.

Phoenix's REST list, the console exporter's text, and a data frame of spans as JSON lines, CSV
or parquet: one span a row everywhere, lists flattened to numbered keys or held as lists.
"""

import csv
import io
import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from workbench.formats.tools.made_steps import MadeStep, MadeTrace

KINDS = {"other": "CHAIN", "retriever": "RETRIEVER", "reranker": "RERANKER", "llm": "LLM"}
DOCUMENTS = {"retriever": "retrieval.documents", "reranker": "reranker.output_documents"}


class _Span(NamedTuple):
    trace_id: str
    step: MadeStep

    @property
    def lists(self) -> dict[str, list[dict[str, object]]]:
        """Documents and messages, as a data frame holds them."""
        step = self.step
        held: dict[str, list[dict[str, object]]] = {}
        if step.kind in DOCUMENTS:
            held[DOCUMENTS[step.kind]] = [
                {
                    "document.id": document.doc_id,
                    "document.content": document.text,
                    "document.score": document.score,
                }
                for document in step.documents
            ]
        if step.prompt is not None:
            held["llm.input_messages"] = [{"message.role": "user", "message.content": step.prompt}]
        if step.kind == "llm" and step.answer is not None:
            held["llm.output_messages"] = [
                {"message.role": "assistant", "message.content": step.answer}
            ]
        return held

    @property
    def plain(self) -> dict[str, object]:
        """Attributes that are no lists."""
        step = self.step
        said: dict[str, object] = {
            "input.value": json.dumps({"query": step.asked}, ensure_ascii=False),
            "input.mime_type": "application/json",
            "output.value": step.answer,
            "llm.model_name": step.model,
            "llm.token_count.prompt": step.prompt_tokens,
        }
        return {name: value for name, value in said.items() if value is not None}

    @property
    def flat(self) -> dict[str, object]:
        """Every attribute under its numbered name."""
        flat = self.plain
        for name, items in self.lists.items():
            for at, item in enumerate(items):
                for key, value in item.items():
                    if value is not None:
                        flat[f"{name}.{at}.{key}"] = value
        return flat


def _spans(traces: Iterable[MadeTrace]) -> Iterator[_Span]:
    for trace in traces:
        for step in trace.steps:
            yield _Span(trace.trace_id, step)


def rest_spans(traces: Iterable[MadeTrace]) -> bytes:
    """Give the spans as Phoenix's REST interface lists them, the newest first."""
    rows: list[dict[str, object]] = [
        {
            "name": span.step.name,
            "context": {"trace_id": span.trace_id, "span_id": span.step.span_id},
            "span_kind": KINDS[span.step.kind],
            "parent_id": span.step.parent_id,
            "start_time": span.step.start.isoformat(),
            "end_time": span.step.end.isoformat(),
            "status_code": "ERROR" if span.step.error else "OK",
            "status_message": span.step.error or "",
            "attributes": span.flat,
            "events": [],
        }
        for span in _spans(traces)
    ]
    return (json.dumps(rows[::-1], ensure_ascii=False, indent=1) + "\n").encode("utf-8")


def console_spans(traces: Iterable[MadeTrace]) -> bytes:
    """Give the spans as OpenTelemetry's console exporter prints them: objects, one after another.

    Steps end, and are printed, before the step around them.
    """
    parts = []
    for trace in traces:
        for step in (*trace.steps[1:], trace.root):
            span = _Span(trace.trace_id, step)
            status = {"status_code": "ERROR" if step.error else "OK"}
            value: dict[str, object] = {
                "name": step.name,
                "context": {
                    "trace_id": f"0x{span.trace_id}",
                    "span_id": f"0x{step.span_id}",
                    "trace_state": "[]",
                },
                "kind": "SpanKind.INTERNAL",
                "parent_id": None if step.parent_id is None else f"0x{step.parent_id}",
                "start_time": _zulu(step.start),
                "end_time": _zulu(step.end),
                "status": status | ({"description": step.error} if step.error else {}),
                "attributes": span.flat | {"openinference.span.kind": KINDS[step.kind]},
                "events": [],
                "links": [],
                "resource": {"attributes": {"service.name": "ladder-and-wren"}, "schema_url": ""},
            }
            parts.append(json.dumps(value, indent=4))
    return ("\n".join(parts) + "\n").encode("utf-8")


def _zulu(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def _rows(traces: Iterable[MadeTrace]) -> list[dict[str, object]]:
    return [
        {
            "name": span.step.name,
            "span_kind": KINDS[span.step.kind],
            "parent_id": span.step.parent_id,
            "start_time": span.step.start,
            "end_time": span.step.end,
            "status_code": "ERROR" if span.step.error else "OK",
            "status_message": span.step.error or "",
            "context.span_id": span.step.span_id,
            "context.trace_id": span.trace_id,
            **{f"attributes.{name}": value for name, value in (span.plain | span.lists).items()},
        }
        for span in _spans(traces)
    ]


def _columns(rows: Sequence[dict[str, object]]) -> list[str]:
    return list(dict.fromkeys(name for row in rows for name in row))


def frame_lines(traces: Iterable[MadeTrace]) -> bytes:
    """Give the data frame of spans as JSON lines: every column on every line, times in ms."""
    rows = _rows(traces)
    columns = _columns(rows)
    lines = []
    for row in rows:
        values = {name: _milliseconds(row.get(name)) for name in columns}
        lines.append(json.dumps(values, ensure_ascii=False) + "\n")
    return "".join(lines).encode("utf-8")


def _milliseconds(value: object) -> object:
    return round(value.timestamp() * 1000) if isinstance(value, datetime) else value


def frame_csv(traces: Iterable[MadeTrace]) -> bytes:
    """Give the data frame of spans as CSV, lists the way Python prints them."""
    rows = _rows(traces)
    columns = _columns(rows)
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["", *columns])
    for number, row in enumerate(rows):
        writer.writerow([number, *(_printed(row.get(name)) for name in columns)])
    return out.getvalue().encode("utf-8")


def _printed(value: object) -> str:
    return "" if value is None else str(value)


def frame_parquet(traces: Iterable[MadeTrace]) -> bytes:
    """Give the data frame of spans as parquet, lists as lists of records."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    rows = _rows(traces)
    columns = _columns(rows)
    table = pa.table({name: pa.array([row.get(name) for row in rows]) for name in columns})
    out = io.BytesIO()
    pq.write_table(table, out)
    return out.getvalue()
