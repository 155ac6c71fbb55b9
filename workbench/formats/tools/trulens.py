"""TruLens spans: as events in JSON, or its event table as CSV with printed dictionaries."""

from collections.abc import Iterator, Mapping, Sequence

from workbench.formats.problems import Findings
from workbench.formats.tools.opinions import remark_threshold
from workbench.formats.tools.payloads import documents_in
from workbench.formats.tools.python_repr import structured
from workbench.formats.tools.steps import Step, StepKind, by_trace, trace_of
from workbench.formats.tools.text_ids import passages_of
from workbench.formats.tools.tool_file import (
    Head,
    Item,
    Options,
    Reader,
    ToolFile,
    ToolRecord,
    Unit,
    first_text,
    list_of,
    number_of,
    object_of,
)

NAMES = "ai.observability."
KINDS: dict[str, StepKind] = {
    "retrieval": "retriever", "reranking": "reranker", "generation": "llm",
}  # fmt: skip


def _recognises(head: Head) -> bool:
    return head.has("record_attributes", "trace", "record") and NAMES in str(
        head.first.get("record_attributes")
    )


def _step(item: Item, attributes: Mapping[str, object], said: str, record_id: str) -> Step:
    record = object_of(structured(item.value.get("record")))
    ids = object_of(structured(item.value.get("trace")))
    kind = KINDS.get(said, "other")
    is_root = said == "record_root"
    place = "record_root" if is_root else "call"
    query = first_text(
        attributes,
        f"{NAMES}record_root.input",
        f"{NAMES}retrieval.query_text",
        f"{NAMES}call.kwargs.query",
    )
    contexts = [
        text
        for text in list_of(attributes.get(f"{NAMES}retrieval.retrieved_contexts"))
        if isinstance(text, str)
    ]
    gave = attributes.get(f"{NAMES}record_root.output" if is_root else f"{NAMES}{place}.return")
    tokens = number_of(attributes.get(f"{NAMES}cost.num_prompt_tokens"))
    passages: list[dict[str, object]] | None = None
    if kind == "retriever":
        passages = passages_of(contexts) or documents_in(gave)
    return Step(
        trace_id=record_id,
        step_id=first_text(ids, "span_id") or first_text(item.value, "event_id") or "",
        parent_id=None if is_root else first_text(ids, "parent_id")
        or first_text(record, "parent_span_id") or "root",
        kind=kind,
        line=item.line,
        started=first_text(item.value, "start_timestamp"),
        given=query,
        gave=gave,
        passages=passages,
        answer=gave if kind == "llm" and isinstance(gave, str) else None,
        asked=query if kind == "llm" else None,
        model=first_text(attributes, f"{NAMES}cost.model") if kind == "llm" else None,
        prompt_tokens=int(tokens) if kind == "llm" and tokens else None,
        error="error" if "ERROR" in str(record.get("status")) else None,
        said=item.value,
    )  # fmt: skip


def _judge(
    item: Item, attributes: Mapping[str, object], request_id: str, options: Options
) -> ToolRecord | None:
    def said(name: str) -> str | None:
        return first_text(attributes, f"{NAMES}eval.{name}")

    name = said("metric_name")
    score = number_of(attributes.get(f"{NAMES}eval.score"))
    if name is None or score is None:
        return None
    return ToolRecord(
        item.line,
        {
            "request_id": said("target_record_id") or request_id,
            "judge": name,
            "judge_version": said("llm_judge_name") or "",
            "score": score,
            "threshold": options.thresholds.get(name),
            "rationale": said("explanation"),
        },
    )


def _units(item: Item) -> Iterator[Unit]:
    attributes = object_of(structured(item.value.get("record_attributes")))
    yield Unit(item, first_text(attributes, f"{NAMES}record_id") or "")


def _read(items: Sequence[Item], findings: Findings, options: Options) -> ToolFile:
    held = ToolFile()
    steps: list[Step] = []
    references: dict[str, str] = {}
    for item in items:
        attributes = object_of(structured(item.value.get("record_attributes")))
        record_id = first_text(attributes, f"{NAMES}record_id")
        said = first_text(attributes, f"{NAMES}span_type") or ""
        if record_id is None:
            findings.refuse(
                item.line, f"{NAMES}record_id", "a span without record id.", (item.value,)
            )
        elif said in ("eval", "eval_root"):
            judge = _judge(item, attributes, record_id, options)
            if judge is not None:
                held.judge.append(judge)
                if judge.fields["threshold"] is None:
                    remark_threshold(str(judge.fields["judge"]), item.line, findings)
        else:
            steps.append(_step(item, attributes, said, record_id))
            reference = first_text(attributes, f"{NAMES}record_root.ground_truth_output")
            if reference is not None:
                references[record_id] = reference
    for record_id, found in by_trace(steps).items():
        record = trace_of(found, findings)
        fields = {**record.fields, "reference_answer": references.get(record_id)}
        held.traces.append(record._replace(fields=fields))
    return held


SPANS = Reader("TruLens spans", _recognises, _read, units=_units)
