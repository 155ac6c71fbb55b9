"""Traces on which annotators differ, the least agreed first, and the decision between them.

Chosen: a decision is a row of its own; what the annotators said stays as it was, so agreement is
counted on the originals and calibration takes what was decided. Names come only with a decision:
who said it is no argument. The judge is not read here. An item that some queue would still put
before somebody is withheld from that person, who would no longer be blind to it.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime

from db.read_adjudications import (
    read_adjudications,
    read_case,
    read_differing_opinions,
    read_shared_opinions,
    read_still_open,
)
from db.read_labels import Connection
from db.read_queues import read_run_id, read_run_names
from db.write_adjudications import end_adjudications, hold_trace, insert_adjudication
from workbench.domain.vocabulary import FAILING_ANSWERS, Answer, ErrorType, Stage
from workbench.errors import InputError, VerdictConflict
from workbench.services.labelling.disputes import (
    Case,
    Cases,
    CaseText,
    Decision,
    DisputeCounts,
    Opinion,
    Reason,
    cases_of,
    decision_of,
)
from workbench.services.labelling.label_queue import known_annotator, named_annotator
from workbench.services.open_store import Store

__all__ = [
    "Case",
    "CaseText",
    "Cases",
    "Decision",
    "DisputeCounts",
    "Opinion",
    "Reason",
    "Ruling",
    "count_disputes",
    "decide",
    "disputed_cases",
    "read_case_text",
    "run_ids_of",
    "withdraw_decision",
]


@dataclass(frozen=True, slots=True)
class Ruling:
    """A decision to be saved. `knew` are the entries that were on screen when it was taken."""

    trace_id: int
    annotator: str
    answer: Answer
    reason: Reason
    stage: Stage | None = None
    error_type: ErrorType | None = None
    note: str | None = None
    knew: frozenset[int] = frozenset()


def disputed_cases(store: Store, annotator: str, run: str | None = None) -> Cases:
    """Everything annotators differ in, as far as that person may see it.

    Raises
    ------
    InputError
        No name, or no such run.
    """
    now = datetime.now(UTC)
    with store.reading() as connection:
        run_ids = run_ids_of(connection, run)
        # A name that never opened anything has no key; 0 is nobody's.
        annotator_id = known_annotator(connection, annotator) or 0
        cases = _read_cases(connection, run_ids)
        withheld = read_still_open(connection, annotator_id, [c.trace_id for c in cases], now)
    seen = [case for case in cases if case.trace_id not in withheld]
    return Cases(
        open=tuple(sorted((case for case in seen if case.decision is None), key=_least_agreed)),
        decided=tuple(sorted((c for c in seen if c.decision is not None), key=_newest_decision)),
        n_withheld=len(cases) - len(seen),
    )


def count_disputes(store: Store, run: str | None = None) -> DisputeCounts:
    """How many disputes there are, for whoever may not read them too."""
    with store.reading() as connection:
        cases = _read_cases(connection, run_ids_of(connection, run))
    n_decided = sum(case.decision is not None for case in cases)
    return DisputeCounts(len(cases) - n_decided, n_decided)


def _read_cases(connection: Connection, run_ids: Collection[int] | None) -> list[Case]:
    rows = read_adjudications(connection, run_ids)
    standing = {row.trace_id: row for row in rows if row.is_current}
    return cases_of(read_differing_opinions(connection, run_ids), standing)


def _least_agreed(case: Case) -> tuple[float, float, str, int]:
    return (case.differ or 0, case.agreement, case.request_id, case.trace_id)


def _newest_decision(case: Case) -> int:
    return -case.decision.adjudication_id if case.decision is not None else 0


def read_case_text(store: Store, trace_id: int, annotator: str) -> CaseText:
    """The texts of one case and its history.

    Raises
    ------
    InputError
        No such trace, or one that the person has yet to label.
    """
    with store.reading() as connection:
        _refuse_if_open(connection, trace_id, annotator)
        texts = read_case(connection, trace_id)
        history = read_adjudications(connection, trace_id=trace_id)
    if texts is None:
        raise InputError(f"There is no trace {trace_id} any more. Open the list again.")
    return CaseText(texts, tuple(decision_of(row) for row in history))


def decide(store: Store, ruling: Ruling) -> int:
    """Save a decision in place of any earlier one on the trace; gives its id.

    Raises
    ------
    InputError
        No name, nothing to decide between, or a trace that the person has yet to label.
    VerdictConflict
        An annotator changed the answer meanwhile.
    """
    now = datetime.now(UTC)
    fails = ruling.answer in FAILING_ANSWERS
    stage = ruling.stage if fails else None
    error_type = ruling.error_type if stage is Stage.GENERATION else None
    with store.writing() as connection:
        _refuse_if_open(connection, ruling.trace_id, ruling.annotator)
        annotator_id = named_annotator(connection, ruling.annotator, now)
        hold_trace(connection, ruling.trace_id)
        shared = read_shared_opinions(connection, trace_id=ruling.trace_id)
        standing = frozenset(row.entry_id for row in shared)
        if not standing:
            raise InputError("Fewer than two people have a verdict on it: nothing to decide.")
        if ruling.knew and ruling.knew != standing:
            raise VerdictConflict(
                "An annotator changed the answer meanwhile. Nothing was saved: read it again."
            )
        end_adjudications(connection, ruling.trace_id)
        return insert_adjudication(
            connection,
            {
                "trace_id": ruling.trace_id,
                "annotator_id": annotator_id,
                "answer": ruling.answer,
                "stage": stage,
                "error_type": error_type,
                "reason": ruling.reason,
                "note": (ruling.note or "").strip() or None,
                "decided_at": now,
                "is_current": True,
            },
        )


def withdraw_decision(store: Store, trace_id: int, annotator: str) -> bool:
    """Let no decision on the trace count, so that it is open again; says whether one did."""
    with store.writing() as connection:
        _refuse_if_open(connection, trace_id, annotator)
        hold_trace(connection, trace_id)
        return end_adjudications(connection, trace_id)


def _refuse_if_open(connection: Connection, trace_id: int, annotator: str) -> None:
    annotator_id = known_annotator(connection, annotator) or 0
    if read_still_open(connection, annotator_id, (trace_id,), datetime.now(UTC)):
        raise InputError(
            "Your own label is still wanted on this item. Label it first: whoever has read what "
            "others said is not blind any more."
        )


def run_ids_of(connection: Connection, run: str | None) -> Collection[int] | None:
    """Key of a run for the reads here; None for every run, InputError where there is none."""
    if run is None:
        return None
    run_id = read_run_id(connection, run)
    if run_id is None:
        known = ", ".join(read_run_names(connection)) or "none; import traces first"
        raise InputError(f"There is no run {run!r}. Known: {known}.")
    return (run_id,)
