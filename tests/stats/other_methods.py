"""Methods that are not part of the product, by their textbook formulas.

The known answers hold their figures too. Here they are worked out again, so that no figure of the
file goes unread and the methods that lost in measurement are the ones they are named after.
"""

from math import sqrt
from typing import NamedTuple

import numpy as np
from scipy import optimize, special, stats
from statsmodels.stats.inter_rater import cohens_kappa
from statsmodels.stats.proportion import multinomial_proportions_confint

from workbench.stats.interval import wilson_interval

Z = float(special.ndtri(0.975))
Pair = tuple[float, float]


class Table(NamedTuple):
    """Two raters' yes and no on the same items."""

    both: int
    first_only: int
    second_only: int
    neither: int

    @property
    def n(self) -> int:
        """All items."""
        return sum(self)

    @property
    def difference(self) -> float:
        """First share minus second."""
        return (self.first_only - self.second_only) / self.n


def mcnemar_forms(first_only: int, second_only: int) -> dict[str, float]:
    """P-values of the forms that are not exact."""
    n, gap = first_only + second_only, abs(first_only - second_only)
    exact = 2 * stats.binom.cdf(min(first_only, second_only), n, 0.5)
    return {
        "p_chi2": float(stats.chi2.sf(gap**2 / n, 1)),
        "p_chi2_cc": float(stats.chi2.sf((gap - 1) ** 2 / n, 1)),
        "p_midp": float(exact - stats.binom.pmf(min(first_only, second_only), n, 0.5)),
    }


def wald_difference(first_only: float, second_only: float, n: float) -> Pair:
    """Wald's interval; with half an item added to each cell it is Agresti and Min's."""
    first, second = first_only / n, second_only / n
    reach = Z * sqrt((first + second - (first - second) ** 2) / n)
    return first - second - reach, first - second + reach


def newcombe_10(table: Table) -> Pair:
    """Newcombe 1998, Stat. Med. 17, 2635-2650, method 10: Wilson limits and their correlation."""
    n = table.n
    first, second = table.both + table.first_only, table.both + table.second_only
    margins = first * (n - first) * second * (n - second)
    crossed = table.both * table.neither - table.first_only * table.second_only
    # The continuity correction of method 10, for a correlation above 0 only.
    shrunk = max(crossed - n / 2, 0) if crossed > 0 else crossed
    phi = shrunk / sqrt(margins) if margins else 0.0
    (l1, u1), (l2, u2) = wilson_interval(first, n), wilson_interval(second, n)
    p1, p2 = first / n, second / n

    def reach(down: float, up: float) -> float:
        return sqrt(down**2 - 2 * phi * down * up + up**2)

    return p1 - p2 - reach(p1 - l1, u2 - p2), p1 - p2 + reach(u1 - p1, p2 - l2)


def tango(n_first_only: int, n_second_only: int, n: int) -> Pair:
    """Tango 1998, Stat. Med. 17, 891-908: the score test turned round."""

    def score(difference: float) -> float:
        linear = -n_first_only - n_second_only + (2 * n - n_first_only + n_second_only) * difference
        constant = -n_second_only * difference * (1 - difference)
        second = (sqrt(linear**2 - 8 * n * constant) - linear) / (4 * n)
        variance = n * (2 * second + difference * (1 - difference))
        return (n_first_only - n_second_only - n * difference) / sqrt(variance)

    point = (n_first_only - n_second_only) / n
    return (
        float(optimize.brentq(lambda d: score(d) - Z, -1 + 1e-9, point - 1e-9)),
        float(optimize.brentq(lambda d: score(d) + Z, point + 1e-9, 1 - 1e-9)),
    )


def kappa_delta(table: Table) -> float:
    """Standard error of kappa after Fleiss, Cohen and Everitt."""
    cells = [[table.both, table.first_only], [table.second_only, table.neither]]
    return float(cohens_kappa(np.array(cells)).std_kappa)


def chance_agreement(table: Table) -> float:
    """Agreement that two raters with these shares would reach by chance."""
    first, second = (
        (table.both + table.first_only) / table.n,
        (table.both + table.second_only) / table.n,
    )
    return first * second + (1 - first) * (1 - second)


def ac1_linearised(table: Table) -> tuple[float, Pair]:
    """Gwet 2008's standard error of AC1 and its Student interval, items as they come."""
    n = table.n
    share = (table.both + (table.first_only + table.second_only) / 2) / n
    chance = 2 * share * (1 - share)
    agree = np.repeat([1.0, 0.0, 0.0, 1.0], table)
    yes = np.repeat([1.0, 0.5, 0.5, 0.0], table)
    ac1 = (agree.mean() - chance) / (1 - chance)
    of_item = yes * (1 - share) + (1 - yes) * share
    influence = (agree - chance) / (1 - chance) - 2 * (1 - ac1) * (of_item - chance) / (1 - chance)
    error = sqrt(float(((influence - ac1) ** 2).sum()) / n / (n - 1))
    reach = float(stats.t.ppf(0.975, n - 1)) * error
    return error, (ac1 - reach, min(1.0, ac1 + reach))


def sison_glaz(counts: list[int]) -> list[list[float]]:
    """Simultaneous limits, lower ones and upper ones."""
    limits = multinomial_proportions_confint(counts, method="sison_glaz")
    return [list(column) for column in np.asarray(limits).T]


def rogan_gladen_delta(
    flagged: int, n: int, tp: int, pos: int, fp: int, neg: int
) -> dict[str, float]:
    """Rogan-Gladen with the delta method's interval."""
    observed, found, alarms = flagged / n, tp / pos, fp / neg
    share = (observed - alarms) / (found - alarms)
    error = sqrt(
        observed * (1 - observed) / n
        + share**2 * found * (1 - found) / pos
        + (1 - share) ** 2 * alarms * (1 - alarms) / neg
    ) / (found - alarms)
    return {
        "estimate": share,
        "se": error,
        "low": share - Z * error,
        "high": share + Z * error,
    }


def rogan_gladen_flat(
    flagged: int, n: int, tp: int, pos: int, fp: int, neg: int
) -> dict[str, float]:
    """Posterior of the share, its prior flat and those of the error rates Jeffreys'."""
    middles = (np.arange(120) + 0.5) / 120
    found = special.betaincinv(tp + 0.5, pos - tp + 0.5, middles)[:, None]
    alarms = special.betaincinv(fp + 0.5, neg - fp + 0.5, middles)[None, :]
    shares = (np.arange(1_000) + 0.5) / 1_000
    weights = np.array(
        [
            float(
                np.exp(
                    special.xlogy(flagged, rate)
                    + special.xlog1py(n - flagged, -rate)
                    - special.xlogy(flagged, flagged / n)
                    - special.xlog1py(n - flagged, -flagged / n)
                ).mean()
            )
            for rate in (share * found + (1 - share) * alarms for share in shares)
        ]
    )
    below = np.cumsum(weights) / weights.sum()
    low, median, high = np.interp([0.025, 0.5, 0.975], below, shares + 0.5 / 1_000)
    return {"low": float(low), "median": float(median), "high": float(high)}


def rogan_gladen_profile(
    flagged: int, n: int, tp: int, pos: int, fp: int, neg: int
) -> dict[str, float]:
    """Limits where the profile likelihood of the share falls by half of chi-square's quantile."""

    def cost(share: float, found: float, alarms: float) -> float:
        rate = share * found + (1 - share) * alarms
        return -float(
            special.xlogy(flagged, rate)
            + special.xlog1py(n - flagged, -rate)
            + special.xlogy(tp, found)
            + special.xlog1py(pos - tp, -found)
            + special.xlogy(fp, alarms)
            + special.xlog1py(neg - fp, -alarms)
        )

    def profile(share: float) -> float:
        best = optimize.minimize(
            lambda rates: cost(share, *rates),
            [tp / pos, fp / neg],
            bounds=[(1e-6, 1 - 1e-6)] * 2,
            method="L-BFGS-B",
            options={"ftol": 1e-14, "gtol": 1e-10},
        )
        return float(best.fun)

    found, alarms = tp / pos, fp / neg
    point = min(1.0, max(0.0, (flagged / n - alarms) / (found - alarms)))
    allowed = profile(point) + float(stats.chi2.ppf(0.95, 1)) / 2

    def root(beyond: float, end: float) -> float:
        if profile(end) <= allowed:
            return end
        return float(optimize.brentq(lambda share: profile(share) - allowed, beyond, end))

    return {"low": root(point, 0.0), "high": root(point, 1.0)}


def ppi(
    n_flag: int,
    x_flag: int,
    n_ok: int,
    x_ok: int,
    unlab_flag: int,
    unlab_ok: int,
    *,
    is_tuned: bool,
) -> dict[str, float]:
    """Prediction-powered mean: each label beside its verdict, and verdicts of the rest."""
    wrong = np.repeat([1.0, 0.0, 1.0, 0.0], [x_flag, n_flag - x_flag, x_ok, n_ok - x_ok])
    judged = np.repeat([1.0, 0.0], [n_flag, n_ok])
    rest = np.repeat([1.0, 0.0], [unlab_flag, unlab_ok])
    weight = 1.0
    if is_tuned:
        spread = float(np.var(np.concatenate([judged, rest]), ddof=1))
        together = float(np.cov(wrong, judged, ddof=0)[0, 1])
        weight = min(1.0, max(0.0, together / spread / (1 + wrong.size / rest.size)))
    left = wrong - weight * judged
    estimate = weight * rest.mean() + left.mean()
    reach = Z * sqrt(float(weight**2 * rest.var() / rest.size + left.var() / left.size))
    return {"estimate": float(estimate), "low": estimate - reach, "high": estimate + reach}


def stratified_errors(sizes: list[int], labelled: list[int], hits: list[int]) -> dict[str, float]:
    """Standard errors of a stratified mean, without and with the finite-population factor."""
    total = sum(sizes)
    parts = [
        (size / total) ** 2 * (x / n) * (1 - x / n) / (n - 1)
        for size, n, x in zip(sizes, labelled, hits, strict=True)
    ]
    unseen = [1 - n / size for size, n in zip(sizes, labelled, strict=True)]
    return {
        "se_stratified_n_minus_1": sqrt(sum(parts)),
        "se_with_fpc": sqrt(sum(part * rest for part, rest in zip(parts, unseen, strict=True))),
    }


def weighted_mean_error(values: list[int], weights: list[float]) -> float:
    """Standard error of a weighted mean by linearisation, draws with replacement."""
    y, w = np.array(values, float), np.array(weights, float)
    residuals = w * (y - (w * y).sum() / w.sum()) / w.sum()
    return sqrt(y.size / (y.size - 1) * float((residuals**2).sum()))


def paired_error(sizes: list[int], labelled: list[int], up: list[int], down: list[int]) -> float:
    """Standard error of a stratified mean of -1, 0 and 1, the noise of the mix of strata in it."""
    total = sum(sizes)
    within, squares, point = 0.0, 0.0, 0.0
    for size, n, broken, fixed in zip(sizes, labelled, up, down, strict=True):
        share, mean = size / total, (broken - fixed) / n
        within += share**2 * ((broken + fixed) / n - mean**2) / n
        squares += share * mean**2
        point += share * mean
    return sqrt(within + (squares - point**2) / total)
