"""What an annotator sees of one trace: texts, passages by fate, gold, and what is known of it.

Blind by construction: nothing here is read from the judges' tables, from other annotators'
entries, from a trace's signals or its unknown fields but the expected claims, nor from how the
item was drawn.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from db.read_gold_changes import VersionRow, read_gold_versions
from db.read_guidelines import GuidelineRow, read_guideline
from db.read_item_state import ItemState, read_item_state
from db.read_labels import Connection, HitRow, TraceRow, read_corpus_texts, read_hits
from db.read_own_entries import read_own_entries
from workbench.domain.claims import Claim, read_claims
from workbench.domain.questions import LadderFacts
from workbench.domain.records import GoldSets, HumanEntry
from workbench.domain.vocabulary import Answer, EntryKind, ErrorType, Evidence, Stage, Unresolved
from workbench.errors import InputError
from workbench.services.labelling.label_passages import (
    CANDIDATES,
    PROMPT,
    RERANKED,
    Passage,
    known_texts,
    passages_of,
)
from workbench.services.labelling.label_warnings import CHANGED, LEASED, label_warnings
from workbench.services.labelling.stale_answers import (
    GoldChange,
    gold_change,
    gold_sets,
    same_gold,
)
from workbench.services.labelling.twin_passages import gold_by_text, standing_texts

__all__ = ["LabelItem", "Passage", "describe_item", "entry_of", "ladder_facts"]


@dataclass(frozen=True, slots=True)
class LabelItem:
    """One trace as it is put before one annotator.

    A list is None where it was not logged and () where there was nothing. `n_found` of
    `n_needed` passages of the gold set that came closest were retrieved. `own` is what counts
    of the annotator's own history; `expected_entry_id` must be handed back with a submission.
    `gold_change` is what changed of the gold after that answer, None where nothing did; `gold_mark`
    grows with every change of any item's gold.
    """

    trace_id: int
    queue_id: int
    request_id: str
    query: str
    rewritten_query: str | None
    reference_answer: str | None
    answer: str | None
    error: str | None
    gold: GoldSets | None
    candidates: tuple[Passage, ...] | None
    reranked: tuple[Passage, ...] | None
    prompt: tuple[Passage, ...] | None
    facts: LadderFacts
    n_found: int | None
    n_needed: int | None
    warnings: tuple[str, ...]
    expected_entry_id: int | None
    own: HumanEntry | None
    prompt_tokens: int | None
    is_truncated: bool | None
    gold_version_id: int | None
    claims: tuple[Claim, ...] = ()
    gold_history: tuple[VersionRow, ...] = ()
    gold_change: GoldChange | None = None
    guideline: GuidelineRow | None = None
    gold_mark: int | None = None

    @property
    def is_gold_by_text(self) -> bool:
        """Whether a listed passage is gold by what it says, and not by its id."""
        listed = (self.candidates, self.reranked, self.prompt)
        return any(p.twin_of or p.fact_id for passages in listed for p in passages or ())


def describe_item(
    connection: Connection, queue_id: int, annotator: str, trace_id: int
) -> LabelItem:
    """One item of a queue as the annotator may see it; InputError where the queue lacks it."""
    state = read_item_state(connection, queue_id, trace_id, annotator)
    if state is None:
        raise InputError(f"The queue holds no item {trace_id}. Open the queue again.")
    return described(connection, queue_id, annotator, state)


def described(connection: Connection, queue_id: int, annotator: str, state: ItemState) -> LabelItem:
    """The item in that state, with its texts and all that stands of it."""
    trace, trace_id = state.trace, state.trace.trace_id
    versions = read_gold_versions(connection, trace.query_id)
    gold_row = next((v for v in versions if v.gold_version_id == state.gold_version_id), None)
    gold = None if gold_row is None else tuple(tuple(each) for each in gold_row.sets)
    rows = read_hits(connection, trace_id)
    texts = _texts(connection, trace, rows, gold)
    standing, gold_facts = standing_texts(connection, gold)
    twins = standing | gold_by_text(connection, queue_id, trace.query_id, gold, texts)
    candidates, reranked, prompt = (
        passages_of(rows, list_no, gold, texts, twins, gold_facts) if is_logged else None
        for list_no, is_logged in (
            (CANDIDATES, trace.has_candidates),
            (RERANKED, trace.has_reranked),
            (PROMPT, trace.has_prompt),
        )
    )
    history = (
        []
        if state.annotator_id is None or state.entry_id is None
        else read_own_entries(connection, trace_id, state.annotator_id)
    )
    counting = next((entry for entry in history if entry["is_current"]), None)
    own = None if counting is None else entry_of(counting, trace.request_id, annotator)
    facts = ladder_facts(trace)
    lists = (candidates, reranked, prompt)
    warnings = label_warnings(facts, trace.query, trace.rewritten_query, gold, lists, own)
    return LabelItem(
        trace_id=trace_id,
        queue_id=queue_id,
        request_id=trace.request_id,
        query=trace.query,
        rewritten_query=trace.rewritten_query,
        reference_answer=trace.reference_answer,
        answer=trace.answer,
        error=trace.error,
        gold=gold,
        candidates=candidates,
        reranked=reranked,
        prompt=prompt,
        facts=facts,
        n_found=trace.n_found,
        n_needed=trace.n_needed,
        warnings=warnings if trace.is_current else (CHANGED, *warnings),
        expected_entry_id=state.entry_id,
        own=own,
        prompt_tokens=trace.prompt_tokens,
        is_truncated=trace.is_truncated,
        gold_version_id=state.gold_version_id,
        claims=read_claims(trace.expected_claims),
        gold_history=tuple(versions),
        gold_change=_change_since(history, counting, gold_row, versions),
        guideline=read_guideline(connection, queue_id) if state.guideline_id else None,
        gold_mark=trace.newest_gold,
    )


def is_as_known(known: LabelItem, now: ItemState) -> bool:
    """Whether an item still stands as it was described.

    Texts of a trace never change; a corpus imported since is seen when the item is next opened.
    """
    return (
        known.trace_id == now.trace.trace_id
        and known.expected_entry_id == now.entry_id
        and known.gold_version_id == now.gold_version_id
        and (known.guideline.guideline_id if known.guideline else None) == now.guideline_id
        and (CHANGED in known.warnings) != now.trace.is_current
        and known.gold_mark == now.trace.newest_gold
        and known.n_found == now.trace.n_found
        and known.facts == ladder_facts(now.trace)
        and LEASED not in known.warnings
    )


def _change_since(
    history: Sequence[Mapping[str, Any]],
    counting: Mapping[str, Any] | None,
    gold_row: VersionRow | None,
    versions: Sequence[VersionRow],
) -> GoldChange | None:
    """What changed of the gold since the answer that counts; None if it was looked at again."""
    if counting is None or counting["kind"] != EntryKind.VERDICT:
        return None
    now = None if gold_row is None else gold_row.gold_version_id
    undone = {entry["undoes_entry_id"] for entry in history}
    is_seen = any(
        entry["gold_version_id"] == now
        for entry in history
        if entry["kind"] == EntryKind.VERDICT
        and entry["entry_id"] >= counting["entry_id"]
        and entry["entry_id"] not in undone
    )
    if is_seen or counting["label_set_id"] is not None:
        return None
    known = {row.gold_version_id: gold_sets(row.sets) for row in versions}
    old = known.get(counting["gold_version_id"])
    new = None if gold_row is None else gold_sets(gold_row.sets)
    return None if same_gold(old, new) else gold_change(old, new, versions)


def ladder_facts(trace: TraceRow) -> LadderFacts:
    """What is known of a trace's stages before anybody answers."""
    rewritten = trace.rewritten_query
    return LadderFacts(
        evidence=trace.evidence or Evidence.UNKNOWN,
        has_rewrite=bool(rewritten and rewritten.strip()) and rewritten != trace.query,
        has_candidates=trace.has_candidates,
        has_reranked=trace.has_reranked,
        has_prompt=trace.has_prompt,
        is_truncated=trace.is_truncated,
    )


def entry_of(row: Mapping[str, Any], request_id: str, annotator: str) -> HumanEntry:
    """A row of the history as the record that travels."""
    return HumanEntry(
        request_id=request_id,
        annotator=annotator,
        kind=EntryKind(row["kind"]),
        answer=None if row["answer"] is None else Answer(row["answer"]),
        stage=None if row["stage"] is None else Stage(row["stage"]),
        error_type=None if row["error_type"] is None else ErrorType(row["error_type"]),
        unresolved=None if row["unresolved"] is None else Unresolved(row["unresolved"]),
        is_override=row["is_override"],
        override_reason=row["override_reason"],
        should_have_declined=row["should_have_declined"],
        gold_changes=tuple(row["gold_changes"]),
        confidence=row["confidence"],
        note=row["note"],
        is_flagged=row["is_flagged"],
        seconds_spent=row["seconds_spent"],
        labelled_at=row["labelled_at"],
        labelled_at_text=row["labelled_at_text"],
        is_after_reveal=row["is_after_reveal"],
        raw_verdict=row["raw_verdict"],
        claims=tuple(row["claims"] or ()),
    )


def _texts(
    connection: Connection, trace: TraceRow, rows: list[HitRow], gold: GoldSets | None
) -> dict[str, tuple[str, bytes]]:
    texts = known_texts(rows)
    wanted = {row.doc_id for row in rows} | {doc_id for each in gold or () for doc_id in each}
    missing = [doc_id for doc_id in wanted if doc_id is not None and doc_id not in texts]
    if missing:
        texts |= read_corpus_texts(connection, trace.index_version, missing)
    return texts
