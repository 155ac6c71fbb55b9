"""Whether groups that have no order, such as models or index versions, differ in a signal.

Chosen: the likelihood ratio of "each group has its own level" against "all have one", held
against the same ratio over random assignments of the very same traces to groups. Rejected: each
group against the first, which depends on which one somebody calls the first, and chi-square
tables, which need five expected hits in every group.
"""

from collections.abc import Sequence

import numpy as np

from workbench.stats.change_point import N_DRAWS
from workbench.stats.permuted_sums import (
    WindowSum,
    draw_mean_sums,
    draw_share_sums,
    is_constant,
    permutation_p_value,
    share_deviance,
)


def share_spread_p_value(
    groups: Sequence[WindowSum], rng: np.random.Generator, n_draws: int = N_DRAWS
) -> float | None:
    """Gives the p-value of "all groups have the same share"; None where nothing could differ.

    Parameters
    ----------
    groups : sequence of WindowSum
        In any order; values are 0 or 1.
    rng : numpy.random.Generator
        Source of the random assignments.
    n_draws : int
        Random assignments; the smallest p-value is 1/(n_draws + 1).

    Notes
    -----
    Statistic: sum of the groups' binomial log-likelihoods at their own shares, which is G/2 up to
    a constant. Null: all assignments, given the total.

    References
    ----------
    Wilks 1938, Ann. Math. Stat. 9, 60-62 (the ratio); Fisher 1935, The Design of Experiments,
    section 21 (its distribution by permutation).
    """
    if is_constant(groups):
        return None
    sizes = np.array([group.n for group in groups], float)
    seen = share_deviance(np.array([group.total for group in groups]), sizes).sum()
    drawn = share_deviance(draw_share_sums(groups, rng, n_draws), sizes).sum(axis=1)
    return permutation_p_value(float(seen), drawn)


def mean_spread_p_value(
    groups: Sequence[WindowSum], rng: np.random.Generator, n_draws: int = N_DRAWS
) -> float | None:
    """Gives the p-value of "all groups have the same mean"; None where nothing could differ.

    Parameters
    ----------
    groups : sequence of WindowSum
        In any order; values of any scale.
    rng : numpy.random.Generator
        Source of the random assignments.
    n_draws : int
        Random assignments; the smallest p-value is 1/(n_draws + 1).

    Notes
    -----
    Statistic: sum of S_g^2 / n_g, the part of the squares that lies between groups. Null: all
    assignments, sums taken as normal; a group of fewer than twenty traces makes that rough.

    References
    ----------
    Kruskal & Wallis 1952, J. Am. Stat. Assoc. 47, 583-621, the same ratio on ranks.
    """
    if is_constant(groups):
        return None
    sizes = np.maximum([group.n for group in groups], 1.0)
    seen = (np.array([group.total for group in groups]) ** 2 / sizes).sum()
    drawn = (draw_mean_sums(groups, rng, n_draws) ** 2 / sizes).sum(axis=1)
    return permutation_p_value(float(seen), drawn)
