"""open-rag-eval tables: a row for each passage, the answer on a query's first row alone.

Passage ids such as [1] are places in that query's list and no ids of a corpus.
"""

import re
from collections.abc import Mapping, Sequence

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

PLACE = re.compile(r"\[?\d+\]?")


def _recognises(head: Head) -> bool:
    return bool(head.columns) and head.has("query_id", "query", "passage_id", "passage")


def _read(items: Sequence[Item], findings: Findings, _options: Options) -> ToolFile:
    traces: dict[tuple[str, str], tuple[int, dict[str, object], list[dict[str, object]]]] = {}
    rows: dict[tuple[str, str], list[Mapping[str, object]]] = {}
    runs = {first_text(item.value, "query_run") for item in items}
    for item in items:
        record = item.value
        query_id, run = first_text(record, "query_id"), first_text(record, "query_run")
        if query_id is None:
            findings.refuse(item.line, "query_id", "is missing; every row needs one.", (record,))
            continue
        fields: dict[str, object] = {
            "request_id": query_id,
            "question_id": query_id,
            "query": first_text(record, "query"),
            "run": f"query_run {run}" if len(runs) > 1 else None,
        }
        _, fields, passages = traces.setdefault((query_id, run or ""), (item.line, fields, []))
        rows.setdefault((query_id, run or ""), []).append(record)
        answer = first_text(record, "generated_answer")
        if answer is not None:
            fields.setdefault("answer", answer)
        doc_id, text = first_text(record, "passage_id"), first_text(record, "passage")
        if doc_id is not None and PLACE.fullmatch(doc_id):
            doc_id = None
            findings.remark(
                "places_not_ids", "passage ids like [1] are places in a list: kept without an id",
                item.line,
            )  # fmt: skip
        if doc_id is not None or text is not None:
            passages.append({"doc_id": doc_id, "text": text})
    return ToolFile(
        traces=[
            ToolRecord(line, {**fields, "candidates": passages}, said=rows[key])
            for key, (line, fields, passages) in traces.items()
        ]
    )


TABLE = Reader("open-rag-eval table", _recognises, _read)
