"""From what was logged and what was said of a trace to its bucket.

Chosen: the earliest stage that no longer holds a complete gold set loses the answer, and a
complete set in the prompt means that nothing was lost before generation, even if an earlier
list was cut when it was logged. Rejected: blaming every defective stage (rows would not add
up to the traces). An embedding mismatch counts as the loss only where retrieval then missed:
a mismatch that still found the passage lost nothing.

`evidence_loss` is the reference; the set-based statement in db agrees with it by test.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from workbench.domain.matching import (
    closest_set,
    complete_set_rank,
    first_ranks,
    listed,
    ranks_by_text,
)
from workbench.domain.records import EvidenceLoss, GoldSets, Trace
from workbench.domain.vocabulary import (
    BUCKET_OF_STAGE,
    FAILING_ANSWERS,
    PASSING_ANSWERS,
    STAGE_OF_EVIDENCE,
    Answer,
    Bucket,
    Evidence,
    JudgeVerdict,
    Outside,
    Stage,
    Unresolved,
)


@dataclass(frozen=True, slots=True)
class HumanVerdict:
    """What counts of one annotator's current entry: the answer, and the stage if one was named."""

    answer: Answer | None
    stage: Stage | None = None
    unresolved: Unresolved | None = None


def evidence_loss(
    trace: Trace,
    gold: GoldSets | None,
    corpus: frozenset[str] | None = None,
    is_comparable: bool = True,
    twins: Mapping[str, Collection[str]] | None = None,
) -> EvidenceLoss:
    """Where a complete gold set is first gone, from ids alone, or from texts where they are known.

    Parameters
    ----------
    trace
        The lists as logged; None means not logged.
    gold
        Alternatives; () = no source exists; None = not known.
    corpus
        Passage ids that the trace's index version held, gold ids whose text it held under another
        among them; None where it was not imported.
    is_comparable
        False where no gold id of the index version occurs among any of its candidates, nor
        its text.
    twins
        Other ids that have the text of a gold passage, by gold id; each stands for it.
    """
    if trace.error is not None:
        return EvidenceLoss(Evidence.ENDPOINT_UNAVAILABLE)
    if gold is None:
        return EvidenceLoss(Evidence.UNKNOWN)
    same = twins or {}
    candidates = ranks_by_text(first_ranks(trace.candidates), same)
    reranked = ranks_by_text(first_ranks(trace.reranked), same)
    prompt = ranks_by_text(first_ranks(listed(trace.prompt_passages)), same)
    ranks = (
        complete_set_rank(gold, candidates),
        complete_set_rank(gold, reranked),
        complete_set_rank(gold, prompt),
    )
    found = closest_set(gold, candidates)
    n_found, n_needed = found if found is not None else (None, None)
    is_covered = bool(gold) and (
        corpus is None or any(all(doc in corpus for doc in gold_set) for gold_set in gold)
    )
    if not is_covered:
        evidence = Evidence.COVERAGE
    elif ranks[2] is not None:
        evidence = Evidence.REACHED
    elif corpus is None and not is_comparable:
        evidence = Evidence.NOT_COMPARABLE
    elif candidates is not None and ranks[0] is None:
        evidence = Evidence.EMBEDDING if _models_differ(trace) else Evidence.RETRIEVAL
    elif reranked is not None and ranks[1] is None:
        evidence = Evidence.RERANKING if candidates is not None else Evidence.UNDECIDED
    elif prompt is not None:
        known = candidates is not None or reranked is not None
        evidence = Evidence.PACKING if known else Evidence.UNDECIDED
    else:
        evidence = Evidence.UNDECIDED
    return EvidenceLoss(evidence, *ranks, n_found, n_needed)


def _models_differ(trace: Trace) -> bool:
    models = (trace.query_embedding_model, trace.index_embedding_model)
    return None not in models and models[0] != models[1]


def observed_bucket(
    evidence: Evidence,
    verdict: JudgeVerdict | None,
    named_stage: Stage | None = None,
    is_unresolved: bool = False,
) -> Bucket | Outside:
    """Bucket of a trace when right or wrong comes from the judge.

    Where the ids decide no stage, the one that a person named serves; without either the
    trace is `label_missing` whatever the judge said, since keeping only its passes would
    make the failing share too small.
    """
    if evidence is Evidence.ENDPOINT_UNAVAILABLE:
        return Outside.ENDPOINT_UNAVAILABLE
    if is_unresolved:
        return Outside.UNRESOLVED
    if evidence is Evidence.NOT_COMPARABLE:
        return Outside.NOT_COMPARABLE
    if verdict is None:
        return Outside.UNJUDGED
    stage = STAGE_OF_EVIDENCE.get(evidence) or named_stage
    if stage is None:
        return Outside.LABEL_MISSING
    return Bucket.CORRECT if verdict is JudgeVerdict.PASS else BUCKET_OF_STAGE[stage]


def human_bucket(
    evidence: Evidence, human: HumanVerdict, verdict: JudgeVerdict | None
) -> Bucket | Outside | None:
    """Bucket of a labelled trace; None where the person gave no verdict (can't tell, skip).

    A person's stage counts even against the ids: the override was asked for with a reason.
    A right answer that the judge flagged is an evaluation error.
    """
    if human.unresolved is not None:
        return Outside.UNRESOLVED
    if human.answer is None or human.answer is Answer.CANT_TELL:
        return None
    if human.answer in PASSING_ANSWERS:
        return Bucket.EVALUATION_ERROR if verdict is JudgeVerdict.FAIL else Bucket.CORRECT
    stage = human.stage or STAGE_OF_EVIDENCE.get(evidence)
    return BUCKET_OF_STAGE[stage] if stage is not None else Outside.LABEL_MISSING


def is_failing(answer: Answer | None) -> bool | None:
    """Whether the annotator found a failure; None where the answer does not say."""
    if answer in FAILING_ANSWERS:
        return True
    return False if answer in PASSING_ANSWERS else None


def is_right_without_evidence(evidence: Evidence, is_right: bool) -> bool:
    """A right answer whose evidence was lost on the way: memory or luck hides the loss."""
    lost = {Evidence.EMBEDDING, Evidence.RETRIEVAL, Evidence.RERANKING, Evidence.PACKING}
    return is_right and evidence in lost


def should_have_declined(gold: GoldSets | None, answer: Answer | None) -> bool:
    """The second defect of a coverage gap: the corpus held nothing and the answer was invented."""
    return gold == () and answer is Answer.WRONG
