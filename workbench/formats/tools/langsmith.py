"""LangSmith runs: ingest batches of posts and patches, or runs as its client lists them.

A patch completes the post of the same run. One that carries no id is matched by the last
part of its dotted order, which ends in the id.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from workbench.formats.problems import Findings
from workbench.formats.tools.payloads import answer_in, documents_in, prompt_in, query_in
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
)

KINDS: dict[str, StepKind] = {"retriever": "retriever", "llm": "llm"}
ORDER_END = re.compile(r"Z([0-9a-f-]{36})$")

Run = dict[str, object]


def _recognises(head: Head) -> bool:
    first = head.first
    if "post" in first or "patch" in first:
        runs = [
            object_of(run) for run in (*list_of(first.get("post")), *list_of(first.get("patch")))
        ]
        return bool(runs) and any("dotted_order" in run or "run_type" in run for run in runs)
    return {"run_type", "inputs"} <= first.keys() and bool(
        first.keys() & {"trace_id", "dotted_order", "session_id", "session_name"}
    )


def _id(run: Mapping[str, object]) -> str | None:
    order = ORDER_END.search(first_text(run, "dotted_order") or "")
    return first_text(run, "id") or (order[1] if order else None)


def _runs(item: Item) -> Iterator[Run]:
    if "post" in item.value or "patch" in item.value:
        for given in (*list_of(item.value.get("post")), *list_of(item.value.get("patch"))):
            yield dict(object_of(given))
    else:
        yield dict(item.value)


def _units(item: Item) -> Iterator[Unit]:
    for run in _runs(item):
        yield Unit(Item(item.line, run), first_text(run, "trace_id"), _id(run) or "")


def _merged(items: Sequence[Item], findings: Findings) -> dict[str, tuple[int, Run]]:
    runs: dict[str, tuple[int, Run]] = {}
    for item in items:
        for run in _runs(item):
            run_id = _id(run)
            if run_id is None:
                findings.refuse(item.line, "id", "a run without id.", (run,))
                continue
            line, before = runs.get(run_id, (item.line, {}))
            new = {name: value for name, value in run.items() if value is not None}
            runs[run_id] = (line, {**before, **new, "id": run_id})
    return runs


def _step(run: Run, line: int) -> Step:
    said = (first_text(run, "run_type") or "").casefold()
    name = (first_text(run, "name") or "").casefold()
    kind = KINDS.get(said, "other")
    if kind == "other" and "rerank" in name:
        kind = "reranker"
    given, gave = run.get("inputs"), run.get("outputs")
    metadata = object_of(object_of(run.get("extra")).get("metadata"))
    usage = object_of(object_of(gave).get("usage_metadata"))
    tokens = number_of(run.get("prompt_tokens", usage.get("input_tokens")))
    is_model = kind == "llm"
    run_id = str(run["id"])
    return Step(
        trace_id=first_text(run, "trace_id") or run_id,
        step_id=run_id,
        parent_id=first_text(run, "parent_run_id"),
        kind=kind,
        line=line,
        started=run.get("start_time"),
        given=given,
        gave=gave,
        passages=documents_in(gave) if kind in ("retriever", "reranker") else None,
        prompt=prompt_in(given) if is_model else None,
        answer=answer_in(gave) if is_model else None,
        asked=query_in(given) if is_model else None,
        model=first_text(object_of(gave), "model") or first_text(metadata, "ls_model_name"),
        prompt_tokens=int(tokens) if tokens is not None else None,
        error=first_text(run, "error"),
        said=run,
    )


def _read(items: Sequence[Item], findings: Findings, _options: Options) -> ToolFile:
    steps = [_step(run, line) for line, run in _merged(items, findings).values()]
    return ToolFile(traces=[trace_of(found, findings) for found in by_trace(steps).values()])


RUNS = Reader("LangSmith runs", _recognises, _read, units=_units)
