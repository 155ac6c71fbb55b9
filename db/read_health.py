"""What the database itself says of its condition: one question per function."""

from collections import Counter

from sqlalchemy import Connection, func, or_, select

from db.models import current_gold, current_traces, imports, trace_evidence


def integrity_problems(connection: Connection, limit: int = 20) -> tuple[str, ...]:
    """Damage that SQLite finds in its own file; empty where there is none."""
    rows = connection.exec_driver_sql(f"PRAGMA integrity_check({int(limit)})").scalars()
    return tuple(str(row) for row in rows if row != "ok")


def rows_without_parent(connection: Connection) -> tuple[tuple[str, int], ...]:
    """Tables whose rows point at rows that are gone, with how many; SQLite only."""
    broken = connection.exec_driver_sql("PRAGMA foreign_key_check")
    return tuple(sorted(Counter(str(row[0]) for row in broken).items()))


def journal_mode(connection: Connection) -> str:
    """How SQLite keeps its journal; `wal` lets people read while somebody writes."""
    return str(connection.exec_driver_sql("PRAGMA journal_mode").scalar_one())


def n_unfinished_imports(connection: Connection) -> int:
    """Imports that began and neither ended nor were swept."""
    statement = select(func.count()).select_from(imports).where(imports.c.status == "running")
    return connection.execute(statement).scalar_one()


def n_stale_evidence(connection: Connection) -> int:
    """Current traces whose stage was never computed, or before their gold changed."""
    made_with = trace_evidence.c.gold_version_id
    statement = (
        select(func.count())
        .select_from(
            current_traces.outerjoin(
                trace_evidence, trace_evidence.c.trace_id == current_traces.c.trace_id
            ).outerjoin(current_gold, current_gold.c.query_id == current_traces.c.query_id)
        )
        .where(
            or_(
                trace_evidence.c.trace_id.is_(None),
                made_with.is_distinct_from(current_gold.c.gold_version_id),
            )
        )
    )
    return connection.execute(statement).scalar_one()
