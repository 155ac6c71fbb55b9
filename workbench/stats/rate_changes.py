"""How a judge's error rates changed from one version to the next, on items that both judged.

Strata are the two versions' verdicts on an item, whose sizes are known for every item that both
judged; only the wrong share inside each is estimated. Chosen: Jeffreys draws with the boundary
convention, valid for labels drawn by either version's verdicts, from a queue or uniformly.
Rejected: subtracting two judges' intervals, which forgets that the items are the same, and the
paired interval on the labelled failures alone, which needs labels that no verdict drew.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from workbench.errors import NotEnoughLabels
from workbench.stats.draws import FloatArray, ShareDraws, interval_from_draws, jeffreys_draws
from workbench.stats.interval import Estimate
from workbench.stats.stratum import Stratum, effective_labels

METHOD = "post-stratified on both versions' verdicts, Beta draws"


@dataclass(frozen=True, slots=True)
class VersionStrata:
    """Items by the verdict of the earlier and of the later version, with their labels."""

    both_fail: Stratum
    only_before: Stratum
    only_after: Stratum
    both_pass: Stratum

    @property
    def all(self) -> tuple[Stratum, ...]:
        """Gives the four strata in the order of their names."""
        return (self.both_fail, self.only_before, self.only_after, self.both_pass)


def sensitivity_change(
    strata: VersionStrata,
    rng: np.random.Generator,
    confidence: float = 0.95,
    n_draws: int = 50_000,
) -> Estimate:
    """Gives the later version's sensitivity minus the earlier one's.

    Parameters
    ----------
    strata : VersionStrata
        Labels exchangeable within each stratum, or with the effective number of equal ones.
    rng : numpy.random.Generator
        Source of the draws.
    confidence : float
        Level of the interval.
    n_draws : int
        Number of draws.

    Returns
    -------
    Estimate
        Difference in [-1, 1], above 0 if the later version finds more of the failures.

    Raises
    ------
    NotEnoughLabels
        If nothing was judged by both, a stratum that occurs has no label, or no labelled item is
        wrong.

    Notes
    -----
    (W_after p_after - W_before p_before) / sum W_h p_h, with p the wrong share in a stratum and W
    its share of the items: p draws Beta(x + 1/2, n - x + 1/2), W Dirichlet(N_h + 1/H) over the H
    strata that occur. A share seen at 0 or at n of n is exactly that in the limit it pulls.
    """
    if not sum(stratum.n_failed for stratum in strata.all):
        raise NotEnoughLabels(
            "the change in sensitivity is not estimable: 0 human-fail items; "
            "label more items that either version flagged"
        )
    return _change(strata, False, rng, confidence, n_draws)


def false_positive_rate_change(
    strata: VersionStrata,
    rng: np.random.Generator,
    confidence: float = 0.95,
    n_draws: int = 50_000,
) -> Estimate:
    """Gives the later version's false-positive rate minus the earlier one's.

    Parameters and formula as `sensitivity_change`, with the right share in the wrong one's place.

    Raises
    ------
    NotEnoughLabels
        As `sensitivity_change`, or if no labelled item is right.
    """
    if all(stratum.n_failed == stratum.n_labelled for stratum in strata.all):
        raise NotEnoughLabels(
            "the change in the false-positive rate is not estimable: 0 human-pass items; "
            "label more items that either version passed"
        )
    return _change(strata, True, rng, confidence, n_draws)


class _Part(NamedTuple):
    point: float
    plain: FloatArray
    low: FloatArray
    high: FloatArray


def _change(
    strata: VersionStrata, is_of_right: bool, rng: np.random.Generator, confidence: float, n: int
) -> Estimate:
    _need_labels(strata)
    sizes = np.array([stratum.n_target for stratum in strata.all], float)
    occurs = sizes > 0
    mix = np.zeros((n, 4))
    mix[:, occurs] = rng.dirichlet(sizes[occurs] + 1 / occurs.sum(), n)
    parts = []
    for column, stratum in enumerate(strata.all):
        draws, rate = _draws(stratum, is_of_right, rng, n)
        weight = mix[:, column]
        parts.append(
            _Part(
                stratum.n_target * rate / float(sizes.sum()),
                weight * draws.draws,
                weight * draws.floor,
                weight * draws.ceiling,
            )
        )
    both, before, after, neither = parts
    rest = both.plain + neither.plain
    interval = interval_from_draws(
        _ratio(after.low - before.high, rest + before.high + after.low),
        _ratio(after.high - before.low, rest + before.low + after.high),
        confidence,
        point := (after.point - before.point) / sum(part.point for part in parts),
    )
    n_labelled = sum(stratum.n_labelled for stratum in strata.all)
    return Estimate(point, interval, METHOD, n_labelled, n_effective=effective_labels(strata.all))


def _need_labels(strata: VersionStrata) -> None:
    if not any(stratum.n_target for stratum in strata.all):
        raise NotEnoughLabels("no item was judged by both versions")
    unlabelled = [one for one in strata.all if one.n_target and not one.n_labelled]
    if unlabelled:
        named = ", or ".join(f"{one.name} ({_items(one.n_target)})" for one in unlabelled)
        raise NotEnoughLabels(
            f"STRATUM_UNLABELLED: none is labelled where {named}; "
            "label a random part of these items"
        )


def _draws(
    stratum: Stratum, is_of_right: bool, rng: np.random.Generator, n: int
) -> tuple[ShareDraws, float]:
    n_labels = stratum.n_labelled if stratum.n_effective is None else stratum.n_effective
    rate = 1 - stratum.rate if is_of_right and stratum.n_labelled else stratum.rate
    return jeffreys_draws(min(rate * n_labels, n_labels), n_labels, rng, n), rate


def _ratio(top: FloatArray, bottom: FloatArray) -> FloatArray:
    return np.divide(top, bottom, out=np.zeros_like(bottom), where=bottom > 0)


def _items(n: int) -> str:
    return "1 item" if n == 1 else f"{n} items"
