"""Label items, made by hand and through the services, for the tests of the label screen."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from sqlalchemy import select

from db import models
from db.store import Store
from workbench.domain.questions import LadderFacts
from workbench.domain.vocabulary import Evidence
from workbench.services.importing.import_traces import import_traces
from workbench.services.labelling.build_queue import build_queue
from workbench.services.labelling.label_item import LabelItem, Passage


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


def record(request_id: str, **fields: Any) -> dict[str, Any]:
    """A line of a trace file whose gold passage d1 reached the prompt."""
    values: dict[str, Any] = {
        "request_id": request_id,
        "query": "How long is a day ticket valid?",
        "reference_answer": "Until 03:00 the next morning.",
        "gold_passages": ["d1"],
        "candidates": [
            {"doc_id": "d1", "score": 0.9, "rank": 1, "text": "Valid until 03:00."},
            {"doc_id": "d2", "score": 0.4, "rank": 2, "text": "Helmets cost 2 extra."},
        ],
        "prompt_passages": ["d1"],
        "truncated": False,
        "answer": "Until 3.",
        "index_version": "v1",
    }
    return values | fields


def queue_of(store: Store, path: Path, run: str = "default", **options: Any) -> int:
    """A queue of every trace of the file, which is imported first; gives its id."""
    report = import_traces(store, path, run=run)
    assert report.is_imported, report.problems
    settings: dict[str, Any] = {"judge": None, "size": None, "seed": 7} | options
    return build_queue(store, run=run, **settings).queue_id


def written(folder: Path, records: Iterable[dict[str, Any]]) -> Path:
    """A trace file of the records."""
    path = folder / "traces.jsonl"
    path.write_text("".join(json.dumps(each) + "\n" for each in records), encoding="utf-8")
    return path


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
            columns.gold_version_id,
            columns.guideline_id,
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
