"""Answers to gold passages, one JSON object a line, joined to their traces by request id.

A packet that comes back with its `answer` filled in is such a line; `request_id` and `answer`
alone are enough.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

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
from workbench.formats.json_records import json_records
from workbench.formats.json_values import NotJson
from workbench.formats.passage_lists import read_passages
from workbench.formats.problems import Findings


class ProbeLine(NamedTuple):
    """One answer as read; `passages` are the (id, text) handed over, None where not said."""

    line: int
    request_id: str
    answer: str | None
    error: str | None
    is_correct: bool | None
    query: str | None
    model: str | None
    settings: dict[str, object] | None
    prompt_text: str | None
    prompt_tokens: int | None
    passages: tuple[tuple[str, str | None], ...] | None


def read_probe_lines(path: Path, findings: Findings) -> Iterator[ProbeLine]:
    """Read every answer of a file, problems and remarks going to `findings`."""
    for line, content, trouble in json_records(path):
        if trouble is not None:
            findings.refuse(line, None, trouble)
            continue
        try:
            yield read_value(content, line, findings, _from_value)
        except NotJson as error:
            findings.refuse(line, None, str(error))
        except WrongField as error:
            findings.refuse(line, error.field or None, error.message)


def _from_value(
    record: object, line: int, findings: Findings, _raw: str | None, _is_faithful: bool
) -> ProbeLine:
    if not isinstance(record, dict):
        raise WrongField("", f"must be a JSON object, not {kind_of(record)}.")
    request_id = read_id(record, "request_id")
    if request_id is None:
        raise WrongField("request_id", "is missing: answers are joined to their traces by it.")
    answer = read_text(record, "answer", line, findings)
    error = read_text(record, "error", line, findings)
    if answer is None and error is None:
        raise WrongField("answer", "is missing: give the answer, or the error that came instead.")
    passages = read_passages(record.get("passages"), "passages", line, findings)
    handed = None
    if passages is not None:
        handed = tuple(
            (doc_id, text)
            for doc_id, text in zip(passages.doc_ids, passages.texts, strict=True)
            if doc_id is not None
        )
    return ProbeLine(
        line,
        request_id,
        answer,
        error,
        read_truth(record, "correct", line, findings),
        read_text(record, "query", line, findings),
        read_text(record, "model", line, findings),
        read_object(record, "settings"),
        read_text(record, "prompt_text", line, findings),
        read_integer(record, "prompt_tokens", line, findings),
        handed,
    )
