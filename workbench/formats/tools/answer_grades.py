"""Tables that hold, by the text of a question, whether a grader found the answer right."""

from collections.abc import Sequence

from workbench.formats.problems import Findings
from workbench.formats.tools.tool_file import (
    Head,
    Item,
    Options,
    Reader,
    ToolFile,
    ToolRecord,
    first_text,
)

VERDICT = "e2e_correct"


def _recognises(head: Head) -> bool:
    return bool(head.columns) and head.has("question", VERDICT)


def _read(items: Sequence[Item], findings: Findings, options: Options) -> ToolFile:
    held = ToolFile()
    for item in items:
        question = first_text(item.value, "question")
        if question is None:
            findings.refuse(
                item.line, "question", "is missing; every row needs one.", (item.value,)
            )
            continue
        fields: dict[str, object] = {
            "request_id": options.ids.next(question),
            "judge": VERDICT,
            "verdict": item.value.get(VERDICT),
        }
        held.judge.append(ToolRecord(item.line, fields))
    findings.remark("joined_by_question", "verdicts belong to traces by the text of their question")
    return held


GRADES = Reader("answer grades by question", _recognises, _read, main="judge")
