"""Takes back what an unfinished import wrote, a batch at a time."""

from sqlalchemy import Connection, Table, delete, exists, select, update

from db.models import (
    corpora,
    corpus_passages,
    gold_versions,
    judge_verdicts,
    label_sets,
    probes,
    queues,
    relevance,
    runs,
    stratum_counts,
    traces,
)

SUPERSEDED = (traces, judge_verdicts, gold_versions)
BY_KEY = (judge_verdicts, probes, gold_versions, traces)
WHOLE = (relevance, corpora, corpus_passages, stratum_counts)


def restore_superseded(connection: Connection, table: Table, import_id: int) -> None:
    """Let rows count again that the import had replaced."""
    connection.execute(
        update(table)
        .where(table.c.superseded_by_import_id == import_id)
        .values(superseded_by_import_id=None)
    )


def delete_some(connection: Connection, table: Table, import_id: int, n: int) -> int:
    """Delete up to `n` of the import's rows of a table; gives how many went."""
    key = next(iter(table.primary_key.columns))
    some = select(key).where(table.c.import_id == import_id).order_by(key).limit(n)
    return connection.execute(delete(table).where(key.in_(some.scalar_subquery()))).rowcount


def delete_all(connection: Connection, table: Table, import_id: int) -> None:
    """Delete every row of the import in a table."""
    connection.execute(delete(table).where(table.c.import_id == import_id))


def delete_empty_runs(connection: Connection) -> None:
    """Delete runs that nothing belongs to."""
    connection.execute(
        delete(runs).where(
            ~exists().where(traces.c.run_id == runs.c.run_id),
            ~exists().where(label_sets.c.run_id == runs.c.run_id),
            ~exists().where(queues.c.run_id == runs.c.run_id),
        )
    )
