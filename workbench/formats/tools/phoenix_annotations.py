"""Annotations of spans, as Phoenix's REST interface lists them, to verdicts.

They name a span and not a trace: which trace that is, the store knows from its spans.
"""

from collections.abc import Sequence

from workbench.formats.problems import Findings
from workbench.formats.tools.opinions import remark_threshold, word_of
from workbench.formats.tools.tool_file import (
    Head,
    Item,
    Options,
    Rating,
    Reader,
    ToolFile,
    ToolRecord,
    first_text,
    number_of,
    object_of,
    unwrapped,
)


def _recognises(head: Head) -> bool:
    first = next(unwrapped(head.items[:1], "data"), None)
    return first is not None and {"annotator_kind", "span_id", "name"} <= first.value.keys()


def _read(items: Sequence[Item], findings: Findings, options: Options) -> ToolFile:
    held = ToolFile()
    for item in unwrapped(items, "data"):
        record = item.value
        result = object_of(record.get("result")) or record
        span_id = first_text(record, "span_id")
        name = first_text(record, "name") or "annotation"
        kind = (first_text(record, "annotator_kind") or "").upper()
        if span_id is None or kind not in ("HUMAN", "LLM", "CODE"):
            findings.refuse(
                item.line, item.place or None, "names no span or no annotator_kind.", (record,)
            )
            continue
        label = word_of(result.get("label"))
        who = first_text(record, "identifier", "user_id")
        if kind == "HUMAN":
            score = number_of(result.get("score"))
            fields: dict[str, object] = {
                "span_id": span_id,
                "annotator": who or "unnamed",
                "verdict": label if label is not None else score,
                "notes": first_text(result, "explanation"),
                "labelled_at": first_text(record, "updated_at", "created_at"),
            }
            held.people.append(Rating(item.line, item.place, name, fields))
            continue
        score = number_of(result.get("score"))
        threshold = options.thresholds.get(name) if score is not None else None
        if label is None and score is not None and threshold is None:
            remark_threshold(name, item.line, findings)
        held.judge.append(
            ToolRecord(
                item.line,
                {
                    "span_id": span_id,
                    "judge": name,
                    "judge_version": who or first_text(object_of(record.get("metadata")), "model"),
                    "verdict": label,
                    "score": score,
                    "threshold": threshold,
                    "rationale": first_text(result, "explanation"),
                },
                {},
                item.place,
            )
        )
    return held


ANNOTATIONS = Reader("Phoenix annotations", _recognises, _read, main="judge")
