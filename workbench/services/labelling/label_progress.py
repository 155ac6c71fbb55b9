"""How far an annotator is in a queue, how fast, and how precise the queue's labels are by now.

`precision` reads the judge's strata, since they decide the half-width; it gives half-widths
alone, never an estimate, so nothing of the judge can be told from it. As in the corrected share,
items drawn with unequal chances count for what they stand for, and the interval by the number of
equal labels that would know as much.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from statistics import median

from db.read_item_chances import read_labelled_chances, read_side_of_pair
from db.read_own_entries import read_seconds_spent
from db.read_queues import read_strata
from db.read_waiting import count_own
from workbench.errors import StatisticsError
from workbench.services.labelling.label_queue import known_annotator, require_queue
from workbench.services.open_store import Store
from workbench.stats.planning import labels_for_half_width
from workbench.stats.prevalence import Stratum, post_stratified_bounds
from workbench.stats.weighting import hajek_rate

N_LAST = 20
MAX_SECONDS = 600.0
NEXT_STEP = 0.75


@dataclass(frozen=True, slots=True)
class Precision:
    """Half-width of the corrected failing share's interval, and what `n_more` labels would give.

    Fractions. `text` reads like "± 8 points; 40 more for ± 6".
    """

    half_width: float
    n_more: int | None
    next_half_width: float | None
    text: str


@dataclass(frozen=True, slots=True)
class Progress:
    """One annotator's part of a queue: `n_total` = done + skipped + open.

    `n_skipped` counts skips and notes without a verdict; `n_open` what still wants a label of
    this annotator. `seconds_per_item` is the median of the last 20 verdicts, each capped at 10
    minutes; None before the first.
    """

    n_done: int
    n_skipped: int
    n_open: int
    n_total: int
    seconds_per_item: float | None
    seconds_left: float | None
    precision: Precision | None = None


def progress(
    store: Store, queue_id: int, annotator: str, precision: Precision | None = None
) -> Progress:
    """Counts and pace of one annotator in a queue; `precision` is handed through as given."""
    with store.reading() as connection:
        require_queue(connection, queue_id)
        # A name that never opened anything has no key; 0 is nobody's.
        annotator_id = known_annotator(connection, annotator) or 0
        counts = count_own(connection, queue_id, annotator_id)
        seconds = read_seconds_spent(connection, queue_id, annotator_id, N_LAST)
    pace = median(min(each, MAX_SECONDS) for each in seconds) if seconds else None
    return Progress(
        n_done=counts.n_done,
        n_skipped=counts.n_put_off,
        n_open=counts.n_open,
        n_total=counts.n_done + counts.n_put_off + counts.n_open,
        seconds_per_item=pace,
        seconds_left=None if pace is None else pace * counts.n_open,
        precision=precision,
    )


def precision(store: Store, queue_id: int) -> Precision | None:
    """How precise the queue's labels are by now; None before the first usable label.

    In a stratum without a label anything may be wrong, from none of it to all. Dearer than
    `progress` and changing slowly: the caller caches it.
    """
    strata = _strata(store, queue_id)
    if not any(stratum.n_labelled for stratum in strata):
        return None
    low, high = post_stratified_bounds(strata)
    half_width = (high - low) / 2
    points = half_width * 100
    now = f"± {max(1, round(points))} points"
    target = max(1, round(points * NEXT_STEP))
    if target >= round(points):
        return Precision(half_width, None, None, now)
    try:
        n_more = _n_more(strata, target / 100)
    except StatisticsError:
        return Precision(half_width, None, None, now)
    return Precision(half_width, n_more, target / 100, f"{now}; {n_more} more for ± {target}")


def _n_more(strata: Sequence[Stratum], half_width: float) -> int:
    """Labels still to make, where a label more is worth what those so far are worth."""
    worths = [
        1.0 if one.n_effective is None else one.n_effective / one.n_labelled for one in strata
    ]
    equal = [
        Stratum(one.n_target, n, one.rate * n)
        for one, worth in zip(strata, worths, strict=True)
        for n in [round(one.n_labelled * worth)]
    ]
    more = labels_for_half_width(equal, half_width).n_more
    return sum(ceil(max(0, n) / worth - 1e-9) for n, worth in zip(more, worths, strict=True))


def _strata(store: Store, queue_id: int) -> list[Stratum]:
    """Targets and labels by stratum; an item whose annotators disagree counts for neither.

    Where questions were drawn for two runs together, strata are this run's verdicts alone.
    """
    with store.reading() as connection:
        require_queue(connection, queue_id)
        strata = read_strata(connection, queue_id)
        items = read_labelled_chances(connection, queue_id)
        side = read_side_of_pair(connection, queue_id)
    keys = {
        row.stratum_id: str(row.stratum_id) if side is None else row.verdict.split("/")[side]
        for row in strata
    }
    sizes: dict[str, int] = defaultdict(int)
    for row in strata:
        sizes[keys[row.stratum_id]] += row.n_target
    labels: dict[str, list[tuple[bool, float]]] = defaultdict(list)
    for item in items:
        label = (item.is_failing, 1 / item.inclusion_probability)
        labels[keys[item.stratum_id]].append(label)
    return [_stratum(n_target, labels[key]) for key, n_target in sizes.items()]


def _stratum(n_target: int, labels: Sequence[tuple[bool, float]]) -> Stratum:
    n = len(labels)
    if len({weight for _, weight in labels}) < 2:
        return Stratum(n_target, n, sum(is_failing for is_failing, _ in labels))
    weighted = hajek_rate([label[0] for label in labels], [label[1] for label in labels])
    return Stratum(n_target, n, weighted.rate.estimate * n, weighted.n_effective)
