"""The pipeline itself: rewriting, BM25, a reranker stand-in and packing under a token budget.

Retrieval is real (Lucene's BM25 over the corpus), so misses come from words and not from a dice.
The reranker is a stand-in: first-stage score, a nudge towards gold and noise, which gives what a
mediocre cross-encoder gives. Scores are rounded to 4 decimals and ties broken by corpus order, so
the output does not depend on the machine.
"""

import math
import re
from collections import Counter
from dataclasses import dataclass

import numpy as np
from bm25s import BM25
from bm25s.stopwords import STOPWORDS_EN

from workbench.simulation.corpus import Passage
from workbench.simulation.query import Gold, Query

TOKENS_PER_WORD = 1.3
INSTRUCTION_TOKENS = 84
STOPWORDS = frozenset(STOPWORDS_EN) | frozenset(
    [
        "do",
        "does",
        "did",
        "how",
        "i",
        "my",
        "you",
        "what",
        "can",
        "don",
        "doesn",
        "didn",
        "isn",
        "aren",
        "haven",
        "won",
        "couldn",
    ]
)
GENERIC_WORDS = ("book", "shop")
# A prompt this close to its budget was cut somewhere in its last passage, says the log.
TOKENS_LEFT_WHEN_CUT = 2
# Where passages are cut, a shorter piece than this is not worth sending.
SHORTEST_PIECE = 40


@dataclass(frozen=True, slots=True)
class PipelineSettings:
    """One version of the pipeline; two runs to compare differ in these and nothing else.

    `cuts_last_passage`: what does not fit is cut off in its middle instead of left out.
    """

    n_candidates: int = 10
    reranked_share: float = 0.7
    n_reranked: int = 5
    token_budget: int = 325
    rewritten_share: float = 0.15
    careless_rewrite_share: float = 0.25
    cuts_last_passage: bool = False


@dataclass(frozen=True, slots=True)
class Candidate:
    """A passage with the score a stage gave it."""

    passage: Passage
    score: float


@dataclass(frozen=True, slots=True)
class Outcome:
    """What every stage held for one query; `reranked` is None where no reranker ran."""

    rewritten_text: str | None
    candidates: tuple[Candidate, ...]
    reranked: tuple[Candidate, ...] | None
    packed: tuple[Passage, ...]
    prompt_tokens: int
    is_truncated: bool


def _without_plural(word: str) -> str:
    # Harman's S stemmer (1991): a fuller one would mend most of the misses this is here to show
    if word.endswith("ies") and not word.endswith(("eies", "aies")):
        return f"{word[:-3]}y"
    if word.endswith("es") and not word.endswith(("aes", "ees", "oes")):
        return word[:-1]
    if word.endswith("s") and not word.endswith(("us", "ss")):
        return word[:-1]
    return word


def content_words(text: str) -> list[str]:
    """The text's words in lower case, without stop words and what follows an apostrophe."""
    found = re.findall(r"(?<!')\b\w+", text.lower())
    return [word for word in found if word not in STOPWORDS]


def index_terms(text: str) -> list[str]:
    """What retrieval matches on: content words without plural endings."""
    return [_without_plural(word) for word in content_words(text)]


def n_tokens(text: str) -> int:
    """A token count close enough for a budget."""
    return math.ceil(TOKENS_PER_WORD * len(text.split()))


class Retriever:
    """BM25 over one corpus; holds the index, which takes longer to build than to ask."""

    def __init__(self, corpus: tuple[Passage, ...]) -> None:
        self.corpus = corpus
        tokens = [index_terms(passage.text) for passage in corpus]
        self._n_passages_with = Counter(
            term for passage_terms in tokens for term in dict.fromkeys(passage_terms)
        )
        self._index = BM25(dtype="float64", backend="numpy")
        self._index.index(tokens, show_progress=False)

    def candidates(self, text: str, k: int) -> tuple[Candidate, ...]:
        """The k best passages that share a word with the text, best first."""
        terms = [word for word in index_terms(text) if word in self._n_passages_with]
        if not terms:
            return ()
        scores = [round(float(score), 4) for score in self._index.get_scores(terms)]
        order = sorted(range(len(scores)), key=lambda position: (-scores[position], position))
        return tuple(
            Candidate(self.corpus[position], scores[position])
            for position in order[:k]
            if scores[position] > 0
        )

    def _n_passages_sharing(self, word: str) -> int:
        return self._n_passages_with[_without_plural(word)]

    def keywords(self, text: str) -> list[str]:
        """The text's content words without repetition, in order."""
        return list(dict.fromkeys(content_words(text)))

    def careless_keywords(self, text: str) -> list[str]:
        """The text's more common words: a rewrite that loses what was asked about."""
        keywords = self.keywords(text)
        n_lost = max(2, (len(keywords) + 1) // 2)
        rarest = sorted(keywords, key=self._n_passages_sharing)[:n_lost]
        kept = [word for word in keywords if word not in rarest]
        return [*kept, *(word for word in GENERIC_WORDS if word not in kept)]


def holds_gold(doc_ids: tuple[str, ...], gold: Gold) -> bool:
    """Whether a complete gold set is among the ids."""
    return any(set(gold_set) <= set(doc_ids) for gold_set in gold)


def _reranked(
    candidates: tuple[Candidate, ...], gold: Gold, n_kept: int, rng: np.random.Generator
) -> tuple[Candidate, ...]:
    gold_ids = {doc_id for gold_set in gold for doc_id in gold_set}
    best = max((candidate.score for candidate in candidates), default=1.0)
    noise = rng.normal(0.0, 1.0, size=len(candidates))
    scored = []
    for candidate, shift in zip(candidates, noise, strict=True):
        is_gold = candidate.passage.doc_id in gold_ids
        logit = 3.0 * candidate.score / best + 1.0 * is_gold + 1.3 * float(shift) - 2.4
        scored.append(Candidate(candidate.passage, round(1 / (1 + math.exp(-logit)), 4)))
    scored.sort(key=lambda candidate: -candidate.score)
    return tuple(scored[:n_kept])


def run_pipeline(
    query: Query, retriever: Retriever, settings: PipelineSettings, rng: np.random.Generator
) -> Outcome:
    """What each stage held for this query.

    The same random numbers are drawn whatever the settings, so that two runs over the same
    queries differ only where the settings do.
    """
    rewrite_draw, careless_draw, rerank_draw = rng.random(3)
    rerank_rng = rng.spawn(1)[0]
    rewritten_text = None
    if rewrite_draw < settings.rewritten_share:
        keywords = (
            retriever.careless_keywords(query.text)
            if careless_draw < settings.careless_rewrite_share
            else retriever.keywords(query.text)
        )
        rewritten_text = " ".join(keywords)
    candidates = retriever.candidates(rewritten_text or query.text, settings.n_candidates)
    reranked = None
    if rerank_draw < settings.reranked_share:
        reranked = _reranked(candidates, query.gold, settings.n_reranked, rerank_rng)
    prompt_tokens = INSTRUCTION_TOKENS + n_tokens(query.text)
    packed: list[Passage] = []
    offered = candidates if reranked is None else reranked
    for candidate in offered:
        tokens = n_tokens(candidate.passage.text)
        if prompt_tokens + tokens > settings.token_budget:
            break
        packed.append(candidate.passage)
        prompt_tokens += tokens
    n_left = settings.token_budget - prompt_tokens
    is_truncated = len(packed) < len(offered) and n_left < TOKENS_LEFT_WHEN_CUT
    if settings.cuts_last_passage and len(packed) < len(offered) and n_left >= SHORTEST_PIECE:
        prompt_tokens, is_truncated = max(prompt_tokens, settings.token_budget), True
    return Outcome(rewritten_text, candidates, reranked, tuple(packed), prompt_tokens, is_truncated)
