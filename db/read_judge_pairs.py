"""What two judges say of the same traces, counted in the database."""

from collections.abc import Collection

from sqlalchemy import Connection, func, select

from db.models import current_traces, trace_evidence
from db.read_triage import verdict_of
from workbench.domain.vocabulary import Evidence, JudgeVerdict


def count_verdict_pairs(
    connection: Connection, run_ids: Collection[int], judge_a: int, judge_b: int
) -> dict[tuple[JudgeVerdict, JudgeVerdict], int]:
    """Answered traces with usable verdicts of both judges, by the two verdicts."""
    rows = (
        select(verdict_of(judge_a).label("verdict_a"), verdict_of(judge_b).label("verdict_b"))
        .select_from(current_traces)
        .join(trace_evidence, trace_evidence.c.trace_id == current_traces.c.trace_id)
        .where(
            current_traces.c.run_id.in_(sorted(run_ids)),
            trace_evidence.c.evidence != Evidence.ENDPOINT_UNAVAILABLE.value,
        )
        .subquery()
    )
    columns = (rows.c.verdict_a, rows.c.verdict_b)
    statement = (
        select(*columns, func.count())
        .where(rows.c.verdict_a.is_not(None), rows.c.verdict_b.is_not(None))
        .group_by(*columns)
    )
    return {
        (JudgeVerdict(first), JudgeVerdict(second)): n
        for first, second, n in connection.execute(statement)
    }
