"""Traces that were made up in the forms of Langfuse, LangSmith, MLflow and promptfoo."""

import base64
import json
import uuid
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta

from workbench.formats.tools.made_steps import MadeStep, MadeTrace
from workbench.formats.tools.tool_file import list_of, object_of

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def _lines(values: Iterable[object]) -> bytes:
    return "".join(json.dumps(value, ensure_ascii=False) + "\n" for value in values).encode("utf-8")


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _zulu(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _messages(step: MadeStep) -> list[dict[str, object]]:
    return [{"role": "user", "content": step.prompt}]


def langfuse_traces(traces: Iterable[MadeTrace]) -> bytes:
    """Give one trace a line with its observations, inputs and outputs as JSON texts."""
    kinds = {"retriever": "RETRIEVER", "reranker": "SPAN", "llm": "GENERATION"}
    return _lines(
        {
            "id": trace.trace_id,
            "name": trace.root.name,
            "timestamp": _zulu(trace.root.start),
            "input": _text({"query": trace.root.asked}),
            "output": None if trace.root.answer is None else _text(trace.root.answer),
            "scores": [],
            "observations": [
                {
                    "id": step.span_id,
                    "traceId": trace.trace_id,
                    "parentObservationId": None,
                    "type": kinds[step.kind],
                    "name": step.name,
                    "startTime": _zulu(step.start),
                    "endTime": _zulu(step.end),
                    "level": "ERROR" if step.error else "DEFAULT",
                    "statusMessage": step.error,
                    "model": step.model,
                    "usageDetails": _known(input=step.prompt_tokens),
                    "input": _text(
                        {"messages": _messages(step)} if step.prompt else {"query": step.asked}
                    ),
                    "output": _langfuse_output(step),
                }
                for step in trace.steps[1:]
            ],
        }
        for trace in traces
    )


def _langfuse_output(step: MadeStep) -> str | None:
    if step.kind == "llm":
        said = {"role": "assistant", "content": step.answer}
        return None if step.answer is None else _text(said)
    documents = [_known(id=one.doc_id, content=one.text, score=one.score) for one in step.documents]
    return _text({"documents": documents})


def _known(**fields: object) -> dict[str, object]:
    return {name: value for name, value in fields.items() if value is not None}


def langsmith_runs(traces: Iterable[MadeTrace]) -> bytes:
    """Give one run a line, as LangSmith's client lists them; ids are UUIDs."""
    kinds = {"other": "chain", "retriever": "retriever", "reranker": "chain", "llm": "llm"}
    return _lines(
        {
            "id": _uuid(step.span_id * 2 if step.parent_id else trace.trace_id),
            "trace_id": _uuid(trace.trace_id),
            "parent_run_id": _uuid(trace.trace_id) if step.parent_id else None,
            "session_name": "ladder-and-wren",
            "name": step.name,
            "run_type": kinds[step.kind],
            "start_time": step.start.replace(tzinfo=None).isoformat(),
            "end_time": step.end.replace(tzinfo=None).isoformat(),
            "inputs": {"messages": _messages(step)} if step.prompt else {"query": step.asked},
            "outputs": _langsmith_output(step),
            "error": step.error,
            "extra": {"metadata": _known(ls_model_name=step.model)},
        }
        for trace in traces
        for step in trace.steps
    )


def _langsmith_output(step: MadeStep) -> object:
    if step.kind in ("retriever", "reranker"):
        return {
            "documents": [
                {
                    "page_content": one.text,
                    "type": "Document",
                    "metadata": _known(id=one.doc_id, score=one.score),
                }
                for one in step.documents
            ]
        }
    tokens = _known(input_tokens=step.prompt_tokens)
    usage = {"usage_metadata": tokens} if tokens else {}
    return {**_known(output=step.answer), **usage}


def _uuid(digits: str) -> str:
    return str(uuid.UUID(digits))


def mlflow_traces(traces: Iterable[MadeTrace]) -> bytes:
    """Give one trace a line: attribute values JSON in a text, ids in base64, times in ns."""
    kinds = {"other": "CHAIN", "retriever": "RETRIEVER", "reranker": "RERANKER", "llm": "LLM"}
    return _lines(
        {
            "info": {
                "trace_id": f"tr-{trace.trace_id}",
                "request_time": _zulu(trace.root.start),
                "state": "ERROR" if trace.root.error else "OK",
                "assessments": [],
            },
            "data": {
                "spans": [
                    {
                        "trace_id": _base64(trace.trace_id),
                        "span_id": _base64(step.span_id),
                        "parent_span_id": step.parent_id and _base64(step.parent_id),
                        "name": step.name,
                        "start_time_unix_nano": _nanoseconds(step.start),
                        "end_time_unix_nano": _nanoseconds(step.end),
                        "status": {
                            "code": "STATUS_CODE_ERROR" if step.error else "STATUS_CODE_OK",
                            "message": step.error or "",
                        },
                        "attributes": {
                            name: _text(value)
                            for name, value in _mlflow_attributes(step, kinds[step.kind]).items()
                        },
                    }
                    for step in trace.steps
                ]
            },
        }
        for trace in traces
    )


def _mlflow_attributes(step: MadeStep, kind: str) -> dict[str, object]:
    given: object = {"query": step.asked}
    gave: object = step.answer
    if step.prompt is not None:
        given = _known(messages=_messages(step), model=step.model)
        gave = None if step.answer is None else {"content": step.answer}
    elif step.kind in ("retriever", "reranker"):
        gave = [
            _known(page_content=one.text, metadata=_known(score=one.score), id=one.doc_id)
            for one in step.documents
        ]
    said = _known(input_tokens=step.prompt_tokens)
    return {
        "mlflow.spanType": kind,
        "mlflow.spanInputs": given,
        "mlflow.spanOutputs": gave,
    } | ({"mlflow.chat.tokenUsage": said} if said else {})


def _base64(digits: str) -> str:
    return base64.b64encode(bytes.fromhex(digits)).decode("ascii")


def _nanoseconds(at: datetime) -> int:
    return (at - EPOCH) // timedelta(microseconds=1) * 1_000


def promptfoo_results(records: Iterable[Mapping[str, object]]) -> bytes:
    """Give one result a record: query, reference and gold as variables, what came as output."""
    results = [
        {
            "provider": {"id": "ladder-and-wren", "label": record["run"]},
            "vars": {
                "query": record["query"],
                "correct_answer": record["reference_answer"],
                "correct_chunks": _text(record["gold_passages"]),
            },
            "response": {"error": record["error"]}
            if record.get("error")
            else {
                "output": {
                    "answer": record["answer"],
                    "documents": [
                        _known(
                            doc_id=item.get("doc_id"),
                            text=item.get("text"),
                            score=item.get("score"),
                        )
                        for item in map(object_of, list_of(record["candidates"]))
                    ],
                }
            },
        }
        for record in records
    ]
    value = {"evalId": "eval-made-up", "results": {"version": 3, "results": results}}
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode("utf-8")
