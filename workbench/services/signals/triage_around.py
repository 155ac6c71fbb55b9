"""The triage before a change beside the triage since: which bucket grew when a signal moved.

Chosen: the observed buckets, counted as the triage counts them, with the interval of their
difference. A judge that errs alike before and since errs out of the difference in part; what truly
fails since then takes labels, and the queue of that window is drawn for that.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from db.read_signal_rows import read_span_cells
from db.read_triage import Cell
from db.signal_values import Span
from workbench.domain.remedies import TABLE_ORDER
from workbench.domain.triage import observed_bucket
from workbench.domain.vocabulary import Bucket, Outside
from workbench.report.percent import percent, points, points_range
from workbench.services.open_store import Store
from workbench.services.signals.choose_traces import choose_traces
from workbench.services.signals.signal_results import Move
from workbench.services.triage.place_evidence import ensure_evidence
from workbench.stats.interval import Estimate, difference_of_proportions


@dataclass(frozen=True, slots=True)
class BucketAround:
    """One bucket before and since: counts, shares, and since minus before.

    The differences' intervals hold for all buckets at once.
    """

    bucket: str
    n_before: int
    n_since: int
    before: float
    since: float
    difference: Estimate


@dataclass(frozen=True, slots=True)
class TriageAround:
    """Observed buckets before a change and since; `outside` counts traces in no share."""

    run: str | None
    judge: str | None
    starts: str
    n_before: int
    n_since: int
    outside_before: int
    outside_since: int
    buckets: tuple[BucketAround, ...]
    sentence: str


def triage_around(
    store: Store,
    move: Move,
    run: str | None = None,
    judge: str | None = None,
    where: Mapping[str, str] | None = None,
) -> TriageAround:
    """Give the observed buckets before a signal moved, and since."""
    ensure_evidence(store)
    before = Span(until=move.since_at, before_id=move.first_id)
    since = Span(since=move.since_at, first_id=move.first_id)
    with store.reading() as connection:
        chosen = choose_traces(connection, run, judge, where or {}, Span())
        counted = [
            _count(read_span_cells(connection, chosen.asked._replace(span=span)))
            for span in (before, since)
        ]
    (first, n_outside_before), (second, n_outside_since) = counted
    n_first, n_second = first.total(), second.total()
    buckets: tuple[BucketAround, ...] = ()
    if n_first and n_second:
        found = [bucket for bucket in TABLE_ORDER if first[bucket] or second[bucket]]
        # Bonferroni: whoever looks for the bucket that grew most looks at all of them.
        confidence = 1 - 0.05 / len(found)
        buckets = tuple(
            BucketAround(
                bucket.value,
                first[bucket],
                second[bucket],
                first[bucket] / n_first,
                second[bucket] / n_second,
                difference_of_proportions(
                    second[bucket], n_second, first[bucket], n_first, confidence
                ),
            )
            for bucket in found
        )
    return TriageAround(
        run=run,
        judge=chosen.judge,
        starts=move.starts,
        n_before=n_first,
        n_since=n_second,
        outside_before=n_outside_before,
        outside_since=n_outside_since,
        buckets=buckets,
        sentence=_sentence(buckets, chosen.judge),
    )


def _count(cells: Sequence[Cell]) -> tuple[Counter[Bucket], int]:
    inside: Counter[Bucket] = Counter()
    n_outside = 0
    for cell in cells:
        bucket = observed_bucket(cell.evidence, cell.verdict)
        if isinstance(bucket, Outside):
            n_outside += cell.n
        else:
            inside[bucket] += cell.n
    return inside, n_outside


def _sentence(buckets: Sequence[BucketAround], judge: str | None) -> str:
    if not buckets:
        why = "no judge gave a verdict" if judge is None else "gold or verdicts are missing"
        return f"No bucket can be told on both sides: {why}."
    failing = [row for row in buckets if row.bucket != Bucket.CORRECT]
    if not failing:
        return "The judge fails no answer on either side."
    grown = max(failing, key=lambda row: row.difference.estimate)
    name = grown.bucket.replace("_", " ")
    if grown.difference.low <= 0:
        return "No failing bucket grew beyond chance; label the queue of this window to be sure."
    return (
        f"What grew most is {name}: from {percent(grown.before)} to {percent(grown.since)} of the "
        f"answers, by {points(grown.difference.estimate)} "
        f"({points_range(grown.difference.low, grown.difference.high)})."
    )
