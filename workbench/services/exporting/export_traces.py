"""Traces out, with everything that hangs on them.

JSON lines is the native form: what is written is read back as the same traces. The other forms
are for reading and carry the current human verdicts and the history of gold beside them.
"""

import json
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from db import read_export
from db.read_export import AnyRow
from db.read_gold_facts import read_facts
from db.write_words import NOT_USABLE
from workbench.formats.timestamps import time_text
from workbench.formats.trace_jsonl import ORIGINAL
from workbench.formats.verdict_words import obvious_meaning
from workbench.services.open_store import Store

TRACES_PER_READ = 500
LISTS = {"candidates": 0, "reranked": 1, "prompt_passages": 2}
HELD = {"candidates": "has_candidates", "reranked": "has_reranked", "prompt_passages": "has_prompt"}
SELECTION = "export_selection"

TRACE_COLUMNS = (
    "request_id", "run", "question_id", "query", "rewritten_query", "reference_answer", "answer",
    "gold_passages", "gold_author", "gold_changed_at", "gold_reason", "candidates", "reranked",
    "prompt_passages", "prompt_text", "prompt_tokens", "truncated", "model", "settings",
    "index_version", "query_embedding_model", "index_embedding_model", "error", "created_at",
    "signals", "probe", "evidence", "judges", "annotator", "human_verdict", "human_stage",
    "human_note", "labelled_at", "human_verdicts", "extra", "selection",
)  # fmt: skip

Record = dict[str, Any]


def native_traces(
    store: Store, run_ids: Collection[int], where: Mapping[str, str]
) -> Iterator[Record]:
    """Give every chosen trace as a native record, in order of arrival."""
    for record, _ in _read(store, run_ids, where):
        if where:
            record[SELECTION] = dict(where)
        yield record


def full_traces(
    store: Store, run_ids: Collection[int], where: Mapping[str, str]
) -> Iterator[Record]:
    """Give every chosen trace with its evidence, its gold's history and its human verdicts."""
    for record, beside in _read(store, run_ids, where):
        yield record | beside


def flat_traces(
    store: Store, run_ids: Collection[int], where: Mapping[str, str]
) -> Iterator[Record]:
    """Give every chosen trace as one row of TRACE_COLUMNS, lists as JSON."""
    selection = selection_text(where)
    for record, beside in _read(store, run_ids, where):
        row = {name: record.get(name) for name in TRACE_COLUMNS}
        row["judges"] = record.get("judges") or ([record["judge"]] if record["judge"] else None)
        row["extra"] = {key: value for key, value in record.items() if key not in _NATIVE} or None
        history = beside["gold_history"]
        if history:
            row["gold_author"] = history[-1]["author"]
            row["gold_changed_at"] = history[-1]["created_at"]
            row["gold_reason"] = history[-1]["reason"]
        entries = beside["human_verdicts"]
        if entries:
            newest = entries[-1]
            row |= {
                "annotator": newest["annotator"],
                "human_verdict": newest["answer"] or newest["unresolved"] or newest["kind"],
                "human_stage": newest["stage"],
                "human_note": newest["notes"],
                "labelled_at": newest["labelled_at"],
                "human_verdicts": entries,
            }
        row["evidence"] = beside["evidence"]
        row["selection"] = selection
        yield {
            name: json.dumps(value, ensure_ascii=False, allow_nan=False)
            if isinstance(value, list | dict)
            else value
            for name, value in row.items()
        }


def selection_text(where: Mapping[str, str]) -> str | None:
    """The filter as a text; None where everything was taken."""
    return "; ".join(f"{name}={value}" for name, value in where.items()) or None


def _read(
    store: Store, run_ids: Collection[int], where: Mapping[str, str]
) -> Iterator[tuple[Record, Record]]:
    with store.reading() as connection:
        after = 0
        while True:
            rows = read_export.read_traces(connection, run_ids, where, after, TRACES_PER_READ)
            if not rows:
                return
            after = rows[-1].trace_id
            trace_ids = [row.trace_id for row in rows]
            query_ids = sorted({row.query_id for row in rows})
            hits = read_export.read_hits(connection, trace_ids)
            verdicts = read_export.read_verdicts(connection, trace_ids)
            signals = read_export.read_signals(connection, trace_ids)
            probes = read_export.read_probes(connection, trace_ids)
            entries = read_export.read_current_entries(connection, trace_ids)
            gold = read_export.read_gold(connection, query_ids)
            history = read_export.read_gold_history(connection, query_ids)
            facts = read_facts(
                connection,
                {doc_id for held in gold.values() for each in held.sets for doc_id in each},
            )
            for row in rows:
                record = _record(
                    row,
                    hits.get(row.trace_id, []),
                    verdicts.get(row.trace_id, []),
                    {signal.name: signal.value for signal in signals.get(row.trace_id, [])},
                    probes.get(row.trace_id, []),
                    gold.get(row.query_id),
                    facts,
                )
                yield (
                    record,
                    _beside(row, entries.get(row.trace_id, []), history.get(row.query_id, [])),
                )


def _record(
    row: AnyRow,
    hits: list[AnyRow],
    verdicts: list[AnyRow],
    signals: Record,
    probes: list[AnyRow],
    gold: AnyRow | None,
    facts: Mapping[str, str],
) -> Record:
    extra = {key: value for key, value in row.extra.items() if key != SELECTION}
    lists = {
        name: _passages(name, number, hits, extra.pop(name, {}))
        if getattr(row, HELD[name])
        else None
        for name, number in LISTS.items()
    }
    opinions = [_opinion(verdict) for verdict in verdicts]
    record: Record = {
        "request_id": row.request_id,
        "question_id": row.question_id,
        "run": row.run,
        "query": row.query,
        "rewritten_query": row.rewritten_query,
        "reference_answer": row.reference_answer,
        "gold_passages": None if gold is None else _gold(gold.sets, facts),
        **lists,
        "prompt_text": row.prompt_text,
        "prompt_tokens": row.prompt_tokens,
        "truncated": row.is_truncated,
        "answer": row.answer,
        "model": row.model,
        "settings": row.settings,
        "index_version": row.index_version or None,
        "query_embedding_model": row.query_embedding_model,
        "index_embedding_model": row.index_embedding_model,
        "error": row.error,
        "created_at": time_text(row.created_at, row.created_at_text) or None,
        "signals": signals or None,
        "probe": {"answer": probes[-1].answer, "correct": probes[-1].is_correct}
        if probes
        else None,
        "judge": opinions[0] if len(opinions) == 1 else None,
    }
    if len(opinions) > 1:
        record["judges"] = opinions
    if row.raw is not None:
        record[ORIGINAL] = row.raw
    return record | extra


_NATIVE = frozenset(
    {
        *TRACE_COLUMNS,
        "judge",
        "judges",
    }
)


def _passages(
    name: str, number: int, hits: list[AnyRow], others: Mapping[str, Any]
) -> list[object]:
    written: list[object] = []
    for place, hit in enumerate(item for item in hits if item.list == number):
        rest = others.get(str(place), {}) if isinstance(others, dict) else {}
        is_bare = hit.score is None and hit.text is None and not rest
        if name == "prompt_passages" and is_bare and hit.doc_id is not None:
            written.append(hit.doc_id)
            continue
        item: Record = {"doc_id": hit.doc_id, "score": hit.score, "rank": hit.rank}
        if hit.text is not None:
            item["text"] = hit.text
        written.append(item | dict(rest))
    return written


def _gold(sets: list[list[str]], facts: Mapping[str, str] | None = None) -> list[object]:
    """Gold as files nest it; a fact leaves as the text that it came as."""
    named = [[_member(doc_id, facts or {}) for doc_id in gold_set] for gold_set in sets]
    return [gold_set[0] if len(gold_set) == 1 else gold_set for gold_set in named]


def _member(doc_id: str, facts: Mapping[str, str]) -> object:
    return {"text": facts[doc_id]} if doc_id in facts else doc_id


def _opinion(row: AnyRow) -> Record:
    opinion: Record = {"name": row.name, "version": row.version or None}
    if row.prompt_fingerprint:
        opinion["prompt_fingerprint"] = row.prompt_fingerprint
    obvious = obvious_meaning(row.raw_verdict)
    if row.verdict is None and row.reason == NOT_USABLE and obvious != "not_usable":
        opinion |= {"verdict": None, "raw_verdict": row.raw_verdict}
    elif row.verdict is None or obvious == row.verdict:
        opinion["verdict"] = _unrendered(row.raw_verdict)
    else:
        opinion |= {"verdict": row.verdict, "raw_verdict": row.raw_verdict}
    for name in ("score", "threshold", "rationale", "reason"):
        if getattr(row, name) is not None:
            opinion[name] = getattr(row, name)
    return opinion


def _unrendered(word: str) -> object:
    """The raw verdict behind the word it is listed under."""
    known: dict[str, object] = {"true": True, "false": False, "null": None, "empty text": ""}
    if word in known:
        return known[word]
    if word.endswith(" (text)"):
        return word.removesuffix(" (text)")
    if word.endswith(" (number)"):
        return json.loads(word.removesuffix(" (number)"))
    return word


def _beside(row: AnyRow, entries: list[AnyRow], history: list[AnyRow]) -> Record:
    return {
        "evidence": row.evidence,
        "gold_ranks": {
            "candidates": row.candidates_rank,
            "reranked": row.reranked_rank,
            "prompt_passages": row.prompt_rank,
        },
        "gold_history": [
            {
                "gold_passages": _gold(version.sets),
                "author": version.author,
                "reason": version.reason,
                "created_at": time_text(version.created_at),
            }
            for version in history
        ],
        "human_verdicts": [
            {
                "annotator": entry.annotator,
                "kind": entry.kind,
                "answer": entry.answer,
                "stage": entry.stage,
                "error_type": entry.error_type,
                "unresolved": entry.unresolved,
                "confidence": entry.confidence,
                "notes": entry.note,
                "labelled_at": time_text(entry.labelled_at, entry.labelled_at_text) or None,
            }
            for entry in entries
        ],
    }
