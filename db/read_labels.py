"""One SELECT per function for the label screen; never touches a table of the judges.

Entries are read of one annotator only, and of a trace's unknown fields the expected claims.
"""

from collections.abc import Collection
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection as Connection
from sqlalchemy import (
    exists,
    or_,
    select,
)

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
from db.read_waiting import is_asked
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


def read_label_queue(connection: Connection, queue_id: int) -> LabelQueue | None:
    """Name of a queue and whether it shows the judge after a save."""
    row = connection.execute(
        select(queues.c.queue_id, queues.c.name, queues.c.reveals_judge).where(
            queues.c.queue_id == queue_id
        )
    ).one_or_none()
    return None if row is None else LabelQueue(*row)


def read_annotator_id(connection: Connection, name: str) -> int | None:
    """Key of an annotator; None for a name nobody has used."""
    found: int | None = connection.scalar(
        select(annotators.c.annotator_id).where(annotators.c.name == name)
    )
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


def read_trace(connection: Connection, queue_id: int, trace_id: int) -> TraceRow | None:
    """One trace of a queue; None where the queue does not hold it."""
    t, e = traces.c, trace_evidence.c
    row = (
        connection.execute(
            select(
                t.trace_id,
                t.request_id,
                t.query_id,
                t.query,
                t.rewritten_query,
                t.reference_answer,
                t.answer,
                t.error,
                t.has_candidates,
                t.has_reranked,
                t.has_prompt,
                t.prompt_tokens,
                t.is_truncated,
                t.index_version,
                e.evidence,
                e.n_found,
                e.n_needed,
                is_asked(queue_id).label("is_current"),
                t.extra[CLAIMS_FIELD].label(CLAIMS_FIELD),
            )
            .select_from(traces)
            .join(queue_items, queue_items.c.trace_id == t.trace_id)
            .outerjoin(trace_evidence, e.trace_id == t.trace_id)
            .where(
                queue_items.c.queue_id == queue_id,
                queue_items.c.trace_id == trace_id,
                queue_items.c.removed_at.is_(None),
            )
        )
        .mappings()
        .one_or_none()
    )
    if row is None:
        return None
    known = TraceRow(**row)
    return known._replace(evidence=None if known.evidence is None else Evidence(known.evidence))


def read_hits(connection: Connection, trace_id: int) -> list[HitRow]:
    """Every place of a trace's lists with its text, in the logged order."""
    h = hits.c
    rows = connection.execute(
        select(h.list, h.doc_id, h.rank, h.score, passages.c.text, passages.c.folded_hash)
        .select_from(hits)
        .outerjoin(passages, passages.c.text_hash == h.text_hash)
        .where(h.trace_id == trace_id)
        .order_by(h.list, h.rank, h.position)
    )
    return [HitRow(*row) for row in rows]


def read_corpus_texts(
    connection: Connection, index_version: str, doc_ids: Collection[str]
) -> dict[str, tuple[str, bytes]]:
    """Text and folded hash of passages of an imported corpus, by id."""
    c = corpus_passages.c
    rows = connection.execute(
        select(c.doc_id, passages.c.text, passages.c.folded_hash)
        .join(passages, passages.c.text_hash == c.text_hash)
        .where(c.index_version == index_version, c.doc_id.in_(doc_ids))
    )
    return {doc_id: (text, folded) for doc_id, text, folded in rows}


def read_query_of_trace(connection: Connection, trace_id: int) -> int | None:
    """Key of the query that a trace ran."""
    found: int | None = connection.scalar(
        select(traces.c.query_id).where(traces.c.trace_id == trace_id)
    )
    return found


def read_gold(connection: Connection, query_id: int) -> GoldRow | None:
    """The gold that counts for a query; None where it is not known."""
    g = current_gold.c
    row = connection.execute(
        select(g.gold_version_id, g.sets)
        .where(g.query_id == query_id)
        .order_by(g.gold_version_id.desc())
        .limit(1)
    ).one_or_none()
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


def read_gold_edits(connection: Connection, query_id: int, author: str) -> list[GoldEdit]:
    """Changes that one annotator made to a query's gold while labelling, oldest first."""
    g = gold_versions.c
    rows = connection.execute(
        select(g.gold_version_id, imports.c.details, g.created_at)
        .join(imports, imports.c.import_id == g.import_id)
        .where(g.query_id == query_id, g.author == author, imports.c.kind == "gold_edit")
        .order_by(g.gold_version_id)
    )
    return [GoldEdit(*row) for row in rows]


def read_own_entries(
    connection: Connection, trace_id: int, annotator_id: int
) -> list[dict[str, Any]]:
    """One annotator's whole history on a trace, oldest entry first."""
    e = human_entries.c
    rows = connection.execute(
        select(human_entries)
        .where(e.trace_id == trace_id, e.annotator_id == annotator_id)
        .order_by(e.entry_id)
    )
    return [dict(row) for row in rows.mappings()]


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


def read_seconds_spent(
    connection: Connection, queue_id: int, annotator_id: int, n_last: int
) -> list[float]:
    """Time the annotator took for each of the newest verdicts in a queue."""
    e = human_entries.c
    rows = connection.scalars(
        select(e.seconds_spent)
        .where(
            e.queue_id == queue_id,
            e.annotator_id == annotator_id,
            e.kind == EntryKind.VERDICT,
            e.seconds_spent.is_not(None),
        )
        .order_by(e.entry_id.desc())
        .limit(n_last)
    )
    return [float(seconds) for seconds in rows]
