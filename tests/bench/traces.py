"""Large trace files for the benchmarks: 30 candidates with text, about 19 kB a line."""

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np

N_PASSAGES = 20_000
N_CANDIDATES = 30
N_RERANKED = 10
N_PROMPT = 5
# fmt: off
WORDS = [
    "ledger", "harbour", "lantern", "parcel", "window", "garden", "binding", "paper", "margin",
    "letter", "copper", "winter", "market", "river", "stone", "candle", "mirror", "thread",
    "basket", "anchor", "ribbon", "orchard", "pencil", "saddle",
]
# fmt: on


def passage_texts(rng: np.random.Generator) -> list[str]:
    """Distinct texts of about 530 characters."""
    drawn = rng.integers(len(WORDS), size=(N_PASSAGES, 74))
    return [
        f"Passage {number}. {' '.join(WORDS[word] for word in words)}."
        for number, words in enumerate(drawn.tolist())
    ]


def trace_lines(n_traces: int, seed: int) -> Iterator[str]:
    """Lines of native JSON, one trace each; the same seed gives the same lines."""
    rng = np.random.default_rng(seed)
    encoded = [json.dumps(text) for text in passage_texts(rng)]
    for number in range(n_traces):
        ids = rng.integers(N_PASSAGES, size=N_CANDIDATES).tolist()
        # Every place for the gold passage, from the first candidate to none of them.
        place = int(rng.integers(N_CANDIDATES + 10))
        gold = ids[place] if place < N_CANDIDATES else (ids[0] + 1) % N_PASSAGES
        candidates = ", ".join(
            f'{{"doc_id": "p{one}", "score": {30 - rank}.5, "rank": {rank}, '
            f'"text": {encoded[one]}}}'
            for rank, one in enumerate(ids, start=1)
        )
        reranked = ", ".join(f'{{"doc_id": "p{one}", "score": 0.5}}' for one in ids[:N_RERANKED])
        prompt = ", ".join(f'"p{one}"' for one in ids[:N_PROMPT])
        verdict = "fail" if rng.random() < 0.3 else "pass"
        yield (
            f'{{"request_id": "b-{number}", "question_id": "question-{number}", "run": "bench", '
            f'"query": "What does passage {gold} say of the harbour?", '
            f'"reference_answer": "It names the {WORDS[gold % 24]}.", '
            f'"gold_passages": ["p{gold}"], "candidates": [{candidates}], '
            f'"reranked": [{reranked}], '
            f'"prompt_passages": [{prompt}], "prompt_tokens": 900, "truncated": false, '
            f'"answer": "It names the {WORDS[number % 24]}.", "model": "m-small", '
            f'"index_version": "v1", "judge": {{"name": "strict", "version": "2", '
            f'"verdict": "{verdict}", "score": 0.5, "threshold": 0.5}}}}\n'
        )


def write_traces(path: Path, n_traces: int, seed: int = 7) -> int:
    """Write the file; gives its size in bytes."""
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(trace_lines(n_traces, seed))
    return path.stat().st_size
