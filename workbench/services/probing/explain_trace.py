"""One trace through the five gates: the first that fails, and the measurement that proves it."""

from dataclasses import dataclass, replace
from shlex import quote
from typing import Any

from db import (
    read_gates,
    read_gold_by_text,
    read_labels,
    read_probes,
    read_triage,
    read_whole_traces,
)
from db.read_gold_twins import has_twins
from db.read_queues import Connection
from workbench.domain.gates import (
    Gate,
    GateResult,
    GateState,
    Measured,
    first_failed,
    five_gates,
)
from workbench.domain.records import Candidate, EvidenceLoss, GoldSets, Trace
from workbench.domain.remedies import REMEDIES
from workbench.domain.vocabulary import BUCKET_OF_STAGE, STAGE_OF_EVIDENCE, Bucket
from workbench.errors import InputError
from workbench.formats.prompt_passages import place_passages
from workbench.services.find_judge import find_judge
from workbench.services.importing.passage_hashes import folded_hash
from workbench.services.open_store import Store
from workbench.services.probing.read_rights import NOBODY, By, Right, read_rights
from workbench.services.triage.gold_by_text import examples_named
from workbench.services.triage.observe_run import most_used_judge
from workbench.services.triage.place_evidence import ensure_evidence

CANDIDATES, RERANKED, PROMPT = 0, 1, 2

MEASURE_NEXT: dict[Gate, str] = {
    Gate.CORPUS: "Import the corpus of index version {index}: workbench import corpus FILE.",
    Gate.EMBEDDING: "Log query_embedding_model and index_embedding_model.",
    Gate.TOP_K: "Log the retrieved passages as candidates.",
    Gate.PROMPT: "Log the ids of the passages in the prompt, or the prompt as sent.",
    Gate.GOLD_ANSWER: "Ask with the gold passages alone: workbench probe export --run {run} -o "
    "FILE.",
}
GOLD_NEXT = "Import its gold, or name it while labelling."
BUCKET_OF_GATE: dict[Gate, Bucket] = {
    Gate.CORPUS: Bucket.COVERAGE_GAP,
    Gate.EMBEDDING: Bucket.EMBEDDING_MISMATCH,
    Gate.TOP_K: Bucket.RETRIEVAL_MISS,
    Gate.PROMPT: Bucket.PACKED_OUT,
    Gate.GOLD_ANSWER: Bucket.GENERATION_ERROR,
}


@dataclass(frozen=True, slots=True)
class Explanation:
    """The gates of one trace, where it stops, and what that says of its answer.

    `next_steps` measure the gates that are not known; `second_defect` is said where the probe
    shows that generation fails as well.
    """

    run: str
    request_id: str
    trace_id: int
    query: str
    reference_answer: str | None
    answer: str | None
    probe_answer: str | None
    is_right: bool | None
    said_by: By
    gates: tuple[GateResult, ...]
    stops_at: Gate | None
    bucket: str | None
    owner: str
    sentence: str
    second_defect: str
    next_steps: tuple[str, ...]


def explain_trace(
    store: Store, request_id: str, run: str | None = None, judge: str | None = None
) -> Explanation:
    """Give the five gates of one trace.

    Parameters
    ----------
    request_id
        The trace, as its file names it.
    run
        Its run; not needed where only one holds that request.
    judge
        NAME@VERSION, for an answer that no person judged; else the one with most verdicts.

    Raises
    ------
    InputError
        No such trace, several of that id, or an unknown judge.
    """
    ensure_evidence(store)
    with store.reading() as connection:
        row = _row(connection, request_id, run)
    chosen = judge if judge is not None else most_used_judge(store, row.run)[0]
    with store.reading() as connection:
        judge_id = None if chosen is None else find_judge(connection, chosen).judge_id
        gold_row = read_labels.read_gold(connection, row.query_id)
        gold = None if gold_row is None else tuple(tuple(each) for each in gold_row.sets)
        loss = read_gates.read_loss(connection, row.trace_id)
        trace = _trace(connection, row)
        companions = [key for key, _ in read_probes.read_probe_runs(connection, row.run_id)]
        of_request = {"request_id": request_id}
        answers = read_probes.read_probe_answers(connection, companions, of_request)
        logged = read_whole_traces.probe_of(connection, row.trace_id)
    right = read_rights(store, [row.run_id], judge_id, request_id).get(row.trace_id, NOBODY)
    answered = answers.get(request_id)
    probe = NOBODY
    if answered is not None:
        probe = read_rights(store, companions, judge_id, request_id).get(answered[0], NOBODY)
    probe_answer, is_correct = (None, None) if logged is None else logged
    if is_correct is not None and probe.by != "people":
        probe = Right(is_correct, "file")
    if answered is not None:
        probe_answer = answered[1]
    with store.reading() as connection:
        measured = replace(
            _measured(connection, trace, gold, probe, probe_answer is not None),
            found_by_text=_found_by_text(connection, row),
        )
    gates = five_gates(trace, gold, loss, measured)
    stop = first_failed(gates)
    bucket = None if stop is None else _bucket(stop.gate, loss)
    return Explanation(
        run=row.run,
        request_id=request_id,
        trace_id=row.trace_id,
        query=row.query,
        reference_answer=row.reference_answer,
        answer=row.answer,
        probe_answer=probe_answer,
        is_right=right.is_right,
        said_by=right.by,
        gates=gates,
        stops_at=None if stop is None else stop.gate,
        bucket=None if bucket is None else str(bucket),
        owner="" if bucket is None else REMEDIES[bucket].owner,
        sentence=_sentence(right, chosen, gates, stop, row.error),
        second_defect=_second_defect(stop, probe),
        next_steps=_next_steps(gates, gold, row),
    )


def request_ids(store: Store, run: str, part: str = "", limit: int = 50) -> list[str]:
    """Give the first request ids of a run that hold the part."""
    with store.reading() as connection:
        return read_gates.read_request_ids(connection, run, part.strip(), limit)


def _row(connection: Connection, request_id: str, run: str | None) -> Any:
    if run is not None and read_triage.read_run_id(connection, run) is None:
        known = ", ".join(read_triage.read_run_names(connection)) or "none"
        raise InputError(f"There is no run {run!r}. Known runs: {known}.")
    rows = read_gates.read_request(connection, request_id, run)
    if not rows:
        where = "in the store" if run is None else f"in run {run}"
        raise InputError(f"There is no trace {request_id!r} {where}.")
    if len(rows) > 1:
        held_by = ", ".join(row.run for row in rows)
        raise InputError(f"Several runs hold {request_id!r}: {held_by}. Name one with --run.")
    return rows[0]


def _trace(connection: Connection, row: Any) -> Trace:
    lists: dict[int, list[Candidate]] = {CANDIDATES: [], RERANKED: [], PROMPT: []}
    for hit in read_whole_traces.hits_of(connection, row.trace_id):
        lists[hit.list].append(Candidate(hit.doc_id, hit.rank, hit.score, hit.text))
    return Trace(
        request_id=row.request_id,
        query=row.query,
        candidates=tuple(lists[CANDIDATES]) if row.has_candidates else None,
        reranked=tuple(lists[RERANKED]) if row.has_reranked else None,
        prompt_passages=tuple(hit.doc_id for hit in lists[PROMPT] if hit.doc_id is not None)
        if row.has_prompt
        else None,
        prompt_text=row.prompt_text,
        is_truncated=row.is_truncated,
        index_version=row.index_version,
        query_embedding_model=row.query_embedding_model,
        index_embedding_model=row.index_embedding_model,
        error=row.error,
    )


def _measured(
    connection: Connection,
    trace: Trace,
    gold: GoldSets | None,
    probe: Right,
    is_answered: bool,
) -> Measured:
    version = trace.index_version or ""
    gold_ids = sorted({doc_id for gold_set in gold or () for doc_id in gold_set})
    in_prompt = trace.prompt_passages or ()
    listed = (*(trace.candidates or ()), *(trace.reranked or ()))
    texts = {one.doc_id: one.text for one in listed if one.doc_id and one.text}
    missing = {*gold_ids, *in_prompt} - set(texts)
    texts |= read_probes.read_passage_texts(connection, version, missing)
    corpus_ids = read_gates.read_corpus_ids(connection, version, gold_ids)
    twins: frozenset[str] = frozenset()
    if corpus_ids is not None:
        folded = {
            doc: folded_hash(texts[doc])
            for doc in gold_ids
            if doc not in corpus_ids and doc in texts
        }
        held = read_gates.read_texts_held(connection, version, list(folded.values()))
        twins = frozenset(doc for doc, text in folded.items() if text in held)
    return Measured(
        corpus_ids=corpus_ids,
        twin_ids=twins,
        seen_ids=read_gates.read_seen_ids(connection, version, gold_ids)
        if corpus_ids is None
        else frozenset(),
        is_text_whole=_is_text_whole(trace, gold or (), texts),
        is_probe_right=probe.is_right,
        is_probe_answered=is_answered,
    )


def _found_by_text(connection: Connection, row: Any) -> str:
    if not has_twins(connection):
        return ""
    of_request = {"request_id": row.request_id}
    found = read_gold_by_text.read_found_by_text(connection, [row.run_id], of_request)
    return examples_named(connection, found)


def _is_text_whole(trace: Trace, gold: GoldSets, texts: dict[str, str]) -> bool | None:
    """Whether a gold set's texts stand whole in the logged prompt; None where that cannot be told.

    A prompt in which no listed passage is found holds them in another form.
    """
    in_prompt = [doc for doc in dict.fromkeys(trace.prompt_passages or ()) if doc in texts]
    packed = [s for s in gold if s and all(doc in (trace.prompt_passages or ()) for doc in s)]
    known = [s for s in packed if all(doc in texts for doc in s)]
    if not trace.prompt_text or not known:
        return None
    placed = place_passages(trace.prompt_text, [texts[doc] for doc in in_prompt])
    if not placed:
        return None
    whole = {in_prompt[one.at] for one in placed if one.how != "head"}
    return any(set(gold_set) <= whole for gold_set in known)


def _bucket(gate: Gate, loss: EvidenceLoss) -> Bucket:
    stage = STAGE_OF_EVIDENCE.get(loss.evidence)
    if gate is Gate.PROMPT and stage is not None and BUCKET_OF_STAGE[stage] is Bucket.RERANKED_OUT:
        return Bucket.RERANKED_OUT
    return BUCKET_OF_GATE[gate]


def _sentence(
    right: Right,
    judge: str | None,
    gates: tuple[GateResult, ...],
    stop: GateResult | None,
    error: str | None,
) -> str:
    if error is not None:
        return "The endpoint failed: there is no answer to explain."
    unknown = [gate for gate in gates if gate.state is GateState.NOT_KNOWN]
    said = {True: "The answer is right", False: "The answer is wrong", None: ""}[right.is_right]
    by = {"judge": f" by the judge {judge}", "people": " by people", "file": ""}.get(right.by, "")
    if right.is_disputed:
        said, by = "Whether the answer is right is disputed", ""
    elif right.is_right is None:
        said, by = "Whether the answer is right is not known", ""
    if stop is not None:
        number = 1 + next(place for place, gate in enumerate(gates) if gate is stop)
        link = ", although" if right.is_right else ";"
        return f"{said}{by}{link} gate {number} fails. {stop.measurement}"
    if unknown:
        n_passed = sum(gate.state is GateState.PASSED for gate in gates)
        return (
            f"{said}{by}. No gate fails that was measured: {n_passed} of {len(gates)} passed, "
            f"{len(unknown)} not known."
        )
    if right.is_right is False:
        return (
            f"{said}{by}, and every gate is passed: the generator answers rightly from the gold "
            "alone, so what stood beside it in the prompt, or its place there, is left to look at."
        )
    return f"{said}{by}, and every gate is passed."


def _second_defect(stop: GateResult | None, probe: Right) -> str:
    if stop is None or stop.gate is Gate.GOLD_ANSWER or probe.is_right is not False:
        return ""
    return (
        "With the gold passages alone the answer is wrong too: once this gate is mended, "
        "generation fails next."
    )


def _next_steps(gates: tuple[GateResult, ...], gold: GoldSets | None, row: Any) -> tuple[str, ...]:
    steps = [GOLD_NEXT] if gold is None else []
    for gate in gates:
        if gate.state is GateState.NOT_KNOWN and (gold is not None or gate.gate is Gate.EMBEDDING):
            index = row.index_version or "(not given)"
            steps.append(MEASURE_NEXT[gate.gate].format(index=index, run=quote(row.run)))
    return tuple(steps)
