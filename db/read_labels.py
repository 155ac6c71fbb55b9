"""One SELECT per function for the label screen; never touches a table of the judges.

Entries are read of one annotator only, and of a trace's unknown fields the expected claims.
"""

from collections.abc import Collection
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection as Connection
from sqlalchemy import (
    bindparam,
    exists,
    or_,
    select,
)

from db.item_conditions import BY_PERSON, OF_QUERY, OF_QUEUE, OF_TRACE, is_asked
from db.models import (
    annotators,
    corpus_passages,
    current_gold,
    gold_versions,
    hits,
    human_entries,
    imports,
    passages,
    queue_items,
    queues,
    trace_evidence,
    traces,
)
from workbench.domain.claims import CLAIMS_FIELD
from workbench.domain.vocabulary import EntryKind, Evidence

# Made once: building an alias costs more than the statement it is used in.
undo_entries = human_entries.alias("undo")


class LabelQueue(NamedTuple):
    """What the label screen knows of a queue."""

    queue_id: int
    name: str
    reveals_judge: bool


class TraceRow(NamedTuple):
    """A trace of a queue as it was logged, and what ids say of it."""

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


class GoldRow(NamedTuple):
    """The gold that counts for a query."""

    gold_version_id: int
    sets: list[list[str]]


class GoldEdit(NamedTuple):
    """One change of gold that an annotator made while labelling."""

    gold_version_id: int
    details: dict[str, Any]
    created_at: datetime


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


_trace = (
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
    row = connection.execute(_trace, values).one_or_none()
    if row is None:
        return None
    known = TraceRow._make(row)
    return known._replace(evidence=None if known.evidence is None else Evidence(known.evidence))


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


def read_query_of_trace(connection: Connection, trace_id: int) -> int | None:
    """Key of the query that a trace ran."""
    found: int | None = connection.scalar(
        select(traces.c.query_id).where(traces.c.trace_id == trace_id)
    )
    return found


_gold = (
    select(current_gold.c.gold_version_id, current_gold.c.sets)
    .where(current_gold.c.query_id == OF_QUERY)
    .order_by(current_gold.c.gold_version_id.desc())
    .limit(1)
)


def read_gold(connection: Connection, query_id: int) -> GoldRow | None:
    """The gold that counts for a query; None where it is not known."""
    row = connection.execute(_gold, {"of_query": query_id}).one_or_none()
    return None if row is None else GoldRow(*row)


def read_imported_gold(connection: Connection, query_id: int) -> GoldRow | None:
    """The newest gold of a query that came from a file; None where no file gave any."""
    g = gold_versions.c
    row = connection.execute(
        select(g.gold_version_id, g.sets)
        .join(imports, imports.c.import_id == g.import_id)
        .where(g.query_id == query_id, imports.c.kind != "gold_edit", imports.c.status == "done")
        .order_by(g.gold_version_id.desc())
        .limit(1)
    ).one_or_none()
    return None if row is None else GoldRow(*row)


_gold_edits = (
    select(gold_versions.c.gold_version_id, imports.c.details, gold_versions.c.created_at)
    .join(imports, imports.c.import_id == gold_versions.c.import_id)
    .where(
        gold_versions.c.query_id == OF_QUERY,
        gold_versions.c.author == bindparam("by_author"),
        imports.c.kind == "gold_edit",
    )
    .order_by(gold_versions.c.gold_version_id)
)


def read_gold_edits(connection: Connection, query_id: int, author: str) -> list[GoldEdit]:
    """Changes that one annotator made to a query's gold while labelling, oldest first."""
    rows = connection.execute(_gold_edits, {"of_query": query_id, "by_author": author})
    return [GoldEdit(*row) for row in rows]


_own_history = (
    select(human_entries)
    .where(human_entries.c.trace_id == OF_TRACE, human_entries.c.annotator_id == BY_PERSON)
    .order_by(human_entries.c.entry_id)
)


def read_own_entries(
    connection: Connection, trace_id: int, annotator_id: int
) -> list[dict[str, Any]]:
    """One annotator's whole history on a trace, oldest entry first."""
    values = {"of_trace": trace_id, "by_person": annotator_id}
    return [dict(row) for row in connection.execute(_own_history, values).mappings()]


def read_last_entry(
    connection: Connection, queue_id: int, annotator_id: int
) -> tuple[int, int] | None:
    """Entry and trace of what the annotator did last in a queue and has not taken back."""
    entry, undo = human_entries.c, undo_entries
    row = connection.execute(
        select(entry.entry_id, entry.trace_id)
        .where(
            entry.queue_id == queue_id,
            entry.annotator_id == annotator_id,
            entry.kind != EntryKind.UNDO,
            ~exists().where(
                undo.c.trace_id == entry.trace_id,
                undo.c.annotator_id == entry.annotator_id,
                undo.c.undoes_entry_id == entry.entry_id,
            ),
        )
        .order_by(entry.entry_id.desc())
        .limit(1)
    ).one_or_none()
    return None if row is None else (row[0], row[1])


_seconds_spent = (
    select(human_entries.c.seconds_spent)
    .where(
        human_entries.c.queue_id == OF_QUEUE,
        human_entries.c.annotator_id == BY_PERSON,
        human_entries.c.kind == EntryKind.VERDICT,
        human_entries.c.seconds_spent.is_not(None),
    )
    .order_by(human_entries.c.entry_id.desc())
    .limit(bindparam("n_last"))
)


def read_seconds_spent(
    connection: Connection, queue_id: int, annotator_id: int, n_last: int
) -> list[float]:
    """Time the annotator took for each of the newest verdicts in a queue."""
    values = {"of_queue": queue_id, "by_person": annotator_id, "n_last": n_last}
    return [float(seconds) for seconds in connection.scalars(_seconds_spent, values)]
