"""A small filled store: at least one row in every table, three verdicts among them."""

from datetime import UTC, datetime

from sqlalchemy import Connection

from db import models

AT = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
TEXT_HASH = bytes(range(16))

ROWS: dict[str, list[dict[str, object]]] = {
    "imports": [
        {
            "import_id": 1,
            "kind": "traces",
            "file_name": "traces.jsonl",
            "file_hash": "00",
            "status": "done",
            "started_at": AT,
            "finished_at": AT,
            "n_new": 3,
            "details": {"run": "default"},
        }
    ],
    "runs": [{"run_id": 1, "name": "default", "created_at": AT}],
    "queries": [
        {"query_id": 1, "query_key": "question:p-1", "question_id": "p-1"},
        {"query_id": 2, "query_key": "trace:default/q-2", "question_id": None},
    ],
    "traces": [
        {
            "trace_id": n,
            "run_id": 1,
            "request_id": f"q-{n}",
            "version": 1,
            "import_id": 1,
            "query_id": 2 if n == 2 else 1,
            "content_hash": f"c{n}",
            "details_hash": f"d{n}",
            "query": "Where is the bookbinder's workshop?",
            "answer": "Behind the märket hall; ask for 'Ada'.\nSecond line.",
            "has_candidates": True,
            "has_reranked": False,
            "has_prompt": True,
            "settings": {"k": 10},
            "index_version": "2026-02",
            "created_at": AT,
            "extra": {"tenant": "north"},
        }
        for n in (1, 2, 3)
    ],
    "passages": [{"text_hash": TEXT_HASH, "folded_hash": TEXT_HASH, "text": "Behind the hall."}],
    "hits": [
        {
            "trace_id": 1,
            "list": 0,
            "position": 0,
            "doc_id": "d1",
            "rank": 1,
            "score": 7.25,
            "text_hash": TEXT_HASH,
        }
    ],
    "signals": [{"trace_id": 1, "name": "thumbs", "value": -1}],
    "probes": [{"probe_id": 1, "trace_id": 1, "import_id": 1, "answer": "x", "is_correct": True}],
    "corpora": [{"index_version": "2026-02", "import_id": 1}],
    "corpus_passages": [
        {"index_version": "2026-02", "doc_id": "d1", "text_hash": TEXT_HASH, "import_id": 1}
    ],
    "gold_versions": [
        {
            "gold_version_id": 1,
            "query_id": 1,
            "import_id": 1,
            "author": "traces.jsonl",
            "created_at": AT,
            "sets": [["d1"], ["d2", "d3"]],
            "n_sets": 2,
        }
    ],
    "gold_members": [
        {"gold_version_id": 1, "set_no": 0, "doc_id": "d1"},
        {"gold_version_id": 1, "set_no": 1, "doc_id": "d2"},
        {"gold_version_id": 1, "set_no": 1, "doc_id": "d3"},
    ],
    "relevance": [{"query_id": 1, "doc_id": "d1", "grade": 2, "import_id": 1}],
    "trace_evidence": [
        {"trace_id": 1, "gold_version_id": 1, "evidence": "packing", "candidates_rank": 1},
        {"trace_id": 2, "gold_version_id": None, "evidence": "unknown"},
        {"trace_id": 3, "gold_version_id": 1, "evidence": "retrieval"},
    ],
    "judges": [{"judge_id": 1, "name": "strict", "version": "2", "prompt_fingerprint": ""}],
    "verdict_words": [{"judge_id": 1, "word": "no", "meaning": "fail", "confirmed_at": AT}],
    "judge_verdicts": [
        {
            "judge_verdict_id": n,
            "judge_id": 1,
            "trace_id": n,
            "import_id": 1,
            "verdict": "fail",
            "raw_verdict": "no",
            "score": 0.2,
        }
        for n in (1, 2, 3)
    ],
    "annotators": [{"annotator_id": 1, "name": "Ada", "created_at": AT}],
    "label_sets": [
        {
            "label_set_id": 1,
            "run_id": 1,
            "import_id": 1,
            "design": "uniform",
            "declared_at": AT,
            "was_blind": True,
            "judge_id": 1,
        }
    ],
    "queues": [
        {
            "queue_id": 1,
            "name": "default-1",
            "run_id": 1,
            "judge_id": 1,
            "size": 2,
            "n_uniform": 2,
            "strata_by": "verdict",
            "filters": {},
            "seed": 7,
            "wanted_labels": 1,
            "n_overlap": 0,
            "reveals_judge": False,
            "created_at": AT,
        }
    ],
    "queue_strata": [
        {
            "stratum_id": 1,
            "queue_id": 1,
            "evidence": "",
            "verdict": "fail",
            "n_target": 3,
            "n_drawn": 2,
        }
    ],
    "queue_items": [
        {
            "queue_id": 1,
            "trace_id": n,
            "stratum_id": 1,
            "slice": "uniform",
            "inclusion_probability": 2 / 3,
            "order_key": 10 - n,
            "wanted_labels": 1,
        }
        for n in (1, 2)
    ],
    "leases": [
        {
            "queue_id": 1,
            "trace_id": 2,
            "slot": 1,
            "annotator_id": 1,
            "leased_at": AT,
            "expires_at": AT,
        }
    ],
    "guidelines": [
        {"guideline_id": 1, "queue_id": 1, "version": 1, "text": "Be fair.", "created_at": AT}
    ],
    "human_entries": [
        {
            "entry_id": 1,
            "trace_id": 1,
            "annotator_id": 1,
            "queue_id": 1,
            "kind": "verdict",
            "answer": "wrong",
            "stage": "packing",
            "gold_changes": [],
            "note": "looked twice; 'sure'",
            "labelled_at": AT,
            "recorded_at": AT,
            "is_current": False,
        },
        {
            "entry_id": 2,
            "trace_id": 1,
            "annotator_id": 1,
            "queue_id": 1,
            "kind": "verdict",
            "answer": "correct",
            "stage": None,
            "gold_changes": [],
            "note": None,
            "labelled_at": AT,
            "recorded_at": AT,
            "is_current": True,
        },
        {
            "entry_id": 3,
            "trace_id": 3,
            "annotator_id": 1,
            "queue_id": None,
            "kind": "verdict",
            "answer": "wrong",
            "stage": "retrieval",
            "gold_changes": [],
            "note": None,
            "labelled_at": None,
            "recorded_at": AT,
            "is_current": True,
        },
    ],
    "adjudications": [
        {
            "adjudication_id": 1,
            "trace_id": 1,
            "annotator_id": 1,
            "answer": "correct",
            "reason": "slip",
            "decided_at": AT,
            "is_current": True,
        }
    ],
    "stratum_counts": [
        {
            "target_set": "lake",
            "judge_id": 1,
            "evidence": "reached",
            "verdict": "fail",
            "n": 120,
            "import_id": 1,
        }
    ],
    "column_mappings": [
        {"name": "wiki", "kind": "traces", "columns": {"query": "Question"}, "saved_at": AT}
    ],
}


def fill(connection: Connection) -> None:
    """Insert every row, parents first."""
    for table in models.metadata.sorted_tables:
        for row in ROWS[table.name]:
            connection.execute(table.insert().values(row))
