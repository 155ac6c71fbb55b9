"""A queue's traces and their passages for the label screen; never a table of the judges.

Of a trace's unknown fields only the expected claims are read.
"""

from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

from sqlalchemy import Connection as Connection
from sqlalchemy import bindparam, or_, select

from db.item_conditions import OF_QUEUE, OF_TRACE, is_asked
from db.models import (
    annotators,
    corpus_passages,
    hits,
    passages,
    queue_items,
    queues,
    trace_evidence,
    traces,
)
from db.read_gold_changes import NEWEST_GOLD
from workbench.domain.claims import CLAIMS_FIELD
from workbench.domain.vocabulary import Evidence


class LabelQueue(NamedTuple):
    """What the label screen knows of a queue."""

    queue_id: int
    name: str
    reveals_judge: bool


class TraceRow(NamedTuple):
    """A trace of a queue as it was logged, and what ids say of it.

    `newest_gold` is the newest version of any query's gold.
    """

    trace_id: int
    request_id: str
    query_id: int
    query: str
    rewritten_query: str | None
    reference_answer: str | None
    answer: str | None
    error: str | None
    has_candidates: bool
    has_reranked: bool
    has_prompt: bool
    prompt_tokens: int | None
    is_truncated: bool | None
    index_version: str
    evidence: Evidence | None
    n_found: int | None
    n_needed: int | None
    is_current: bool
    expected_claims: Any = None
    newest_gold: int | None = None


class FoundRow(NamedTuple):
    """An item of a queue that a search found."""

    trace_id: int
    request_id: str
    query: str


class HitRow(NamedTuple):
    """One place of one of a trace's lists: 0 candidates, 1 reranked, 2 prompt."""

    list: int
    doc_id: str | None
    rank: int
    score: float | None
    text: str | None
    folded_hash: bytes | None


_label_queue = select(queues.c.queue_id, queues.c.name, queues.c.reveals_judge).where(
    queues.c.queue_id == OF_QUEUE
)


def read_label_queue(connection: Connection, queue_id: int) -> LabelQueue | None:
    """Name of a queue and whether it shows the judge after a save."""
    row = connection.execute(_label_queue, {"of_queue": queue_id}).one_or_none()
    return None if row is None else LabelQueue(*row)


_annotator_id = select(annotators.c.annotator_id).where(annotators.c.name == bindparam("named"))


def read_annotator_id(connection: Connection, name: str) -> int | None:
    """Key of an annotator; None for a name nobody has used."""
    found: int | None = connection.scalar(_annotator_id, {"named": name})
    return found


def read_trace_of_request(connection: Connection, queue_id: int, request_id: str) -> int | None:
    """Trace of the queue with that request id, the newest content where there were several."""
    return connection.scalar(
        select(queue_items.c.trace_id)
        .join(queues, queues.c.queue_id == queue_items.c.queue_id)
        .join(traces, traces.c.trace_id == queue_items.c.trace_id)
        .where(
            queue_items.c.queue_id == queue_id,
            queue_items.c.removed_at.is_(None),
            traces.c.run_id == queues.c.run_id,
            traces.c.request_id == request_id,
        )
        .order_by(traces.c.version.desc())
        .limit(1)
    )


def search_traces(connection: Connection, queue_id: int, text: str, limit: int) -> list[FoundRow]:
    """Items of a queue whose id, query, reference or answer holds a text, in its order."""
    t, item = traces.c, queue_items.c
    places = (t.request_id, t.query, t.reference_answer, t.answer)
    rows = connection.execute(
        select(t.trace_id, t.request_id, t.query)
        .join(queue_items, item.trace_id == t.trace_id)
        .where(
            item.queue_id == queue_id,
            item.removed_at.is_(None),
            or_(*(place.icontains(text, autoescape=True) for place in places)),
            is_asked(queue_id),
        )
        .order_by(item.order_key)
        .limit(limit)
    )
    return [FoundRow(*row) for row in rows]


TRACE_OF_QUEUE = (
    select(
        traces.c.trace_id,
        traces.c.request_id,
        traces.c.query_id,
        traces.c.query,
        traces.c.rewritten_query,
        traces.c.reference_answer,
        traces.c.answer,
        traces.c.error,
        traces.c.has_candidates,
        traces.c.has_reranked,
        traces.c.has_prompt,
        traces.c.prompt_tokens,
        traces.c.is_truncated,
        traces.c.index_version,
        trace_evidence.c.evidence,
        trace_evidence.c.n_found,
        trace_evidence.c.n_needed,
        is_asked(OF_QUEUE),
        traces.c.extra[CLAIMS_FIELD],
        NEWEST_GOLD.scalar_subquery(),
    )
    .select_from(traces)
    .join(queue_items, queue_items.c.trace_id == traces.c.trace_id)
    .outerjoin(trace_evidence, trace_evidence.c.trace_id == traces.c.trace_id)
    .where(
        queue_items.c.queue_id == OF_QUEUE,
        queue_items.c.trace_id == OF_TRACE,
        queue_items.c.removed_at.is_(None),
    )
)


def read_trace(connection: Connection, queue_id: int, trace_id: int) -> TraceRow | None:
    """One trace of a queue; None where the queue does not hold it."""
    values = {"of_queue": queue_id, "of_trace": trace_id}
    row = connection.execute(TRACE_OF_QUEUE, values).one_or_none()
    return None if row is None else trace_row(row)


def trace_row(values: Iterable[Any]) -> TraceRow:
    """A row of `TRACE_OF_QUEUE` by its names."""
    row = TraceRow._make(values)
    return row._replace(evidence=None if row.evidence is None else Evidence(row.evidence))


_hits = (
    select(
        hits.c.list,
        hits.c.doc_id,
        hits.c.rank,
        hits.c.score,
        passages.c.text,
        passages.c.folded_hash,
    )
    .select_from(hits)
    .outerjoin(passages, passages.c.text_hash == hits.c.text_hash)
    .where(hits.c.trace_id == OF_TRACE)
    .order_by(hits.c.list, hits.c.rank, hits.c.position)
)


def read_hits(connection: Connection, trace_id: int) -> list[HitRow]:
    """Every place of a trace's lists with its text, in the logged order."""
    return [HitRow._make(row) for row in connection.execute(_hits, {"of_trace": trace_id})]


_corpus_texts = (
    select(corpus_passages.c.doc_id, passages.c.text, passages.c.folded_hash)
    .join(passages, passages.c.text_hash == corpus_passages.c.text_hash)
    .where(
        corpus_passages.c.index_version == bindparam("of_index"),
        corpus_passages.c.doc_id.in_(bindparam("doc_ids", expanding=True)),
    )
)


def read_corpus_texts(
    connection: Connection, index_version: str, doc_ids: Collection[str]
) -> dict[str, tuple[str, bytes]]:
    """Text and folded hash of passages of an imported corpus, by id."""
    values = {"of_index": index_version, "doc_ids": list(doc_ids)}
    rows = connection.execute(_corpus_texts, values)
    return {doc_id: (text, folded) for doc_id, text, folded in rows}
