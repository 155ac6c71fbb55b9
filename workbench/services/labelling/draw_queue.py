"""Draws items from strata: a uniform slice, targeted halves, or all there is; no SQL here."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import NamedTuple

import numpy as np

from db.read_queues import TargetRow
from workbench.domain.queue import (
    ANY,
    NO_VERDICT,
    Slice,
    StratumKey,
    default_uniform,
    targeted_shares,
)
from workbench.domain.vocabulary import Evidence
from workbench.errors import InputError
from workbench.report.counted import counted, counted_as
from workbench.services.labelling.queue_status import QueueStratum
from workbench.stats.sampling import draw_stratified
from workbench.stats.unequal_sampling import draw_systematic, mixed_probabilities

Strata = Mapping[StratumKey, list[TargetRow]]
SharesOf = Callable[[Mapping[StratumKey, int], int], dict[StratumKey, int]]


class DrawnTrace(NamedTuple):
    """A drawn trace, how it came into the queue, and how probable that was before the draw."""

    trace_id: int
    request_id: str
    stratum: StratumKey
    slice: str
    probability: float


@dataclass(frozen=True, slots=True)
class Draw:
    """All drawn traces, how many of them uniformly, and what a person should know."""

    items: tuple[DrawnTrace, ...]
    n_uniform: int
    notices: tuple[str, ...] = ()


def stratum_of(row: TargetRow, verdicts: Mapping[int, str], by: tuple[str, ...]) -> StratumKey:
    """Stratum of a trace in a draw by verdict, by verdict and stage, or by nothing."""
    if not by:
        return StratumKey(ANY, ANY)
    evidence = (row.evidence or Evidence.UNKNOWN) if "stage" in by else ANY
    return StratumKey(evidence, verdicts.get(row.trace_id, NO_VERDICT))


def strata_of(rows: Iterable[tuple[StratumKey, TargetRow]]) -> dict[StratumKey, list[TargetRow]]:
    """The traces by stratum, the strata in the order of their names."""
    strata: dict[StratumKey, list[TargetRow]] = {}
    for key, row in rows:
        strata.setdefault(key, []).append(row)
    return dict(sorted(strata.items()))


def check_size(size: int | None, n_uniform: int | None) -> None:
    """Raise InputError for a size that no queue can have, or a uniform part beyond it."""
    if size is not None and size < 1:
        raise InputError(f"size must be at least 1, got {size}.")
    if n_uniform is not None and not 0 <= n_uniform <= (size if size is not None else n_uniform):
        raise InputError(f"uniform must lie between 0 and size ({size}), got {n_uniform}.")


def draw_items(
    strata: Strata,
    size: int | None,
    n_uniform: int | None,
    has_judge: bool,
    seed: int,
    shares_of: SharesOf = targeted_shares,
    nearness_of: Mapping[int, float] | None = None,
) -> Draw:
    """Draw `size` traces; None, or as many as there are, takes all of them.

    `shares_of` splits the targeted part among the strata; with `nearness_of`, by trace, its items
    are the likelier the larger their measure.
    """
    n_total = sum(len(rows) for rows in strata.values())
    if size is None or size >= n_total:
        items = tuple(
            DrawnTrace(row.trace_id, row.request_id, key, Slice.CENSUS, 1.0)
            for key, rows in strata.items()
            for row in rows
        )
        fewer = f"Only {counted(n_total, 'trace')} can be drawn: all of them are in the queue."
        return Draw(items, n_total, (fewer,) if size is not None and size > n_total else ())
    if not has_judge:
        n_uniform = size
    elif n_uniform is None:
        n_uniform = default_uniform(size)
    if nearness_of is not None:
        return _draw_near(strata, size, n_uniform, seed, shares_of, nearness_of)
    sizes = {key: len(rows) for key, rows in strata.items()}
    n_uniform, notices = _reachable(size, n_uniform, sum(shares_of(sizes, n_total).values()))
    shares = shares_of(sizes, size - n_uniform)
    drawn = draw_stratified(
        list(sizes.values()), [shares[key] for key in sizes], n_uniform, np.random.default_rng(seed)
    )
    keys = list(strata)
    if drawn.notes:
        notices += ("A stratum had fewer traces than wanted; the others made up for it.",)
    items = tuple(
        DrawnTrace(
            strata[keys[item.stratum]][item.position].trace_id,
            strata[keys[item.stratum]][item.position].request_id,
            keys[item.stratum],
            item.slice,
            item.inclusion_probability,
        )
        for item in drawn.items
    )
    return Draw(items, n_uniform, notices)


def _reachable(size: int, n_uniform: int, n_judged: int) -> tuple[int, tuple[str, ...]]:
    if n_judged >= size - n_uniform:
        return n_uniform, ()
    notice = (
        f"Only {counted_as(n_judged, 'trace has', 'traces have')} "
        "a judge verdict; the rest is drawn uniformly."
    )
    return size - n_judged, (notice,)


def _draw_near(
    strata: Strata,
    size: int,
    n_uniform: int,
    seed: int,
    shares_of: SharesOf,
    nearness_of: Mapping[int, float],
) -> Draw:
    n_total = sum(len(rows) for rows in strata.values())
    notices: tuple[str, ...] = ()
    while True:
        # What the uniform part leaves of a stratum; more uniform leaves less, so this ends.
        base = n_uniform / n_total
        room = {key: int((1 - base) * len(rows) + 1e-9) for key, rows in strata.items()}
        wanted, said = _reachable(size, n_uniform, sum(shares_of(room, n_total).values()))
        if wanted == n_uniform:
            break
        n_uniform, notices = wanted, said
    shares = shares_of(room, size - n_uniform)
    rng = np.random.default_rng(seed)
    rows = [
        (key, part[place]) for key, part in strata.items() for place in rng.permutation(len(part))
    ]
    measures = [
        np.array([nearness_of.get(row.trace_id, 1.0) for of, row in rows if of == key])
        for key in strata
    ]
    chances = np.concatenate(
        mixed_probabilities(measures, [shares[key] for key in strata], n_uniform)
    )
    items = []
    for place in draw_systematic(chances, rng):
        key, row = rows[place]
        chance = min(1.0, float(chances[place]))
        # Thinned to the uniform chance, the drawn items are a slice that knows no score.
        is_uniform = rng.uniform() < base / chance
        came = Slice.UNIFORM if is_uniform else Slice.TARGETED
        items.append(DrawnTrace(row.trace_id, row.request_id, key, came, chance))
    return Draw(tuple(items), n_uniform, notices)


def wanted_by_trace(
    items: Sequence[DrawnTrace], wanted_labels: int, n_overlap: int, seed: int
) -> dict[int, int]:
    """Labels wanted by trace: the overlap is a random part that knows neither order nor judge."""

    def lot(item: DrawnTrace) -> bytes:
        return blake2b(f"overlap\x1f{seed}\x1f{item.request_id}".encode(), digest_size=8).digest()

    wanted = {item.trace_id: wanted_labels for item in items}
    for item in sorted(items, key=lot)[:n_overlap]:
        wanted[item.trace_id] = wanted_labels + 1
    return wanted


def counted_strata(strata: Strata, draw: Draw) -> tuple[QueueStratum, ...]:
    """Every stratum with its size and how many were drawn from it."""
    n_drawn = dict.fromkeys(strata, 0)
    for item in draw.items:
        n_drawn[item.stratum] += 1
    return tuple(
        QueueStratum(key.evidence, key.verdict, len(rows), n_drawn[key])
        for key, rows in strata.items()
    )
