"""How many questions to label in both versions before a change of a given size would show.

Chosen: simulated labels at the shares of the pilot, read with the mean and variance of the
post-stratified estimator's own Dirichlet(1/3) draws. Half the labels go to pairs on which the
judge's verdicts differ, where most changes are. Rejected: a closed formula for McNemar's test,
which knows nothing of the judge: human labels alone find 10 points in .64 of runs with 100 pairs,
post-stratified ones in .81.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, copysign

import numpy as np
from numpy.typing import NDArray

from workbench.errors import NotEnoughLabels, StatisticsError
from workbench.stats.interval import normal_quantile
from workbench.stats.paired import PairStratum

PAIR_FLOOR = 10
GRID = 5
ASSUMED_CHANGED_ALIKE = 0.08
"""Changed share taken for pairs with equal verdicts while none of them is labelled."""
ASSUMED_CHANGED_DIFFERENT = 0.6
"""The same for pairs with different verdicts."""

FloatArray = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class PairPlan:
    """Pairs to label in total and by pair of verdicts, and the power expected with them.

    `power_now` is what the pairs labelled so far give, None where there are none.
    """

    n_total: int
    n_pairs: tuple[int, ...]
    n_more: tuple[int, ...]
    power_expected: float
    power_now: float | None


@dataclass(frozen=True, slots=True)
class _Shares:
    """By pair of verdicts: weight, and the shares of fixed and broken under the change."""

    weights: FloatArray
    fixed: FloatArray
    broken: FloatArray


def pairs_for_difference(
    strata: Sequence[PairStratum],
    are_different: Sequence[bool],
    difference: float,
    rng: np.random.Generator,
    power: float = 0.8,
    confidence: float = 0.95,
    n_replicates: int = 4_000,
) -> PairPlan:
    """Gives the labelled pairs with which a change of this size shows in most runs.

    Parameters
    ----------
    strata : sequence of PairStratum
        One per pair of verdicts, with the pairs labelled so far.
    are_different : sequence of bool
        Whether the two verdicts of each pair differ.
    difference : float
        Change of the failing share to be found, a fraction in (0, 1), either direction.
    rng : numpy.random.Generator
        Source of the simulated labels.
    power : float
        Share of runs in which the interval should exclude 0.
    confidence : float
        Level of the interval.
    n_replicates : int
        Simulated runs for each size; the power is good to about .01 with 4,000.

    Returns
    -------
    PairPlan
        Sizes in steps of 5, never below what is labelled; at least 10 (or all) in every stratum.

    Raises
    ------
    ValueError
        If difference or power lies outside (0, 1), or lengths differ.
    NotEnoughLabels
        If there is no question.
    StatisticsError
        If labelling every pair would not do.

    Notes
    -----
    Changed share of a stratum (fixed + broken + 2/3)/(n + 1), assumed where nothing is labelled;
    its direction is shifted alike in all strata until the weighted sum is the difference. A run
    finds it if |mean| > z sd of the Dirichlet draws.
    """
    if not 0 < difference < 1:
        raise ValueError(f"difference must lie in (0, 1), got {difference}")
    if not 0 < power < 1:
        raise ValueError(f"power must lie in (0, 1), got {power}")
    if len(strata) != len(are_different):
        raise ValueError(f"are_different must match strata, got {len(are_different)}")
    n_questions = sum(stratum.n_target for stratum in strata)
    if n_questions == 0:
        raise NotEnoughLabels("no question went through both versions")
    shares = _shares_under(strata, are_different, difference)
    seeds = int(rng.integers(2**32))
    z = normal_quantile(confidence)

    def power_at(labels: Sequence[int]) -> float:
        # The same chance for every size, so that more labels do not look worse by luck.
        return _power(shares, labels, n_questions, z, np.random.default_rng(seeds), n_replicates)

    everything = power_at([stratum.n_target for stratum in strata])
    if everything < power:
        raise StatisticsError(
            f"with all {n_questions} pairs labelled a change of {difference:.3f} would show in "
            f"{100 * everything:.0f} % of runs, not {100 * power:.0f} %; more "
            "questions are needed in both runs"
        )
    low, high = 0, ceil(n_questions / GRID)
    while high - low > 1:
        middle = (low + high) // 2
        if power_at(_allocated(strata, are_different, GRID * middle)) >= power:
            high = middle
        else:
            low = middle
    labels = _allocated(strata, are_different, GRID * high)
    if power_at(labels) < power:
        labels = [stratum.n_target for stratum in strata]
    labelled = [stratum.n_labelled for stratum in strata]
    is_any_missing = any(stratum.n_target and not stratum.n_labelled for stratum in strata)
    power_now = None if is_any_missing else power_at(labelled)
    if power_now is not None and power_now >= power:
        labels = labelled
    return PairPlan(
        n_total=sum(labels),
        n_pairs=tuple(labels),
        n_more=tuple(n - done for n, done in zip(labels, labelled, strict=True)),
        power_expected=power_at(labels),
        power_now=power_now,
    )


def _shares_under(
    strata: Sequence[PairStratum], are_different: Sequence[bool], difference: float
) -> _Shares:
    sizes = np.array([stratum.n_target for stratum in strata], float)
    weights = sizes / sizes.sum()
    changed = np.array(
        [
            (stratum.n_broken + stratum.n_fixed + 2 / 3) / (stratum.n_labelled + 1)
            if stratum.n_labelled
            else ASSUMED_CHANGED_DIFFERENT
            if is_different
            else ASSUMED_CHANGED_ALIKE
            for stratum, is_different in zip(strata, are_different, strict=True)
        ]
    )
    lean = np.array(
        [(stratum.n_broken - stratum.n_fixed) / (stratum.n_labelled + 1) for stratum in strata]
    )
    lean = lean / changed
    # A difference needs at least as many changed answers.
    reachable = float(weights @ changed)
    if reachable < 1.1 * difference:
        changed = np.minimum(1.0, changed * 1.1 * difference / reachable)
        if float(weights @ changed) < difference:
            changed = np.ones_like(changed)
    now = float(weights @ (changed * lean))
    wanted = copysign(difference, now) if now else -difference
    low, high = -2.0, 2.0
    for _ in range(60):
        middle = (low + high) / 2
        if float(weights @ (changed * np.clip(lean + middle, -1, 1))) < wanted:
            low = middle
        else:
            high = middle
    lean = np.clip(lean + high, -1, 1)
    return _Shares(weights, changed * (1 - lean) / 2, changed * (1 + lean) / 2)


def _power(
    shares: _Shares,
    labels: Sequence[int],
    n_questions: int,
    z: float,
    rng: np.random.Generator,
    n_replicates: int,
) -> float:
    mix = rng.multinomial(n_questions, shares.weights, n_replicates) / n_questions
    mean = np.zeros(n_replicates)
    squares = np.zeros(n_replicates)
    variance = np.zeros(n_replicates)
    for column, n in enumerate(labels):
        if not shares.weights[column]:
            continue
        fixed, broken = shares.fixed[column], shares.broken[column]
        seen = rng.multinomial(n, [fixed, max(0.0, 1 - fixed - broken), broken], n_replicates)
        lean = (seen[:, 2] - seen[:, 0]) / (n + 1)
        changed = (seen[:, 2] + seen[:, 0] + 2 / 3) / (n + 1)
        weight = mix[:, column]
        mean += weight * lean
        squares += weight * lean**2
        variance += weight**2 * (changed - lean**2) / (n + 2)
    variance += (squares - mean**2) / (n_questions + 2)
    return float(np.mean(np.abs(mean) > z * np.sqrt(variance)))


def _allocated(strata: Sequence[PairStratum], are_different: Sequence[bool], n: int) -> list[int]:
    n_alike, n_different = (
        sum(
            stratum.n_target
            for stratum, is_different in zip(strata, are_different, strict=True)
            if is_different is wanted
        )
        for wanted in (False, True)
    )
    for_different = n if not n_alike else min(n // 2, n_different)
    parts = {True: (for_different, n_different), False: (n - for_different, n_alike)}
    labels = []
    for stratum, is_different in zip(strata, are_different, strict=True):
        part, whole = parts[is_different]
        share = ceil(part * stratum.n_target / whole) if whole else 0
        labels.append(max(stratum.n_labelled, min(stratum.n_target, max(PAIR_FLOOR, share))))
    return labels
