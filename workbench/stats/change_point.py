"""When a signal moved: the best cut between two windows, and whether chance finds one as good.

Chosen: the largest likelihood ratio over all cuts, held against the same largest ratio over random
orders of the very same traces. Looking at every cut is thereby paid for, and an alarm by chance
alone comes as often as stated, for any size and any rarity. Rejected: two-proportion tests cut by
cut, which ring at every second look, and control charts, whose limits suppose a calm past that
somebody must point out first.

It assumes that traces come in random order as long as nothing changes. Traffic that differs by
weekday or campaign moves signals too: that is a change of the questions, and it is reported.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
from scipy import special

from workbench.stats.interval import (
    Estimate,
    Interval,
    difference_of_proportions,
    normal_quantile,
)
from workbench.stats.permuted_sums import (
    FloatArray,
    WindowSum,
    draw_mean_sums,
    draw_share_sums,
    is_constant,
    mean_and_variance,
    sequential_p_value,
    share_deviance,
)

N_DRAWS = 4_999
N_ENOUGH = 50
"""A p-value of 0.01 takes all the orders, one of 0.5 a hundred of them."""
NO_SPREAD = 1e-12
"""Variances up to this are what sums of floats leave of equal values."""


@dataclass(frozen=True, slots=True)
class Shift:
    """The best cut: windows before it, the level on both sides, and how surprising it is.

    `difference` is after minus before. Its interval is that of a cut named beforehand; the cut was
    chosen where it looks largest, so read it as the most the change can be.
    """

    n_windows_before: int
    before: float
    after: float
    n_before: int
    n_after: int
    difference: Estimate
    p_value: float


def share_shift(
    windows: Sequence[WindowSum],
    rng: np.random.Generator,
    confidence: float = 0.95,
    n_draws: int = N_DRAWS,
    n_enough: int = N_ENOUGH,
) -> Shift | None:
    """Gives the cut at which a share changed most, and its p-value.

    Parameters
    ----------
    windows : sequence of WindowSum
        In order of time; values are 0 or 1.
    rng : numpy.random.Generator
        Source of the random orders.
    confidence : float
        Level of the difference's interval.
    n_draws : int
        Most random orders; the smallest p-value is 1/(n_draws + 1).
    n_enough : int
        Orders as extreme as the one seen after which no more are drawn: the p-value is large.

    Returns
    -------
    Shift or None
        None where there is nothing that could move: fewer than two windows, or one value only.

    Notes
    -----
    Statistic: max over cuts of l(x1, n1) + l(x2, n2), l the binomial log-likelihood at its own
    share. Null: all orders of the traces, given the total (exact up to the number drawn).

    References
    ----------
    Worsley 1983, Biometrika 70, 455-464, likelihood ratio for a change in binomial probability.
    """
    if is_constant(windows):
        return None
    cut, p_value = _best_cut(
        _share_ratios, windows, lambda n: draw_share_sums(windows, rng, n), n_draws, n_enough
    )
    (n_first, first), (n_second, second) = _sides(windows, cut)
    difference = difference_of_proportions(
        round(second), n_second, round(first), n_first, confidence
    )
    return Shift(cut, first / n_first, second / n_second, n_first, n_second, difference, p_value)


def mean_shift(
    windows: Sequence[WindowSum],
    rng: np.random.Generator,
    confidence: float = 0.95,
    n_draws: int = N_DRAWS,
    n_enough: int = N_ENOUGH,
) -> Shift | None:
    """Gives the cut at which a mean changed most, and its p-value.

    Parameters
    ----------
    windows : sequence of WindowSum
        In order of time; values of any scale.
    rng, confidence, n_draws, n_enough
        As for `share_shift`, and so is what is returned.

    Notes
    -----
    Statistic: max over cuts of (S1 - n1 m)^2 / (s^2 n1 n2 / N). Null: all orders of the traces,
    their window sums taken as normal, which a window of twenty traces and more justifies.

    The difference's interval takes each side's own variance. A side with one trace, or with equal
    values, shows none, which is not the same as having none: both sides then share one variance,
    pooled within the sides, with Student's quantile. Where neither side shows any, it is that of
    all values around their common mean, wide on purpose.

    References
    ----------
    Hawkins 1977, J. Am. Stat. Assoc. 72, 180-186, a shift in location at an unknown place.
    """
    if is_constant(windows):
        return None
    cut, p_value = _best_cut(
        _mean_ratios, windows, lambda n: draw_mean_sums(windows, rng, n), n_draws, n_enough
    )
    (n_first, first), (n_second, second) = _sides(windows, cut)
    before, after = first / n_first, second / n_second
    half, method = _half_width(windows, cut, confidence)
    difference = Estimate(
        after - before,
        Interval(after - before - half, after - before + half),
        method,
        n_first + n_second,
    )
    return Shift(cut, before, after, n_first, n_second, difference, p_value)


def _sides(windows: Sequence[WindowSum], cut: int) -> tuple[tuple[int, float], tuple[int, float]]:
    first, second = windows[:cut], windows[cut:]
    return (
        (sum(window.n for window in first), sum(window.total for window in first)),
        (sum(window.n for window in second), sum(window.total for window in second)),
    )


def _half_width(windows: Sequence[WindowSum], cut: int, confidence: float) -> tuple[float, str]:
    """Half the width of the interval of after minus before, and the method's name."""
    parts = windows[:cut], windows[cut:]
    sizes = [sum(window.n for window in part) for part in parts]
    variances = [_own_variance(part) for part in parts]
    if all(variances):
        variance = sum(own / n for own, n in zip(variances, sizes, strict=True))
        return normal_quantile(confidence) * sqrt(variance), "difference of means, normal"
    n, tail = sum(sizes), 1 - (1 - confidence) / 2
    if any(variances):
        freedom, said = n - 2, "difference of means, pooled variance, Student"
        shared = sum(own * (m - 1) for own, m in zip(variances, sizes, strict=True)) / freedom
    else:
        freedom, said = n - 1, "difference of means, variance of all values, Student"
        shared = mean_and_variance(windows)[1]
    half = float(special.stdtrit(freedom, tail)) * sqrt(shared * sum(1 / m for m in sizes))
    return half, said


def _own_variance(windows: Sequence[WindowSum]) -> float:
    """The variance of a side; 0 where it shows none but for what sums of floats leave."""
    mean, variance = mean_and_variance(windows)
    return variance if variance > NO_SPREAD * max(1.0, mean**2) else 0.0


def _best_cut(
    ratios: Callable[[FloatArray, Sequence[WindowSum]], FloatArray],
    windows: Sequence[WindowSum],
    draw: Callable[[int], FloatArray],
    n_draws: int,
    n_enough: int,
) -> tuple[int, float]:
    """Windows before the best cut, and its p-value; a side without any value is no side."""
    seen = ratios(np.array([[window.total for window in windows]]), windows)[0]
    sizes = np.cumsum([window.n for window in windows])[:-1]
    is_cut = (sizes > 0) & (sizes < sum(window.n for window in windows))
    seen[~is_cut] = -np.inf

    def by_chance(n: int) -> FloatArray:
        return np.asarray(ratios(draw(n), windows)[:, is_cut].max(axis=1), np.float64)

    p_value = sequential_p_value(float(seen.max()), by_chance, n_draws, n_enough)
    return int(seen.argmax()) + 1, p_value


def _share_ratios(sums: FloatArray, windows: Sequence[WindowSum]) -> FloatArray:
    sizes = np.cumsum([window.n for window in windows], dtype=float)
    hits = np.cumsum(sums, axis=1)
    before = share_deviance(hits[:, :-1], sizes[:-1])
    after = share_deviance(hits[:, -1:] - hits[:, :-1], sizes[-1] - sizes[:-1])
    return before + after - share_deviance(hits[:, -1:], sizes[-1:])


def _mean_ratios(sums: FloatArray, windows: Sequence[WindowSum]) -> FloatArray:
    sizes = np.cumsum([window.n for window in windows], dtype=float)
    mean, variance = mean_and_variance(windows)
    apart = np.cumsum(sums, axis=1)[:, :-1] - sizes[:-1] * mean
    room = variance * sizes[:-1] * (sizes[-1] - sizes[:-1]) / sizes[-1]
    return np.asarray(apart**2 / np.where(room > 0, room, 1.0), np.float64)
