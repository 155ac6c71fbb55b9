"""Other packages on the draws of the headline interval: judgy, ppi-python and truescore.

ppi-python and truescore are called as they ship. Neither is needed to run this: the row of one that
is not installed says so. judgy is rewritten from its formula, because its own loop would take
hours. Each is asked in the way its pages show first and, where it has one, in the way that takes
the labels' design into account.
"""

from collections.abc import Callable, Sequence
from importlib import metadata
from importlib.util import find_spec
from typing import NamedTuple

import numpy as np

from tests.bench.coverage_grid import (
    DESIGNS,
    PERFECT,
    Cell,
    FloatArray,
    IntArray,
    Limits,
    Outcome,
    Tables,
    outcome,
    simulate,
)
from tests.bench.coverage_intervals import CONFIDENCE, guarded_jeffreys, judgy, mover

PEER_ITEMS = 2_000


class Sample(NamedTuple):
    """One simulated data set as the packages want it: 1 is flagged, and wrong."""

    judge: FloatArray
    gold: FloatArray
    labelled: IntArray


class Peer(NamedTuple):
    """One way to ask a package: how a row calls it, the module it needs, and the call."""

    name: str
    distribution: str
    module: str
    interval: Callable[[Sample], tuple[float, float]]


class Settings(NamedTuple):
    """How large the simulation is: data sets drawn, those of them the packages read, the seed."""

    n_drawn: int
    n_runs: int
    n_bootstrap: int
    seed: int


class Row(NamedTuple):
    """One method under one design; no outcomes where its package is not installed."""

    method: str
    design: str
    outcomes: Sequence[Outcome]


def sample_of(tables: Tables, place: int) -> Sample:
    """Gives one data set of the tables item by item, labelled ones first."""
    n_flagged, n_passed, tp, fp, fn, tn = (int(column[place]) for column in tables)
    gold = np.repeat([1.0, 0.0, 1.0, 0.0], [tp, fp, fn, tn])
    judge = np.repeat(
        [1.0, 0.0, 1.0, 0.0],
        [tp + fp, fn + tn, n_flagged - tp - fp, n_passed - fn - tn],
    )
    return Sample(judge, gold, np.arange(gold.size))


def ppi_tuned(sample: Sample) -> tuple[float, float]:
    """Gives ppi-python's interval, its tuning left at the default (PPI++)."""
    from ppi_py import ppi_mean_ci

    n = sample.gold.size
    return _limits(
        ppi_mean_ci(sample.gold, sample.judge[:n], sample.judge[n:], alpha=1 - CONFIDENCE)
    )


def ppi_weighted(sample: Sample) -> tuple[float, float]:
    """Gives the same with each label weighted by its verdict's items over its labels."""
    from ppi_py import ppi_mean_ci

    n = sample.gold.size
    judged = sample.judge[:n]
    weights = np.ones(n)
    for verdict in (0.0, 1.0):
        is_of_verdict = judged == verdict
        if is_of_verdict.any():
            weights[is_of_verdict] = (sample.judge == verdict).sum() / is_of_verdict.sum()
    # What is left unlabelled is not a random part either, so the whole set stands for it.
    return _limits(ppi_mean_ci(sample.gold, judged, sample.judge, alpha=1 - CONFIDENCE, w=weights))


def truescore_default(sample: Sample) -> tuple[float, float]:
    """Gives truescore's interval as its audit prints it."""
    from truescore import ppi_estimate

    result = ppi_estimate(sample.judge, sample.gold, sample.labelled, alpha=1 - CONFIDENCE)
    return float(result.low), float(result.high)


def truescore_by_verdict(sample: Sample) -> tuple[float, float]:
    """Gives truescore's post-stratified interval with the verdicts as strata."""
    from truescore import post_stratified_estimate

    strata = np.where(sample.judge == 1, "flagged", "passed")
    shares = {"flagged": float(sample.judge.mean()), "passed": float(1 - sample.judge.mean())}
    result = post_stratified_estimate(
        sample.judge, sample.gold, sample.labelled, strata, shares, alpha=1 - CONFIDENCE
    )
    return float(result.low), float(result.high)


PEERS = (
    Peer("PPI++, as it ships", "ppi-python", "ppi_py", ppi_tuned),
    Peer("PPI++, labels weighted by verdict", "ppi-python", "ppi_py", ppi_weighted),
    Peer("corrected score, as its audit gives it", "truescore", "truescore", truescore_default),
    Peer("post-stratified by verdict", "truescore", "truescore", truescore_by_verdict),
)


def is_installed(peer: Peer) -> bool:
    """Says whether the package of a peer can be imported."""
    return find_spec(peer.module) is not None


def limits_of(peer: Peer, tables: Tables) -> Limits:
    """Gives a package's limits for every data set, NaN where it refuses."""
    lows, highs = np.full(tables.tp.size, np.nan), np.full(tables.tp.size, np.nan)
    for place in range(tables.tp.size):
        try:
            low, high = peer.interval(sample_of(tables, place))
        except ValueError:
            continue
        if np.isfinite(low) and np.isfinite(high):
            lows[place], highs[place] = low, high
    return Limits(lows, highs)


def run(cells: Sequence[Cell], settings: Settings) -> list[Row]:
    """Gives every method's outcomes by design, on the first of the headline's own draws.

    The judge without errors is left out: judgy holds the flagged share fixed, so its interval has
    no width there and speaks for these items only.
    """
    of_method: dict[tuple[str, str], list[Outcome]] = {}
    for number, cell in enumerate(cells):
        if cell.n_items != PEER_ITEMS or cell[-2:] == PERFECT:
            continue
        drawn = simulate(cell, settings.n_drawn, np.random.default_rng([settings.seed, number]))
        tables = Tables(*(column[: settings.n_runs] for column in drawn))
        rng = np.random.default_rng([settings.seed, number, 1])
        for method, limits in (
            ("headline, on the packages' draws", mover(tables)),
            ("guarded ends, on the packages' draws", mover(tables, guarded_jeffreys)),
            ("judgy 0.1.0, by its formula", judgy(tables, settings.n_bootstrap, rng)),
            *((named(peer), limits_of(peer, tables)) for peer in PEERS if is_installed(peer)),
        ):
            result = outcome(cell, limits, np.isnan(limits.low))
            of_method.setdefault((method, cell.design), []).append(result)
    methods = dict.fromkeys(method for method, _ in of_method)
    missing = [named(peer) for peer in PEERS if not is_installed(peer)]
    return [
        Row(method, design, of_method.get((method, design), []))
        for method in (*methods, *missing)
        for design in DESIGNS
    ]


def named(peer: Peer) -> str:
    """Gives a peer's name with the version installed."""
    if not is_installed(peer):
        return f"{peer.distribution}, {peer.name}"
    return f"{peer.distribution} {metadata.version(peer.distribution)}, {peer.name}"


def _limits(pair: tuple[object, object]) -> tuple[float, float]:
    low, high = (float(np.asarray(limit).item()) for limit in pair)
    return low, high
