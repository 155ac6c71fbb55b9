"""From the answers so far to the next question of the stage order, or the end.

Chosen: the ladder stops at the first loss, rungs that ids decide are shown and not asked, and
the answer is always asked, since it is what the judge judged. Rejected: one list of all
stages to pick from (people pick generation), and asking later rungs (they cannot be known).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from workbench.domain.vocabulary import (
    FAILING_ANSWERS,
    STAGE_OF_EVIDENCE,
    Answer,
    ErrorType,
    Evidence,
    Stage,
    Unresolved,
)


class RungState(StrEnum):
    """How one stage of the ladder stands."""

    HELD = "held"
    LOST = "lost"
    ASKED = "asked"
    NOT_REACHED = "not_reached"
    NOT_LOGGED = "not_logged"


@dataclass(frozen=True, slots=True)
class LadderFacts:
    """What is known before anybody answers.

    `is_truncated` None means that nothing says whether the prompt was cut.
    """

    evidence: Evidence
    has_rewrite: bool = False
    has_candidates: bool = True
    has_reranked: bool = False
    has_prompt: bool = True
    is_truncated: bool | None = None


@dataclass(frozen=True, slots=True)
class Answers:
    """An annotator's answers so far. `held` maps an asked stage to yes (True) or no.

    `named_stage` is a person's override of the ladder, which needs a reason.
    """

    held: Mapping[Stage, bool] = field(default_factory=dict)
    named_stage: Stage | None = None
    override_reason: str | None = None
    answer: Answer | None = None
    error_type: ErrorType | None = None
    unresolved: Unresolved | None = None


@dataclass(frozen=True, slots=True)
class Rung:
    """One stage of the ladder; `is_from_ids` where ids decided it and no person was asked."""

    stage: Stage
    state: RungState
    is_from_ids: bool


@dataclass(frozen=True, slots=True)
class Option:
    """One answer to a question, on the digit that chooses it."""

    digit: str
    value: str
    text: str


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked next. `key` is `rung:STAGE`, `answer` or `error_type`."""

    key: str
    text: str
    options: tuple[Option, ...]


RUNG_TEXT: dict[Stage, str] = {
    Stage.COVERAGE: "Does the corpus hold the answer at all?",
    Stage.REWRITING: "Did the rewritten query keep what was asked?",
    Stage.EMBEDDING: "Were query and index embedded by the same model?",
    Stage.RETRIEVAL: "Do the retrieved passages hold the complete answer?",
    Stage.RERANKING: "Do the passages kept by the reranker hold the complete answer?",
    Stage.PACKING: "Did the complete answer reach the prompt?",
}

CUT_PROMPT_TEXT = "The prompt was cut. Did the complete answer still reach the model?"

ANSWER_OPTIONS = (
    Option("1", Answer.CORRECT, "Correct"),
    Option("2", Answer.WRONG, "Wrong"),
    Option("3", Answer.RIGHTLY_DECLINED, "Rightly declined"),
    Option("4", Answer.WRONGLY_DECLINED, "Wrongly declined"),
    Option("5", Answer.CANT_TELL, "Can't tell"),
)

ERROR_OPTIONS = (
    Option("1", ErrorType.UNSUPPORTED_CLAIM, "Unsupported claim"),
    Option("2", ErrorType.MISREAD, "Misread the passage"),
    Option("3", ErrorType.IGNORED_CONTEXT, "Ignored the passage"),
    Option("4", ErrorType.INCOMPLETE, "Incomplete"),
    Option("5", ErrorType.WRONG_FORMAT, "Wrong format"),
    Option("6", ErrorType.WRONG_SPECIFICITY, "Too general or too narrow"),
    Option("7", ErrorType.FOLLOWED_RETRIEVED_INSTRUCTION, "Followed an instruction in a passage"),
)

RUNG_OPTIONS = (Option("1", "yes", "Yes"), Option("2", "no", "No"))

ASKABLE = (Stage.COVERAGE, Stage.REWRITING, Stage.RETRIEVAL, Stage.RERANKING, Stage.PACKING)


def ladder(facts: LadderFacts, answers: Answers) -> tuple[Rung, ...]:
    """Every stage in order with how it stands, stopping at the first loss."""
    rungs: list[Rung] = []
    is_over = False
    for stage in Stage:
        state, is_from_ids = _rung_state(stage, facts, answers)
        if is_over:
            state, is_from_ids = RungState.NOT_REACHED, False
        if answers.named_stage is not None and state is not RungState.NOT_LOGGED:
            state, is_from_ids = _overridden(stage, answers.named_stage), False
        elif answers.named_stage is stage:
            state, is_from_ids = RungState.LOST, False
        is_over = is_over or state in (RungState.LOST, RungState.ASKED)
        rungs.append(Rung(stage, state, is_from_ids))
    return tuple(rungs)


def _overridden(stage: Stage, named: Stage) -> RungState:
    order = list(Stage)
    if stage is named:
        return RungState.LOST
    return RungState.HELD if order.index(stage) < order.index(named) else RungState.NOT_REACHED


def _rung_state(stage: Stage, facts: LadderFacts, answers: Answers) -> tuple[RungState, bool]:
    if stage is Stage.GENERATION:
        return _generation_state(answers), False
    if stage in answers.held:
        return (RungState.HELD if answers.held[stage] else RungState.LOST), False
    if facts.evidence is Evidence.ENDPOINT_UNAVAILABLE:
        return RungState.NOT_LOGGED, True
    lost = STAGE_OF_EVIDENCE.get(facts.evidence)
    if stage is Stage.REWRITING:
        # A rewrite is only worth a question where something was lost right after it.
        if not facts.has_rewrite:
            return RungState.NOT_LOGGED, True
        is_suspect = lost in (Stage.EMBEDDING, Stage.RETRIEVAL) or lost is None
        return (RungState.ASKED, False) if is_suspect else (RungState.HELD, True)
    if stage is Stage.EMBEDDING:
        is_lost = lost is Stage.EMBEDDING
        return (RungState.LOST if is_lost else RungState.NOT_LOGGED), True
    is_cut = facts.is_truncated is True and facts.evidence is Evidence.REACHED
    if stage is Stage.PACKING and is_cut:
        return RungState.ASKED, False
    if lost is not None:
        return _state_from_ids(stage, lost, facts), True
    if stage is Stage.COVERAGE and facts.evidence is Evidence.UNDECIDED:
        return RungState.HELD, True
    is_logged = {
        Stage.COVERAGE: True,
        Stage.RETRIEVAL: facts.has_candidates,
        Stage.RERANKING: facts.has_reranked,
        Stage.PACKING: facts.has_prompt,
    }[stage]
    return (RungState.ASKED if is_logged else RungState.NOT_LOGGED), not is_logged


def _state_from_ids(stage: Stage, lost: Stage, facts: LadderFacts) -> RungState:
    if stage is Stage.RERANKING and not facts.has_reranked:
        return RungState.NOT_LOGGED
    return _overridden(stage, lost)


def _generation_state(answers: Answers) -> RungState:
    if answers.answer is None:
        return RungState.ASKED
    return RungState.LOST if answers.answer in FAILING_ANSWERS else RungState.HELD


def lost_stage(facts: LadderFacts, answers: Answers) -> Stage | None:
    """The stage that lost the evidence by ids and answers; None where it reached the prompt."""
    for rung in ladder(facts, answers):
        if rung.stage is Stage.GENERATION:
            return None
        if rung.state is RungState.LOST:
            return rung.stage
    return None


def next_question(facts: LadderFacts, answers: Answers) -> Question | None:
    """What to ask now; None when nothing more is needed to commit."""
    if answers.unresolved is not None:
        return None
    for rung in ladder(facts, answers):
        if rung.stage in ASKABLE and rung.state is RungState.ASKED:
            is_cut = rung.stage is Stage.PACKING and facts.is_truncated is True
            text = CUT_PROMPT_TEXT if is_cut else RUNG_TEXT[rung.stage]
            return Question(f"rung:{rung.stage}", text, RUNG_OPTIONS)
    if answers.answer is None:
        return Question("answer", "Is the answer right?", ANSWER_OPTIONS)
    if needs_error_type(facts, answers) and answers.error_type is None:
        return Question("error_type", "How did the generator fail?", ERROR_OPTIONS)
    return None


def needs_error_type(facts: LadderFacts, answers: Answers) -> bool:
    """Whether the failure lies with generation, so that its kind is asked."""
    if answers.answer not in FAILING_ANSWERS:
        return False
    if answers.named_stage is not None:
        return answers.named_stage is Stage.GENERATION
    return (
        lost_stage(facts, answers) is None and facts.evidence is not Evidence.ENDPOINT_UNAVAILABLE
    )


def recorded_stage(facts: LadderFacts, answers: Answers) -> Stage | None:
    """Stage to store with a committed verdict: the first loss, generation if nothing was lost."""
    if answers.answer not in FAILING_ANSWERS:
        return None
    if answers.named_stage is not None:
        return answers.named_stage
    lost = lost_stage(facts, answers)
    if lost is not None:
        return lost
    return Stage.GENERATION if needs_error_type(facts, answers) else None
