"""Counts of target sets whose traces stay elsewhere."""

from sqlalchemy import Connection, delete

from db.bulk import Rows, insert_rows
from db.models import stratum_counts


def replace_counts(connection: Connection, target_set: str, judge_id: int, rows: Rows) -> None:
    """Delete what a target set and judge had, for the counts that follow."""
    connection.execute(
        delete(stratum_counts).where(
            stratum_counts.c.target_set == target_set, stratum_counts.c.judge_id == judge_id
        )
    )
    columns = ("target_set", "judge_id", "evidence", "verdict", "n", "import_id")
    insert_rows(connection, stratum_counts, columns, rows)
