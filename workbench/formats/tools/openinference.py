"""OpenInference and OpenTelemetry spans in their encodings, to traces.

Console and REST exports hold flattened keys (`retrieval.documents.0.document.id`), data
frames hold columns of lists (`attributes.retrieval.documents`), CSV the same as printed
Python, OTLP a list of typed keys. All are flattened first; positions are sorted as numbers.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from workbench.formats.problems import Findings
from workbench.formats.tools.payloads import (
    answer_in,
    messages_in,
    opened,
    passage,
    prompt_in,
    query_in,
)
from workbench.formats.tools.python_repr import structured
from workbench.formats.tools.steps import Step, StepKind, by_trace, trace_of
from workbench.formats.tools.tool_file import (
    Head,
    Item,
    Options,
    Reader,
    ToolFile,
    Unit,
    first_text,
    list_of,
    number_of,
    object_of,
    refusing,
    text_of,
)

LEAVES = ("input.value", "output.value", "metadata")
LISTS = (
    "retrieval.documents", "reranker.input_documents", "reranker.output_documents",
    "llm.input_messages", "llm.output_messages", "llm.prompt_template.variables",
)  # fmt: skip
KINDS: dict[str, StepKind] = {"RETRIEVER": "retriever", "RERANKER": "reranker", "LLM": "llm"}
QUESTION_VARIABLES = ("question", "query", "user_query", "input")
TRACE_IDS = ("trace_id", "traceId", "context.trace_id")
SPAN_IDS = ("span_id", "spanId", "context.span_id")
PARENT_IDS = ("parent_id", "parentId", "parent_span_id", "parentSpanId")
STARTS = ("start_time", "startTime", "start_time_unix_nano", "startTimeUnixNano")

Flat = dict[str, object]


def flattened(value: object, prefix: str = "") -> Iterator[tuple[str, object]]:
    """Give every leaf under its dotted name; texts that spell a known list are opened."""
    if prefix.endswith(LISTS):
        value = structured(value)
    if isinstance(value, Mapping) and not prefix.endswith(LEAVES):
        for name, item in value.items():
            yield from flattened(item, f"{prefix}.{name}" if prefix else name)
    elif isinstance(value, list) and value and all(isinstance(item, Mapping) for item in value):
        for at, item in enumerate(value):
            yield from flattened(item, f"{prefix}.{at}")
    elif value is not None:
        yield prefix, value


def documents(flat: Flat, name: str) -> list[dict[str, object]] | None:
    """Give a list of documents in numeric order; None where the span has none."""
    if flat.get(name) == []:
        return []
    pattern = re.compile(re.escape(name) + r"\.(\d{1,9})\.(?:document\.)?(id|content|score)")
    found: dict[int, Flat] = {}
    for key, value in flat.items():
        match = pattern.fullmatch(key)
        if match is not None:
            found.setdefault(int(match[1]), {})[match[2]] = value
    passages = [
        passage(text_of(held.get("id")), text_of(held.get("content")), _score(held.get("score")))
        for _, held in sorted(found.items())
    ]
    return [p for p in passages if p.keys() & {"doc_id", "text"}] or None


def _score(value: object) -> float | None:
    # Data frames write ten decimals: more would make another trace of the same spans.
    number = number_of(value)
    return None if number is None else round(number, 10)


def _messages(flat: Flat, name: str) -> list[dict[str, object]]:
    pattern = re.compile(
        re.escape(name) + r"\.(\d{1,9})\.message\."
        r"(?:(role|content)|contents\.(\d{1,9})\.message_content\.text)"
    )
    found: dict[int, dict[str, object]] = {}
    for key, value in flat.items():
        match = pattern.fullmatch(key)
        if match is None or not isinstance(value, str):
            continue
        message = found.setdefault(int(match[1]), {"content": ""})
        if match[2] == "role":
            message["role"] = value
        else:
            held = str(message["content"])
            message["content"] = f"{held}\n{value}" if held else value
    return [{"role": "user", **message} for _, message in sorted(found.items())]


def _attributes(record: Mapping[str, object]) -> Flat:
    own = record.get("attributes")
    if isinstance(own, list):
        own = {
            str(object_of(pair).get("key")): _typed(object_of(pair).get("value")) for pair in own
        }
    if isinstance(own, str):
        own = structured(own)
    columns = {
        name.removeprefix("attributes."): value
        for name, value in record.items()
        if name.startswith("attributes.")
    }
    return dict(flattened({**object_of(own), **columns}))


def _typed(value: object) -> object:
    """Give the value of an OTLP pair: {"stringValue": …}, {"arrayValue": {"values": […]}}."""
    held = object_of(value)
    array = object_of(held.get("arrayValue"))
    if array:
        return [_typed(item) for item in list_of(array.get("values"))]
    number = held.get("intValue", held.get("doubleValue"))
    if isinstance(number, str) and re.fullmatch(r"-?\d{1,18}", number):
        return int(number)
    return number if number is not None else held.get("stringValue", held.get("boolValue"))


def _spans(items: Sequence[Item]) -> Iterator[Item]:
    for item in items:
        groups = list_of(item.value.get("resourceSpans"))
        listed = item.value.get("data", item.value.get("spans"))
        if groups:
            for group in groups:
                for scope in list_of(object_of(group).get("scopeSpans")):
                    for span in list_of(object_of(scope).get("spans")):
                        yield Item(item.line, object_of(span))
        elif isinstance(listed, list):
            for at, span in enumerate(listed):
                yield Item(at + 1, object_of(span), f"[{at}]")
        else:
            yield item


def _id(record: Mapping[str, object], names: Sequence[str]) -> str | None:
    found = first_text({**record, **object_of(record.get("context"))}, *names)
    return found.removeprefix("0x") if found is not None else None


def _step(item: Item) -> Step | None:
    record = item.value
    trace_id, span_id = _id(record, TRACE_IDS), _id(record, SPAN_IDS)
    if trace_id is None or span_id is None:
        return None
    flat = _attributes(record)
    said = first_text(flat, "openinference.span.kind") or first_text(record, "span_kind") or ""
    kind = KINDS.get(said.upper(), "other")
    if kind == "other" and text_of(flat.get("gen_ai.operation.name")) in ("chat", "completion"):
        kind = "llm"
    given = flat.get("input.value", flat.get("gen_ai.input.messages"))
    gave = flat.get("output.value", flat.get("gen_ai.output.messages"))
    asking = _messages(flat, "llm.input_messages") or messages_in(opened(given))
    answers = _messages(flat, "llm.output_messages")
    names = [f"llm.prompt_template.variables.{name}" for name in QUESTION_VARIABLES]
    tokens = number_of(flat.get("llm.token_count.prompt", flat.get("gen_ai.usage.input_tokens")))
    listed = {
        "retriever": documents(flat, "retrieval.documents"),
        "reranker": documents(flat, "reranker.output_documents"),
    }.get(kind)
    return Step(
        trace_id=trace_id,
        step_id=span_id,
        parent_id=_id({"context": None, **record}, PARENT_IDS),
        kind=kind,
        line=item.line,
        started=first_text(record, *STARTS),
        given=given,
        gave=gave,
        passages=listed,
        prompt=_prompt(asking, kind),
        answer=answer_in({"messages": answers}) if answers else _llm_answer(kind, gave),
        asked=first_text(flat, *names) or query_in({"messages": asking} if asking else None),
        model=first_text(flat, "llm.model_name", "gen_ai.response.model", "gen_ai.request.model"),
        prompt_tokens=int(tokens) if tokens is not None and abs(tokens) < 2**53 else None,
        error=_error(record),
        said=record,
    )


def _prompt(asking: Sequence[object], kind: StepKind) -> str | None:
    if kind != "llm" or not asking:
        return None
    if isinstance(asking[0], tuple):
        return "\n\n".join(str(pair[1]) for pair in asking if isinstance(pair, tuple)) or None
    return prompt_in({"messages": list(asking)})


def _llm_answer(kind: StepKind, gave: object) -> str | None:
    return answer_in(gave) if kind == "llm" else None


def _error(record: Mapping[str, object]) -> str | None:
    status = object_of(record.get("status"))
    code = first_text({**status, **record}, "status_code", "code") or ""
    if code.upper().removeprefix("STATUS_CODE_") not in ("ERROR", "2"):
        return None
    return (
        first_text(record, "status_message") or first_text(status, "description", "message")
    ) or "error"


def _recognises(head: Head) -> bool:
    if head.columns:
        has_columns = bool(head.columns & set(TRACE_IDS) and head.columns & set(SPAN_IDS))
        return has_columns and any(name.startswith("attributes") for name in head.columns)
    spans = list(_spans(head.items[:1]))
    if not spans:
        return False
    record = spans[0].value
    has_ids = _id(record, TRACE_IDS) is not None and _id(record, SPAN_IDS) is not None
    has_attributes = any(name == "attributes" or name.startswith("attributes.") for name in record)
    return has_ids and has_attributes


def _units(item: Item) -> Iterator[Unit]:
    for span in _spans([item]):
        # Spans without an id are refused together.
        yield Unit(span, _id(span.value, TRACE_IDS) or "")


def _read(items: Sequence[Item], findings: Findings, _options: Options) -> ToolFile:
    steps: list[Step] = []
    for item in _spans(items):
        step = _step(item)
        if step is None:
            findings.refuse(
                item.line, "trace_id", "a span without trace id or span id.", (item.value,)
            )
        else:
            steps.append(step)
    return ToolFile(traces=[trace_of(found, findings) for found in by_trace(steps).values()])


SPANS = Reader("OpenInference spans", _recognises, _read, units=_units)


def _recognises_attributes(head: Head) -> bool:
    return not head.columns and any(
        name.startswith(("openinference.span.kind", "gen_ai.")) for name in head.first
    )


ATTRIBUTES = Reader(
    "span attributes without ids",
    _recognises_attributes,
    refusing(
        "these are the attributes of single spans without trace_id and span_id, so no trace can "
        "be put together. Export the spans with their context."
    ),
)
