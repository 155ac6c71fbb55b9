"""Ragas annotations: a binary metric's verdicts, and what a person said of each.

The person accepts or rejects the metric's verdict, and sometimes writes the right one; that
is read back as the person's own verdict on the answer, 1 being right.
"""

from collections.abc import Mapping, Sequence

from workbench.formats.problems import Findings
from workbench.formats.tools.text_ids import passages_of, text_id
from workbench.formats.tools.tool_file import (
    Head,
    Item,
    Options,
    Reader,
    ToolFile,
    ToolRecord,
    first_text,
    list_of,
    number_of,
    object_of,
)


def _recognises(head: Head) -> bool:
    lists = [value for value in head.first.values() if isinstance(value, list) and value]
    return bool(lists) and all(
        {"metric_input", "metric_output"} <= object_of(listed[0]).keys() for listed in lists
    )


def _edited(record: Mapping[str, object]) -> tuple[object, str | None]:
    """Give the verdict a person wrote instead, and the metric's reason."""
    for given in object_of(record.get("prompts")).values():
        prompt = object_of(given)
        reason = first_text(object_of(prompt.get("prompt_output")), "reason")
        return object_of(prompt.get("edited_output")).get("verdict"), reason
    return None, None


def _read(items: Sequence[Item], findings: Findings, options: Options) -> ToolFile:
    held = ToolFile()
    for item in items:
        for metric, listed in item.value.items():
            for at, given in enumerate(list_of(listed)):
                place = f"{metric}[{at}]"
                record = object_of(given)
                said = ({metric: [given]},)
                sample = object_of(record.get("metric_input"))
                query = first_text(sample, "user_input")
                if query is None:
                    findings.refuse(at + 1, f"{place}.user_input", "is missing.", said)
                    continue
                request_id = options.ids.next(query, metric)
                edited, reason = _edited(record)
                contexts = [
                    t for t in list_of(sample.get("retrieved_contexts")) if isinstance(t, str)
                ]
                fields: dict[str, object] = {
                    "request_id": request_id,
                    "question_id": text_id(query),
                    "query": query,
                    "reference_answer": first_text(sample, "reference"),
                    "candidates": passages_of(contexts) or None,
                    "answer": sample.get("response"),
                    "judge": {
                        "name": metric,
                        "verdict": record.get("metric_output"),
                        "rationale": reason,
                    },
                }
                held.traces.append(ToolRecord(at + 1, fields, {}, place, said))
                person = _person(record.get("metric_output"), record.get("is_accepted"), edited)
                if person is not None:
                    row: dict[str, object] = {
                        "request_id": request_id,
                        "annotator": "unnamed",
                        "verdict": person,
                    }
                    held.human.append(ToolRecord(at + 1, row, {}, place))
    if held.human:
        findings.remark(
            "accepted_verdicts",
            "{n} acceptances of a metric's verdict were read as the person's own verdict, 1 being "
            "right; the person is not named",
            n=len(held.human),
        )
    return held


def _person(output: object, is_accepted: object, edited: object) -> str | None:
    if number_of(edited) is not None:
        return "correct" if number_of(edited) == 1 else "wrong"
    if not isinstance(is_accepted, bool) or number_of(output) not in (0, 1):
        return None
    return "correct" if (number_of(output) == 1) == is_accepted else "wrong"


ANNOTATIONS = Reader("Ragas annotations", _recognises, _read)
