"""How far two rankings of systems agree: Kendall's tau, with limits that hold near ties.

Two rankings of systems by uncertain shares: the judge's, and the corrected ones. Chosen for the
limits: the order of two systems counts as known only where the simultaneous interval of their
difference leaves out 0, and whatever is not known may be either way; it held the true tau in every
simulated setting (docs/coverage.md). Rejected, measured there too: quantiles of tau over draws, as
a bootstrap by question gives them, which hold it in .6 of looks at five near ties and never at
eight, since noise shuffles what is nearly equal; and extremes of tau among draws inside a joint
box, which are narrower but run out of draws where systems are many.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from workbench.errors import NotEnoughLabels
from workbench.stats.draws import FloatArray, jeffreys_draws
from workbench.stats.interval import Estimate, Interval
from workbench.stats.stratum import Stratum

METHOD = "Kendall's tau-b, limits from simultaneous intervals of the differences"


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
    ways = [np.sign(_gaps(np.array([values], float))[0]) for values in (first, second)]
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
    The 2 K (K - 1) / 2 differences of both lists get intervals mean -+ c s, with s the standard
    deviation of their draws and c the quantile, at `confidence`, of the largest distance of any
    difference from its mean in units of s (sup-t). Pairs whose order both lists know add their
    product of signs to both limits, all others add -1 to the lower and 1 to the upper one.

    References
    ----------
    Montiel Olea & Plagborg-Moller 2019, J. Appl. Econom. 34, 1-17 (sup-t); Mogstad, Romano, Shaikh
    & Wilhelm 2024, Rev. Econ. Stud. 91, 476-518 (ranks from simultaneous differences).
    """
    if not 0 < confidence < 1:
        raise ValueError(f"confidence must be strictly between 0 and 1, got {confidence}")
    shape = (first_draws.shape[0], len(first))
    if first_draws.shape != shape or second_draws.shape != shape:
        raise ValueError(
            f"draws must be of shape {shape}, got {first_draws.shape} and {second_draws.shape}"
        )
    point = kendall_tau(first, second)
    known = _known_ways(first_draws, second_draws, confidence)
    ways = known[0] * known[1]
    low, high = (float(np.where(ways == 0, open_way, ways).mean()) for open_way in (-1, 1))
    return Estimate(point, Interval(min(point, low), max(point, high)), METHOD, len(first))


def _known_ways(
    first_draws: FloatArray, second_draws: FloatArray, confidence: float
) -> tuple[FloatArray, FloatArray]:
    """The sign of each list's differences, 0 where the simultaneous interval holds 0."""
    widest = np.zeros(first_draws.shape[0])
    middles: list[FloatArray] = []
    spreads: list[FloatArray] = []
    for draws in (first_draws, second_draws):
        # System by system: the differences of a hundred systems all at once are gigabytes.
        for place in range(draws.shape[1] - 1):
            gaps = draws[:, place : place + 1] - draws[:, place + 1 :]
            middle, spread = gaps.mean(axis=0), gaps.std(axis=0)
            units = np.where(spread > 0, spread, 1.0)
            np.maximum(widest, (np.abs(gaps - middle) / units).max(axis=1), out=widest)
            middles.append(middle)
            spreads.append(spread)
    middle = np.concatenate(middles)
    reach = float(np.quantile(widest, confidence)) * np.concatenate(spreads)
    known = np.where(np.abs(middle) > reach, np.sign(middle), 0.0)
    n_pairs = known.size // 2
    return known[:n_pairs], known[n_pairs:]


class SystemDraws(NamedTuple):
    """Draws of one system's two shares: what the judge fails, and what truly fails."""

    judged: FloatArray
    failing: FloatArray


def system_draws(
    failed: Sequence[Stratum],
    passed: Sequence[Stratum],
    rng: np.random.Generator,
    n_draws: int = 20_000,
) -> SystemDraws:
    """Gives joint draws of a system's judged and failing share, from the labels of its strata.

    Parameters
    ----------
    failed, passed : sequence of Stratum
        Strata that the judge failed, and the others, each with items; all of them labelled.
    rng : numpy.random.Generator
        Source of the draws.
    n_draws : int
        Number of draws.

    Returns
    -------
    SystemDraws
        Fractions in [0, 1].

    Raises
    ------
    NotEnoughLabels
        If there is no stratum, or one without a label.

    Notes
    -----
    Dirichlet(N_h + 1/H) for the mix of the H strata, Beta(x + 1/2, n - x + 1/2) for the wrong share
    in each, with the effective number of labels where they are not equal.
    """
    strata = [*failed, *passed]
    if not strata or not all(stratum.n_labelled for stratum in strata):
        raise NotEnoughLabels("a system without labels in every stratum has no draws")
    sizes = np.array([stratum.n_target for stratum in strata], float)
    mix = rng.dirichlet(sizes + 1 / len(strata), n_draws)
    failing = np.zeros(n_draws)
    for column, stratum in enumerate(strata):
        n = stratum.n_labelled if stratum.n_effective is None else stratum.n_effective
        wrong = jeffreys_draws(min(stratum.rate * n, n), n, rng, n_draws)
        failing += mix[:, column] * wrong.draws
    return SystemDraws(mix[:, : len(failed)].sum(axis=1), failing)


def _gaps(values: FloatArray) -> FloatArray:
    """The difference of every two systems, one column each."""
    one, other = np.triu_indices(values.shape[1], 1)
    gaps: FloatArray = values[:, one] - values[:, other]
    return gaps
