"""MLflow traces with their assessments and expectations.

Attribute values are JSON inside JSON; people's and judges' assessments stand beside each
other, and the expected passages are an expectation.
"""

from collections.abc import Mapping, Sequence

from workbench.formats.problems import Findings
from workbench.formats.tools.opinions import scored, word_of
from workbench.formats.tools.payloads import (
    ID_NAMES,
    answer_in,
    documents_in,
    opened,
    prompt_in,
    query_in,
)
from workbench.formats.tools.steps import Step, StepKind, trace_of
from workbench.formats.tools.tool_file import (
    Head,
    Item,
    Options,
    Rating,
    Reader,
    ToolFile,
    ToolRecord,
    first_text,
    list_of,
    number_of,
    object_of,
    remark_any_of,
    text_of,
)

KINDS: dict[str, StepKind] = {
    "RETRIEVER": "retriever", "RERANKER": "reranker", "LLM": "llm", "CHAT_MODEL": "llm",
}  # fmt: skip
EXPECTED_PASSAGES = ("expected_retrieved_context", "expected_context", "expected_documents")
EXPECTED_ANSWERS = ("expected_response", "expected_answer", "ground_truth")


def _recognises(head: Head) -> bool:
    info, data = object_of(head.first.get("info")), object_of(head.first.get("data"))
    return bool(info.keys() & {"trace_id", "request_id"}) and "spans" in data


def _step(record: Mapping[str, object], trace_id: str, line: int) -> Step:
    attributes = {
        name: None if value == "null" else opened(value)
        for name, value in object_of(record.get("attributes")).items()
    }
    given, gave = attributes.get("mlflow.spanInputs"), attributes.get("mlflow.spanOutputs")
    kind = KINDS.get(str(attributes.get("mlflow.spanType")).upper(), "other")
    status = object_of(record.get("status"))
    code = first_text(status, "code", "status_code") or ""
    is_model = kind == "llm"
    usage = object_of(attributes.get("mlflow.chat.tokenUsage"))
    tokens = number_of(usage.get("input_tokens"))
    return Step(
        trace_id=trace_id,
        step_id=first_text(record, "span_id") or "",
        parent_id=first_text(record, "parent_span_id", "parent_id"),
        kind=kind,
        line=line,
        started=record.get("start_time_unix_nano", record.get("start_time")),
        given=given,
        gave=gave,
        passages=documents_in(gave) if kind in ("retriever", "reranker") else None,
        prompt=prompt_in(given) if is_model else None,
        answer=answer_in(gave) if is_model else None,
        asked=query_in(given) if is_model else None,
        model=first_text(attributes, "mlflow.llm.model") or first_text(object_of(given), "model"),
        prompt_tokens=int(tokens) if tokens is not None else None,
        error=(first_text(status, "message", "description") or "error")
        if "ERROR" in code
        else None,
    )


def _expectation(assessment: Mapping[str, object]) -> object:
    held = object_of(assessment.get("expectation"))
    serialised = object_of(held.get("serialized_value"))
    return opened(serialised.get("value", held.get("value")))


def _gold(expected: object) -> list[object] | None:
    ids: list[object] = []
    for item in list_of(expected):
        found = first_text(object_of(item), "doc_uri", *ID_NAMES) or text_of(item)
        if found is None:
            return None
        ids.append(found)
    return ids or None


def _read(items: Sequence[Item], findings: Findings, options: Options) -> ToolFile:
    held = ToolFile()
    for item in items:
        info, data = object_of(item.value.get("info")), object_of(item.value.get("data"))
        trace_id = first_text(info, "trace_id", "request_id")
        spans = [object_of(span) for span in list_of(data.get("spans"))]
        if trace_id is None or not spans:
            findings.refuse(
                item.line, "info.trace_id", "a trace without id or spans.", (item.value,)
            )
            continue
        record = trace_of([_step(span, trace_id, item.line) for span in spans], findings)
        fields = {**record.fields}
        if str(info.get("state")).upper() == "ERROR" and not fields.get("error"):
            fields["error"] = "error"
        scores: dict[str, tuple[str, object, str | None]] = {}
        judges: list[dict[str, object]] = []
        for given in list_of(info.get("assessments")):
            assessment = object_of(given)
            if assessment.get("valid") is False:
                continue
            name = first_text(assessment, "assessment_name", "name") or "assessment"
            source = object_of(assessment.get("source"))
            who = first_text(source, "source_id") or ""
            note = first_text(assessment, "rationale")
            if "expectation" in assessment:
                _expect(name, _expectation(assessment), fields)
                continue
            value = opened(object_of(assessment.get("feedback")).get("value"))
            if str(source.get("source_type")).upper() == "HUMAN":
                person = _person(trace_id, who, value, note, assessment)
                held.people.append(Rating(item.line, item.place, name, person))
            elif number_of(value) is not None and not isinstance(value, str):
                scores[name] = (who, value, note)
            else:
                judges.append({"name": name, "version": who, "verdict": value, "rationale": note})
        remark_any_of(list_of(fields.get("gold_passages")), item.line, findings)
        signals, graded = scored(scores, item.line, findings, options)
        fields |= {"signals": signals, "judges": [*judges, *graded]}
        held.traces.append(ToolRecord(item.line, fields, record.kept, record.place, (item.value,)))
    return held


def _person(
    trace_id: str, who: str, value: object, note: str | None, assessment: Mapping[str, object]
) -> dict[str, object]:
    return {
        "request_id": trace_id,
        "annotator": who or "unnamed",
        "verdict": word_of(value),
        "notes": note,
        "labelled_at": first_text(assessment, "last_update_time", "create_time"),
    }


def _expect(name: str, expected: object, fields: dict[str, object]) -> None:
    if name in EXPECTED_PASSAGES:
        fields["gold_passages"] = _gold(expected)
    elif name in EXPECTED_ANSWERS:
        fields["reference_answer"] = text_of(expected)


TRACES = Reader("MLflow traces", _recognises, _read)
