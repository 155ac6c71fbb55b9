"""How many passages would fit into each prompt beside its system prompt, history and query.

Tokens are logged for the whole prompt alone. The passages' part of them is taken from their share
of its characters where the prompt's text was logged, and else from a line through tokens and the
characters of the passages; what is left is system prompt, history and query.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from db.read_budget import PromptRow
from workbench.stats.symmetric_line import symmetric_slope

FEWEST_TRACES = 10


class FittedPrompt(NamedTuple):
    """What is estimated of one prompt: its tokens beside the passages, and how many would fit."""

    row: PromptRow
    fixed: float
    fits: float


@dataclass(frozen=True, slots=True)
class FittedPrompts:
    """The prompts that could be taken apart, the mean length of a passage, and how it was told."""

    prompts: tuple[FittedPrompt, ...] = ()
    tokens_per_passage: float | None = None
    method: str = ""


def named_limit(rows: Sequence[PromptRow]) -> int | None:
    """The budget in tokens that most traces' settings name; None where none does."""
    named = Counter(int(row.limit) for row in rows if row.limit and row.limit.isdecimal())
    return named.most_common(1)[0][0] if named else None


def fit_prompts(
    rows: Sequence[PromptRow], limit: int | None, period_of: Callable[[PromptRow], object]
) -> FittedPrompts:
    """Take the prompts apart; nothing where fewer than ten have tokens and all their texts.

    The line is drawn through deviations from each period's own mean, since what stands beside
    the passages may grow from one period to the next.
    """
    usable = [
        row
        for row in rows
        if row.prompt_tokens is not None and row.n_packed and row.n_texts == row.n_packed
    ]
    if len(usable) < FEWEST_TRACES or limit is None:
        return FittedPrompts()
    characters = np.array([row.n_characters for row in usable], dtype=float)
    tokens = np.array([row.prompt_tokens for row in usable], dtype=float)
    if all(row.n_prompt_characters for row in usable):
        whole = np.array([row.n_prompt_characters for row in usable], dtype=float)
        in_passages = tokens * np.minimum(1.0, characters / whole)
        method = "the passages' share of the prompt's characters"
    else:
        period = np.unique([str(period_of(row)) for row in usable], return_inverse=True)[1]
        slope = symmetric_slope(_centred(characters, period), _centred(tokens, period))
        if slope is None:
            return FittedPrompts()
        in_passages = np.minimum(tokens, slope * characters)
        method = "a line through tokens and the passages' characters"
    per_passage = float(in_passages.sum() / sum(row.n_packed for row in usable))
    fixed = tokens - in_passages
    fits = np.maximum(0.0, (limit - fixed) / per_passage)
    prompts = [
        FittedPrompt(row, float(one), float(fit))
        for row, one, fit in zip(usable, fixed, fits, strict=True)
    ]
    return FittedPrompts(tuple(prompts), per_passage, method)


def _centred(values: NDArray[np.float64], period: NDArray[np.intp]) -> NDArray[np.float64]:
    means = np.bincount(period, weights=values) / np.bincount(period)
    centred: NDArray[np.float64] = values - means[period]
    return centred
