"""A judge's scores, thresholds and words as it gave them, beside the verdict they were read as.

Traces whose endpoint failed are outside every share and are left out here too.
"""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, func, select, true

from db.chosen_traces import chosen
from db.models import (
    current_judge_verdicts,
    current_traces,
    human_entries,
    trace_evidence,
)
from workbench.domain.vocabulary import Evidence, JudgeVerdict


class ScoreRow(NamedTuple):
    """How many answered traces share a score, a threshold and a usable verdict."""

    score: float | None
    threshold: float | None
    verdict: JudgeVerdict
    n: int


class WordRow(NamedTuple):
    """How many answered traces share a judge's word and the usable verdict it was read as."""

    word: str
    verdict: JudgeVerdict
    n: int


class LabelledVerdict(NamedTuple):
    """What a judge gave for one labelled trace: its score and its word."""

    score: float | None
    word: str


def read_scores(
    connection: Connection, run_ids: Collection[int], judge_id: int, where: Mapping[str, str]
) -> list[ScoreRow]:
    """Counts of the chosen traces by score, threshold and verdict."""
    verdict = current_judge_verdicts.c
    columns = (verdict.score, verdict.threshold, verdict.verdict)
    statement = (
        select(*columns, func.count())
        .select_from(current_judge_verdicts)
        .join(current_traces, current_traces.c.trace_id == verdict.trace_id)
        .join(trace_evidence, trace_evidence.c.trace_id == verdict.trace_id)
        .where(_is_usable(run_ids, judge_id, where))
        .group_by(*columns)
    )
    return [
        ScoreRow(score, threshold, JudgeVerdict(read_as), n)
        for score, threshold, read_as, n in connection.execute(statement)
    ]


def read_judged_words(
    connection: Connection, run_ids: Collection[int], judge_id: int, where: Mapping[str, str]
) -> list[WordRow]:
    """Counts of the chosen traces by the judge's word and the verdict it was read as."""
    verdict = current_judge_verdicts.c
    columns = (verdict.raw_verdict, verdict.verdict)
    statement = (
        select(*columns, func.count())
        .select_from(current_judge_verdicts)
        .join(current_traces, current_traces.c.trace_id == verdict.trace_id)
        .join(trace_evidence, trace_evidence.c.trace_id == verdict.trace_id)
        .where(_is_usable(run_ids, judge_id, where))
        .group_by(*columns)
        .order_by(*columns)
    )
    return [
        WordRow(word, JudgeVerdict(read_as), n)
        for word, read_as, n in connection.execute(statement)
    ]


def read_labelled_verdicts(
    connection: Connection, run_ids: Collection[int], judge_id: int, where: Mapping[str, str]
) -> dict[int, LabelledVerdict]:
    """Score and word of each labelled trace that the judge gave a usable verdict on."""
    verdict = current_judge_verdicts.c
    statement = (
        select(verdict.trace_id, verdict.score, verdict.raw_verdict)
        .select_from(human_entries)
        .join(current_traces, current_traces.c.trace_id == human_entries.c.trace_id)
        .join(current_judge_verdicts, verdict.trace_id == human_entries.c.trace_id)
        .join(trace_evidence, trace_evidence.c.trace_id == verdict.trace_id)
        .where(
            human_entries.c.is_current.is_(true()),
            human_entries.c.kind == "verdict",
            _is_usable(run_ids, judge_id, where),
        )
        .distinct()
    )
    return {
        trace_id: LabelledVerdict(score, word)
        for trace_id, score, word in connection.execute(statement)
    }


def _is_usable(
    run_ids: Collection[int], judge_id: int, where: Mapping[str, str]
) -> ColumnElement[bool]:
    return and_(
        current_judge_verdicts.c.judge_id == judge_id,
        current_judge_verdicts.c.verdict.is_not(None),
        trace_evidence.c.evidence != Evidence.ENDPOINT_UNAVAILABLE.value,
        chosen(run_ids, where),
    )
