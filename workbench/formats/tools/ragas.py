"""Ragas data sets, old and new field names, as JSON lines or as CSV with printed lists.

They give passages as texts; where they give ids as well, those are taken. What stood in the
prompt they do not say.
"""

from collections.abc import Mapping, Sequence

from workbench.formats.problems import Findings
from workbench.formats.tools.opinions import scored
from workbench.formats.tools.payloads import query_in
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
    list_of,
    number_of,
    remark_any_of,
    text_of,
)

QUERIES = ("user_input", "question")
ANSWERS = ("response", "answer")
REFERENCES = ("reference", "ground_truth", "ground_truths")
CONTEXTS = ("retrieved_contexts", "contexts")
KNOWN = frozenset(
    {
        *QUERIES, *ANSWERS, *REFERENCES, *CONTEXTS, "reference_contexts", "retrieved_context_ids",
        "reference_context_ids", "rubrics", "persona_name", "query_style", "query_length", "",
    }
)  # fmt: skip


def _recognises(head: Head) -> bool:
    names = head.columns or frozenset(head.first)
    if "user_input" in names:
        return bool(names & {"retrieved_contexts", "response", "reference_contexts"})
    return {"question", "contexts"} <= names and bool(names & {"answer", "ground_truth"})


def texts_in(value: object) -> list[str] | None:
    """Give a list of texts, one spelled in a cell included; None where there is none."""
    read = structured(value)
    if not isinstance(read, list):
        return None
    return [text for item in read if (text := text_of(item)) is not None]


def _listed(record: Mapping[str, object], *names: str) -> list[str] | None:
    return next((found for n in names if (found := texts_in(record.get(n))) is not None), None)


def _query(value: object) -> str | None:
    read = structured(value)
    return query_in({"messages": read}) if isinstance(read, list) else text_of(value)


def _read(items: Sequence[Item], findings: Findings, options: Options) -> ToolFile:
    held = ToolFile()
    is_table = any("user_input" in item.value and not _has_lists(item) for item in items)
    for item in items:
        record = item.value
        query = next((q for name in QUERIES if (q := _query(record.get(name)))), None)
        if query is None:
            findings.refuse(
                item.line, "user_input", "is missing; every sample needs a query.", (record,)
            )
            continue
        contexts, golds = _listed(record, *CONTEXTS), _listed(record, "reference_contexts")
        doc_ids = _listed(record, "retrieved_context_ids")
        candidates = passages_of(contexts) if contexts is not None else None
        if candidates is not None and doc_ids is not None and len(doc_ids) == len(candidates):
            pairs = zip(doc_ids, candidates, strict=True)
            candidates = [{**passage, "doc_id": doc_id} for doc_id, passage in pairs]
        elif candidates is None and doc_ids is not None:
            candidates = [{"doc_id": doc_id} for doc_id in doc_ids]
        gold: list[str] | None = _listed(record, "reference_context_ids")
        if gold is None and golds is not None:
            gold = gold_of(golds, candidates or [])
            findings.remark(
                "gold_by_text", "gold given as texts was matched by its text", item.line
            )
        remark_any_of(gold, item.line, findings)
        answer = next((record[n] for n in ANSWERS if isinstance(record.get(n), str)), None)
        if answer is None and is_table:
            findings.remark(
                "empty_answer", "empty cells of answers may be no answer or an empty one", item.line
            )
        numbers = {
            name: ("Ragas", number_of(value), None)
            for name, value in record.items()
            if name not in KNOWN and number_of(value) is not None
        }
        signals, judges = scored(numbers, item.line, findings, options)
        listed = list_of(structured(record.get("ground_truths")))
        reference = first_text(record, *REFERENCES) or text_of(listed[0] if listed else None)
        fields: dict[str, object] = {
            "request_id": options.ids.next(query),
            "question_id": text_id(query),
            "query": query,
            "reference_answer": reference,
            "gold_passages": gold,
            "candidates": candidates,
            "answer": answer,
            "signals": signals,
            "judges": judges,
        }
        held.traces.append(ToolRecord(item.line, fields, said=(record,)))
    return held


def _has_lists(item: Item) -> bool:
    return any(isinstance(value, list) or value is None for value in item.value.values())


SAMPLES = Reader("Ragas data set", _recognises, _read)
