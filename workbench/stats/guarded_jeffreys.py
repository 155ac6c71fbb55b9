"""Jeffreys' interval with guarded ends, for shares near 0 and 1 that few labels speak for.

Chosen as the base of square-and-add for rare failures; docs/coverage.md has what else was tried.
"""

from scipy import special

from workbench.stats.interval import Interval, check_counts, tail_of

CLEAN_SHIFT = 0.525
"""Shift of the guarded limit where every item is a hit; Jeffreys' is 0.5."""


def guarded_jeffreys_interval(n_hits: float, n: float, confidence: float = 0.95) -> Interval:
    """Gives Jeffreys' interval, eased towards Clopper-Pearson's beside few hits or misses.

    Parameters, exact limits at the ends and refusals as `jeffreys_interval`.

    Notes
    -----
    Lower limit for 1 <= x < n: quantile of Beta(x + s, n - x + 1 - s) with s = 1/2 - 1/(2x), which
    is Clopper-Pearson's limit at one hit (s = 0) and nears Jeffreys' (s = 1/2) as hits grow: one
    stray hit lifts Jeffreys' limit over a tiny true share too easily. For x = n, s = 0.525 where
    Jeffreys has 0.5; that pays for the width. The upper limit is the mirror image. s is not below
    0 where an effective number leaves less than one hit. Ours, found by simulation; Brown, Cai &
    DasGupta mend the same place by setting the limit to 0 or 1, which denies the hit that was seen.

    References
    ----------
    Brown, Cai & DasGupta 2001, Stat. Sci. 16, 101-133, modified Jeffreys interval.
    """
    check_counts(n_hits, n)
    tail = tail_of(confidence)
    return Interval(_guarded_low(n_hits, n, tail), 1 - _guarded_low(n - n_hits, n, tail))


def _guarded_low(n_hits: float, n: float, tail: float) -> float:
    if n_hits == 0:
        return 0.0
    shift = CLEAN_SHIFT if n_hits == n else max(0.0, 0.5 - 0.5 / n_hits)
    return float(special.betaincinv(n_hits + shift, n - n_hits + 1 - shift, tail))
