"""How full the prompts of a run are: tokens, passages and their characters, trace by trace."""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, func, select

from db.chosen_traces import chosen
from db.models import corpus_passages, current_traces, hits, passages, trace_evidence
from db.read_triage import verdict_of

BUDGET_FIELDS = (
    "token_budget",
    "prompt_budget",
    "max_prompt_tokens",
    "max_context_tokens",
    "context_window",
)
CANDIDATES, PROMPT = 0, 2


class PromptRow(NamedTuple):
    """One trace's prompt: its length, its limit where the settings name one, and its passages.

    `n_texts` of `n_packed` passages have a known text, of `n_characters` in all; `prompt_rank`
    is the place of the best complete gold set.
    """

    trace_id: int
    query_id: int
    created_at: datetime | None
    prompt_tokens: int | None
    is_truncated: bool | None
    n_prompt_characters: int | None
    limit: str | None
    n_packed: int
    n_texts: int
    n_characters: int
    prompt_rank: int | None
    n_needed: int | None
    verdict: str | None


def read_prompts(
    connection: Connection, run_id: int, judge_id: int | None, where: Mapping[str, str]
) -> list[PromptRow]:
    """Every chosen trace of a run whose prompt passages were logged, in order of arrival."""
    t = current_traces.c
    packed, retrieved = hits.alias("packed"), hits.alias("retrieved")
    # A bare id in the prompt has its text among the trace's candidates, or in the corpus.
    from_candidates = (
        select(retrieved.c.text_hash)
        .where(
            retrieved.c.trace_id == packed.c.trace_id,
            retrieved.c.list == CANDIDATES,
            retrieved.c.doc_id == packed.c.doc_id,
            retrieved.c.text_hash.is_not(None),
        )
        .order_by(retrieved.c.position)
        .limit(1)
        .correlate(packed)
        .scalar_subquery()
    )
    held = corpus_passages.c
    from_corpus = (
        select(held.text_hash)
        .where(held.index_version == t.index_version, held.doc_id == packed.c.doc_id)
        .correlate(packed, current_traces)
        .scalar_subquery()
    )
    text = func.coalesce(packed.c.text_hash, from_candidates, from_corpus)
    filled = (
        select(
            packed.c.trace_id,
            func.count().label("n_packed"),
            func.count(passages.c.text).label("n_texts"),
            func.coalesce(func.sum(func.length(passages.c.text)), 0).label("n_characters"),
        )
        .select_from(current_traces)
        .join(packed, packed.c.trace_id == t.trace_id)
        .outerjoin(passages, passages.c.text_hash == text)
        .where(chosen([run_id], where), packed.c.list == PROMPT)
        .group_by(packed.c.trace_id)
        .subquery()
    )
    limits = [t.settings[name].as_string() for name in BUDGET_FIELDS]
    rows = connection.execute(
        select(
            t.trace_id,
            t.query_id,
            t.created_at,
            t.prompt_tokens,
            t.is_truncated,
            func.length(t.prompt_text),
            func.coalesce(*limits),
            func.coalesce(filled.c.n_packed, 0),
            func.coalesce(filled.c.n_texts, 0),
            func.coalesce(filled.c.n_characters, 0),
            trace_evidence.c.prompt_rank,
            trace_evidence.c.n_needed,
            verdict_of(judge_id),
        )
        .select_from(current_traces)
        .outerjoin(filled, filled.c.trace_id == t.trace_id)
        .outerjoin(trace_evidence, trace_evidence.c.trace_id == t.trace_id)
        .where(chosen([run_id], where), t.has_prompt)
        .order_by(t.trace_id)
    )
    return [PromptRow._make(row) for row in rows]
