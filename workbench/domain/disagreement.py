"""In what annotators differ on one trace, and how much.

Chosen: what they differ in decides first (right or wrong, whether it can be told, the stage, the
kind of error), since only the first keeps a trace out of the calibration; then the share of pairs
that agree. Rejected: a single score over all questions, in which three small differences outweigh
one that matters.
"""

from collections.abc import Hashable, Sequence
from enum import IntEnum
from itertools import combinations
from typing import NamedTuple

from workbench.domain.triage import is_failing
from workbench.domain.vocabulary import Answer, ErrorType, Stage, Unresolved

SET_ASIDE = "set aside"
CANT_TELL = "can't tell"
FAILING = "failing"
PASSING = "passing"


class Differ(IntEnum):
    """What annotators differ in, the weightiest first."""

    RIGHT_OR_WRONG = 1
    CAN_BE_TOLD = 2
    STAGE = 3
    ERROR_TYPE = 4


class Said(NamedTuple):
    """One annotator's verdict, as far as it can differ from another's."""

    answer: Answer | None
    stage: Stage | None = None
    error_type: ErrorType | None = None
    unresolved: Unresolved | None = None


class Difference(NamedTuple):
    """In what annotators differ, and the share of their pairs that agree in it."""

    differ: Differ
    agreement: float


def outcome(said: Said) -> str:
    """What a verdict says of the answer: failing, passing, can't tell, or set aside."""
    if said.unresolved is not None:
        return SET_ASIDE
    fails = is_failing(said.answer)
    if fails is None:
        return CANT_TELL
    return FAILING if fails else PASSING


def difference(verdicts: Sequence[Said]) -> Difference | None:
    """The weightiest difference between verdicts on one trace; None where there is none.

    A stage or kind of error that somebody did not name differs from no other.
    """
    outcomes = [outcome(said) for said in verdicts]
    if len(set(outcomes)) > 1:
        are_opposed = {FAILING, PASSING} <= set(outcomes)
        differ = Differ.RIGHT_OR_WRONG if are_opposed else Differ.CAN_BE_TOLD
        return Difference(differ, _agreement(outcomes))
    for differ, named in (
        (Differ.STAGE, [said.stage for said in verdicts if said.stage is not None]),
        (Differ.ERROR_TYPE, [s.error_type for s in verdicts if s.error_type is not None]),
    ):
        if len(set(named)) > 1:
            return Difference(differ, _agreement(named))
    return None


def _agreement(values: Sequence[Hashable]) -> float:
    pairs = list(combinations(values, 2))
    return sum(first == second for first, second in pairs) / len(pairs)
