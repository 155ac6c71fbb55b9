"""One trace through the five gates: the first that fails, and the measurement that proves it."""

from dataclasses import dataclass, replace
from typing import Any

from db import (
    read_gates,
    read_probes,
    read_query_gold,
    read_triage,
    read_whole_traces,
)
from db.read_queues import Connection
from workbench.domain.gates import (
    Gate,
    GateResult,
    first_failed,
    five_gates,
)
from workbench.domain.records import EvidenceLoss
from workbench.domain.refusals import Warning_
from workbench.domain.remedies import REMEDIES
from workbench.domain.vocabulary import BUCKET_OF_STAGE, STAGE_OF_EVIDENCE, Bucket
from workbench.errors import InputError
from workbench.services.find_judge import find_judge
from workbench.services.open_store import Store
from workbench.services.probing.explain_words import gates_sentence, next_steps, second_defect
from workbench.services.probing.measure_gates import found_by_text, measure_gates, whole_trace
from workbench.services.probing.read_rights import NOBODY, By, Right, read_rights
from workbench.services.triage.observe_run import most_used_judge
from workbench.services.triage.place_evidence import ensure_evidence

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
    shows that generation fails as well; `warnings` name the judge whose
    verdict was taken where several would serve.
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
    warnings: tuple[Warning_, ...] = ()


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
    chosen, said = (judge, ()) if judge is not None else most_used_judge(store, row.run)
    with store.reading() as connection:
        judge_id = None if chosen is None else find_judge(connection, chosen).judge_id
        gold_row = read_query_gold.read_gold(connection, row.query_id)
        gold = None if gold_row is None else tuple(tuple(each) for each in gold_row.sets)
        loss = read_gates.read_loss(connection, row.trace_id)
        trace = whole_trace(connection, row)
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
            measure_gates(connection, trace, gold, probe, probe_answer is not None),
            found_by_text=found_by_text(connection, row),
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
        sentence=gates_sentence(right, chosen, gates, stop, row.error),
        second_defect=second_defect(stop, probe),
        next_steps=next_steps(gates, gold, row),
        warnings=said if "judge" in (right.by, probe.by) else (),
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


def _bucket(gate: Gate, loss: EvidenceLoss) -> Bucket:
    stage = STAGE_OF_EVIDENCE.get(loss.evidence)
    if gate is Gate.PROMPT and stage is not None and BUCKET_OF_STAGE[stage] is Bucket.RERANKED_OUT:
        return Bucket.RERANKED_OUT
    return BUCKET_OF_GATE[gate]
