"""What the answer to the gold passages alone says of a failure, beside what the ids say.

Everything but the passages is held still, so the second answer tells the two halves of the
system apart: right with the gold passages means that getting them into the prompt was the loss,
wrong again means that the generator does not use them. Chosen: a disputed gold decides nothing,
and where both halves fail both are named. Rejected: forcing every probed trace to one side, which
turns doubt about the gold into a finding about the system.
"""

from enum import StrEnum

from workbench.domain.records import GoldSets
from workbench.domain.vocabulary import STAGE_OF_EVIDENCE, Evidence, Stage


class ProbeOutcome(StrEnum):
    """What a failing answer and the answer to the gold passages prove together."""

    RETRIEVAL = "retrieval"
    GENERATION = "generation"
    UNRESOLVED = "unresolved"
    NO_FAILURE = "no_failure"


class Against(StrEnum):
    """How the probe stands to the stage that the ids name."""

    AGREE = "agree"
    BOTH = "both"
    DIFFER = "differ"
    NOT_DECIDED = "not_decided"


OUTCOME_WORDS: dict[ProbeOutcome, str] = {
    ProbeOutcome.RETRIEVAL: "retrieval or packing proven",
    ProbeOutcome.GENERATION: "generation or context use",
    ProbeOutcome.UNRESOLVED: "unresolved: the gold is disputed",
    ProbeOutcome.NO_FAILURE: "no failure to explain",
}

LOST_BEFORE_GENERATION = frozenset(
    {Evidence.EMBEDDING, Evidence.RETRIEVAL, Evidence.RERANKING, Evidence.PACKING}
)


def probe_outcome(
    is_right: bool | None, is_probe_right: bool | None, is_disputed: bool = False
) -> ProbeOutcome | None:
    """What is proven; None where one of the two answers was judged by nobody.

    Parameters
    ----------
    is_right
        Whether the answer of the run was right.
    is_probe_right
        Whether the answer to the gold passages alone was right.
    is_disputed
        Somebody set the trace aside: the reference is disputed or the query ambiguous.
    """
    if is_disputed:
        return ProbeOutcome.UNRESOLVED
    if is_right is None:
        return None
    if is_right:
        return ProbeOutcome.NO_FAILURE
    if is_probe_right is None:
        return None
    return ProbeOutcome.RETRIEVAL if is_probe_right else ProbeOutcome.GENERATION


def against_ids(outcome: ProbeOutcome | None, evidence: Evidence) -> Against:
    """How the outcome stands to what the ids say of the same trace.

    `both`: the evidence was lost on the way and the generator fails on it too. `differ`: the
    evidence stood in the prompt, and the generator answers rightly when it stands there alone.
    """
    is_lost = evidence in LOST_BEFORE_GENERATION
    if outcome not in (ProbeOutcome.RETRIEVAL, ProbeOutcome.GENERATION) or not (
        is_lost or evidence is Evidence.REACHED
    ):
        return Against.NOT_DECIDED
    if outcome is ProbeOutcome.RETRIEVAL:
        return Against.AGREE if is_lost else Against.DIFFER
    return Against.BOTH if is_lost else Against.AGREE


def defects(outcome: ProbeOutcome | None, evidence: Evidence) -> tuple[Stage, ...]:
    """Every stage that is shown to fail, in the order of the pipeline: by ids, by the probe."""
    shown: set[Stage] = set()
    if outcome in (ProbeOutcome.RETRIEVAL, ProbeOutcome.GENERATION):
        if evidence in LOST_BEFORE_GENERATION:
            shown.add(STAGE_OF_EVIDENCE[evidence])
        if outcome is ProbeOutcome.GENERATION:
            shown.add(Stage.GENERATION)
    return tuple(stage for stage in Stage if stage in shown)


def is_partial(n_found: int | None, n_needed: int | None, is_incomplete: bool) -> bool:
    """Whether only part was there: part of a gold set was found, or the answer is incomplete."""
    if is_incomplete:
        return True
    return n_found is not None and n_needed is not None and 0 < n_found < n_needed


def smallest_set(gold: GoldSets, lengths: dict[str, int]) -> tuple[str, ...] | None:
    """The gold set to hand over: fewest passages, then fewest characters; None without texts.

    `lengths` holds the passages whose text is known. The smallest set serves, since whatever
    stands beside the evidence is one more thing that could explain a wrong answer.
    """
    known = [tuple(dict.fromkeys(s)) for s in gold if s and all(doc in lengths for doc in s)]
    return min(known, key=lambda s: (len(s), sum(lengths[doc] for doc in s)), default=None)
