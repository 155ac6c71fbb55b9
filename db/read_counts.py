"""Counts of target sets whose traces stay elsewhere, as they were imported."""

from sqlalchemy import Connection, select

from db.models import stratum_counts
from db.read_triage import Cell
from workbench.domain.vocabulary import Evidence, JudgeVerdict


def read_target_sets(connection: Connection, judge_id: int) -> list[str]:
    """Names of the target sets that were counted for the judge."""
    statement = (
        select(stratum_counts.c.target_set)
        .where(stratum_counts.c.judge_id == judge_id)
        .distinct()
        .order_by(stratum_counts.c.target_set)
    )
    return list(connection.execute(statement).scalars())


def read_stratum_counts(connection: Connection, target_set: str, judge_id: int) -> list[Cell]:
    """Counts of a target set by what ids and judge say; none for a name that was never counted."""
    counts = stratum_counts.c
    statement = (
        select(counts.evidence, counts.verdict, counts.n)
        .where(counts.target_set == target_set, counts.judge_id == judge_id)
        .order_by(counts.evidence, counts.verdict)
    )
    known = list(JudgeVerdict)
    return [
        Cell(Evidence(evidence), JudgeVerdict(word) if word in known else None, None, n)
        for evidence, word, n in connection.execute(statement)
    ]
