"""A run's failures by the seven failure points, by the judge and by people.

The judge names no error type, so its generation errors stand in one row; people's are split as
far as somebody named the type.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

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
from workbench.domain.vocabulary import Bucket, ErrorType
from workbench.services.calibration.read_labels_of import read_labels_of
from workbench.services.open_store import Store
from workbench.services.triage.observe_run import (
    bucket_of,
    count_observed,
    most_used_judge,
    read_target,
)
from workbench.stats.interval import proportion


@dataclass(frozen=True, slots=True)
class PointCount:
    """Failures at one point: as the judge counts, and as people do with their share of all.

    `observed_n` is None where the judge cannot tell this point from others.
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
    """The seven points with their counts, and the remedies of every failing bucket."""

    run: str
    judge: JudgeId | None
    n_observed: int
    n_human: int
    points: tuple[PointCount, ...]
    remedies: tuple[BucketRemedy, ...]
    sentence: str


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
    points: Counter[FailurePoint] = Counter()
    for label in labels.labels:
        bucket = bucket_of(label)
        if not isinstance(bucket, Bucket) or bucket not in FAILING_BUCKETS:
            continue
        named = said.get(label.trace_id)
        point = point_of(bucket, None if named is None else ErrorType(named))
        if point is not None:
            buckets[bucket] += 1
            points[point] += 1
    by_judge = {bucket: observed.get(bucket, 0) for bucket in FAILING_BUCKETS}
    n_human = points.total()
    rows = tuple(_row(point, by_judge, points[point], n_human) for point in FailurePoint)
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
    )


def _row(
    point: FailurePoint, by_judge: dict[Bucket, int], human_n: int, n_human: int
) -> PointCount:
    buckets = [bucket for bucket, of in POINT_OF_BUCKET.items() if of is point]
    share = proportion(human_n, n_human) if n_human else None
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
            f"Of {n_human} failures that people found, most ({largest.human_n}) are "
            f"{largest.point}: {largest.name[0].lower()}{largest.name[1:]}."
        )
    counted = [row for row in rows if row.observed_n]
    largest = max(counted, key=lambda row: row.observed_n or 0)
    return (
        f"Of {n_observed} answers that the judge fails, most ({largest.observed_n}) are "
        f"{largest.point}; no person has named an error type."
    )
