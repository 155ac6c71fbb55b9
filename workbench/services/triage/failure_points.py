"""A run's failures by the seven failure points, by the judge and by people.

The judge names no error type, so its generation errors stand in one row; people's are split as
far as somebody named the type. People's shares are weighted to the run where the draw says how,
and are said to be those of the labels alone where it does not.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isclose
from typing import NamedTuple

from db import read_probes
from workbench.domain.failure_points import (
    AFTER_FIX,
    POINT_NAMES,
    POINT_OF_BUCKET,
    FailurePoint,
    point_of,
)
from workbench.domain.records import JudgeId
from workbench.domain.remedies import FAILING_BUCKETS, REMEDIES
from workbench.domain.vocabulary import Bucket, Design, ErrorType
from workbench.report.counted import counted
from workbench.services.calibration.label_weights import failure_weights
from workbench.services.calibration.read_labels_of import LabelsOf, read_labels_of
from workbench.services.open_store import Store
from workbench.services.triage.observe_run import (
    Target,
    bucket_of,
    count_observed,
    most_used_judge,
    read_target,
)
from workbench.stats.interval import Estimate, proportion
from workbench.stats.weighting import hajek_rate

OF_THE_RUN = (Design.UNIFORM, Design.BY_VERDICT, Design.QUEUE)


@dataclass(frozen=True, slots=True)
class PointCount:
    """Failures at one point: as the judge counts, and as people do with their share of all.

    `observed_n` is None where the judge cannot tell this point from others. `human_n` counts
    labels; `human_share` is weighted as `FailurePoints.share_note` says.
    """

    point: FailurePoint
    name: str
    buckets: tuple[str, ...]
    observed_n: int | None
    human_n: int
    human_share: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class BucketRemedy:
    """What is usually done about a bucket, what it costs the next stage, what to run again."""

    bucket: str
    point: FailurePoint
    owner: str
    fixes: tuple[str, ...]
    side_effects: tuple[str, ...]
    next_stage: str
    run_again: str
    observed_n: int
    human_n: int


@dataclass(frozen=True, slots=True)
class FailurePoints:
    """The seven points with their counts, and the remedies of every failing bucket.

    `share_note` says what people's shares are shares of; empty where people found no failure.
    """

    run: str
    judge: JudgeId | None
    n_observed: int
    n_human: int
    points: tuple[PointCount, ...]
    remedies: tuple[BucketRemedy, ...]
    sentence: str
    share_note: str


def failure_points(
    store: Store, run: str, judge: str | None = None, where: Mapping[str, str] | None = None
) -> FailurePoints:
    """Give a run's failures by failure point; raises InputError for an unknown run or judge."""
    chosen = judge if judge is not None else most_used_judge(store, run)[0]
    target = read_target(store, run, chosen, where or {})
    labels = read_labels_of(store, target.run_ids, target.judge_id, target.n_judged, target.where)
    with store.reading() as connection:
        said = read_probes.read_said(connection, target.run_ids, target.where)
    observed = count_observed(target.cells, labels.labels, labels.unresolved)
    buckets: Counter[Bucket] = Counter()
    points: dict[int, FailurePoint] = {}
    for label in labels.labels:
        bucket = bucket_of(label)
        if not isinstance(bucket, Bucket) or bucket not in FAILING_BUCKETS:
            continue
        named = said.get(label.trace_id)
        point = point_of(bucket, None if named is None else ErrorType(named))
        if point is not None:
            buckets[bucket] += 1
            points[label.trace_id] = point
    by_judge = {bucket: observed.get(bucket, 0) for bucket in FAILING_BUCKETS}
    counts = Counter(points.values())
    n_human = counts.total()
    shares = _shares(target, labels, points)
    rows = tuple(
        _row(point, by_judge, counts[point], shares.by_point.get(point)) for point in FailurePoint
    )
    return FailurePoints(
        run=run,
        judge=target.judge,
        n_observed=sum(by_judge.values()),
        n_human=n_human,
        points=rows,
        remedies=tuple(
            _remedy(bucket, by_judge[bucket], buckets[bucket]) for bucket in FAILING_BUCKETS
        ),
        sentence=_sentence(rows, n_human, sum(by_judge.values())),
        share_note=shares.note,
    )


class _Shares(NamedTuple):
    """People's share of each point, and what they are shares of."""

    by_point: Mapping[FailurePoint, Estimate]
    note: str


def _shares(target: Target, labels: LabelsOf, points: Mapping[int, FailurePoint]) -> _Shares:
    if not points:
        return _Shares({}, "")
    weights = {
        trace_id: weight
        for trace_id, weight in failure_weights(target, labels).items()
        if trace_id in points and weight > 0
    }
    if labels.design not in OF_THE_RUN or not weights:
        weights = dict.fromkeys(points, 1.0)
        note = (
            "Shares are among the labelled failures and say nothing of the run: how many of its "
            "traces each label stands for is not known."
        )
    else:
        note = "Shares are of the run's failures, from labels that stand for its traces alike."
    named = [points[trace_id] for trace_id in weights]
    if isclose(min(weights.values()), max(weights.values()), rel_tol=1e-9):
        shares = {point: proportion(named.count(point), len(named)) for point in FailurePoint}
    else:
        shares = _weighted(named, list(weights.values()))
        n_equal = next(iter(shares.values())).n_effective
        note = (
            "Shares are of the run's failures: each labelled failure counts for the traces it "
            f"stands for. For the intervals {len(named)} such failures are worth {n_equal:.1f} "
            "equal ones."
        )
    n_aside = len(points) - len(named)
    if n_aside:
        note += (
            f" Without a verdict of the judge, and so in no share: "
            f"{counted(n_aside, 'labelled failure')}."
        )
    return _Shares(shares, note)


def _weighted(
    named: Sequence[FailurePoint], weights: Sequence[float]
) -> dict[FailurePoint, Estimate]:
    return {
        point: hajek_rate([one is point for one in named], weights).rate for point in FailurePoint
    }


def _row(
    point: FailurePoint, by_judge: dict[Bucket, int], human_n: int, share: Estimate | None
) -> PointCount:
    buckets = [bucket for bucket, of in POINT_OF_BUCKET.items() if of is point]
    return PointCount(
        point,
        POINT_NAMES[point],
        tuple(str(bucket) for bucket in buckets),
        sum(by_judge[bucket] for bucket in buckets) if buckets else None,
        human_n,
        None if share is None else share.estimate,
        None if share is None else share.low,
        None if share is None else share.high,
    )


def _remedy(bucket: Bucket, observed_n: int, human_n: int) -> BucketRemedy:
    remedy, after = REMEDIES[bucket], AFTER_FIX[bucket]
    return BucketRemedy(
        str(bucket),
        POINT_OF_BUCKET[bucket],
        remedy.owner,
        tuple(fix.action for fix in remedy.fixes),
        tuple(fix.side_effect for fix in remedy.fixes),
        after.next_stage,
        after.run_again,
        observed_n,
        human_n,
    )


def _sentence(rows: tuple[PointCount, ...], n_human: int, n_observed: int) -> str:
    if not n_human + n_observed:
        return "No failure of this run has a stage yet."
    if n_human:
        largest = max(rows, key=lambda row: row.human_n)
        return (
            f"Of {counted(n_human, 'failure')} that people found, most ({largest.human_n}) are "
            f"{largest.point}: {largest.name[0].lower()}{largest.name[1:]}."
        )
    seen = [row for row in rows if row.observed_n]
    largest = max(seen, key=lambda row: row.observed_n or 0)
    return (
        f"Of {counted(n_observed, 'answer')} that the judge fails, most ({largest.observed_n}) are "
        f"{largest.point}; no person has named an error type."
    )
