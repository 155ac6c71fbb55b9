"""The intervals of the coverage simulation, written for arrays of data sets.

The shipped ones are `post_stratified` and its guarded form; tests hold both equal to the array form
on random tables. judgy 0.1.0 is rewritten from its formula: Rogan-Gladen cut to [0, 1], percentile
bootstrap of the labelled pairs, the observed share held fixed.
"""

from collections.abc import Callable

import numpy as np
from scipy import special

from tests.bench.coverage_grid import FloatArray, IntArray, Limits, Tables
from workbench.stats.guarded_jeffreys import CLEAN_SHIFT

CONFIDENCE = 0.95


def jeffreys(hits: IntArray, n: IntArray) -> Limits:
    """Gives Jeffreys' limits for arrays, pinned at 0 and n, (0, 1) where n is 0."""
    pairs, place = np.unique(np.column_stack([hits, n]), axis=0, return_inverse=True)
    x, m = pairs[:, 0], pairs[:, 1]
    tail = (1 - CONFIDENCE) / 2
    low = np.where(x == 0, 0.0, special.betaincinv(x + 0.5, m - x + 0.5, tail))
    high = np.where(x == m, 1.0, special.betaincinv(x + 0.5, m - x + 0.5, 1 - tail))
    return Limits(low[place], high[place])


def guarded_jeffreys(hits: IntArray, n: IntArray) -> Limits:
    """Gives the limits of `guarded_jeffreys_interval` for arrays, (0, 1) where n is 0."""
    pairs, place = np.unique(np.column_stack([hits, n]), axis=0, return_inverse=True)
    x, m = pairs[:, 0], pairs[:, 1]
    low, high = _guarded_low(x, m), 1 - _guarded_low(m - x, m)
    return Limits(low[place], high[place])


def _guarded_low(x: IntArray, n: IntArray) -> FloatArray:
    shift = np.where(x == n, CLEAN_SHIFT, 0.5 - 0.5 / np.maximum(x, 1))
    limit = special.betaincinv(x + shift, n - x + 1 - shift, (1 - CONFIDENCE) / 2)
    return np.where(x == 0, 0.0, limit)


def mover(tables: Tables, base: Callable[[IntArray, IntArray], Limits] = jeffreys) -> Limits:
    """Gives the shipped interval for two verdicts; an unlabelled one bounds it from 0 to 1."""
    n_items = tables.n_flagged + tables.n_passed
    share = tables.n_flagged / n_items
    in_flagged, in_passed = tables.tp + tables.fp, tables.fn + tables.tn
    flagged, passed = base(tables.tp, in_flagged), base(tables.fn, in_passed)
    mix = base(tables.n_flagged, n_items)
    has_both = (tables.n_flagged > 0) & (tables.n_passed > 0)

    def rates(unknown: float) -> tuple[FloatArray, FloatArray]:
        return (
            np.where(in_flagged > 0, tables.tp / np.maximum(in_flagged, 1), unknown),
            np.where(in_passed > 0, tables.fn / np.maximum(in_passed, 1), unknown),
        )

    if_flagged, if_passed = rates(0.0)
    gap = if_flagged - if_passed
    mix_down = np.where(has_both, gap * np.where(gap >= 0, share - mix.low, mix.high - share), 0)
    down = np.sqrt(
        (share * (if_flagged - flagged.low)) ** 2
        + ((1 - share) * (if_passed - passed.low)) ** 2
        + mix_down**2
    )
    low = np.maximum(0, share * if_flagged + (1 - share) * if_passed - down)
    if_flagged, if_passed = rates(1.0)
    gap = if_flagged - if_passed
    mix_up = np.where(has_both, gap * np.where(gap >= 0, mix.high - share, share - mix.low), 0)
    up = np.sqrt(
        (share * (flagged.high - if_flagged)) ** 2
        + ((1 - share) * (passed.high - if_passed)) ** 2
        + mix_up**2
    )
    high = np.minimum(1, share * if_flagged + (1 - share) * if_passed + up)
    return Limits(low, high)


def judgy(tables: Tables, n_bootstrap: int, rng: np.random.Generator) -> Limits:
    """Gives judgy's limits; NaN where it refuses (one class only, or no better than chance)."""
    cells = np.column_stack([tables.tp, tables.fp, tables.fn, tables.tn])
    n_labels = cells.sum(axis=1)
    observed = tables.n_flagged / (tables.n_flagged + tables.n_passed)
    resampled = rng.multinomial(
        n_labels[:, None], (cells / n_labels[:, None])[:, None, :], (len(cells), n_bootstrap)
    )
    draws = _clipped_rogan_gladen(resampled, observed[:, None])
    # A judge it refuses on the labels themselves gets no answer at all.
    draws[np.isnan(_clipped_rogan_gladen(cells, observed))] = np.nan
    answered = ~np.isnan(draws).all(axis=1)
    low, high = np.full(len(cells), np.nan), np.full(len(cells), np.nan)
    tail = (1 - CONFIDENCE) / 2
    if answered.any():
        low[answered], high[answered] = np.nanquantile(draws[answered], [tail, 1 - tail], axis=1)
    return Limits(low, high)


def _clipped_rogan_gladen(cells: IntArray, observed: FloatArray) -> FloatArray:
    tp, fp, fn, tn = np.moveaxis(cells, -1, 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        sensitivity, alarms = tp / (tp + fn), fp / (fp + tn)
        share = np.clip((observed - alarms) / (sensitivity - alarms), 0, 1)
        # Undefined replicates are dropped, which NaN stands for.
        return np.where(sensitivity > alarms, share, np.nan)
