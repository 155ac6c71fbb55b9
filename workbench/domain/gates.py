"""Five gates that one answer has to pass, in order, each with the measurement that decides it.

Corpus, embedding models, top k, prompt, and the answer to the gold passages alone. The first gate
that fails ends the walk: what comes after it was never put to the test. Chosen: a gate that
nobody measured is `not_known` and is walked past, since the next one may still decide. Rejected:
taking a gate that was not measured for passed, which moves the blame down the pipeline.

Differing embedding models fail their gate only where retrieval then missed, as in triage.
"""

from dataclasses import dataclass
from enum import StrEnum

from workbench.domain.matching import first_ranks, listed
from workbench.domain.records import EvidenceLoss, GoldSets, Trace
from workbench.domain.vocabulary import Evidence


class Gate(StrEnum):
    """What is asked of a trace, in order."""

    CORPUS = "corpus"
    EMBEDDING = "embedding"
    TOP_K = "top_k"
    PROMPT = "prompt"
    GOLD_ANSWER = "gold_answer"


class GateState(StrEnum):
    """Whether the gate was passed; `not_reached` stands after the first failure."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_KNOWN = "not_known"
    NOT_REACHED = "not_reached"


GATE_QUESTIONS: dict[Gate, str] = {
    Gate.CORPUS: "Does the corpus hold the gold?",
    Gate.EMBEDDING: "Do query and index use one embedding model?",
    Gate.TOP_K: "Is the gold among the passages retrieved?",
    Gate.PROMPT: "Does the gold stand in the prompt, uncut?",
    Gate.GOLD_ANSWER: "Is the answer right with the gold passages alone?",
}


@dataclass(frozen=True, slots=True)
class GateResult:
    """One gate, and what was measured there."""

    gate: Gate
    question: str
    state: GateState
    measurement: str


@dataclass(frozen=True, slots=True)
class Measured:
    """What is known of one trace beside its lists.

    `corpus_ids` are the gold ids that the index version holds, None without an imported corpus;
    `twin_ids` the gold ids whose text it holds under another id; `seen_ids` the gold ids that
    occur among the candidates of any trace of the index version. `is_text_whole` says whether
    the gold's texts stand whole in the logged prompt, None where prompt or texts are not known;
    `found_by_text` names the gold that this trace's lists hold by its text alone.
    """

    corpus_ids: frozenset[str] | None
    twin_ids: frozenset[str]
    seen_ids: frozenset[str]
    is_text_whole: bool | None
    is_probe_right: bool | None
    is_probe_answered: bool
    found_by_text: str = ""


def five_gates(
    trace: Trace, gold: GoldSets | None, loss: EvidenceLoss, measured: Measured
) -> tuple[GateResult, ...]:
    """The gates of a trace in order, those after the first failure not reached."""
    found = (
        (Gate.CORPUS, _corpus(gold, loss, measured)),
        (Gate.EMBEDDING, _embedding(trace, loss)),
        (Gate.TOP_K, _top_k(trace, gold, loss, measured)),
        (Gate.PROMPT, _prompt(trace, gold, loss, measured)),
        (Gate.GOLD_ANSWER, _gold_answer(measured)),
    )
    results = []
    has_failed = False
    for gate, (state, measurement) in found:
        if has_failed:
            state, measurement = GateState.NOT_REACHED, ""
        has_failed = has_failed or state is GateState.FAILED
        results.append(GateResult(gate, GATE_QUESTIONS[gate], state, measurement))
    return tuple(results)


def first_failed(gates: tuple[GateResult, ...]) -> GateResult | None:
    """The gate that stops the trace; None where none does."""
    return next((gate for gate in gates if gate.state is GateState.FAILED), None)


Decided = tuple[GateState, str]
GOLD_UNKNOWN: Decided = (GateState.NOT_KNOWN, "The gold of this question is not known.")


def _corpus(gold: GoldSets | None, loss: EvidenceLoss, measured: Measured) -> Decided:
    if gold is None:
        return GOLD_UNKNOWN
    if not gold:
        return GateState.FAILED, "Checked: no passage of the corpus holds the answer."
    if measured.corpus_ids is None:
        return _seen(gold, loss, measured)
    held = measured.corpus_ids | measured.twin_ids
    whole = next((gold_set for gold_set in gold if set(gold_set) <= held), None)
    if whole is None:
        missing = sorted({doc for gold_set in gold for doc in gold_set} - held)
        return GateState.FAILED, f"Not in the corpus by id or by text: {_some(missing)}."
    twins = [doc for doc in whole if doc not in measured.corpus_ids]
    if twins:
        return GateState.PASSED, f"In the corpus by its text, under another id: {_some(twins)}."
    return GateState.PASSED, f"In the corpus by id: {_some(whole)}."


def _seen(gold: GoldSets, loss: EvidenceLoss, measured: Measured) -> Decided:
    whole = next((gold_set for gold_set in gold if set(gold_set) <= measured.seen_ids), None)
    if whole is not None:
        return (
            GateState.PASSED,
            f"Some trace of this index version retrieved it, so it is there: {_some(whole)}.",
        )
    if loss.candidates_rank is not None and measured.found_by_text:
        return (
            GateState.PASSED,
            "This trace retrieved it by its text, under another id, so it is there: "
            f"{measured.found_by_text}.",
        )
    return (
        GateState.NOT_KNOWN,
        "No corpus was imported, and no trace of this index version retrieved the gold.",
    )


def _embedding(trace: Trace, loss: EvidenceLoss) -> Decided:
    query, index = trace.query_embedding_model, trace.index_embedding_model
    if query is None or index is None:
        said = "neither" if query is None and index is None else "only one"
        return GateState.NOT_KNOWN, f"Of the two models, {said} was logged."
    if query == index:
        return GateState.PASSED, f"Both are {query}."
    said = f"The query is embedded by {query}, the index by {index}"
    if loss.candidates_rank is not None:
        return GateState.PASSED, f"{said}; retrieval found the gold all the same."
    return GateState.FAILED, f"{said}."


def _top_k(trace: Trace, gold: GoldSets | None, loss: EvidenceLoss, measured: Measured) -> Decided:
    if gold is None:
        return GOLD_UNKNOWN
    if loss.evidence is Evidence.NOT_COMPARABLE:
        return GateState.NOT_KNOWN, "No gold id occurs in this index version: other ids are used."
    if trace.candidates is None:
        if loss.prompt_rank is not None:
            return GateState.PASSED, "Not logged; the gold stands in the prompt, so it was found."
        return GateState.NOT_KNOWN, "The retrieved passages were not logged."
    k = len(trace.candidates)
    if loss.candidates_rank is not None:
        found = measured.found_by_text
        by_text = f", by its text and not by its id: {found}" if found else ""
        return GateState.PASSED, f"Complete at rank {loss.candidates_rank} of {k}{by_text}."
    if not k:
        return GateState.FAILED, "Nothing was retrieved."
    n_found, n_needed = loss.n_found or 0, loss.n_needed or 1
    return GateState.FAILED, f"{n_found} of {n_needed} needed passages among the top {k}."


def _prompt(trace: Trace, gold: GoldSets | None, loss: EvidenceLoss, measured: Measured) -> Decided:
    if gold is None:
        return GOLD_UNKNOWN
    if trace.prompt_passages is None:
        return GateState.NOT_KNOWN, "The passages in the prompt were not logged."
    n = len(first_ranks(listed(trace.prompt_passages)) or {})
    if loss.prompt_rank is None:
        if trace.reranked is not None and loss.reranked_rank is None:
            kept = len(trace.reranked)
            return GateState.FAILED, f"The reranker kept {_passages(kept)}, not the whole gold."
        return GateState.FAILED, f"Not among the {_passages(n)} packed into the prompt."
    place = f"At place {loss.prompt_rank} of {n} in the prompt"
    if measured.is_text_whole is True:
        return GateState.PASSED, f"{place}, its text whole in the prompt as sent."
    if measured.is_text_whole is False:
        return GateState.FAILED, f"{place} by its id, but its text is not whole in the prompt."
    if trace.is_truncated:
        return (
            GateState.NOT_KNOWN,
            f"{place}, but the prompt was cut: the list may be more than the model saw.",
        )
    if trace.is_truncated is None:
        return GateState.PASSED, f"{place}; whether the prompt was cut was not logged."
    return GateState.PASSED, f"{place}, and the prompt was not cut."


def _gold_answer(measured: Measured) -> Decided:
    if measured.is_probe_right is True:
        return GateState.PASSED, "Right with the gold passages alone."
    if measured.is_probe_right is False:
        return GateState.FAILED, "Wrong with the gold passages alone too."
    if measured.is_probe_answered:
        return GateState.NOT_KNOWN, "Answered with the gold passages alone, and judged by nobody."
    return GateState.NOT_KNOWN, "It was not asked with the gold passages alone."


def _some(doc_ids: list[str] | tuple[str, ...]) -> str:
    more = f" and {len(doc_ids) - 3} more" if len(doc_ids) > 3 else ""
    return ", ".join(doc_ids[:3]) + more


def _passages(n: int) -> str:
    return "1 passage" if n == 1 else f"{n} passages"
