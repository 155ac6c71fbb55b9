"""Interval of a mean over questions, by drawing weights for whole questions.

The answers of one question depend on each other, so a question is one item: its value is the mean
over its answers, and what is drawn anew is questions.

Chosen: the Bayesian bootstrap (every question gets a random weight instead of being drawn a whole
number of times) with half a question at each end of what the measure can be. For values that are
only 0 or 1 it is exactly the Jeffreys interval that the other shares use; for any others it keeps
a width where every question gave the same, which says that a question not yet asked may differ.

Measured over 35 kinds of values (hits, precisions, reciprocal ranks, gains, recalls, holes, hits of
three alike answers, each from 2 to 98 %) as lowest and mean coverage of a 95 % interval, with
10 / 20 / 50 / 100 / 300 questions: .928 .964 / .931 .959 / .930 .956 / .929 .957 / .924 .952 (error
of one kind .007). The slow test in tests/stats/test_cluster_bootstrap.py measures it again.

Rejected, over 23 such kinds with 20 and with 100 questions: percentile bootstrap .18 .77 and
.63 .91; BCa .18 .78 and .63 .92; studentised .18 .71 and .25 .88. All three have no width where
every question gave the same. A whole question at the end each limit moves to (the bound of
Learned-Miller & Thomas, Clopper-Pearson for 0 and 1) covers .986 on average and is a fifth wider.
"""

import numpy as np
from numpy.typing import NDArray

from workbench.stats.draws import interval_from_draws
from workbench.stats.interval import Estimate

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]

METHOD = "Bayesian bootstrap by question, half a question at each end"
N_DRAWS = 10_000
NUMBERS_AT_ONCE = 4_000_000
ROUNDING = 1e-9


def cluster_means(values: FloatArray, cluster_of: IntArray) -> FloatArray:
    """Gives the mean of each cluster's values, clusters in ascending order of their number.

    Parameters
    ----------
    values : ndarray of shape (n,)
        One value per answer.
    cluster_of : ndarray of int, shape (n,)
        The cluster each value belongs to, any numbers from 0.

    Returns
    -------
    ndarray
        One mean per cluster that occurs, in the unit of the values.

    Raises
    ------
    ValueError
        If the two differ in length.
    """
    if values.shape != cluster_of.shape:
        raise ValueError(
            f"values and cluster_of must be equally long, got {values.shape} and {cluster_of.shape}"
        )
    sizes = np.bincount(cluster_of)
    occurs = sizes > 0
    sums = np.bincount(cluster_of, weights=values)
    means: FloatArray = sums[occurs] / sizes[occurs]
    return means


def mean_over_clusters(
    means: FloatArray,
    rng: np.random.Generator,
    highest: float = 1.0,
    confidence: float = 0.95,
    n_draws: int = N_DRAWS,
) -> Estimate:
    """Gives the mean over clusters, each counting once, with its interval.

    Parameters
    ----------
    means : ndarray of shape (n,), n >= 1
        One value per cluster, in [0, highest].
    rng : numpy.random.Generator
        Source of the draws.
    highest : float
        The largest value a cluster could have, above 0.
    confidence : float
        Level of the interval, strictly between 0 and 1.
    n_draws : int
        Number of draws, at least 1.

    Returns
    -------
    Estimate
        In [0, highest] without clipping; n counts clusters. The lower limit is exactly 0 where
        every value is 0, the upper exactly `highest` where every value is.

    Raises
    ------
    ValueError
        If there is no value, one lies outside [0, highest], or n_draws is below 1.

    Notes
    -----
    A draw is sum(w_i x_i) + v highest with (w, v, u) ~ Dirichlet(1, ..., 1, 1/2, 1/2). Equal
    values are drawn together, Dirichlet weights adding up, so the cost goes with the number of
    different values and not of clusters. Pinning at the ends is that of `jeffreys_interval`: with
    0 for each of n clusters the upper limit is about 2.5 / n, with one hit among n about 4.7 / n.

    References
    ----------
    Rubin 1981, Ann. Stat. 9, 130-134; Brown, Cai & DasGupta 2001, Stat. Sci. 16, 101-133;
    for the bound with a whole item, Learned-Miller & Thomas 2019, arXiv 1905.06208.
    """
    if means.size == 0:
        raise ValueError("means must hold at least one cluster: a mean of nothing is undefined")
    if not (means.min() >= 0 and means.max() <= highest + ROUNDING and highest > 0):
        raise ValueError(f"means must lie in [0, highest], highest above 0, got highest={highest}")
    if n_draws < 1:
        raise ValueError(f"n_draws must be at least 1, got {n_draws}")
    # The mean of three answers of 0.2 is 0.20000000000000004: an end is an end.
    snapped = np.where(means >= highest - ROUNDING, highest, means)
    point = min(highest, float(snapped.mean()))
    values, counts = np.unique(snapped, return_counts=True)
    points = np.concatenate((values, (0.0, highest)))
    shapes = np.concatenate((counts, (0.5, 0.5)))
    draws = np.empty(n_draws)
    step = max(1, NUMBERS_AT_ONCE // points.size)
    for start in range(0, n_draws, step):
        weights = rng.standard_gamma(shapes, (min(step, n_draws - start), points.size))
        draws[start : start + step] = weights @ points / weights.sum(axis=1)
    is_lowest, is_highest = values[-1] == 0, values[0] == highest
    interval = interval_from_draws(
        np.zeros(1) if is_lowest else draws,
        np.full(1, highest) if is_highest else draws,
        confidence,
        point,
    )
    return Estimate(point, interval, METHOD, means.size, unit="question")
