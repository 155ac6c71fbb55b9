"""How far two rankings of systems agree: Kendall's tau, with limits that hold near ties.

Two rankings of systems by uncertain shares: the judge's, and the corrected ones. Chosen for the
limits: the least and the greatest tau among joint draws of all shares that lie in their 95 % box,
which held the true tau in every simulated setting (docs/coverage.md). Rejected: quantiles of tau
over all draws, as a bootstrap by question gives them, which covered .54 where systems are near
ties, since noise shuffles what is nearly equal and draws tau towards 0; and a decision on each pair
of systems by itself, which holds too but is up to 60 % wider.
"""

from collections.abc import Sequence

import numpy as np

from workbench.stats.draws import FloatArray
from workbench.stats.interval import Estimate, Interval

METHOD = "Kendall's tau-b, extremes in the joint box of the shares"


def kendall_tau(first: Sequence[float], second: Sequence[float]) -> float:
    """Gives Kendall's tau-b of two lists of values for the same systems.

    Parameters
    ----------
    first, second : sequence of float
        One value for each system, in the same order.

    Returns
    -------
    float
        In [-1, 1]: 1 the same order, -1 the reverse.

    Raises
    ------
    ValueError
        If lengths differ, there are fewer than two systems, or one list holds one value only.

    Notes
    -----
    (concordant - discordant) / sqrt(pairs untied in the first * pairs untied in the second).

    References
    ----------
    Kendall 1945, Biometrika 33, 239-251.
    """
    if len(first) != len(second):
        raise ValueError(f"first and second must match, got {len(first)} and {len(second)}")
    if len(first) < 2:
        raise ValueError("a ranking needs at least two systems")
    ways = [_signs(np.array([values], float))[0] for values in (first, second)]
    untied = [float(np.abs(way).sum()) for way in ways]
    if not all(untied):
        raise ValueError("all systems are tied in one of the lists: tau is undefined")
    return float((ways[0] * ways[1]).sum() / np.sqrt(untied[0] * untied[1]))


def ranking_agreement(
    first: Sequence[float],
    second: Sequence[float],
    first_draws: FloatArray,
    second_draws: FloatArray,
    confidence: float = 0.95,
) -> Estimate:
    """Gives tau between two rankings whose values are known only with limits.

    Parameters
    ----------
    first, second : sequence of float
        Estimated value of each system by the one and by the other way.
    first_draws, second_draws : ndarray, shape (n_draws, n_systems)
        Joint draws of the same values.
    confidence : float
        Level of the interval, strictly between 0 and 1.

    Returns
    -------
    Estimate
        tau in [-1, 1]; n counts systems.

    Raises
    ------
    ValueError
        As `kendall_tau`, or if draws do not match the systems or confidence is out of range.

    Notes
    -----
    A draw lies in the box if none of its 2 K values is farther from its mean, in standard
    deviations, than the quantile of the largest such distance that keeps `confidence` of the draws.
    The limits are the extremes of tau over those draws, so they hold at least as often as the box;
    with many systems the draws reach fewer of the orders that the box allows.
    """
    if not 0 < confidence < 1:
        raise ValueError(f"confidence must be strictly between 0 and 1, got {confidence}")
    shape = (first_draws.shape[0], len(first))
    if first_draws.shape != shape or second_draws.shape != shape:
        raise ValueError(
            f"draws must be of shape {shape}, got {first_draws.shape} and {second_draws.shape}"
        )
    point = kendall_tau(first, second)
    together = np.concatenate([first_draws, second_draws], axis=1)
    spread = together.std(axis=0)
    spread[spread == 0] = 1.0
    farthest = np.abs((together - together.mean(axis=0)) / spread).max(axis=1)
    kept = farthest <= np.quantile(farthest, confidence)
    ways = _signs(first_draws[kept]) * _signs(second_draws[kept])
    taus = ways.mean(axis=1)
    interval = Interval(min(point, float(taus.min())), max(point, float(taus.max())))
    return Estimate(point, interval, METHOD, len(first))


def _signs(values: FloatArray) -> FloatArray:
    one, other = np.triu_indices(values.shape[1], 1)
    signs: FloatArray = np.sign(values[:, one] - values[:, other])
    return signs
