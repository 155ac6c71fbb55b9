"""Four failures and a generator that is no model: what it does with its passages is known."""

import json
from collections.abc import Mapping
from pathlib import Path

from workbench.services.importing.import_traces import import_traces
from workbench.services.open_store import Store
from workbench.services.probing.export_packets import export_packets

TEXTS = {
    "d1": "A day ticket is valid until 3 in the morning.",
    "d2": "The night bus leaves from platform 4.",
    "d3": "A family ticket covers two adults.",
    "d4": "A family ticket covers up to three children.",
    "d5": "Dogs travel free.",
    "x": "The museum opens at ten.",
}
# Request, what it asks, its gold, what was retrieved, what the generator does with passages.
FAILURES = (
    ("missing", "Until when is a day ticket valid?", ["d1"], ["x", "d5"], "copies"),
    ("misread", "Where does the night bus leave?", ["d2"], ["d2", "x"], "misreads"),
    ("partly", "Whom does a family ticket cover?", [["d3", "d4"]], ["d3", "x"], "copies"),
    ("ignored", "Do dogs need a ticket?", ["d5"], ["d5", "x"], "ignores"),
)
EXPECTED = {
    "missing": "retrieval",
    "misread": "generation",
    "partly": "retrieval",
    "ignored": "generation",
}
MANNER = {request_id: manner for request_id, *_, manner in FAILURES}
GOLD = {request_id: gold for request_id, _, gold, _, _ in FAILURES}


def generate(request_id: str, passages: Mapping[str, str]) -> str:
    """The answer: all passages in order, one of them misread, or none of them used."""
    manner = MANNER[request_id]
    if manner == "ignores":
        return "As a rule, yes."
    text = " ".join(passages[doc_id] for doc_id in sorted(passages))
    return text.replace("4", "14") if manner == "misreads" else text


def is_right(request_id: str, answer: str) -> bool:
    """Whether the answer states everything that its gold says."""
    needed = [
        doc for part in GOLD[request_id] for doc in (part if isinstance(part, list) else [part])
    ]
    return all(TEXTS[doc_id] in answer for doc_id in needed)


def lines(path: Path, records: list[dict[str, object]]) -> Path:
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path


def import_failures(store: Store, folder: Path, run: str = "spring", **fields: object) -> None:
    """The four failures as a run, each flagged by the judge `strict@2`."""
    records = []
    for request_id, query, gold, retrieved, _ in FAILURES:
        answer = generate(request_id, {doc_id: TEXTS[doc_id] for doc_id in retrieved})
        assert not is_right(request_id, answer)
        records.append(
            {
                "request_id": request_id,
                "question_id": f"question-{request_id}",
                "query": query,
                "gold_passages": gold,
                "candidates": [{"doc_id": doc, "text": TEXTS[doc]} for doc in retrieved],
                "prompt_passages": retrieved,
                "answer": answer,
                "model": "stand-in",
                "settings": {"temperature": 0, "system_prompt": "Answer from the passages."},
                "index_version": "v1",
                "judge": {"name": "strict", "version": "2", "verdict": "fail"},
            }
            | fields
        )
    assert import_traces(store, lines(folder / "traces.jsonl", records), run=run).is_imported


def import_texts(store: Store, folder: Path) -> None:
    """The corpus behind the four, so that every gold passage has its text."""
    from workbench.services.importing.import_corpus import import_corpus

    records: list[dict[str, object]] = [
        {"doc_id": doc, "text": text} for doc, text in TEXTS.items()
    ]
    report = import_corpus(store, lines(folder / "corpus.jsonl", records), index_version="v1")
    assert report.is_imported


def run_packets(store: Store, folder: Path, run: str = "spring", **fields: object) -> Path:
    """Write the packets, let the stand-in answer each, and give the file of answers."""
    path = folder / "packets.jsonl"
    export_packets(store, run, path)
    packets = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for packet in packets:
        passages = {one["doc_id"]: one["text"] for one in packet["passages"]}
        packet["answer"] = generate(packet["request_id"], passages)
        packet |= fields
    return lines(folder / "answers.jsonl", packets)
