"""Bucket shares where the labels come from elsewhere: corrected total times their stage mix.

Chosen: the only split that labels from another population allow, with its assumption printed. The
interval multiplies two independent uncertainties in closed form. Rejected: inverting a K x K error
matrix, 3 to 5 times wider and empty-handed for thin stages.
"""

from collections.abc import Mapping
from math import fsum, sqrt

from workbench.errors import NotEnoughLabels
from workbench.stats.bucket_table import CORRECT, FAILING, BucketRow, BucketTable
from workbench.stats.interval import Estimate, Interval, jeffreys_interval


def bucket_shares_transported(
    corrected_total: Estimate, mix: Mapping[str, float], confidence: float = 0.95
) -> BucketTable:
    """Gives each stage its part of a corrected total, by the mix of the labelled failures.

    Parameters
    ----------
    corrected_total : Estimate
        Corrected failing share, for example from `rogan_gladen`.
    mix : mapping of str to float
        Labelled failures of each stage, in the order of the rows; weighted ones need not be
        whole.
    confidence : float
        Level of each row's interval; the total's own must be the same.

    Returns
    -------
    BucketTable
        One row per stage and `correct`, fractions that add up to 1, limits in [0, 1]. `correct`
        here includes right answers that the judge flagged.

    Raises
    ------
    ValueError
        If a count is below 0.
    NotEnoughLabels
        If no failure is labelled.

    Notes
    -----
    Row = T s with limits T s -+ sqrt((s dT)^2 + (T ds)^2 + (dT ds)^2), the variance of a product
    of independent factors with each factor's distance to its limit in place of its deviation.

    References
    ----------
    Goodman 1960, J. Am. Stat. Assoc. 55, 708-713; Zou & Donner 2008, Stat. Med. 27.
    """
    if min(mix.values(), default=0) < 0:
        raise ValueError(f"mix must hold counts of at least 0, got {dict(mix)}")
    n_failures = fsum(mix.values())
    if n_failures == 0:
        raise NotEnoughLabels(
            "the stage mix is unknown: 0 labelled failures; label items that the judge flagged"
        )
    total = corrected_total
    rows = [
        BucketRow(
            stage,
            total.estimate * n_stage / n_failures,
            _product(
                total, n_stage / n_failures, jeffreys_interval(n_stage, n_failures, confidence)
            ),
            round(n_stage),
        )
        for stage, n_stage in mix.items()
    ]
    right = Interval(1 - total.high, 1 - total.low)
    rows.append(BucketRow(CORRECT, 1 - total.estimate, right, total.n))
    return BucketTable(
        tuple(rows),
        BucketRow(FAILING, total.estimate, total.interval, total.n),
        f"{total.method}, times the stage mix of labelled failures",
        False,
        f"stage mix of {round(n_failures)} labelled failures; assumes the judge misses every stage "
        "alike",
    )


def _product(total: Estimate, share: float, limits: Interval) -> Interval:
    value = total.estimate * share
    total_down, total_up = total.estimate - total.low, total.high - total.estimate
    share_down, share_up = share - limits.low, limits.high - share
    down = _reach(total.estimate, share, total_down, share_down)
    up = _reach(total.estimate, share, total_up, share_up)
    return Interval(max(0.0, value - down), min(1.0, value + up))


def _reach(total: float, share: float, total_reach: float, share_reach: float) -> float:
    return sqrt(
        (share * total_reach) ** 2 + (total * share_reach) ** 2 + (total_reach * share_reach) ** 2
    )
