"""Bucket shares where no gold is known: verdicts form the strata, people name the bucket.

Chosen: in each verdict group a Dirichlet with 1/K added to each of the K buckets, which keeps the
prior as light as one label whatever K is (marginal coverage .96, min .90; all rows at once with
Bonferroni tails .94 and more). Rejected: 1/2 per cell (.42 in its worst cell), a Beta for each
bucket by itself (.51), inverting the error matrix (collapses when labels are balanced by group).

The same functions serve a judge that names the bucket itself: one group per named bucket.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from workbench.errors import NotEnoughLabels
from workbench.stats.bucket_table import (
    CORRECT,
    EVALUATION_ERROR,
    FAILING,
    BucketRow,
    BucketTable,
    row_confidence,
)
from workbench.stats.draws import FloatArray
from workbench.stats.interval import Interval

METHOD = "post-stratified by verdict, Dirichlet draws"
ASSUMPTION = "labels drawn at random within each verdict, from the items reported"


@dataclass(frozen=True, slots=True)
class VerdictGroup:
    """Target items with one verdict, and how many labelled ones fell into each bucket."""

    n_target: int
    counts: Mapping[str, int]

    @property
    def n_labelled(self) -> int:
        """Gives the number of labelled items."""
        return sum(self.counts.values())


def bucket_shares_by_verdict(
    groups: Sequence[VerdictGroup],
    buckets: Sequence[str],
    rng: np.random.Generator,
    confidence: float = 0.95,
    n_draws: int = 50_000,
) -> BucketTable:
    """Gives each bucket's corrected share, every interval at the asked level by itself.

    Parameters
    ----------
    groups : sequence of VerdictGroup
        One per verdict; groups without target items are dropped.
    buckets : sequence of str
        All K buckets that can occur, in the order of the rows.
    rng : numpy.random.Generator
        Source of the draws.
    confidence : float
        Level of each row's interval.
    n_draws : int
        Number of draws.

    Returns
    -------
    BucketTable
        Fractions that add up to 1; the total leaves out `correct` and `evaluation_error`.

    Raises
    ------
    ValueError
        If a count is below 0, a counted bucket is not listed, or labels outnumber items.
    NotEnoughLabels
        If the target set is empty or a group has items but no label.

    Notes
    -----
    Point: sum over verdicts of W x/n. Draws: Dirichlet(N_v + 1/G) for the G groups times
    Dirichlet(x + 1/K) in each. A bucket never seen has lower limit 0, and one that holds every
    label upper limit 1, our boundary convention.
    """
    return _table(groups, buckets, rng, confidence, confidence, n_draws, is_joint=False)


def bucket_shares_by_verdict_jointly(
    groups: Sequence[VerdictGroup],
    buckets: Sequence[str],
    rng: np.random.Generator,
    confidence: float = 0.95,
    n_draws: int = 50_000,
) -> BucketTable:
    """Gives the same shares with intervals that all hold at once (Bonferroni over the rows).

    Parameters, refusals and points as `bucket_shares_by_verdict`.
    """
    row_level = row_confidence(len(buckets), confidence)
    return _table(groups, buckets, rng, row_level, confidence, n_draws, is_joint=True)


def _table(
    groups: Sequence[VerdictGroup],
    buckets: Sequence[str],
    rng: np.random.Generator,
    row_level: float,
    total_level: float,
    n_draws: int,
    *,
    is_joint: bool,
) -> BucketTable:
    kept = _labelled_groups(groups, buckets)
    counts = np.array([[group.counts.get(name, 0) for name in buckets] for group in kept], float)
    sizes = np.array([group.n_target for group in kept], float)
    labelled = counts.sum(axis=1)
    points = (sizes / sizes.sum() / labelled) @ counts
    mix = rng.dirichlet(sizes + 1 / len(kept), n_draws)
    draws = np.zeros((n_draws, len(buckets)))
    for column, row in enumerate(counts):
        draws += mix[:, [column]] * rng.dirichlet(row + 1 / len(buckets), n_draws)
    n_labels = int(labelled.sum())
    seen = counts.sum(axis=0)
    rows = tuple(
        BucketRow(
            name,
            float(points[column]),
            _interval(draws[:, column], seen[column], n_labels, row_level),
            int(seen[column]),
        )
        for column, name in enumerate(buckets)
    )
    failing = [
        column for column, name in enumerate(buckets) if name not in (CORRECT, EVALUATION_ERROR)
    ]
    total = BucketRow(
        FAILING,
        float(points[failing].sum()),
        _interval(draws[:, failing].sum(axis=1), seen[failing].sum(), n_labels, total_level),
        n_labels,
    )
    return BucketTable(rows, total, METHOD, is_joint, ASSUMPTION)


def _interval(draws: FloatArray, n_seen: float, n_labels: int, confidence: float) -> Interval:
    if not 0 < confidence < 1:
        raise ValueError(f"confidence must be strictly between 0 and 1, got {confidence}")
    tail = (1 - confidence) / 2
    low = 0.0 if n_seen == 0 else float(np.quantile(draws, tail))
    high = 1.0 if n_seen == n_labels else float(np.quantile(draws, 1 - tail))
    return Interval(low, high)


def _labelled_groups(groups: Sequence[VerdictGroup], buckets: Sequence[str]) -> list[VerdictGroup]:
    kept = [group for group in groups if group.n_target > 0]
    if not kept:
        raise NotEnoughLabels("the target set is empty: no verdict has an item")
    for position, group in enumerate(groups, start=1):
        unknown = sorted(set(group.counts) - set(buckets))
        if unknown:
            raise ValueError(f"buckets must list every counted bucket, missing {unknown}")
        if min(group.counts.values(), default=0) < 0 or group.n_labelled > group.n_target:
            raise ValueError(
                f"counts must be at least 0 and add up to at most n_target={group.n_target}, "
                f"got {dict(group.counts)}"
            )
        if group.n_target > 0 and group.n_labelled == 0:
            raise NotEnoughLabels(
                f"STRATUM_UNLABELLED: none of the {group.n_target} items of verdict group "
                f"{position} is labelled; label a random part of them"
            )
    return kept
