"""Rows of traces and what hangs on them, in bulk."""

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import Connection, delete, update

from db.bulk import Rows, insert_rows
from db.models import (
    hits,
    judge_verdicts,
    judges,
    passages,
    probes,
    queries,
    runs,
    signals,
    traces,
)

TRACE_COLUMNS = (
    "trace_id", "run_id", "request_id", "version", "import_id", "query_id", "content_hash",
    "details_hash", "query", "rewritten_query", "reference_answer", "answer", "prompt_text",
    "prompt_tokens", "is_truncated", "has_candidates", "has_reranked", "has_prompt", "model",
    "settings", "index_version", "query_embedding_model", "index_embedding_model", "error",
    "created_at", "created_at_text", "extra", "raw",
)  # fmt: skip
HIT_COLUMNS = ("trace_id", "list", "position", "doc_id", "rank", "score", "text_hash")
VERDICT_COLUMNS = (
    "judge_id", "trace_id", "import_id", "verdict", "raw_verdict", "reason", "score", "threshold",
    "rationale",
)  # fmt: skip
DETAIL_COLUMNS = ("details_hash", "query_id", *TRACE_COLUMNS[12:])


def insert_runs(connection: Connection, names: Collection[str], created_at: datetime) -> None:
    """Insert the runs that do not exist."""
    rows = [(name, created_at) for name in names]
    insert_rows(connection, runs, ("name", "created_at"), _naive(rows), "ON CONFLICT DO NOTHING")


def _naive(rows: Sequence[tuple[str, datetime]]) -> list[tuple[object, ...]]:
    return [(name, instant.strftime("%Y-%m-%d %H:%M:%S.%f")) for name, instant in rows]


def insert_queries(connection: Connection, rows: Rows) -> None:
    """Insert queries as (query_id, query_key, question_id)."""
    insert_rows(connection, queries, ("query_id", "query_key", "question_id"), rows)


def insert_traces(connection: Connection, rows: Rows) -> None:
    """Insert traces, values in the order of TRACE_COLUMNS."""
    insert_rows(connection, traces, TRACE_COLUMNS, rows)


def insert_hits(connection: Connection, rows: Rows) -> None:
    """Insert passages of lists, values in the order of HIT_COLUMNS."""
    insert_rows(connection, hits, HIT_COLUMNS, rows)


def insert_passages(connection: Connection, rows: Rows) -> None:
    """Insert the texts that are not there as (text_hash, folded_hash, text)."""
    insert_rows(
        connection,
        passages,
        ("text_hash", "folded_hash", "text"),
        rows,
        "ON CONFLICT DO NOTHING",
    )


def insert_signals(connection: Connection, rows: Rows) -> None:
    """Insert signals as (trace_id, name, value as JSON text)."""
    insert_rows(connection, signals, ("trace_id", "name", "value"), rows)


def delete_signals(connection: Connection, trace_ids: Collection[int]) -> None:
    """Delete every signal of the traces."""
    connection.execute(delete(signals).where(signals.c.trace_id.in_(trace_ids)))


def insert_probes(connection: Connection, rows: Rows) -> None:
    """Insert probes as (trace_id, import_id, answer, is_correct)."""
    insert_rows(connection, probes, ("trace_id", "import_id", "answer", "is_correct"), rows)


def delete_probes(connection: Connection, trace_ids: Collection[int]) -> None:
    """Delete every probe of the traces."""
    connection.execute(delete(probes).where(probes.c.trace_id.in_(trace_ids)))


def insert_judges(connection: Connection, rows: Rows) -> None:
    """Insert the judges that are not there as (name, version, prompt_fingerprint, threshold)."""
    columns = ("name", "version", "prompt_fingerprint", "threshold")
    insert_rows(connection, judges, columns, rows, "ON CONFLICT DO NOTHING")


def insert_judge_verdicts(connection: Connection, rows: Rows) -> None:
    """Insert judge verdicts, values in the order of VERDICT_COLUMNS."""
    insert_rows(connection, judge_verdicts, VERDICT_COLUMNS, rows)


def supersede_traces(connection: Connection, trace_ids: Collection[int], import_id: int) -> None:
    """Let the traces count no longer once the import is done."""
    connection.execute(
        update(traces)
        .where(traces.c.trace_id.in_(trace_ids))
        .values(superseded_by_import_id=import_id)
    )


def supersede_judge_verdicts(
    connection: Connection, judge_verdict_ids: Collection[int], import_id: int
) -> None:
    """Let the verdicts count no longer once the import is done."""
    connection.execute(
        update(judge_verdicts)
        .where(judge_verdicts.c.judge_verdict_id.in_(judge_verdict_ids))
        .values(superseded_by_import_id=import_id)
    )


def update_details(connection: Connection, rows: Rows) -> None:
    """Replace what is no content of traces: values as DETAIL_COLUMNS, then the trace_id."""
    if not rows:
        return
    mark = "?" if connection.dialect.paramstyle == "qmark" else "%s"
    settings = ", ".join(f"{column} = {mark}" for column in DETAIL_COLUMNS)
    connection.exec_driver_sql(
        f"UPDATE {traces.name} SET {settings} WHERE trace_id = {mark}", list(rows)
    )
