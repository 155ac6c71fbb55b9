"""The adjudication desk: who decides, the case on screen, and what was chosen of it so far.

Chosen: small steps (the verdict, its stage and kind of error where those are asked, the reason),
each with keys of its own, so that the usual case takes two: take an answer as it stands, say why.
A press names the case and the step it was meant for, and nothing counts in the first moments of a
step, so a key pressed twice decides nothing. No Streamlit here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from workbench.domain.vocabulary import FAILING_ANSWERS, Answer, ErrorType, Stage
from workbench.errors import WorkbenchError
from workbench.services.labelling.adjudicate import (
    Case,
    Opinion,
    Reason,
    Ruling,
    decide,
    withdraw_decision,
)
from workbench.services.open_store import Store

SETTLE_SECONDS = 0.3


class Step(StrEnum):
    """What is asked next."""

    VERDICT = "verdict"
    STAGE = "stage"
    ERROR_TYPE = "error_type"
    REASON = "reason"


@dataclass(frozen=True, slots=True)
class Choice:
    """What was chosen so far; `is_whole` where an annotator's answer was taken as it stands."""

    answer: Answer | None = None
    stage: Stage | None = None
    error_type: ErrorType | None = None
    is_whole: bool = False
    has_no_stage: bool = False
    has_no_error_type: bool = False


@dataclass(frozen=True, slots=True)
class Desk:
    """One person deciding. `since` is when the step on screen was first shown."""

    annotator: str
    trace_id: int | None = None
    choice: Choice = Choice()
    since: float = 0.0
    line: str = ""
    is_trouble: bool = False
    decided: int | None = None


def step_of(choice: Choice) -> Step:
    """The step that a choice stands at."""
    if choice.answer is None:
        return Step.VERDICT
    if choice.answer in FAILING_ANSWERS and not choice.is_whole:
        if choice.stage is None and not choice.has_no_stage:
            return Step.STAGE
        if (
            choice.stage is Stage.GENERATION
            and choice.error_type is None
            and not choice.has_no_error_type
        ):
            return Step.ERROR_TYPE
    return Step.REASON


def at_case(desk: Desk, cases: Sequence[Case], now: float) -> tuple[Desk, Case | None]:
    """Desk with a case on it: the one it had, else the first; None where none is open."""
    found = next((case for case in cases if case.trace_id == desk.trace_id), None)
    if found is not None:
        return desk, found
    if not cases:
        return replace(desk, trace_id=None, choice=Choice()), None
    return replace(desk, trace_id=cases[0].trace_id, choice=Choice(), since=now), cases[0]


def moved(desk: Desk, cases: Sequence[Case], step: int, now: float) -> Desk:
    """Desk at the next or the last case, round the ends."""
    ids = [case.trace_id for case in cases]
    place = ids.index(desk.trace_id) if desk.trace_id in ids else 0
    to = ids[(place + step) % len(ids)]
    return replace(desk, trace_id=to, choice=Choice(), since=now, line="", is_trouble=False)


def taken(opinion: Opinion) -> Choice:
    """An annotator's answer as it stands; set aside says neither right nor wrong."""
    said = opinion.said
    return Choice(
        answer=said.answer if said.unresolved is None and said.answer else Answer.CANT_TELL,
        stage=said.stage,
        error_type=said.error_type,
        is_whole=True,
    )


def chosen(desk: Desk, trace_id: int, step: Step, change: Mapping[str, object], now: float) -> Desk:
    """Desk after one choice; the same desk where the press was meant for something else."""
    if not _is_meant(desk, trace_id, step, now):
        return desk
    choice = replace(desk.choice, **change)  # type: ignore[arg-type]
    return replace(desk, choice=choice, since=now, line="", is_trouble=False)


def back(desk: Desk, now: float) -> Desk:
    """Desk one step earlier on the same case."""
    choice = desk.choice
    if step_of(choice) is Step.REASON and not choice.is_whole:
        if choice.error_type is not None or choice.has_no_error_type:
            choice = replace(choice, error_type=None, has_no_error_type=False)
        elif choice.stage is not None or choice.has_no_stage:
            choice = replace(choice, stage=None, has_no_stage=False)
        else:
            choice = Choice()
    elif step_of(choice) is Step.ERROR_TYPE:
        choice = replace(choice, stage=None, has_no_stage=False)
    else:
        choice = Choice()
    return replace(desk, choice=choice, since=now, line="", is_trouble=False)


def decided(
    store: Store,
    desk: Desk,
    cases: Sequence[Case],
    reason: Reason,
    note: str,
    who_was: str,
    now: float,
) -> Desk:
    """Desk at the next case after the decision was saved, or with what stood in the way."""
    case = next((each for each in cases if each.trace_id == desk.trace_id), None)
    if case is None:
        return desk
    choice = desk.choice
    if not _is_meant(desk, case.trace_id, Step.REASON, now) or choice.answer is None:
        return desk
    ruling = Ruling(
        trace_id=case.trace_id,
        annotator=desk.annotator,
        answer=choice.answer,
        reason=reason,
        stage=choice.stage,
        error_type=choice.error_type,
        note=note,
        knew=frozenset(opinion.entry_id for opinion in case.opinions),
    )
    try:
        decide(store, ruling)
    except WorkbenchError as error:
        return replace(desk, choice=Choice(), since=now, line=str(error), is_trouble=True)
    following = moved(desk, cases, 1, now).trace_id
    return Desk(
        desk.annotator,
        trace_id=following,
        since=now,
        line=f"Decided {case.request_id}. {who_was}",
        decided=case.trace_id,
    )


def taken_back(store: Store, desk: Desk, trace_id: int, now: float) -> Desk:
    """Desk at a case whose decision was taken back."""
    try:
        was_there = withdraw_decision(store, trace_id, desk.annotator)
    except WorkbenchError as error:
        return replace(desk, line=str(error), is_trouble=True)
    line = "Took the decision back; it is open again." if was_there else "It is open already."
    return Desk(desk.annotator, trace_id=trace_id, since=now, line=line)


def _is_meant(desk: Desk, trace_id: int, step: Step, now: float) -> bool:
    return (
        desk.trace_id == trace_id
        and step_of(desk.choice) is step
        and now - desk.since >= SETTLE_SECONDS
    )
