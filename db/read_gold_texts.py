"""Which texts the gold passages have, as far as any trace logged them; one SELECT per function."""

from collections.abc import Collection

from sqlalchemy import Connection, bindparam, func, select

from db.item_conditions import OF_QUERY
from db.models import (
    current_gold,
    gold_members,
    hits,
    imports,
    passages,
    queue_items,
    queues,
    traces,
)

_query_texts = (
    select(hits.c.doc_id, passages.c.folded_hash)
    .select_from(traces)
    .join(hits, hits.c.trace_id == traces.c.trace_id)
    .join(passages, passages.c.text_hash == hits.c.text_hash)
    .where(traces.c.query_id == OF_QUERY, hits.c.doc_id.in_(bindparam("doc_ids", expanding=True)))
)


def read_query_texts(
    connection: Connection, query_id: int, doc_ids: Collection[str]
) -> dict[str, bytes]:
    """Folded hash of the passages' texts by id, from every trace of the query in any run."""
    rows = connection.execute(_query_texts, {"of_query": query_id, "doc_ids": list(doc_ids)})
    return {row.doc_id: row.folded_hash for row in rows}


# Counted, since an import that began earlier may be done later than the newest.
_import_state = (
    select(func.count())
    .select_from(imports)
    .where(imports.c.kind != "gold_edit", imports.c.status == "done")
)


def read_import_state(connection: Connection) -> int:
    """How many imports that could have brought texts are done; edits of gold bring none."""
    return connection.scalar(_import_state) or 0


def count_run_traces(connection: Connection, queue_id: int) -> int:
    """Traces of the queue's run, all versions counted."""
    run_id = select(queues.c.run_id).where(queues.c.queue_id == queue_id).scalar_subquery()
    return (
        connection.scalar(select(func.count()).select_from(traces).where(traces.c.run_id == run_id))
        or 0
    )


def read_queue_texts(connection: Connection, queue_id: int, is_whole_run: bool) -> dict[str, bytes]:
    """Folded hash by id of the gold passages of a queue's items.

    Looked for among the passages of the queue's own items, or of every trace of its run.
    """
    item = queue_items.c
    gold_ids = (
        select(gold_members.c.doc_id)
        .distinct()
        .select_from(queue_items)
        .join(traces, traces.c.trace_id == item.trace_id)
        .join(current_gold, current_gold.c.query_id == traces.c.query_id)
        .join(gold_members, gold_members.c.gold_version_id == current_gold.c.gold_version_id)
        .where(item.queue_id == queue_id)
    )
    run_id = select(queues.c.run_id).where(queues.c.queue_id == queue_id).scalar_subquery()
    where = (
        hits.c.trace_id.in_(select(traces.c.trace_id).where(traces.c.run_id == run_id))
        if is_whole_run
        else hits.c.trace_id.in_(select(item.trace_id).where(item.queue_id == queue_id))
    )
    named = (
        select(hits.c.doc_id, hits.c.text_hash)
        .distinct()
        .where(where, hits.c.text_hash.is_not(None), hits.c.doc_id.in_(gold_ids))
        .subquery()
    )
    rows = connection.execute(
        select(named.c.doc_id, passages.c.folded_hash).join(
            passages, passages.c.text_hash == named.c.text_hash
        )
    )
    return {row.doc_id: row.folded_hash for row in rows}
