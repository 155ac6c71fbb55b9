"""How many passages fit into a run's prompts, whether that shrinks, and where the gold stands.

Chosen: one question of change, the newest period against all before. Rejected: a test at every
period, which finds a change in every long run.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Literal

import numpy as np

from db.read_budget import PromptRow, read_prompts
from workbench.domain.records import JudgeId
from workbench.domain.refusals import Code, Refusal, Warning_
from workbench.errors import InputError, NotEnoughLabels
from workbench.services.open_store import Store
from workbench.services.results import EstimateOrRefusal
from workbench.services.triage.fit_prompts import (
    FEWEST_TRACES,
    FittedPrompt,
    fit_prompts,
    named_limit,
)
from workbench.services.triage.gold_places import GoldPlaces, gold_places
from workbench.services.triage.observe_run import most_used_judge, read_target
from workbench.stats.cluster_bootstrap import cluster_means
from workbench.stats.interval import Estimate, proportion
from workbench.stats.mean_difference import mean_difference

SEED = 20_260_309
# A twentieth of a passage is no room for anything.
ROUNDING = 0.05
Every = Literal["day", "week", "month"]
PERIODS: tuple[Every, ...] = ("day", "week", "month")


@dataclass(frozen=True, slots=True)
class BudgetPeriod:
    """The prompts of one period: quartiles of how many passages fit, and how many were packed.

    `fixed_tokens` is the median of system prompt, history and query together.
    """

    start: str
    n: int
    fixed_tokens: float | None
    fits_low: float | None
    fits: float | None
    fits_high: float | None
    packed: float
    truncated: float | None
    truncated_low: float | None
    truncated_high: float | None


@dataclass(frozen=True, slots=True)
class PromptBudget:
    """The prompt budget of a run over time, and the place of its gold against correctness.

    `limit` is in tokens, `limit_from` says who gave it: `asked`, `settings` or `largest_prompt`.
    `change` is the newest period minus all before, in passages.
    """

    run: str
    judge: JudgeId | None
    n: int
    limit: int | None
    limit_from: str
    tokens_per_passage: float | None
    fixed_tokens: float | None
    fits: float | None
    packed: float | None
    method: str
    every: Every
    periods: tuple[BudgetPeriod, ...]
    change: EstimateOrRefusal
    is_shrinking: bool
    sentence: str
    places: GoldPlaces
    warnings: tuple[Warning_, ...]


def prompt_budget(
    store: Store,
    run: str,
    judge: str | None = None,
    limit: int | None = None,
    every: Every | None = None,
    where: Mapping[str, str] | None = None,
    seed: int = SEED,
) -> PromptBudget:
    """Give how many passages fit into a run's prompts, and where the gold stood in them.

    Parameters
    ----------
    run
        The run to look at.
    judge
        NAME@VERSION, who says right or wrong; else the one with most verdicts.
    limit
        Tokens a prompt may have; else what the settings name, else the longest prompt.
    every
        `day`, `week` or `month`; else what gives a handful of periods.
    where
        Field values that choose traces of the run.
    seed
        Seed of the resampling by question.

    Raises
    ------
    InputError
        Unknown run, judge or field, or a limit below 1.
    """
    if limit is not None and limit < 1:
        raise InputError(f"The limit must be at least 1 token, got {limit}.")
    chosen, said = (judge, ()) if judge is not None else most_used_judge(store, run)
    target = read_target(store, run, chosen, where or {})
    with store.reading() as connection:
        rows = read_prompts(connection, target.run_ids[0], target.judge_id, target.where)
    tokens = limit if limit is not None else named_limit(rows)
    limit_from = "asked" if limit is not None else "settings" if tokens is not None else ""
    if tokens is None:
        tokens = max((row.prompt_tokens for row in rows if row.prompt_tokens), default=None)
        limit_from = "largest_prompt" if tokens is not None else "unknown"
    dated = [row for row in rows if row.created_at is not None]
    step = every or _step([row.created_at for row in dated if row.created_at is not None])
    fitted = fit_prompts(rows, tokens, lambda row: row.created_at and _start(row.created_at, step))
    fits, per_passage = fitted.prompts, fitted.tokens_per_passage
    by_trace = {fit.row.trace_id: fit for fit in fits}
    periods = _periods(dated, by_trace, step)
    change = _change(dated, by_trace, step)
    is_shrinking = isinstance(change, Estimate) and change.high < -ROUNDING
    fixed = float(np.median([fit.fixed for fit in fits])) if fits else None
    median = float(np.median([fit.fits for fit in fits])) if fits else None
    packed = float(np.mean([row.n_packed for row in rows])) if rows else None
    return PromptBudget(
        run=run,
        judge=target.judge,
        n=len(rows),
        limit=tokens,
        limit_from=limit_from,
        tokens_per_passage=per_passage,
        fixed_tokens=fixed,
        fits=median,
        packed=packed,
        method=fitted.method,
        every=step,
        periods=periods,
        change=change,
        is_shrinking=is_shrinking,
        sentence=_sentence(tokens, fixed, per_passage, median, packed),
        places=gold_places(rows, seed),
        warnings=(*said, *_warnings(limit_from, tokens, is_shrinking, change, step)),
    )


def _step(moments: Sequence[datetime]) -> Every:
    if not moments:
        return "week"
    span = max(moments) - min(moments)
    if span <= timedelta(days=14):
        return "day"
    return "week" if span <= timedelta(weeks=26) else "month"


def _start(moment: datetime, every: Every) -> date:
    day = moment.date()
    if every == "week":
        return day - timedelta(days=day.weekday())
    return day.replace(day=1) if every == "month" else day


def _periods(
    dated: Sequence[PromptRow], fits: Mapping[int, FittedPrompt], every: Every
) -> tuple[BudgetPeriod, ...]:
    by_start: dict[date, list[PromptRow]] = {}
    for row in dated:
        if row.created_at is not None:
            by_start.setdefault(_start(row.created_at, every), []).append(row)
    periods = []
    for start, rows in sorted(by_start.items()):
        known = [fits[row.trace_id] for row in rows if row.trace_id in fits]
        low, middle, high = (
            np.quantile([fit.fits for fit in known], [0.25, 0.5, 0.75]).tolist()
            if known
            else (None, None, None)
        )
        cut = [row.is_truncated for row in rows if row.is_truncated is not None]
        share = proportion(sum(cut), len(cut)) if cut else None
        periods.append(
            BudgetPeriod(
                start.isoformat(),
                len(rows),
                float(np.median([fit.fixed for fit in known])) if known else None,
                low,
                middle,
                high,
                float(np.mean([row.n_packed for row in rows])),
                None if share is None else share.estimate,
                None if share is None else share.low,
                None if share is None else share.high,
            )
        )
    return tuple(periods)


def _change(
    dated: Sequence[PromptRow], fits: Mapping[int, FittedPrompt], every: Every
) -> EstimateOrRefusal:
    if not dated:
        return Refusal(
            Code.NOT_ENOUGH_LABELS,
            "No trace of this run says when it was made, so nothing can be said of time",
            "Log created_at with each trace.",
        )
    value = {
        row.trace_id: fits[row.trace_id].fits if fits else float(row.n_packed)
        for row in dated
        if not fits or row.trace_id in fits
    }
    known = [row for row in dated if row.trace_id in value and row.created_at is not None]
    starts = {row.trace_id: _start(row.created_at, every) for row in known if row.created_at}
    newest = max(starts.values(), default=None)
    groups = [
        [row for row in known if (starts[row.trace_id] == newest) is is_newest]
        for is_newest in (True, False)
    ]
    if min(map(len, groups)) < FEWEST_TRACES:
        return Refusal(
            Code.NOT_ENOUGH_LABELS,
            f"The newest {every} and what came before hold {len(groups[0])} and {len(groups[1])} "
            f"traces; {FEWEST_TRACES} in each are the least",
            "Look again when there are more, or take a longer period.",
        )
    means = [
        cluster_means(
            np.array([value[row.trace_id] for row in group]),
            np.unique([row.query_id for row in group], return_inverse=True)[1],
        )
        for group in groups
    ]
    try:
        return mean_difference(means[0], means[1])
    except NotEnoughLabels as error:
        return Refusal(Code.NOT_ENOUGH_LABELS, str(error))


def _sentence(
    limit: int | None,
    fixed: float | None,
    per_passage: float | None,
    fits: float | None,
    packed: float | None,
) -> str:
    if packed is None:
        return "No prompt of this run was logged passage by passage."
    if limit is None or fixed is None or per_passage is None or fits is None:
        return (
            f"A prompt holds {packed:.1f} passages on average; how many would fit cannot be said "
            "without its tokens and the texts of its passages."
        )
    return (
        f"Of {limit:,} tokens, {fixed:,.0f} go to system prompt, history and query; a passage "
        f"takes {per_passage:,.0f}, so {fits:.1f} fit. On average {packed:.1f} are packed."
    )


def _warnings(
    limit_from: str,
    limit: int | None,
    is_shrinking: bool,
    change: EstimateOrRefusal,
    every: Every,
) -> Sequence[Warning_]:
    found = []
    if is_shrinking and isinstance(change, Estimate):
        found.append(
            Warning_(
                Code.PROMPT_CUT,
                f"Room for passages shrinks: {-change.estimate:.1f} fewer in the newest {every} "
                f"than before (95 % interval {-change.high:.1f} to {-change.low:.1f})",
                "Look at what grew: system prompt, history, or the passages themselves.",
            )
        )
    if limit_from == "largest_prompt" and limit is not None:
        found.append(
            Warning_(
                Code.UNDECIDED_STAGE,
                f"No setting names the budget: the longest prompt, {limit:,} tokens, is taken for "
                "it",
                "Give it with --limit, or log token_budget in the settings.",
            )
        )
    return found
