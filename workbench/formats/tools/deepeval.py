"""DeepEval goldens and test cases; in CSV their lists are joined with a bar."""

from collections.abc import Mapping, Sequence

from workbench.formats.problems import Findings
from workbench.formats.tools.python_repr import structured
from workbench.formats.tools.text_ids import gold_of, passages_of, text_id
from workbench.formats.tools.tool_file import (
    Head,
    Item,
    Options,
    Reader,
    ToolFile,
    ToolRecord,
    first_text,
    remark_any_of,
    text_of,
)

FIELDS = frozenset({"input", "actual_output", "expected_output", "retrieval_context", "context"})
JOINER = "|"


def _recognises(head: Head) -> bool:
    return head.has("input", "expected_output") and (
        head.has("retrieval_context") or head.has("actual_output")
    )


def _texts(value: object) -> list[str] | None:
    read = structured(value)
    if isinstance(read, str):
        read = read.split(JOINER)
    if not isinstance(read, list):
        return None
    return [text for item in read if (text := text_of(item)) is not None]


def _read(items: Sequence[Item], findings: Findings, options: Options) -> ToolFile:
    held = ToolFile()
    n_answered = 0
    for item in items:
        record = item.value
        query = first_text(record, "input")
        if query is None:
            findings.refuse(item.line, "input", "is missing; every golden needs one.", (record,))
            continue
        if isinstance(record.get("retrieval_context"), str):
            findings.remark(
                "bar_joined", "lists joined with | were parted: a | in a passage parts it too",
                item.line,
            )  # fmt: skip
        if "retrieval_context" not in record:
            findings.remark(
                "empty_cells",
                "empty cells of lists may be no list or an empty one: read as not logged",
                item.line,
            )
        contexts, golds = _texts(record.get("retrieval_context")), _texts(record.get("context"))
        candidates = passages_of(contexts) if contexts is not None else None
        gold = gold_of(golds, candidates or []) if golds is not None else None
        remark_any_of(gold, item.line, findings)
        answer = record.get("actual_output")
        n_answered += answer is not None or candidates is not None
        fields: dict[str, object] = {
            "request_id": options.ids.next(query),
            "question_id": text_id(query),
            "query": query,
            "reference_answer": first_text(record, "expected_output"),
            "gold_passages": gold,
            "candidates": candidates,
            "answer": answer if isinstance(answer, str) else None,
        }
        held.traces.append(ToolRecord(item.line, fields, _kept(record), "", (record,)))
    if held.traces and not n_answered:
        held.refusal = (
            f"its {len(held.traces)} goldens have neither actual_output nor retrieval_context: "
            "nothing was run on them yet. Run your system and import its traces."
        )
    findings.remark("gold_by_text", "gold given as texts was matched by its text")
    return held


def _kept(record: Mapping[str, object]) -> dict[str, object]:
    return {
        name: structured(value)
        for name, value in record.items()
        if name not in FIELDS and name and value not in (None, "", [])
    }


GOLDENS = Reader("DeepEval goldens", _recognises, _read)
