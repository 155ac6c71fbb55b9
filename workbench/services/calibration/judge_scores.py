"""A judge's scores, and which end of them means failing.

Chosen: the direction is read from the verdicts that came with a score and a threshold, and must
hold for 95 % of them; the rest is said aloud. Rejected: assuming that a low score is a bad one,
which turns every figure round for a judge that scores the badness.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from db import read_scores
from db.read_scores import LabelledVerdict, ScoreRow
from workbench.domain.refusals import Code, Refusal, Warning_
from workbench.domain.vocabulary import JudgeVerdict
from workbench.report.counted import counted_as
from workbench.services.open_store import Store
from workbench.services.triage.observe_run import Target

AGREEING_SHARE = 0.95


@dataclass(frozen=True, slots=True)
class Direction:
    """Which side of a threshold fails, and whether a score on the threshold does."""

    is_low_failing: bool
    fails_on_threshold: bool

    def flags(self, score: float, threshold: float) -> bool:
        """Say whether a score fails at a threshold."""
        if score == threshold:
            return self.fails_on_threshold
        return (score < threshold) == self.is_low_failing

    @property
    def words(self) -> str:
        """Give the rule in words."""
        side = "below" if self.is_low_failing else "above"
        return f"{'at or ' if self.fails_on_threshold else ''}{side} the threshold fails"


class Columns(NamedTuple):
    """Scores of one verdict in order, and how many items lie before each place, and in all."""

    scores: NDArray[np.float64]
    n_up_to: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class JudgeScores:
    """Scored and usable verdicts of the target set, and the scores of its labelled traces."""

    rows: tuple[ScoreRow, ...]
    labelled: Mapping[int, LabelledVerdict]
    direction: Direction
    thresholds: Mapping[float, int]
    n_unscored: int
    warnings: tuple[Warning_, ...]
    columns: Mapping[JudgeVerdict, Columns]

    @property
    def n(self) -> int:
        """Gives the number of scored verdicts."""
        return sum(row.n for row in self.rows)

    def n_of(self, verdict: JudgeVerdict) -> int:
        """Give the number of scored verdicts of one kind."""
        return int(self.columns[verdict].n_up_to[-1])

    def n_flagged(self, verdict: JudgeVerdict, threshold: float) -> int:
        """Give how many of them a threshold would fail."""
        column = self.columns[verdict]
        fails_below = self.direction.is_low_failing
        is_below = self.direction.fails_on_threshold == fails_below
        side: Literal["left", "right"] = "right" if is_below else "left"
        n_below = int(column.n_up_to[np.searchsorted(column.scores, threshold, side)])
        return n_below if fails_below else self.n_of(verdict) - n_below

    def steps(self, n: int) -> list[float]:
        """Give every score where there are few, else those at equal steps of the items."""
        sizes: Counter[float] = Counter()
        for row in self.rows:
            sizes[row.score or 0.0] += row.n
        values = np.array(sorted(sizes))
        if len(values) <= n:
            return [float(value) for value in values]
        reached = np.cumsum([sizes[value] for value in values.tolist()]) / self.n
        places = np.searchsorted(reached, np.arange(1, n) / n)
        return [float(value) for value in np.unique(values[places])]

    @property
    def current(self) -> float:
        """Gives the threshold that most verdicts rest on."""
        return max(self.thresholds, key=lambda threshold: (self.thresholds[threshold], threshold))


def read_judge_scores(store: Store, target: Target) -> JudgeScores | Refusal:
    """Give a judge's scores on a target set, or why they cannot be read."""
    judge_id = target.judge_id or 0
    with store.reading() as connection:
        rows = read_scores.read_scores(connection, target.run_ids, judge_id, target.where)
        labelled = read_scores.read_labelled_verdicts(
            connection, target.run_ids, judge_id, target.where
        )
    scored = tuple(row for row in rows if row.score is not None)
    n_unscored = sum(row.n for row in rows if row.score is None)
    if not scored:
        return Refusal(
            Code.SCORES_MISSING,
            f"{target.judge or 'This judge'} gave no scores here, only verdicts",
            "Import its scores beside its verdicts: the fields score and threshold.",
        )
    found = score_direction(scored)
    if isinstance(found, Refusal):
        return found
    direction, n_against = found
    thresholds: Counter[float] = Counter()
    for row in scored:
        if row.threshold is not None:
            thresholds[row.threshold] += row.n
    return JudgeScores(
        scored,
        labelled,
        direction,
        dict(thresholds),
        n_unscored,
        tuple(_warnings(thresholds, n_unscored, n_against)),
        {verdict: _columns(scored, verdict) for verdict in JudgeVerdict},
    )


def _columns(rows: Iterable[ScoreRow], verdict: JudgeVerdict) -> Columns:
    pairs = sorted((row.score or 0.0, row.n) for row in rows if row.verdict is verdict)
    counts = np.array([0, *(n for _, n in pairs)], np.int64)
    return Columns(np.array([score for score, _ in pairs]), np.cumsum(counts))


def score_direction(rows: Iterable[ScoreRow]) -> tuple[Direction, int] | Refusal:
    """Give the failing side of the threshold and how many verdicts contradict it, or a refusal."""
    below: Counter[JudgeVerdict] = Counter()
    above: Counter[JudgeVerdict] = Counter()
    on: Counter[JudgeVerdict] = Counter()
    for row in rows:
        if row.score is None or row.threshold is None:
            continue
        side = on if row.score == row.threshold else below if row.score < row.threshold else above
        side[row.verdict] += row.n
    n_low = below[JudgeVerdict.FAIL] + above[JudgeVerdict.PASS]
    n_high = below[JudgeVerdict.PASS] + above[JudgeVerdict.FAIL]
    n = n_low + n_high
    if n == 0:
        return Refusal(
            Code.SCORE_DIRECTION_UNKNOWN,
            "No verdict came with both a score and a threshold, so nobody knows which scores fail",
            "Import the threshold beside the score.",
        )
    if max(n_low, n_high) < AGREEING_SHARE * n:
        return Refusal(
            Code.SCORE_DIRECTION_UNKNOWN,
            f"{counted_as(n_low, 'verdict fails', 'verdicts fail')} "
            f"below the threshold and {n_high} above it, so the scores "
            "do not decide the verdicts",
            "Check the scores and thresholds of the file.",
        )
    is_low_failing = n_low > n_high
    fails_on = on[JudgeVerdict.FAIL] > on[JudgeVerdict.PASS]
    # Where no score lies on its threshold, it goes with those above, as files are read.
    fails_on = fails_on if on.total() else not is_low_failing
    return Direction(is_low_failing, fails_on), min(n_low, n_high)


def _warnings(
    thresholds: Mapping[float, int], n_unscored: int, n_against: int
) -> Iterable[Warning_]:
    if len(thresholds) > 1:
        listed = ", ".join(
            f"{threshold:g} on {n}" for threshold, n in sorted(thresholds.items())[:5]
        )
        yield Warning_(
            Code.THRESHOLDS_DIFFER,
            f"Verdicts of this judge rest on {len(thresholds)} thresholds ({listed}); they are "
            "not one judge, and the one marked is the one used most",
            "Import them as versions of the judge, one for each threshold.",
        )
    if n_unscored:
        yield Warning_(
            Code.SCORES_MISSING,
            f"{counted_as(n_unscored, 'verdict has', 'verdicts have')} no score, outside the "
            "thresholds",
        )
    if n_against:
        yield Warning_(
            Code.SCORE_DIRECTION_UNKNOWN,
            f"{counted_as(n_against, 'verdict contradicts its', 'verdicts contradict their')} "
            "own score "
            "and threshold",
            "Read some of them.",
        )
