"""Intervals for one proportion, one function each, and for the difference of two.

Chosen: Wilson for a share that is shown by itself, because it keeps a width at 0 and 1 and stays
inside [0, 1]; Jeffreys as the base of the square-and-add intervals, the best of the published ones
there (`guarded_jeffreys` has our form of it, for rare failures); Clopper-Pearson where an interval
must never cover less than promised. Rejected: Wald and the percentile bootstrap, which have no
width when nothing was found.

Only `scipy.special` is imported: `scipy.stats` takes a second to load and adds nothing here.
"""

from dataclasses import dataclass
from math import sqrt
from typing import Literal, NamedTuple

from scipy import special


class Interval(NamedTuple):
    """Two limits, low <= high, as fractions unless stated otherwise."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number with its interval, the name of its method and the labels behind it.

    `flags` holds machine-readable warnings; `unclipped` the point before it was cut to [0, 1],
    where a method can leave that range; `assumption` a sentence to print beside the number.
    `unit` is what `n` counts. `n_effective` is how many independent, equal ones the interval goes
    by where they come in clusters or with weights, None where that is `n`.
    """

    estimate: float
    interval: Interval
    method: str
    n: int
    assumption: str = ""
    unclipped: float | None = None
    flags: tuple[str, ...] = ()
    unit: Literal["item", "question"] = "item"
    n_effective: float | None = None

    @property
    def design_effect(self) -> float:
        """Gives how many labels count as one, 1 where each counts in full."""
        return self.n / self.n_effective if self.n_effective else 1.0

    @property
    def low(self) -> float:
        """Gives the lower limit."""
        return self.interval.low

    @property
    def high(self) -> float:
        """Gives the upper limit."""
        return self.interval.high


def normal_quantile(confidence: float) -> float:
    """Gives the two-sided standard normal quantile, 1.96 at 0.95.

    Parameters
    ----------
    confidence : float
        Level of the interval, strictly between 0 and 1.

    Returns
    -------
    float
        z with P(-z < Z < z) = confidence.

    Raises
    ------
    ValueError
        If confidence is not strictly between 0 and 1.
    """
    if not 0 < confidence < 1:
        raise ValueError(f"confidence must be strictly between 0 and 1, got {confidence}")
    return float(special.ndtri(0.5 + confidence / 2))


def wilson_interval(n_hits: float, n: float, confidence: float = 0.95) -> Interval:
    """Gives Wilson's score interval for one proportion.

    Parameters
    ----------
    n_hits : float
        Items with the property, 0 <= n_hits <= n.
    n : float
        Items looked at; an effective number need not be whole.
    confidence : float
        Level of the interval.

    Returns
    -------
    Interval
        Fractions in [0, 1] without clipping; (0, 1) when n is 0.

    Raises
    ------
    ValueError
        If n_hits is outside [0, n] or confidence outside (0, 1).

    Notes
    -----
    Nothing seen says nothing: n = 0 gives (0, 1), our convention. The limit is exactly 0 at
    n_hits = 0 and exactly 1 at n_hits = n, which the formula gives up to rounding.

    References
    ----------
    Wilson 1927, J. Am. Stat. Assoc. 22; Newcombe 1998, Stat. Med. 17, 857-872, method 3.
    """
    check_counts(n_hits, n)
    z = normal_quantile(confidence)
    if n == 0:
        return Interval(0.0, 1.0)
    share = n_hits / n
    centre = share + z * z / (2 * n)
    reach = z * sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    scale = 1 + z * z / n
    low = 0.0 if n_hits == 0 else (centre - reach) / scale
    high = 1.0 if n_hits == n else (centre + reach) / scale
    return Interval(low, high)


def clopper_pearson_interval(n_hits: float, n: float, confidence: float = 0.95) -> Interval:
    """Gives the exact interval, which never covers less than its level.

    Parameters
    ----------
    n_hits : float
        Items with the property, 0 <= n_hits <= n.
    n : float
        Items looked at.
    confidence : float
        Level of the interval.

    Returns
    -------
    Interval
        Fractions in [0, 1]; (0, 1) when n is 0.

    Raises
    ------
    ValueError
        If n_hits is outside [0, n] or confidence outside (0, 1).

    Notes
    -----
    Quantiles of Beta(x, n-x+1) and Beta(x+1, n-x); 0 at x = 0 and 1 at x = n.

    References
    ----------
    Clopper & Pearson 1934, Biometrika 26, 404-413.
    """
    check_counts(n_hits, n)
    tail = tail_of(confidence)
    low = 0.0 if n_hits == 0 else float(special.betaincinv(n_hits, n - n_hits + 1, tail))
    high = 1.0 if n_hits == n else float(special.betaincinv(n_hits + 1, n - n_hits, 1 - tail))
    return Interval(low, high)


def jeffreys_interval(n_hits: float, n: float, confidence: float = 0.95) -> Interval:
    """Gives the equal-tailed interval of the Beta(x+1/2, n-x+1/2) posterior.

    Parameters
    ----------
    n_hits : float
        Items with the property, 0 <= n_hits <= n.
    n : float
        Items looked at; an effective number (clusters, unequal weights) need not be whole.
    confidence : float
        Level of the interval.

    Returns
    -------
    Interval
        Fractions in [0, 1]; (0, 1) when n is 0.

    Raises
    ------
    ValueError
        If n_hits is outside [0, n] or confidence outside (0, 1).

    Notes
    -----
    The limit is pinned to 0 at x = 0 and to 1 at x = n (Brown, Cai & DasGupta), without which the
    interval excludes the point it belongs to.

    References
    ----------
    Brown, Cai & DasGupta 2001, Stat. Sci. 16, 101-133.
    """
    check_counts(n_hits, n)
    tail = tail_of(confidence)
    hits, misses = n_hits + 0.5, n - n_hits + 0.5
    low = 0.0 if n_hits == 0 else float(special.betaincinv(hits, misses, tail))
    high = 1.0 if n_hits == n else float(special.betaincinv(hits, misses, 1 - tail))
    return Interval(low, high)


def proportion(n_hits: int, n: int, confidence: float = 0.95) -> Estimate:
    """Gives a share with Wilson's interval.

    Parameters
    ----------
    n_hits, n : int
        Items with the property, and items looked at, n >= 1.
    confidence : float
        Level of the interval.

    Returns
    -------
    Estimate
        Fraction in [0, 1], never clipped.

    Raises
    ------
    ValueError
        If n is 0 (a share of nothing is undefined) or n_hits is outside [0, n].
    """
    if n == 0:
        raise ValueError("n must be at least 1: a share of no items is undefined")
    interval = wilson_interval(n_hits, n, confidence)
    return Estimate(n_hits / n, interval, "Wilson", n)


def difference_of_proportions(
    n_hits_first: int,
    n_first: int,
    n_hits_second: int,
    n_second: int,
    confidence: float = 0.95,
) -> Estimate:
    """Gives the first share minus the second, for two independent groups.

    Parameters
    ----------
    n_hits_first, n_first, n_hits_second, n_second : int
        Items with the property and items looked at in each group, both groups not empty.
    confidence : float
        Level of the interval.

    Returns
    -------
    Estimate
        Difference in [-1, 1] with Newcombe's hybrid score interval; n counts both groups.

    Raises
    ------
    ValueError
        If a group is empty or its hits exceed its size.

    Notes
    -----
    Two intervals that overlap do not mean "no difference": only this interval answers that.
    The same items judged twice are paired; see `workbench.stats.bias` and `.paired`.

    References
    ----------
    Newcombe 1998, Stat. Med. 17, 873-890, method 10.
    """
    first = proportion(n_hits_first, n_first, confidence)
    second = proportion(n_hits_second, n_second, confidence)
    difference = first.estimate - second.estimate
    down = sqrt((first.estimate - first.low) ** 2 + (second.high - second.estimate) ** 2)
    up = sqrt((first.high - first.estimate) ** 2 + (second.estimate - second.low) ** 2)
    interval = Interval(max(-1.0, difference - down), min(1.0, difference + up))
    return Estimate(difference, interval, "Newcombe hybrid score", n_first + n_second)


def tail_of(confidence: float) -> float:
    """Gives the share left out at either end, 0.025 at 0.95; raises ValueError outside (0, 1)."""
    if not 0 < confidence < 1:
        raise ValueError(f"confidence must be strictly between 0 and 1, got {confidence}")
    return (1 - confidence) / 2


def check_counts(n_hits: float, n: float) -> None:
    """Raises ValueError unless 0 <= n_hits <= n, both numbers."""
    # The comparison is written so that NaN fails it too.
    if not 0 <= n_hits <= n:
        raise ValueError(f"n_hits must lie in [0, n], got n_hits={n_hits} with n={n}")
