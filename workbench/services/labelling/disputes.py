"""What travels of a dispute: verdicts, the case they make, and what was decided between them."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from db.read_adjudications import CaseRow, DecisionRow, OpinionRow
from workbench.domain.disagreement import Differ, Said, difference
from workbench.domain.vocabulary import Answer, ErrorType, Stage, Unresolved


class Reason(StrEnum):
    """Why annotators differed."""

    SLIP = "slip"
    GUIDELINE_GAP = "guideline_gap"
    AMBIGUOUS = "ambiguous"
    EXPERTISE = "expertise"


@dataclass(frozen=True, slots=True)
class Opinion:
    """One annotator's verdict, as it was given."""

    entry_id: int
    annotator: str
    said: Said
    note: str | None
    confidence: str | None
    is_flagged: bool


@dataclass(frozen=True, slots=True)
class Decision:
    """What somebody decided on a trace, whether it counts or was superseded or taken back."""

    adjudication_id: int
    annotator: str
    answer: Answer
    stage: Stage | None
    error_type: ErrorType | None
    reason: Reason
    note: str | None
    decided_at: datetime
    is_current: bool


@dataclass(frozen=True, slots=True)
class Case:
    """One trace on which annotators differ: in what, how much, and what was decided, if anything.

    `agreement` is the share of pairs of annotators that agree, in [0, 1]. `differ` is None where
    they agree by now and a decision taken before still stands.
    """

    trace_id: int
    request_id: str
    run: str
    differ: Differ | None
    agreement: float
    opinions: tuple[Opinion, ...]
    decision: Decision | None


@dataclass(frozen=True, slots=True)
class Cases:
    """Cases for one person: those to decide, the least agreed first, and those decided.

    `n_withheld` cases are left out of both: that person's own label is still wanted on them.
    """

    open: tuple[Case, ...]
    decided: tuple[Case, ...]
    n_withheld: int


class DisputeCounts(NamedTuple):
    """Traces on which annotators differ and nobody has decided, and those somebody decided."""

    n_open: int
    n_decided: int


@dataclass(frozen=True, slots=True)
class CaseText:
    """The texts of a case, and every decision ever taken on it, the newest last."""

    texts: CaseRow
    history: tuple[Decision, ...]


def cases_of(opinions: Sequence[OpinionRow], standing: Mapping[int, DecisionRow]) -> list[Case]:
    """Traces on which the verdicts differ, or which were decided, in no order."""
    by_trace: dict[int, list[OpinionRow]] = defaultdict(list)
    for row in opinions:
        by_trace[row.trace_id].append(row)
    cases = []
    for trace_id, rows in by_trace.items():
        given = tuple(_opinion(row) for row in rows)
        found = difference([opinion.said for opinion in given])
        decision = standing.get(trace_id)
        if found is None and decision is None:
            continue
        cases.append(
            Case(
                trace_id=trace_id,
                request_id=rows[0].request_id,
                run=rows[0].run,
                differ=None if found is None else found.differ,
                agreement=1.0 if found is None else found.agreement,
                opinions=given,
                decision=None if decision is None else decision_of(decision),
            )
        )
    return cases


def _opinion(row: OpinionRow) -> Opinion:
    return Opinion(
        entry_id=row.entry_id,
        annotator=row.annotator,
        said=said_of(row),
        note=row.note,
        confidence=row.confidence,
        is_flagged=row.is_flagged,
    )


def said_of(row: OpinionRow) -> Said:
    """A stored verdict as the words that can differ."""
    return Said(
        answer=None if row.answer is None else Answer(row.answer),
        stage=None if row.stage is None else Stage(row.stage),
        error_type=None if row.error_type is None else ErrorType(row.error_type),
        unresolved=None if row.unresolved is None else Unresolved(row.unresolved),
    )


def decision_of(row: DecisionRow) -> Decision:
    """A stored decision as the record that travels."""
    return Decision(
        adjudication_id=row.adjudication_id,
        annotator=row.annotator,
        answer=Answer(row.answer),
        stage=None if row.stage is None else Stage(row.stage),
        error_type=None if row.error_type is None else ErrorType(row.error_type),
        reason=Reason(row.reason),
        note=row.note,
        decided_at=row.decided_at,
        is_current=row.is_current,
    )
