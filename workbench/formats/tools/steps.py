"""A trace from the steps that a tracing tool logged: who retrieved, reranked and answered.

Chosen: the outermost retriever counts, since libraries log one retrieval several times as it
passes through their layers; of several beside each other the lists follow one another. A
retriever without a readable list leaves the candidates unknown, never empty.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC
from typing import Literal, NamedTuple

from workbench.formats.problems import Findings
from workbench.formats.timestamps import read_time
from workbench.formats.tools.payloads import answer_in, plain_text, query_in
from workbench.formats.tools.tool_file import ToolRecord

StepKind = Literal["retriever", "reranker", "llm", "other"]


class Step(NamedTuple):
    """One logged step; `passages` None where no list could be read, `said` as it was logged."""

    trace_id: str
    step_id: str
    parent_id: str | None
    kind: StepKind
    line: int
    started: object = None
    given: object = None
    gave: object = None
    passages: list[dict[str, object]] | None = None
    prompt: str | None = None
    answer: str | None = None
    asked: str | None = None
    model: str | None = None
    prompt_tokens: int | None = None
    error: str | None = None
    said: Mapping[str, object] = {}


def by_trace(steps: Iterable[Step]) -> dict[str, list[Step]]:
    """Give the steps of each trace, in the order in which the traces first appear."""
    traces: dict[str, list[Step]] = {}
    for step in steps:
        traces.setdefault(step.trace_id, []).append(step)
    return traces


def trace_of(steps: Sequence[Step], findings: Findings) -> ToolRecord:
    """Give the trace that these steps make under our field names."""
    ordered = sorted(steps, key=lambda step: _when(step.started))
    parents = {step.step_id: step.parent_id for step in ordered}
    tops = [step for step in ordered if step.parent_id is None]
    root = tops[0] if tops else next((s for s in ordered if s.parent_id not in parents), ordered[0])
    line = min(step.line for step in steps)
    if not tops:
        findings.remark(
            "no_root_step",
            "traces whose root is not in the file: query and answer were taken from what is there",
            line,
        )
    retrievers = _outermost("retriever", ordered, parents)
    rerankers = _outermost("reranker", ordered, parents)
    models = [step for step in ordered if step.kind == "llm"]
    model = next((s for s in reversed(models) if s.prompt), models[-1] if models else None)
    query, rewritten = _queries(root, retrievers, models)
    fields: dict[str, object] = {
        "request_id": root.trace_id,
        "query": query,
        "rewritten_query": rewritten,
        "candidates": _candidates(retrievers, line, findings),
        "reranked": _reranked(rerankers, line, findings),
        "answer": _answer(root, model),
        "error": root.error,
        "created_at": instant(root.started),
    }
    if model is not None:
        fields |= {
            "prompt_text": model.prompt,
            "prompt_tokens": model.prompt_tokens,
            "model": model.model,
        }
    ids = {"root": root.step_id, **({"llm": model.step_id} if model is not None else {})}
    said = tuple(step.said for step in steps)
    return ToolRecord(line, fields, {"spans": ids}, f"trace {root.trace_id}", said)


def _when(started: object) -> float:
    instant_read = read_time(started).instant
    return instant_read.timestamp() if instant_read is not None else 0.0


def instant(started: object) -> str | None:
    """Give a time to the millisecond, which every encoding of a trace holds; else its text."""
    read = read_time(started)
    if read.instant is None:
        return read.text
    return read.instant.astimezone(UTC).isoformat(timespec="milliseconds")


def _outermost(kind: StepKind, steps: Sequence[Step], parents: dict[str, str | None]) -> list[Step]:
    kinds = {step.step_id: step.kind for step in steps}
    found = []
    for step in steps:
        if step.kind != kind:
            continue
        above, seen = step.parent_id, {step.step_id}
        while above is not None and above not in seen and kinds.get(above) != kind:
            seen.add(above)
            above = parents.get(above)
        if above is None or above in seen:
            found.append(step)
    return found


def _queries(
    root: Step, retrievers: Sequence[Step], models: Sequence[Step]
) -> tuple[str | None, str | None]:
    asked = query_in(root.given)
    searched = next((q for step in retrievers if (q := query_in(step.given))), None)
    if asked is not None and root.kind != "retriever":
        is_rewritten = searched is not None and searched.strip() != asked.strip()
        return asked, searched if is_rewritten and len(retrievers) == 1 else None
    said = next((step.asked for step in reversed(models) if step.asked), None)
    return asked or searched or said, None


def _answer(root: Step, model: Step | None) -> str | None:
    if root.kind in ("retriever", "reranker"):
        return None
    told = model.answer if model is not None else None
    return plain_text(root.gave) or told or answer_in(root.gave)


def _candidates(
    retrievers: Sequence[Step], line: int, findings: Findings
) -> list[dict[str, object]] | None:
    if not retrievers:
        findings.remark(
            "no_retriever", "traces without a retrieval step: their candidates are unknown", line
        )
        return None
    lists = [step.passages for step in retrievers]
    if any(passages is None for passages in lists):
        findings.remark(
            "unreadable_retrieval",
            "traces whose retrieval step has no readable list of passages: their candidates are "
            "unknown, not empty",
            line,
        )
        return None
    if len(lists) > 1:
        findings.remark(
            "several_retrievals",
            "traces with several retrievals: their lists follow one another in time",
            line,
        )
    return [passage for passages in lists for passage in passages or ()]


def _reranked(
    rerankers: Sequence[Step], line: int, findings: Findings
) -> list[dict[str, object]] | None:
    if not rerankers:
        return None
    if rerankers[-1].passages is None:
        findings.remark(
            "unreadable_reranking",
            "traces whose reranking step has no readable list of passages: it is unknown",
            line,
        )
    return rerankers[-1].passages
