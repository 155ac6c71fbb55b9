"""RAGChecker inputs, and its outputs, which add claims and metrics to the same records."""

from collections.abc import Sequence

from workbench.formats.problems import Findings
from workbench.formats.tools.opinions import scored
from workbench.formats.tools.payloads import documents_in
from workbench.formats.tools.tool_file import (
    Head,
    Item,
    Options,
    Reader,
    ToolFile,
    ToolRecord,
    first_text,
    object_of,
    unwrapped,
)


def _recognises(head: Head) -> bool:
    first = next(unwrapped(head.items[:1], "results"), None)
    return first is not None and {"query_id", "query", "gt_answer"} <= first.value.keys()


def _read(items: Sequence[Item], findings: Findings, options: Options) -> ToolFile:
    held = ToolFile()
    texts: dict[str, object] = {}
    for item in unwrapped(items, "results"):
        record = item.value
        candidates = documents_in(record.get("retrieved_context"))
        for passage in candidates or ():
            doc_id, text = str(passage.get("doc_id")), passage.get("text")
            if texts.setdefault(doc_id, text) != text:
                findings.remark(
                    "ids_by_query",
                    "passage ids stand for other texts in other queries: they number the passages "
                    "of one query and are no ids of a corpus",
                    item.line,
                )
        metrics = object_of(record.get("metrics"))
        numbers = {name: ("RAGChecker", value, None) for name, value in metrics.items()}
        signals, judges = scored(numbers, item.line, findings, options)
        query_id = first_text(record, "query_id")
        fields: dict[str, object] = {
            "request_id": query_id,
            "question_id": query_id,
            "query": first_text(record, "query"),
            "reference_answer": first_text(record, "gt_answer"),
            "candidates": candidates,
            "answer": record.get("response"),
            "signals": signals,
            "judges": judges,
        }
        held.traces.append(ToolRecord(item.line, fields, {}, item.place, (record,)))
    return held


RESULTS = Reader("RAGChecker", _recognises, _read)
