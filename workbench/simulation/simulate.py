"""A whole run with known truth: queries through the pipeline, answers, judges, user signals.

Every query has its own stream of random numbers, spawned from the one given. Two runs with the
same seed and different settings therefore ask the same queries and share all other chance, which
makes them a fair pair to compare.
"""

import math
from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import numpy as np

from workbench.domain.vocabulary import BUCKET_OF_STAGE, Stage
from workbench.simulation.answers import GivenAnswer, give_answer
from workbench.simulation.corpus import (
    INDEX_VERSION,
    Book,
    Passage,
    SupplierSheet,
    books,
    bookshop_corpus,
    supplier_sheets,
)
from workbench.simulation.judges import JUDGES, judge_answer
from workbench.simulation.pipeline import (
    Candidate,
    Outcome,
    PipelineSettings,
    Retriever,
    holds_gold,
    run_pipeline,
)
from workbench.simulation.probes import probe_answer
from workbench.simulation.queries import DrawnQuery, draw_queries
from workbench.simulation.query import Query
from workbench.simulation.releases import Release

FIRST_DAY = datetime(2026, 3, 9, tzinfo=UTC)
N_DAYS = 42
ENDPOINT_ERROR_SHARE = 0.005
ENDPOINT_ERROR = "TimeoutError: no answer from the model endpoint within 30 s"


@dataclass(frozen=True, slots=True)
class Truth:
    """What is true of one trace, judges aside.

    `stage` and `bucket` are those of the first loss if the answer is wrong. Where the endpoint
    failed there is nothing to be right or wrong: the bucket is `endpoint_unavailable`, `is_wrong`
    and `answer_verdict` are None.
    """

    request_id: str
    is_wrong: bool | None
    bucket: str
    stage: str | None
    error_type: str | None
    answer_verdict: str | None
    note: str


@dataclass(frozen=True, slots=True)
class Simulation:
    """Traces as their file holds them, the corpus behind them, and the truth about each."""

    traces: tuple[dict[str, object], ...]
    corpus: tuple[Passage, ...]
    truth: tuple[Truth, ...]


@dataclass(frozen=True, slots=True)
class _Shop:
    """What every query of a run shares."""

    retriever: Retriever
    books_by_id: dict[str, Book]
    sheets_by_gold_id: dict[str, SupplierSheet]


def _open_shop() -> _Shop:
    books_by_id = {book.doc_id: book for book in books()}
    sheets = supplier_sheets()
    return _Shop(
        Retriever(bookshop_corpus()),
        books_by_id,
        {
            doc_id: sheets[book.title]
            for doc_id, book in books_by_id.items()
            if book.title in sheets
        },
    )


def _ids(candidates: tuple[Candidate, ...]) -> tuple[str, ...]:
    return tuple(candidate.passage.doc_id for candidate in candidates)


def first_lost_stage(query: Query, outcome: Outcome, retriever: Retriever, k: int) -> str | None:
    """The earliest stage without a complete gold set, or None if the evidence reached the prompt.

    A rewrite is to blame where the query as typed would have found the evidence.
    """
    if not query.is_answerable():
        return "coverage"
    if not holds_gold(_ids(outcome.candidates), query.gold):
        if outcome.rewritten_text is None:
            return "retrieval"
        as_typed = _ids(retriever.candidates(query.text, k))
        return "rewriting" if holds_gold(as_typed, query.gold) else "retrieval"
    if outcome.reranked is not None and not holds_gold(_ids(outcome.reranked), query.gold):
        return "reranking"
    packed_ids = tuple(passage.doc_id for passage in outcome.packed)
    return None if holds_gold(packed_ids, query.gold) else "packing"


def _truth(request_id: str, lost_stage: str | None, answer: GivenAnswer | None) -> Truth:
    if answer is None:
        note = "no answer: the endpoint failed"
        return Truth(request_id, None, "endpoint_unavailable", None, None, None, note)
    if not answer.is_wrong():
        return Truth(request_id, False, "correct", None, None, answer.verdict, answer.note)
    stage = lost_stage or "generation"
    return Truth(
        request_id,
        True,
        str(BUCKET_OF_STAGE[Stage(stage)]),
        stage,
        answer.error_type,
        answer.verdict,
        answer.note,
    )


def _moments(n_queries: int, rng: np.random.Generator) -> list[str]:
    """Sorted moments over six weeks, between 8 in the morning and 10 at night."""
    days = rng.integers(N_DAYS, size=n_queries).tolist()
    seconds = rng.integers(8 * 3600, 22 * 3600, size=n_queries).tolist()
    moments = sorted(
        FIRST_DAY + timedelta(days=day, seconds=second)
        for day, second in zip(days, seconds, strict=True)
    )
    return [moment.strftime("%Y-%m-%dT%H:%M:%SZ") for moment in moments]


def _signals(answer: GivenAnswer | None, rng: np.random.Generator) -> dict[str, object]:
    thumbs_draw, rephrased_draw = rng.random(2)
    is_unhappy = answer is None or answer.is_wrong()
    down, up = (0.30, 0.04) if is_unhappy else (0.03, 0.15)
    thumbs = -1 if thumbs_draw < down else (1 if thumbs_draw < down + up else None)
    return {"thumbs": thumbs, "rephrased": bool(rephrased_draw < (0.28 if is_unhappy else 0.05))}


def _gold_as_filed(query: Query) -> list[str | list[str]]:
    return [gold_set[0] if len(gold_set) == 1 else list(gold_set) for gold_set in query.gold]


def _trace(
    request_id: str,
    run: str,
    drawn: DrawnQuery,
    outcome: Outcome,
    answer: GivenAnswer | None,
    settings: PipelineSettings,
    created_at: str,
) -> dict[str, object]:
    reranked = outcome.reranked
    return {
        "request_id": request_id,
        "question_id": drawn.question_id,
        "run": run,
        "query": drawn.query.text,
        "rewritten_query": outcome.rewritten_text,
        "reference_answer": drawn.query.reference_answer,
        "gold_passages": _gold_as_filed(drawn.query),
        "candidates": [
            {
                "doc_id": candidate.passage.doc_id,
                "score": candidate.score,
                "rank": rank,
                "text": candidate.passage.text,
            }
            for rank, candidate in enumerate(outcome.candidates, start=1)
        ],
        "reranked": None
        if reranked is None
        else [{"doc_id": c.passage.doc_id, "score": c.score} for c in reranked],
        "prompt_passages": [passage.doc_id for passage in outcome.packed],
        "prompt_tokens": outcome.prompt_tokens,
        "truncated": outcome.is_truncated,
        "answer": None if answer is None else answer.text,
        "model": "lamplight-small",
        "settings": {
            "temperature": 0.2,
            "n_candidates": settings.n_candidates,
            "reranker": None if reranked is None else "pairwise-mini",
            "token_budget": settings.token_budget,
        },
        "index_version": INDEX_VERSION,
        "query_embedding_model": None,
        "index_embedding_model": None,
        "error": ENDPOINT_ERROR if answer is None else None,
        "created_at": created_at,
    }


def simulate(
    n_questions: int,
    rng: np.random.Generator,
    run: str = "spring",
    settings: PipelineSettings | None = None,
    release: Release | None = None,
) -> Simulation:
    """One run of the bookshop's assistant over `n_questions` different questions.

    With a release the later traces come from its settings instead.

    Raises
    ------
    ValueError
        If the pool of questions is smaller than `n_questions`, or `n_questions` is below 1.
    """
    quiet = settings or PipelineSettings()
    n_before = n_questions if release is None else release.first_number(n_questions)
    draw_rng, clock_rng, error_rng, query_rng = rng.spawn(4)
    drawn_queries = draw_queries(n_questions, draw_rng)
    n_errors = math.ceil(ENDPOINT_ERROR_SHARE * n_questions) if n_questions > 1 else 0
    failing = set(error_rng.permutation(n_questions)[:n_errors].tolist())
    shop = _open_shop()
    n_dealt: Counter[str] = Counter()
    traces, truths = [], []
    for number, (drawn, created_at, stream) in enumerate(
        zip(
            drawn_queries,
            _moments(n_questions, clock_rng),
            query_rng.spawn(n_questions),
            strict=True,
        )
    ):
        pipeline_rng, answer_rng, judge_rng, signal_rng = stream.spawn(4)
        # Spawned by itself, so that the four before it stay what they were.
        (probe_rng,) = stream.spawn(1)
        request_id = f"shop-{number + 1:04d}"
        query = drawn.query
        settings = quiet if release is None or number < n_before else release.settings
        outcome = run_pipeline(query, shop.retriever, settings, pipeline_rng)
        lost_stage = first_lost_stage(query, outcome, shop.retriever, settings.n_candidates)
        answer = None
        if number not in failing:
            answer = give_answer(
                query,
                outcome.packed,
                lost_stage is None,
                shop.books_by_id,
                shop.sheets_by_gold_id,
                n_dealt,
                answer_rng,
            )
        judges = [judge_answer(judge, query, answer, judge_rng) for judge in JUDGES]
        signals = _signals(answer, signal_rng)
        is_flagged = judges[0]["verdict"] == "fail"
        probe = probe_answer(query, answer, lost_stage is None, is_flagged, probe_rng)
        beside = {"signals": signals, "probe": probe, "judges": judges}
        traces.append(
            _trace(request_id, run, drawn, outcome, answer, settings, created_at) | beside
        )
        truths.append(_truth(request_id, lost_stage, answer))
    return Simulation(tuple(traces), shop.retriever.corpus, tuple(truths))
