"""What the five gates of a trace are decided from: its logged lists, the corpus, texts held."""

from typing import Any

from db import read_gates, read_gold_by_text, read_probes, read_whole_traces
from db.read_gold_twins import has_twins
from db.read_queues import Connection
from workbench.domain.gates import Measured
from workbench.domain.records import Candidate, GoldSets, Trace
from workbench.formats.prompt_passages import place_passages
from workbench.services.importing.passage_hashes import folded_hash
from workbench.services.probing.read_rights import Right
from workbench.services.triage.gold_by_text import examples_named

CANDIDATES, RERANKED, PROMPT = 0, 1, 2


def whole_trace(connection: Connection, row: Any) -> Trace:
    """Give a trace with its lists as they were logged."""
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


def measure_gates(
    connection: Connection,
    trace: Trace,
    gold: GoldSets | None,
    probe: Right,
    is_answered: bool,
) -> Measured:
    """Give what the store alone can tell of the gates: corpus, texts, probe."""
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


def found_by_text(connection: Connection, row: Any) -> str:
    """Name gold that the corpus holds under another id; empty where there is none."""
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
