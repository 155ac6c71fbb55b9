"""Label items, made by hand and through the services, for the tests of the label screen."""

import json
from pathlib import Path
from typing import Any

from sqlalchemy import select

from db import models
from db.store import Store
from db.write_evidence import refresh_evidence
from tests.services.planted import plant_traces
from workbench.domain.questions import LadderFacts
from workbench.domain.records import Candidate, JudgeId, JudgeOpinion, Trace
from workbench.domain.vocabulary import Evidence, JudgeVerdict
from workbench.services.build_queue import build_queue
from workbench.services.label_item import LabelItem, Passage


def passage(doc_id: str | None, rank: int, **fields: Any) -> Passage:
    """A passage with a text and no marks."""
    values: dict[str, Any] = {
        "score": 0.5,
        "text": f"Text of {doc_id}.",
        "is_gold": False,
        "n_times": 1,
        "twin_of": None,
        "is_in_prompt": False,
        "is_reranked": False,
    }
    return Passage(doc_id=doc_id, rank=rank, **(values | fields))


def item(**fields: Any) -> LabelItem:
    """An item whose only gold passage d1 reached the prompt, with no reranker and no rewrite."""
    values: dict[str, Any] = {
        "trace_id": 1,
        "queue_id": 1,
        "request_id": "q-1",
        "query": "How long is a day ticket valid?",
        "rewritten_query": None,
        "reference_answer": "Until 03:00 the next morning.",
        "answer": "Until 03:00.",
        "error": None,
        "gold": (("d1",),),
        "candidates": (passage("d1", 1, is_gold=True), passage("d2", 2)),
        "reranked": None,
        "prompt": (passage("d1", 1, is_gold=True),),
        "facts": LadderFacts(Evidence.REACHED, is_truncated=False),
        "n_found": 1,
        "n_needed": 1,
        "warnings": (),
        "expected_entry_id": None,
        "own": None,
        "prompt_tokens": 620,
        "is_truncated": False,
        "gold_version_id": 1,
    }
    return LabelItem(**(values | fields))


def traces_of(path: Path, run: str) -> list[Trace]:
    """Traces of a native file, under the given run."""
    return [_trace(json.loads(line), run) for line in path.read_text("utf-8").splitlines()]


def _trace(record: dict[str, Any], run: str) -> Trace:
    gold = record.get("gold_passages")
    sets = None if gold is None else tuple((g,) if isinstance(g, str) else tuple(g) for g in gold)
    judge = record.get("judge")
    return Trace(
        request_id=record["request_id"],
        run=run,
        query=record["query"],
        rewritten_query=record.get("rewritten_query"),
        reference_answer=record.get("reference_answer"),
        gold=sets,
        candidates=_candidates(record.get("candidates")),
        reranked=_candidates(record.get("reranked")),
        prompt_passages=None
        if record.get("prompt_passages") is None
        else tuple(record["prompt_passages"]),
        is_truncated=record.get("truncated"),
        answer=record.get("answer"),
        index_version=record.get("index_version"),
        judges=(
            JudgeOpinion(
                JudgeId(judge["name"], judge["version"]),
                JudgeVerdict(judge["verdict"]),
                judge["verdict"],
                score=judge.get("score"),
                rationale=judge.get("rationale"),
            ),
        )
        if judge
        else (),
    )


def _candidates(listed: list[dict[str, Any]] | None) -> tuple[Candidate, ...] | None:
    if listed is None:
        return None
    return tuple(
        Candidate(c["doc_id"], c.get("rank", n), c.get("score"), c.get("text"))
        for n, c in enumerate(listed, 1)
    )


def queue_of(store: Store, traces: list[Trace], **options: Any) -> int:
    """A queue of every one of the traces, which are put into the store first; gives its id."""
    plant_traces(store, traces)
    with store.writing() as connection:
        refresh_evidence(connection, index_versions={t.index_version or "" for t in traces})
    settings: dict[str, Any] = {"judge": None, "size": None, "seed": 7} | options
    return build_queue(store, run=traces[0].run, **settings).queue_id


def entries(store: Store, run: str = "default") -> list[dict[str, Any]]:
    """The human history of a run, oldest first, as plain values."""
    columns = models.human_entries.c
    statement = (
        select(models.traces.c.request_id, models.annotators.c.name.label("annotator"))
        .add_columns(
            columns.kind,
            columns.answer,
            columns.stage,
            columns.error_type,
            columns.unresolved,
            columns.override_reason,
            columns.note,
            columns.is_flagged,
            columns.confidence,
            columns.is_current,
        )
        .join(models.human_entries, columns.trace_id == models.traces.c.trace_id)
        .join(models.annotators, columns.annotator_id == models.annotators.c.annotator_id)
        .join(models.runs, models.runs.c.run_id == models.traces.c.run_id)
        .where(models.runs.c.name == run)
        .order_by(columns.entry_id)
    )
    with store.reading() as connection:
        return [dict(row) for row in connection.execute(statement).mappings()]


def current(store: Store, run: str = "default") -> dict[str, tuple[Any, ...]]:
    """What counts now, by request id: kind, answer, stage, note."""
    return {
        e["request_id"]: (e["kind"], e["answer"], e["stage"], e["note"])
        for e in entries(store, run)
        if e["is_current"]
    }
