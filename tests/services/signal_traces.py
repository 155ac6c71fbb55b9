"""Traces for the tests of signals: one file's lines, with what every signal is read from."""

import json
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from db.store import Store
from workbench.services.importing.import_traces import import_traces

FIRST = datetime(2026, 3, 2, 8, tzinfo=UTC)


def line(number: int, **fields: object) -> dict[str, object]:
    """One trace, an hour after the one before, in which nothing is wrong."""
    values: dict[str, object] = {
        "request_id": f"r-{number:03d}",
        "question_id": f"q-{number:03d}",
        "run": "live",
        "query": "When does the shop open?",
        "gold_passages": ["d1"],
        "candidates": [
            {"doc_id": f"d{rank}", "rank": rank, "score": 0.9 - 0.1 * rank + number % 7 / 100}
            for rank in (1, 2, 3)
        ],
        "prompt_passages": ["d1", "d2"] if number % 3 else ["d1", "d2", "d3"],
        "truncated": number % 10 == 0,
        "answer": "At nine [1]." if number % 4 else "I’m sorry, I couldn’t find that.",
        "model": "m-small",
        "settings": {"prompt_template": "v1"},
        "created_at": (FIRST + timedelta(hours=number)).isoformat(),
        "signals": {"thumbs": -1 if number % 5 == 0 else None, "rephrased": number % 6 == 0},
        "judge": {
            "name": "strict",
            "version": "2",
            "verdict": "fail" if number % 3 == 0 else "pass",
        },
    }
    return values | fields


def lines(n: int, changed_from: int | None = None, **changed: object) -> list[dict[str, object]]:
    """So many traces; from one of them on, some fields are other ones."""
    return [
        line(number, **(changed if changed_from is not None and number >= changed_from else {}))
        for number in range(n)
    ]


def imported(store: Store, tmp_path: Path, traces: Sequence[dict[str, object]]) -> None:
    """Import the traces from a file."""
    path = tmp_path / "traces.jsonl"
    path.write_text("".join(json.dumps(trace) + "\n" for trace in traces), encoding="utf-8")
    report = import_traces(store, path)
    if not report.is_imported:
        raise AssertionError(report.summary)


Change = Callable[[int], dict[str, object]]
