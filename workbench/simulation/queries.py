"""The pool of queries with reference answers, gold and the answers a pipeline may give.

Hand-written blocks cover policies and notes, where wording matters; queries about single books
are written from the catalogue's facts (`book_queries`). A draw keeps the mix of kinds fixed, so a
small run meets every kind; within a kind it is random. Queries by description or with a slip of
the pen are a fifth of the mix because they are what a lexical retriever finds hard.
"""

import math
from dataclasses import dataclass

import numpy as np

from workbench.simulation.author_questions import AUTHOR_QUESTIONS
from workbench.simulation.book_queries import book_queries
from workbench.simulation.corpus import books, note_passages, policy_passages
from workbench.simulation.delivery_questions import DELIVERY_QUESTIONS
from workbench.simulation.fiction_questions import FICTION_QUESTIONS
from workbench.simulation.house_questions import HOUSE_QUESTIONS
from workbench.simulation.money_questions import MONEY_QUESTIONS
from workbench.simulation.query import Gold, Query, Slip
from workbench.simulation.returns_questions import RETURNS_QUESTIONS
from workbench.simulation.trade_questions import TRADE_QUESTIONS
from workbench.simulation.unanswerable import UNANSWERABLE

MIX = {
    "policy": 0.20,
    "note": 0.11,
    "title": 0.18,
    "description": 0.14,
    "misspelt": 0.06,
    "two facts": 0.06,
    "two books": 0.07,
    "edition": 0.04,
    "format": 0.05,
    "unanswerable": 0.09,
}

SLIP_LINES = {
    "misread": "misread",
    "extra": "unsupported_claim",
    "vague": "wrong_specificity",
    "partial": "incomplete",
    "generic": "ignored_context",
    "format": "wrong_format",
}


@dataclass(frozen=True, slots=True)
class DrawnQuery:
    """A query with the id it has in every run that draws with the same seed."""

    question_id: str
    query: Query


def _doc_ids_by_key() -> dict[str, tuple[str, ...]]:
    by_key: dict[str, tuple[str, ...]] = {}
    by_key |= {key: (passage.doc_id,) for key, passage in policy_passages().items()}
    by_key |= {key: (passage.doc_id,) for key, passage in note_passages().items()}
    for book in books():
        key = f"book:{book.title}"
        by_key[key] = (*by_key.get(key, ()), book.doc_id)
    return by_key


def _gold(line: str, doc_ids_by_key: dict[str, tuple[str, ...]]) -> Gold:
    sets: list[tuple[str, ...]] = []
    for alternative in line.split(" / "):
        keys = alternative.split(" + ")
        if len(keys) == 1:
            sets.extend((doc_id,) for doc_id in doc_ids_by_key[keys[0]])
        else:
            sets.append(tuple(doc_ids_by_key[key][0] for key in keys))
    return tuple(sets)


def _written_queries(blocks: str, kind: str) -> list[Query]:
    doc_ids_by_key = _doc_ids_by_key()
    queries = []
    for block in blocks.strip().split("\n\n"):
        lines = dict(line.split(": ", 1) for line in block.splitlines())
        texts = {key: text.replace("\\n", "\n") for key, text in lines.items()}
        queries.append(
            Query(
                kind=kind,
                text=texts["q"],
                reference_answer=texts["ref"],
                gold=_gold(texts["gold"], doc_ids_by_key),
                right=(texts["ok"],),
                missed=texts["miss"],
                slips=tuple(
                    Slip(error_type, texts[key])
                    for key, error_type in SLIP_LINES.items()
                    if key in texts
                ),
            )
        )
    return queries


def _unanswerable_queries() -> list[Query]:
    rows = [line.split(" | ") for line in UNANSWERABLE.strip().splitlines()]
    return [
        Query(
            kind="unanswerable",
            text=text,
            reference_answer=f"Not answerable. {admission}",
            gold=(),
            right=(),
            missed=invention,
            slips=(),
        )
        for text, admission, invention in rows
    ]


def query_pool() -> tuple[Query, ...]:
    """Every query that can be drawn, in a fixed order."""
    return (
        *_written_queries(RETURNS_QUESTIONS, "policy"),
        *_written_queries(DELIVERY_QUESTIONS, "policy"),
        *_written_queries(MONEY_QUESTIONS, "policy"),
        *_written_queries(HOUSE_QUESTIONS, "policy"),
        *_written_queries(TRADE_QUESTIONS, "policy"),
        *_written_queries(FICTION_QUESTIONS, "note"),
        *_written_queries(AUTHOR_QUESTIONS, "note"),
        *book_queries(),
        *_unanswerable_queries(),
    )


def draw_queries(n_queries: int, rng: np.random.Generator) -> tuple[DrawnQuery, ...]:
    """Different queries in random order, the kinds in the proportions of `MIX`.

    Raises
    ------
    ValueError
        If the pool holds fewer than `n_queries` queries, or `n_queries` is below 1.
    """
    pool = query_pool()
    if not 1 <= n_queries <= len(pool):
        raise ValueError(f"n_queries must lie in 1..{len(pool)}, the size of the pool: {n_queries}")
    positions_by_kind = {
        kind: rng.permutation([p for p, query in enumerate(pool) if query.kind == kind]).tolist()
        for kind in MIX
    }
    chosen: list[int] = []
    for kind, share in MIX.items():
        n_of_kind = math.floor(share * n_queries + 0.5)
        chosen += positions_by_kind[kind][:n_of_kind]
        positions_by_kind[kind] = positions_by_kind[kind][n_of_kind:]
    left_over = [position for positions in positions_by_kind.values() for position in positions]
    n_missing = max(0, n_queries - len(chosen))
    chosen += rng.permutation(left_over)[:n_missing].tolist()
    order = rng.permutation(len(chosen))[:n_queries]
    return tuple(
        DrawnQuery(f"q-{number:04d}", pool[chosen[position]])
        for number, position in enumerate(order, start=1)
    )
