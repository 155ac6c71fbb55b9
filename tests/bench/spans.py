"""Large span files for the benchmarks: 20 retrieved passages with text, traces mixed."""

import json
import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import numpy as np

from tests.bench.traces import N_PASSAGES, WORDS, passage_texts

N_CANDIDATES = 20
N_PROMPT = 5
N_MIXED = 100


def span_lines(n_traces: int, seed: int) -> Iterator[str]:
    """Lines of OpenInference spans, in an order in which a hundred traces run side by side."""
    rng = np.random.default_rng(seed)
    order = random.Random(seed)
    texts = passage_texts(rng)
    waiting: list[dict[str, object]] = []
    for number in range(n_traces):
        ids = rng.integers(N_PASSAGES, size=N_CANDIDATES).tolist()
        waiting += spans_of(number, {f"p{one}": texts[one] for one in ids})
        if len(waiting) > 3 * N_MIXED:
            order.shuffle(waiting)
            while len(waiting) > 2 * N_MIXED:
                yield json.dumps(waiting.pop()) + "\n"
    for span in waiting:
        yield json.dumps(span) + "\n"


def spans_of(number: int, passages: dict[str, str]) -> list[dict[str, object]]:
    """The root of a trace, its retriever and its model."""
    query = f"What does passage {next(iter(passages))} say of the harbour?"
    answer = f"It names the {WORDS[number % 24]}."
    documents = {
        f"retrieval.documents.{place}.document.{name}": value
        for place, (doc_id, text) in enumerate(passages.items())
        for name, value in (("id", doc_id), ("content", text), ("score", 1 - place / 100))
    }
    prompt = "\n".join([*list(passages.values())[:N_PROMPT], query])
    attributes: list[tuple[str, dict[str, object]]] = [
        ("CHAIN", {"input.value": json.dumps({"query": query}), "output.value": answer}),
        ("RETRIEVER", {"input.value": query, **documents}),
        (
            "LLM",
            {
                "llm.model_name": "m-small",
                "llm.input_messages.0.message.role": "user",
                "llm.input_messages.0.message.content": prompt,
                "llm.output_messages.0.message.role": "assistant",
                "llm.output_messages.0.message.content": answer,
            },
        ),
    ]
    start = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=number)
    return [
        {
            "name": kind.lower(),
            "context": {"trace_id": f"{number:032x}", "span_id": f"{4 * number + place:016x}"},
            "span_kind": kind,
            "parent_id": None if place == 0 else f"{4 * number:016x}",
            "start_time": (start + timedelta(milliseconds=place)).isoformat(),
            "status_code": "OK",
            "attributes": held,
        }
        for place, (kind, held) in enumerate(attributes)
    ]
