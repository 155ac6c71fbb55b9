"""How many labels would tell two buckets of a corrected table apart.

Chosen: search on the table's own rows at counts projected from the labels so far, with the same
rule that calls two stages too close to call; so the plan ends exactly where that word goes. A
stratum that can hold neither bucket gets no labels, since none there would move either row.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, sqrt

from workbench.errors import NotEnoughLabels, StatisticsError
from workbench.stats.buckets_by_cell import CellStratum, bucket_shares_by_cell
from workbench.stats.funnel import next_project_from_shares
from workbench.stats.interval import Estimate

LABEL_FLOOR = 10


@dataclass(frozen=True, slots=True)
class BucketPlan:
    """Labels still to be made in each group of strata until two buckets are told apart."""

    n_more: tuple[int, ...]
    first_share: float
    second_share: float


@dataclass(frozen=True, slots=True)
class _Projection:
    """The strata with their expected shares, and the pull of each on the difference."""

    strata: tuple[CellStratum, ...]
    rates: tuple[dict[str, float], ...]
    groups: tuple[int, ...]
    pulls: tuple[float, ...]


def labels_to_tell_buckets(
    strata: Sequence[CellStratum],
    groups: Sequence[int],
    first: str,
    second: str,
    buckets: Sequence[str],
    confidence: float = 0.95,
) -> BucketPlan:
    """Gives the labels after which two buckets are expected to be told apart.

    Parameters
    ----------
    strata : sequence of CellStratum
        As for `bucket_shares_by_cell`, with the labels so far.
    groups : sequence of int
        Group of each stratum, from 0: labels can be drawn for a group, not for a part of it.
    first, second : str
        The two buckets.
    buckets : sequence of str
        All rows of the table.
    confidence : float
        Level of the interval of the difference.

    Returns
    -------
    BucketPlan
        Labels by group, and the two shares they are projected from.

    Raises
    ------
    ValueError
        If first and second are the same, or lengths differ.
    NotEnoughLabels
        If no label is made yet.
    StatisticsError
        If labelling everything would not do: the two shares are too nearly equal.

    Notes
    -----
    A share is projected as (x + 1/K)/(n + 1) for the K buckets a stratum can hold. Labels go to
    groups in proportion to W sqrt(a + b - (a - b)^2), within a group by size; at least 10 (or all)
    in a group that can hold either bucket.
    """
    if first == second:
        raise ValueError(f"first and second must differ, got {first} twice")
    if len(groups) != len(strata):
        raise ValueError(f"groups must match strata, got {len(groups)} for {len(strata)}")
    if not any(stratum.n_labelled for stratum in strata):
        raise NotEnoughLabels("nothing is labelled yet, so neither bucket has a share")
    found = _projection(strata, groups, first, second)
    n_groups = max(groups) + 1
    labelled = [stratum.n_labelled for stratum in strata]
    everything = [float(stratum.n_target) for stratum in strata]
    shares = _shares(found, everything, first, second, buckets, confidence)
    if shares[0].estimate + shares[1].estimate == 0:
        raise StatisticsError(f"neither {first} nor {second} can occur among these items")
    if not _is_told(found, everything, first, second, buckets, confidence):
        raise StatisticsError(
            f"labelling all {round(sum(everything))} items would not tell {first} "
            f"({shares[0].estimate:.3f}) from {second} ({shares[1].estimate:.3f}); "
            "at these shares take them as equally large"
        )
    is_told_now = all(
        stratum.n_labelled or not _holds(rates, first, second)
        for stratum, rates in zip(strata, found.rates, strict=True)
    ) and _is_told(found, labelled, first, second, buckets, confidence)
    labels: list[float] = [float(n) for n in labelled]
    if not is_told_now:
        low, high = 0, 1
        while not _is_told(found, _allocated(found, high), first, second, buckets, confidence):
            low, high = high, 2 * high
        while high - low > 1:
            middle = (low + high) // 2
            at_middle = _allocated(found, middle)
            if _is_told(found, at_middle, first, second, buckets, confidence):
                high = middle
            else:
                low = middle
        labels = _allocated(found, high)
    more = [0.0] * n_groups
    for group, n, done in zip(groups, labels, labelled, strict=True):
        more[group] += n - done
    return BucketPlan(tuple(ceil(n - 1e-6) for n in more), shares[0].estimate, shares[1].estimate)


def _projection(
    strata: Sequence[CellStratum], groups: Sequence[int], first: str, second: str
) -> _Projection:
    rates = []
    for stratum in strata:
        names = stratum.possible | {name for name, n in stratum.counts.items() if n}
        rates.append(
            {
                name: (stratum.counts.get(name, 0) + 1 / len(names)) / (stratum.n_labelled + 1)
                for name in names
            }
        )
    pulls = [0.0] * (max(groups) + 1)
    for stratum, group, rate in zip(strata, groups, rates, strict=True):
        a, b = rate.get(first, 0.0), rate.get(second, 0.0)
        pulls[group] += stratum.n_target * sqrt(max(0.0, a + b - (a - b) ** 2))
    return _Projection(tuple(strata), tuple(rates), tuple(groups), tuple(pulls))


def _holds(rates: dict[str, float], first: str, second: str) -> bool:
    return first in rates or second in rates


def _allocated(found: _Projection, n: int) -> list[float]:
    total = sum(found.pulls)
    sizes = [0] * len(found.pulls)
    for stratum, group in zip(found.strata, found.groups, strict=True):
        sizes[group] += stratum.n_target
    labels = []
    for stratum, group in zip(found.strata, found.groups, strict=True):
        pull = found.pulls[group]
        wanted = 0.0
        if pull and total:
            wanted = max(LABEL_FLOOR, n * pull / total) * stratum.n_target / sizes[group]
        labels.append(max(float(stratum.n_labelled), min(float(stratum.n_target), wanted)))
    return labels


def _shares(
    found: _Projection,
    labels: Sequence[float],
    first: str,
    second: str,
    buckets: Sequence[str],
    confidence: float,
) -> tuple[Estimate, Estimate]:
    projected = [
        CellStratum(
            stratum.name,
            stratum.n_target,
            {name: rate * n * (1 - 1e-12) for name, rate in rates.items()},
            stratum.possible,
        )
        for stratum, rates, n in zip(found.strata, found.rates, labels, strict=True)
    ]
    rows = {row.bucket: row for row in bucket_shares_by_cell(projected, buckets, confidence).rows}
    return tuple(  # type: ignore[return-value]
        Estimate(rows[name].estimate or 0.0, rows[name].interval, "", rows[name].n_labels)
        for name in (first, second)
    )


def _is_told(
    found: _Projection,
    labels: Sequence[float],
    first: str,
    second: str,
    buckets: Sequence[str],
    confidence: float,
) -> bool:
    one, other = _shares(found, labels, first, second, buckets, confidence)
    return not next_project_from_shares({first: one, second: other}).too_close
