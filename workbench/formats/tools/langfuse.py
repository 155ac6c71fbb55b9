"""Langfuse traces with their observations and scores, as its export writes them.

Inputs, outputs and metadata are JSON texts. Scores given by people in its annotation view
are people's verdicts; words and truth values of others are judges'; numbers are signals.
"""

from collections.abc import Iterator, Mapping, Sequence

from workbench.formats.problems import Findings
from workbench.formats.tools.opinions import scored, word_of
from workbench.formats.tools.payloads import answer_in, documents_in, prompt_in, query_in
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
    unwrapped,
)

KINDS: dict[str, StepKind] = {
    "RETRIEVER": "retriever", "RERANKER": "reranker", "GENERATION": "llm",
}  # fmt: skip


def _recognises(head: Head) -> bool:
    for trace, _ in _traces(head.items[:1]):
        return "observations" in trace.value and "id" in trace.value and "input" in trace.value
    return False


def _traces(items: Sequence[Item]) -> Iterator[tuple[Item, list[object]]]:
    for item in items:
        inner = object_of(item.value.get("trace"))
        if inner:
            whole = list_of(item.value.get("observations"))
            observed = whole or list_of(inner.get("observations"))
            yield Item(item.line, {**inner, "observations": observed}, "trace"), observed
        else:
            for one in unwrapped([item], "data"):
                yield one, list_of(one.value.get("observations"))


def _step(record: Mapping[str, object], trace_id: str, line: int) -> Step:
    said = (first_text(record, "type") or "").upper()
    name = (first_text(record, "name") or "").casefold()
    kind = KINDS.get(said, "other")
    if kind == "other" and ("retriev" in name or "rerank" in name):
        kind = "reranker" if "rerank" in name else "retriever"
    given, gave = record.get("input"), record.get("output")
    usage = object_of(record.get("usageDetails"))
    tokens = number_of(usage.get("input", record.get("inputUsage")))
    is_model = kind == "llm"
    return Step(
        trace_id=trace_id,
        step_id=first_text(record, "id") or "",
        parent_id=first_text(record, "parentObservationId") or trace_id,
        kind=kind,
        line=line,
        started=first_text(record, "startTime"),
        given=given,
        gave=gave,
        passages=documents_in(gave) if kind in ("retriever", "reranker") else None,
        prompt=prompt_in(given) if is_model else None,
        answer=answer_in(gave) if is_model else None,
        asked=query_in(given) if is_model else None,
        model=first_text(record, "model"),
        prompt_tokens=int(tokens) if tokens is not None else None,
    )


def _root(record: Mapping[str, object], trace_id: str, line: int, error: str | None) -> Step:
    return Step(
        trace_id,
        trace_id,
        None,
        "other",
        line,
        started=first_text(record, "timestamp", "createdAt"),
        given=record.get("input"),
        gave=record.get("output"),
        error=error,
    )


def _read(items: Sequence[Item], findings: Findings, options: Options) -> ToolFile:
    held = ToolFile()
    for item, observed in _traces(items):
        trace_id = first_text(item.value, "id")
        if trace_id is None:
            findings.refuse(item.line, "id", "a trace without id.", (item.value,))
            continue
        observations = [object_of(given) for given in observed]
        steps = [_step(given, trace_id, item.line) for given in observations if given]
        tops = [o for o in observations if first_text(o, "parentObservationId") is None]
        failed = [top for top in tops if str(top.get("level")).upper() == "ERROR"]
        error = (first_text(failed[0], "statusMessage") or "error") if failed else None
        record = trace_of([_root(item.value, trace_id, item.line, error), *steps], findings)
        signals, judges = _scores(item, trace_id, held.people, findings, options)
        fields = {**record.fields, "signals": signals, "judges": judges}
        held.traces.append(ToolRecord(item.line, fields, record.kept, record.place, (item.value,)))
    return held


def _scores(
    item: Item,
    trace_id: str,
    people: list[Rating],
    findings: Findings,
    options: Options,
) -> tuple[dict[str, object], list[dict[str, object]]]:
    numbers: dict[str, tuple[str, object, str | None]] = {}
    words: list[dict[str, object]] = []
    for given in list_of(item.value.get("scores")):
        score = object_of(given)
        name = first_text(score, "name") or "score"
        kind = str(score.get("dataType")).upper()
        note = first_text(score, "comment")
        value = score.get("stringValue") if kind != "NUMERIC" else None
        if kind == "BOOLEAN":
            value = word_of(bool(number_of(score.get("value"))))
        source = first_text(score, "source") or ""
        if source.upper() == "ANNOTATION":
            fields: dict[str, object] = {
                "request_id": trace_id,
                "annotator": first_text(score, "authorUserId") or "unnamed",
                "verdict": value if value is not None else score.get("value"),
                "notes": note,
                "labelled_at": first_text(score, "updatedAt", "timestamp", "createdAt"),
            }
            people.append(Rating(item.line, item.place, name, fields))
        elif value is None:
            numbers[name] = (source, score.get("value"), note)
        else:
            words.append({"name": name, "version": source, "verdict": value, "rationale": note})
    signals, graded = scored(numbers, item.line, findings, options)
    return signals, [*words, *graded]


TRACES = Reader("Langfuse traces", _recognises, _read)
