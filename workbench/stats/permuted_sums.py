"""What sums over windows look like when order means nothing: the null of every signal's test.

Chosen: the permutation distribution itself. A share's hits fall on the windows like coloured balls
drawn without replacement, so its counts are drawn exactly, however rare the hits; a mean's sums are
drawn from the normal law with the same variances and covariances. Both need counts alone, never
the traces. Rejected: asymptotic bounds for the largest of many statistics, which are wrong where a
share is near 0, and that is where a truncated prompt or a declined answer begins.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import special

FloatArray = NDArray[np.float64]

BLOCK = 250
"""Orders drawn at a time: enough for arrays to pay, few enough to stop soon."""


class WindowSum(NamedTuple):
    """Traces of a window that have a value, the sum of the values and of their squares."""

    n: int
    total: float
    squares: float


def draw_share_sums(
    windows: Sequence[WindowSum], rng: np.random.Generator, n_draws: int
) -> FloatArray:
    """Gives hits of each window if the traces had come in any other order.

    Parameters
    ----------
    windows : sequence of WindowSum
        Values are 0 or 1.
    rng : numpy.random.Generator
        Source of the draws.
    n_draws : int
        Number of orders drawn.

    Returns
    -------
    ndarray, shape (n_draws, number of windows)
        Multivariate hypergeometric: the hits of all windows add up to what was seen.
    """
    sizes = np.array([window.n for window in windows], np.int64)
    n_hits = round(sum(window.total for window in windows))
    drawn = rng.multivariate_hypergeometric(sizes, n_hits, n_draws, method="marginals")
    return np.asarray(drawn, np.float64)


def draw_mean_sums(
    windows: Sequence[WindowSum], rng: np.random.Generator, n_draws: int
) -> FloatArray:
    """Gives sums of each window's values if the traces had come in any other order.

    Parameters
    ----------
    windows : sequence of WindowSum
        Values of any scale.
    rng : numpy.random.Generator
        Source of the draws.
    n_draws : int
        Number of orders drawn.

    Returns
    -------
    ndarray, shape (n_draws, number of windows)
        Normal, with the permutation's mean n_w m and covariance s^2 (n_w [w = v] - n_w n_v / N).
    """
    sizes = np.array([window.n for window in windows], float)
    mean, variance = mean_and_variance(windows)
    noise = rng.normal(size=(n_draws, len(windows))) * np.sqrt(sizes * variance)
    return sizes * mean + noise - np.outer(noise.sum(axis=1), sizes / sizes.sum())


def mean_and_variance(windows: Sequence[WindowSum]) -> tuple[float, float]:
    """Gives mean and variance (divisor N - 1) of all values."""
    n = sum(window.n for window in windows)
    mean = sum(window.total for window in windows) / n
    spread = sum(window.squares for window in windows) - n * mean**2
    return mean, max(0.0, spread) / max(1, n - 1)


def share_deviance(hits: FloatArray, sizes: FloatArray) -> FloatArray:
    """Gives the binomial log-likelihood of some hits at their own share, 0 log 0 = 0."""
    misses = sizes - hits
    occupied = np.maximum(sizes, 1)
    return np.asarray(
        special.xlogy(hits, hits / occupied) + special.xlogy(misses, misses / occupied), np.float64
    )


def permutation_p_value(observed: float, drawn: FloatArray) -> float:
    """Gives the share of orders at least as extreme as the one seen, itself counted.

    References
    ----------
    Phipson & Smyth 2010, Stat. Appl. Genet. Mol. Biol. 9, 39: a p-value is never 0.
    """
    return (1 + int(_are_extreme(observed, drawn).sum())) / (1 + len(drawn))


def sequential_p_value(
    observed: float, draw: Callable[[int], FloatArray], n_draws: int, n_enough: int
) -> float:
    """Gives a p-value from as many orders as it takes: few where nothing is surprising.

    Parameters
    ----------
    observed : float
        The statistic as it was seen.
    draw : callable
        Gives so many statistics of random orders.
    n_draws : int
        Most orders drawn.
    n_enough : int
        Orders at least as extreme after which drawing ends.

    Returns
    -------
    float
        n_enough over the orders drawn where it ended early, else as `permutation_p_value`; not
        above a level more often than the level says, wherever it ends.

    References
    ----------
    Besag & Clifford 1991, Biometrika 78, 301-304, sequential Monte Carlo p-values.
    """
    n_done = n_extreme = 0
    while n_done < n_draws:
        are_extreme = _are_extreme(observed, draw(min(BLOCK, n_draws - n_done)))
        so_far = n_extreme + np.cumsum(are_extreme)
        if so_far[-1] >= n_enough:
            return n_enough / (n_done + int(np.argmax(so_far >= n_enough)) + 1)
        n_extreme, n_done = int(so_far[-1]), n_done + len(are_extreme)
    return (1 + n_extreme) / (1 + n_draws)


def _are_extreme(observed: float, drawn: FloatArray) -> NDArray[np.bool_]:
    # Statistics that are equal may differ in their last digits.
    return np.asarray(drawn >= observed - 1e-9 * max(1.0, abs(observed)), np.bool_)


def is_constant(windows: Sequence[WindowSum]) -> bool:
    """Gives whether no order could look any different: no value, or all values alike."""
    n = sum(window.n for window in windows)
    if n < 2 or sum(window.n > 0 for window in windows) < 2:
        return True
    mean, variance = mean_and_variance(windows)
    return variance <= 1e-12 * max(1.0, mean**2)
