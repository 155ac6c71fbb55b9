"""One line to one trace, or a problem with line and field.

Chosen: checks by hand in one pass over the record, since a validation library costs several
times the parsing. Null or absent means not known or not run; an empty list means that the
stage ran and there was nothing. Unknown fields are kept.
"""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from workbench.domain.claims import CLAIMS_FIELD
from workbench.domain.records import GoldSets, JsonObject
from workbench.formats.careful_reading import read_value
from workbench.formats.field_values import (
    WrongField,
    kind_of,
    read_id,
    read_integer,
    read_object,
    read_text,
    read_truth,
)
from workbench.formats.gold_sets import GoldText, read_gold_fields
from workbench.formats.json_records import Record, json_records
from workbench.formats.json_values import (
    NeedsCare,
    NotJson,
    is_altered,
    json_text,
)
from workbench.formats.judge_fields import ReadOpinion, read_opinions
from workbench.formats.passage_lists import Passages, read_passages
from workbench.formats.problems import Findings, Said
from workbench.formats.prompt_passages import How, place_passages
from workbench.formats.timestamps import read_time, remark_time

FIELDS = (
    "request_id", "question_id", "run", "query", "rewritten_query", "reference_answer",
    "gold_passages", "gold_strings", "candidates", "reranked", "prompt_passages", "prompt_text",
    "prompt_tokens", "truncated", "answer", "model", "settings", "index_version",
    "query_embedding_model", "index_embedding_model", "error", "created_at", "signals", "probe",
    "judge", "judges",
)  # fmt: skip
ORIGINAL = "original_record"
"""Under this name our export keeps a line as it was before text had to be altered."""

KNOWN = frozenset((*FIELDS, ORIGINAL))
FOUND_IN_PROMPT: dict[How, str] = {
    "exact": "{n} {prompt passage was|prompt passages were} found by the text in the logged prompt",
    "folded": "{n} {prompt passage was|prompt passages were} found in the logged prompt but for "
    "case and spacing",
    "head": "{n} {prompt passage was|prompt passages were} found by the beginning alone: "
    "truncated in the prompt",
}


class TraceLine(NamedTuple):
    """One trace as read, its passages by column and its judges' words not yet interpreted."""

    request_id: str
    run: str | None
    question_id: str | None
    query: str
    rewritten_query: str | None
    reference_answer: str | None
    answer: str | None
    error: str | None
    candidates: Passages | None
    reranked: Passages | None
    prompt: Passages | None
    prompt_text: str | None
    prompt_tokens: int | None
    is_truncated: bool | None
    model: str | None
    settings: JsonObject | None
    index_version: str
    query_embedding_model: str | None
    index_embedding_model: str | None
    created_at: datetime | None
    created_at_text: str | None
    signals: JsonObject
    probe: tuple[str | None, bool | None] | None
    gold: GoldSets | None
    opinions: tuple[ReadOpinion, ...]
    extra: JsonObject
    raw: str | None
    gold_texts: tuple[GoldText, ...] = ()


class NumberedTrace(NamedTuple):
    """A trace with its line; `trace` is None where the line's problem was recorded.

    `content` is what the file says, None where the problem was recorded with it.
    """

    line: int
    trace: TraceLine | None
    content: Said | None


def read_trace_lines(
    path: Path, findings: Findings, progress: Callable[[int, int], None] | None = None
) -> Iterator[NumberedTrace]:
    """Read every trace of a native file, problems and remarks going to `findings`."""
    for record in json_records(path, progress):
        yield NumberedTrace(record.line, read_trace_line(record, findings), record.content)


def read_trace_line(record: Record, findings: Findings) -> TraceLine | None:
    """Read one trace, or record why it cannot be."""
    line, content, trouble = record
    if trouble is not None:
        findings.refuse(line, None, trouble)
        return None
    try:
        return read_value(content, line, findings, trace_from_value, is_kept=True)
    except NotJson as error:
        findings.refuse(line, None, str(error))
    except WrongField as error:
        findings.refuse(line, error.field or None, error.message)
    return None


def trace_from_value(
    record: object, line: int, findings: Findings, raw: str | None = None, is_faithful: bool = True
) -> TraceLine:
    """Give the trace that an object with our field names holds.

    Raises WrongField, and NeedsCare where the value was not read faithfully and may differ
    from what the file says.
    """
    if not isinstance(record, dict):
        raise WrongField("", f"must be a JSON object, not {kind_of(record)}.")
    request_id = read_id(record, "request_id")
    if request_id is None:
        raise WrongField("request_id", "is missing; every trace needs one.")
    query = read_text(record, "query", line, findings)
    if query is None and record.get("question") is not None:
        query = read_text(record, "question", line, findings)
        findings.remark("query_from_question", "the field question was read as query", line)
        record = {name: value for name, value in record.items() if name != "question"}
    if query is None or not query.strip():
        raise WrongField("query", "is missing; every trace needs one.")
    signals = read_object(record, "signals") or {}
    settings = read_object(record, "settings")
    extra = {} if KNOWN.issuperset(record) else _extra(record, line, findings)
    if not is_faithful:
        unusual = (extra, signals, settings, record.get("probe"))
        if any(unusual) and is_altered(list(unusual)):
            raise NeedsCare
    candidates = read_passages(record.get("candidates"), "candidates", line, findings)
    reranked = read_passages(record.get("reranked"), "reranked", line, findings)
    prompt = read_passages(record.get("prompt_passages"), "prompt_passages", line, findings)
    extra = _with_passage_fields(extra, candidates, reranked, prompt)
    prompt_text = read_text(record, "prompt_text", line, findings)
    is_truncated = read_truth(record, "truncated", line, findings)
    searched = candidates or reranked
    if prompt is None and prompt_text and searched:
        prompt, is_cut = _found_in(prompt_text, searched, line, findings)
        is_truncated = True if is_cut and is_truncated is None else is_truncated
    created_at = read_time(record.get("created_at"))
    remark_time(created_at, "created_at", line, findings)
    gold = read_gold_fields(record, line, findings)
    return TraceLine(
        request_id,
        read_id(record, "run"),
        read_id(record, "question_id"),
        query,
        read_text(record, "rewritten_query", line, findings),
        read_text(record, "reference_answer", line, findings),
        read_text(record, "answer", line, findings),
        _error(record, line, findings),
        candidates,
        reranked,
        prompt,
        prompt_text,
        read_integer(record, "prompt_tokens", line, findings),
        is_truncated,
        read_text(record, "model", line, findings),
        settings,
        read_id(record, "index_version") or "",
        read_text(record, "query_embedding_model", line, findings),
        read_text(record, "index_embedding_model", line, findings),
        created_at.instant,
        created_at.text,
        signals,
        _probe(record, line, findings),
        gold.sets,
        read_opinions(record, line, findings),
        extra,
        raw if raw is not None else read_text(record, ORIGINAL, line, findings),
        gold.texts,
    )


def _extra(record: Mapping[str, object], line: int, findings: Findings) -> JsonObject:
    extra = {name: value for name, value in record.items() if name not in KNOWN}
    for name in extra:
        if name == CLAIMS_FIELD:
            # Kept among them, and read again by the label screen.
            continue
        shown = name if len(name) <= 40 else f"{name[:40]}…"
        findings.remark(f"unknown_field:{shown}", f"unknown field {shown} was kept", line)
    return extra


def _with_passage_fields(extra: JsonObject, *lists: Passages | None) -> JsonObject:
    names = ("candidates", "reranked", "prompt_passages")
    others = {
        name: passages.others
        for name, passages in zip(names, lists, strict=True)
        if passages is not None and passages.others
    }
    return {**extra, **others} if others else extra


def _error(record: Mapping[str, object], line: int, findings: Findings) -> str | None:
    value = record.get("error")
    if value is None or value is False or value == "":
        return None
    if isinstance(value, dict | list):
        return json_text(value) if value else None
    return read_text(record, "error", line, findings)


def _probe(
    record: Mapping[str, object], line: int, findings: Findings
) -> tuple[str | None, bool | None] | None:
    probe = read_object(record, "probe")
    if probe is None:
        return None
    answer = read_text(probe, "answer", line, findings)
    return answer, read_truth(probe, "correct", line, findings)


def _found_in(
    prompt_text: str, candidates: Passages, line: int, findings: Findings
) -> tuple[Passages | None, bool]:
    """Give the passages found in the prompt, and whether one of them is there only in part."""
    texts = [text for text in candidates.texts if text]
    if len(texts) < len(candidates.texts):
        return None, False
    placed = place_passages(prompt_text, texts)
    if not placed:
        findings.remark(
            "prompt_not_matched",
            "no candidate's text was found in the logged prompt"
            if placed is not None
            else "the logged prompt was not searched: passages are too short to be told apart",
            line,
        )
        return None, False
    for how, message in FOUND_IN_PROMPT.items():
        n = sum(item.how == how for item in placed)
        if n:
            code = "prompt_matched" if how == "exact" else f"prompt_matched_{how}"
            findings.remark(code, message, line, n)
    order = [item.at for item in placed]
    found = Passages(
        [candidates.doc_ids[at] for at in order],
        list(range(1, len(order) + 1)),
        [None] * len(order),
        [candidates.texts[at] for at in order],
    )
    return found, any(item.how == "head" for item in placed)
