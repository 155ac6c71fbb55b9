"""The steps behind a trace, as a tracing library would have logged them.

For files in other tools' forms of traces that were made up: ids and times are worked out from
the request id and the trace's time, so that every form tells the same story.
"""

import hashlib
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from workbench.formats.timestamps import read_time
from workbench.formats.tools.steps import StepKind
from workbench.formats.tools.tool_file import list_of, object_of, text_of

FIRST_DAY = datetime(2026, 1, 1, tzinfo=UTC)
RETRIEVING, RERANKING, ANSWERING = (timedelta(milliseconds=ms) for ms in (40, 90, 800))
GAP = timedelta(milliseconds=2)


class MadeDocument(NamedTuple):
    """A passage as a step returned it."""

    doc_id: str
    text: str
    score: float | None


class MadeStep(NamedTuple):
    """One step; `documents` of a retriever or reranker, `prompt` of the model."""

    name: str
    kind: StepKind
    span_id: str
    parent_id: str | None
    start: datetime
    end: datetime
    asked: str
    documents: tuple[MadeDocument, ...] = ()
    prompt: str | None = None
    answer: str | None = None
    model: str | None = None
    prompt_tokens: int | None = None
    error: str | None = None


class MadeTrace(NamedTuple):
    """A trace's steps, the root first, under an id of 32 hexadecimal digits."""

    trace_id: str
    steps: tuple[MadeStep, ...]

    @property
    def root(self) -> MadeStep:
        """The step around all others."""
        return self.steps[0]


def made_trace(record: Mapping[str, object]) -> MadeTrace:
    """Give the steps of one native record; a reranker only where one ran."""
    name = str(record["request_id"])
    query = str(record["query"])
    searched = text_of(record.get("rewritten_query")) or query
    start = read_time(record.get("created_at")).instant or FIRST_DAY
    texts = {
        str(item.get("doc_id")): str(item.get("text") or "")
        for item in map(object_of, list_of(record.get("candidates")))
    }
    root_id = _hex(name, "root", 16)
    error = text_of(record.get("error"))
    answer = text_of(record.get("answer"))
    at = start + GAP
    retriever = MadeStep(
        "retrieve", "retriever", _hex(name, "retrieve", 16), root_id, at, at + RETRIEVING,
        searched, _documents(record.get("candidates"), texts),
    )  # fmt: skip
    steps = [retriever]
    at = retriever.end + GAP
    if record.get("reranked") is not None:
        documents = _documents(record.get("reranked"), texts)
        span_id = _hex(name, "rerank", 16)
        steps.append(
            MadeStep("rerank", "reranker", span_id, root_id, at, at + RERANKING, query, documents)
        )
        at += RERANKING + GAP
    tokens = record.get("prompt_tokens")
    steps.append(
        MadeStep(
            "answer",
            "llm",
            _hex(name, "answer", 16),
            root_id,
            at,
            at + ANSWERING,
            query,
            prompt=_prompt(query, list_of(record.get("prompt_passages")), texts),
            answer=answer,
            model=text_of(record.get("model")),
            prompt_tokens=tokens if isinstance(tokens, int) else None,
            error=error,
        )
    )
    end = steps[-1].end + GAP
    root = MadeStep(
        "assistant", "other", root_id, None, start, end, query, answer=answer, error=error
    )
    return MadeTrace(_hex(name, "trace", 32), (root, *steps))


def _documents(items: object, texts: Mapping[str, str]) -> tuple[MadeDocument, ...]:
    documents = []
    for item in map(object_of, list_of(items)):
        score = item.get("score")
        doc_id = str(item.get("doc_id"))
        number = float(score) if isinstance(score, int | float) else None
        documents.append(MadeDocument(doc_id, texts.get(doc_id, ""), number))
    return tuple(documents)


def _prompt(query: str, passages: Sequence[object], texts: Mapping[str, str]) -> str:
    listed = "\n\n".join(texts.get(str(doc_id), "") for doc_id in passages)
    return f"Answer from these passages alone.\n\n{listed}\n\nQuestion: {query}"


def _hex(name: str, part: str, n_digits: int) -> str:
    content = f"{name}\0{part}".encode()
    return hashlib.blake2b(content, digest_size=n_digits // 2).hexdigest()
