"""What decides the gates of one trace: its row, its evidence, and where its gold is known."""

from collections.abc import Collection
from typing import Any

from sqlalchemy import Connection, case, select

from db.models import (
    corpora,
    corpus_passages,
    current_traces,
    hits,
    passages,
    runs,
    trace_evidence,
)
from workbench.domain.records import EvidenceLoss
from workbench.domain.vocabulary import Evidence


def read_request(connection: Connection, request_id: str, run: str | None) -> list[Any]:
    """Current traces of that request id with their run's name, of one run or of all but probes."""
    statement = (
        select(current_traces, runs.c.name.label("run"))
        .join(runs, runs.c.run_id == current_traces.c.run_id)
        .where(current_traces.c.request_id == request_id)
        .order_by(current_traces.c.trace_id)
    )
    of_run = runs.c.probe_of_run_id.is_(None) if run is None else runs.c.name == run
    return list(connection.execute(statement.where(of_run)))


def read_request_ids(connection: Connection, run: str, part: str, limit: int) -> list[str]:
    """Request ids of a run that hold the part: the one that is it first, then by arrival."""
    return list(
        connection.scalars(
            select(current_traces.c.request_id)
            .join(runs, runs.c.run_id == current_traces.c.run_id)
            .where(runs.c.name == run, current_traces.c.request_id.contains(part, autoescape=True))
            .order_by(
                case((current_traces.c.request_id == part, 0), else_=1), current_traces.c.trace_id
            )
            .limit(limit)
        )
    )


def read_loss(connection: Connection, trace_id: int) -> EvidenceLoss:
    """What the ids say of a trace."""
    e = trace_evidence.c
    row = connection.execute(
        select(
            e.evidence, e.candidates_rank, e.reranked_rank, e.prompt_rank, e.n_found, e.n_needed
        ).where(e.trace_id == trace_id)
    ).one_or_none()
    return (
        EvidenceLoss(Evidence.UNKNOWN) if row is None else EvidenceLoss(Evidence(row[0]), *row[1:])
    )


def read_corpus_ids(
    connection: Connection, index_version: str, doc_ids: Collection[str]
) -> frozenset[str] | None:
    """Those of the ids that an index version holds; None where its corpus was not imported."""
    c = corpus_passages.c
    is_imported = select(corpora.c.import_id).where(corpora.c.index_version == index_version)
    if connection.scalar(is_imported) is None:
        return None
    held = select(c.doc_id).where(c.index_version == index_version, c.doc_id.in_(doc_ids))
    return frozenset(connection.scalars(held))


def read_texts_held(
    connection: Connection, index_version: str, folded: Collection[bytes]
) -> frozenset[bytes]:
    """Those of the folded text hashes that some passage of an index version has."""
    statement = (
        select(passages.c.folded_hash)
        .join(corpus_passages, corpus_passages.c.text_hash == passages.c.text_hash)
        .where(corpus_passages.c.index_version == index_version, passages.c.folded_hash.in_(folded))
        .distinct()
    )
    return frozenset(connection.scalars(statement))


def read_seen_ids(
    connection: Connection, index_version: str, doc_ids: Collection[str]
) -> frozenset[str]:
    """Those of the ids that any current trace of an index version retrieved."""
    statement = (
        select(hits.c.doc_id)
        .join(current_traces, current_traces.c.trace_id == hits.c.trace_id)
        .where(
            current_traces.c.index_version == index_version,
            hits.c.list == 0,
            hits.c.doc_id.in_(doc_ids),
        )
        .distinct()
    )
    return frozenset(found for found in connection.scalars(statement) if found is not None)
