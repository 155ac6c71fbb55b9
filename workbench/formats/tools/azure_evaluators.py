"""Rows of Azure's evaluators: question, answer, context as one text, grades from 1 to 5.

The context begins each passage with its source and a colon, which is taken as its id.
"""

import re
from collections.abc import Mapping, Sequence

from workbench.formats.problems import Findings
from workbench.formats.tools.opinions import scored
from workbench.formats.tools.text_ids import text_id
from workbench.formats.tools.tool_file import (
    Head,
    Item,
    Options,
    Reader,
    ToolFile,
    ToolRecord,
    first_text,
    number_of,
    unwrapped,
)

SOURCE = re.compile(r"^([^\n:]{1,200}\.[A-Za-z]{2,5}(?:#page=\d+)?): +", re.MULTILINE)
GRADES = ("groundedness", "relevance", "coherence", "fluency", "similarity", "retrieval")
TEXTS = frozenset({"question", "query", "answer", "response", "truth", "ground_truth", "context"})


def _plain(record: Mapping[str, object]) -> dict[str, object]:
    """Give the row without the prefixes inputs. and outputs.EVALUATOR. of newer versions."""
    return {
        name.rpartition(".")[2] if name.startswith(("inputs.", "outputs.")) else name: value
        for name, value in record.items()
    }


def _is_grade(name: str) -> bool:
    return name.removeprefix("gpt_") in GRADES


def _recognises(head: Head) -> bool:
    first = next(unwrapped(head.items[:1], "rows"), None)
    if first is None or head.columns:
        return False
    record = _plain(first.value)
    has_texts = bool(
        record.keys() & {"question", "query"} and record.keys() & {"answer", "response"}
    )
    return has_texts and any(_is_grade(name) for name in record)


def passages_in(context: str) -> list[dict[str, object]] | None:
    """Give the passages of a context in which each begins with its source; None otherwise."""
    found = list(SOURCE.finditer(context))
    if not found or context[: found[0].start()].strip():
        return None
    ends = [match.start() for match in found[1:]] + [len(context)]
    return [
        {"doc_id": match[1].strip(), "text": context[match.end() : end].strip()}
        for match, end in zip(found, ends, strict=True)
    ]


def _read(items: Sequence[Item], findings: Findings, options: Options) -> ToolFile:
    held = ToolFile()
    for item in unwrapped(items, "rows"):
        record = _plain(item.value)
        query = first_text(record, "question", "query")
        if query is None:
            findings.refuse(
                item.line, "question", "is missing; every row needs one.", (item.value,)
            )
            continue
        context = first_text(record, "context")
        candidates = passages_in(context) if context is not None else None
        if context is not None and candidates is None:
            findings.remark(
                "context_not_parted",
                "contexts in which passages do not begin with their source: candidates unknown",
                item.line,
            )
        grades = {
            name: ("", number_of(value), None)
            for name, value in record.items()
            if _is_grade(name) and number_of(value) is not None
        }
        signals, judges = scored(grades, item.line, findings, options)
        others = {
            name: value
            for name, value in record.items()
            if name not in TEXTS and not _is_grade(name) and isinstance(value, bool | int | float)
        }
        fields: dict[str, object] = {
            "request_id": options.ids.next(query),
            "question_id": text_id(query),
            "query": query,
            "reference_answer": first_text(record, "truth", "ground_truth"),
            "candidates": candidates,
            "answer": record.get("answer", record.get("response")),
            "signals": {**others, **signals},
            "judges": judges,
        }
        kept = {"context": context} if context is not None and candidates is None else {}
        held.traces.append(ToolRecord(item.line, fields, kept, item.place, (item.value,)))
    findings.remark(
        "context_is_candidates",
        "the context was read as candidates; what of it stood in the prompt is not said",
    )
    return held


ROWS = Reader("Azure evaluator rows", _recognises, _read)
