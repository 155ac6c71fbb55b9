"""Logs of several pipelines over the same claims, ids at every stage in one record a claim.

A pipeline is named RETRIEVER+RERANKER. With `none` the list after reranking is the head of what
was retrieved: what falls out there is lost at the same place, so the list is taken as logged.
The text of the claim is not in the file: its id stands for it.
"""

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
    object_of,
)


def _are_stages(head: Head) -> bool:
    return {"query", "relevant", "retrieved"} <= head.first.keys()


def _read_stages(items: Sequence[Item], findings: Findings, _options: Options) -> ToolFile:
    held = ToolFile()
    for item in items:
        query = first_text(item.value, "query")
        retrieved = object_of(item.value.get("retrieved"))
        for name, given in item.value.items():
            if "+" not in name or not isinstance(given, Mapping):
                continue
            retriever = name.partition("+")[0]
            fields: dict[str, object] = {
                "request_id": query,
                "question_id": query,
                "run": name,
                "query": query,
                "gold_passages": item.value.get("relevant"),
                "candidates": retrieved.get(retriever),
                "reranked": given.get("reranked"),
                "prompt_passages": given.get("prompt"),
                "answer": given.get("reply"),
            }
            held.traces.append(ToolRecord(item.line, fields, {}, name, (item.value,)))
    _remark_ids(findings)
    return held


def _remark_ids(findings: Findings) -> None:
    findings.remark("query_is_id", "the text of a query is not in the file: its id stands for it")


STAGES = Reader("ids by stage and pipeline", _are_stages, _read_stages)


def _are_replies(head: Head) -> bool:
    return {"query", "pipeline", "reply"} <= head.first.keys()


def _read_replies(items: Sequence[Item], findings: Findings, _options: Options) -> ToolFile:
    held = ToolFile()
    for item in items:
        query = first_text(item.value, "query")
        style = first_text(item.value, "style")
        pipeline = first_text(item.value, "pipeline")
        fields: dict[str, object] = {
            "request_id": query,
            "question_id": query,
            "run": f"{pipeline} {style}" if style else pipeline,
            "query": query,
            "answer": item.value.get("reply"),
        }
        held.traces.append(ToolRecord(item.line, fields, said=(item.value,)))
    _remark_ids(findings)
    return held


REPLIES = Reader("replies by pipeline", _are_replies, _read_replies)
