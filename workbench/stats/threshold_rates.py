"""A judge's error rates at another threshold than the one its labels were drawn at.

Labels drawn within each verdict are, within it, a random sample of every side of any threshold.
Chosen: each verdict's labels weighted up to its size and sorted by the new side, Jeffreys draws
for the wrong share of a verdict and for the side of what is wrong; rates never fall as the
threshold takes in more, and at the threshold in use this is `begg_greenes` itself. Measured at
four thresholds around it: sensitivity covers .91 to .98, false-positive rate .95. Rejected: one
stratum for each verdict and side, whose rates go up and down with the threshold for want of
labels, and a Dirichlet over the four cells (.90).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from workbench.errors import NotEnoughLabels
from workbench.stats.draws import FloatArray, ShareDraws, interval_from_draws, jeffreys_draws
from workbench.stats.interval import Estimate

METHOD = "Begg-Greenes, Beta draws"


@dataclass(frozen=True, slots=True)
class SideCounts:
    """Target items of one verdict, and its labels by what people say and by the new side.

    Counts of labels need not be whole: labels of unequal weight count as the number of equal ones
    that would know as much. `can_flag` and `can_pass` say on which sides the verdict has items.
    """

    n_target: int
    wrong_flagged: float
    wrong_passed: float
    right_flagged: float
    right_passed: float
    can_flag: bool = True
    can_pass: bool = True

    def __post_init__(self) -> None:
        """Refuses counts below zero, and labels on a side without items."""
        counts = (self.wrong_flagged, self.wrong_passed, self.right_flagged, self.right_passed)
        if min(self.n_target, *counts) < 0:
            raise ValueError(f"counts must be at least 0, got {self.n_target} and {counts}")
        if (not self.can_flag and self.wrong_flagged + self.right_flagged) or (
            not self.can_pass and self.wrong_passed + self.right_passed
        ):
            raise ValueError(f"there are labels on a side without items: {counts}")

    @property
    def n_labels(self) -> float:
        """Gives the number of labels."""
        return self.wrong_flagged + self.wrong_passed + self.right_flagged + self.right_passed


class _Cell(NamedTuple):
    """Draws of one cell's share of the target set, as lower and upper limits see them."""

    point: float
    floor: FloatArray
    ceiling: FloatArray


def sensitivity_at(
    verdicts: Sequence[SideCounts],
    rng: np.random.Generator,
    confidence: float = 0.95,
    n_draws: int = 50_000,
) -> Estimate:
    """Gives the share of failures that a threshold flags.

    Parameters
    ----------
    verdicts : sequence of SideCounts
        One for each verdict the labels were drawn by; those without items are dropped.
    rng : numpy.random.Generator
        Source of the draws.
    confidence : float
        Level of the interval.
    n_draws : int
        Number of draws.

    Returns
    -------
    Estimate
        Fraction in [0, 1]; n counts the labels, rounded where they are weighted.

    Raises
    ------
    NotEnoughLabels
        If a verdict has items and no label, or no label is a failure.

    Notes
    -----
    With W the verdicts' shares of the items and c the cells' shares of their labels:
    sum W c(wrong, flagged) / sum W c(wrong). Draws: Jeffreys' Beta for the wrong share of a
    verdict times that for the flagged share of what is wrong, the latter only where the verdict
    has items on both sides; Dirichlet(N + 1/H) for W. A share seen at 0 or at n of n is exactly
    0 or 1 in the limit it pulls.

    References
    ----------
    Begg & Greenes 1983, Biometrics 39, 207-215.
    """
    return _rate(verdicts, rng, confidence, n_draws, of_wrong=True)


def false_positive_rate_at(
    verdicts: Sequence[SideCounts],
    rng: np.random.Generator,
    confidence: float = 0.95,
    n_draws: int = 50_000,
) -> Estimate:
    """Gives the share of right items that a threshold flags; all else as `sensitivity_at`.

    Raises
    ------
    NotEnoughLabels
        If a verdict has items and no label, or every label is a failure.
    """
    return _rate(verdicts, rng, confidence, n_draws, of_wrong=False)


def _rate(
    verdicts: Sequence[SideCounts],
    rng: np.random.Generator,
    confidence: float,
    n_draws: int,
    *,
    of_wrong: bool,
) -> Estimate:
    kept = [verdict for verdict in verdicts if verdict.n_target > 0]
    _need_labels(kept, of_wrong)
    sizes = np.array([verdict.n_target for verdict in kept], float)
    weights = rng.dirichlet(sizes + 1 / len(kept), n_draws).T
    flagged: list[_Cell] = []
    passed: list[_Cell] = []
    for verdict, weight, size in zip(kept, weights, sizes, strict=True):
        cells = _cells(verdict, rng, n_draws, of_wrong)
        for cell, side in zip(cells, (flagged, passed), strict=True):
            side.append(
                _Cell(
                    float(size) * cell.point / float(sizes.sum()),
                    weight * cell.floor,
                    weight * cell.ceiling,
                )
            )
    point_flagged = sum(cell.point for cell in flagged)
    point = point_flagged / (point_flagged + sum(cell.point for cell in passed))
    low = _part(_sum(flagged, "floor"), _sum(passed, "ceiling"))
    high = _part(_sum(flagged, "ceiling"), _sum(passed, "floor"))
    interval = interval_from_draws(low, high, confidence, point)
    return Estimate(point, interval, METHOD, round(sum(verdict.n_labels for verdict in kept)))


def _cells(
    verdict: SideCounts, rng: np.random.Generator, n_draws: int, of_wrong: bool
) -> tuple[_Cell, _Cell]:
    """Cells of the asked class, flagged and passed, as shares of the verdict's items."""
    wrong = (verdict.wrong_flagged, verdict.wrong_passed)
    right = (verdict.right_flagged, verdict.right_passed)
    flagged, passed = wrong if of_wrong else right
    of_class = jeffreys_draws(flagged + passed, verdict.n_labels, rng, n_draws)
    if verdict.can_flag and verdict.can_pass:
        side = jeffreys_draws(flagged, flagged + passed, rng, n_draws)
    else:
        side = _all_on_one_side(verdict.can_flag, n_draws)
    n = verdict.n_labels
    return (
        _Cell(flagged / n, of_class.floor * side.floor, of_class.ceiling * side.ceiling),
        _Cell(passed / n, of_class.floor * (1 - side.ceiling), of_class.ceiling * (1 - side.floor)),
    )


def _all_on_one_side(is_flagged: bool, n_draws: int) -> ShareDraws:
    draws = np.full(n_draws, float(is_flagged))
    return ShareDraws(draws, draws, draws)


def _sum(cells: Sequence[_Cell], limit: str) -> FloatArray:
    total: FloatArray = np.sum([getattr(cell, limit) for cell in cells], axis=0)
    return total


def _part(first: FloatArray, second: FloatArray) -> FloatArray:
    total = first + second
    # Draws may underflow to 0 in both; such a draw says nothing and counts as 0.
    return np.divide(first, total, out=np.zeros_like(total), where=total > 0)


def _need_labels(kept: Sequence[SideCounts], of_wrong: bool) -> None:
    if not kept:
        raise NotEnoughLabels("the target set is empty: no item has a score and a verdict")
    for verdict in kept:
        if verdict.n_labels == 0:
            raise NotEnoughLabels(
                f"STRATUM_UNLABELLED: none of the {verdict.n_target} items of one verdict is "
                "labelled; label a random part of them"
            )
    n_wrong = sum(verdict.wrong_flagged + verdict.wrong_passed for verdict in kept)
    if of_wrong and n_wrong == 0:
        raise NotEnoughLabels("ONE_CLASS_ONLY: no labelled item is wrong; label more items")
    if not of_wrong and not any(verdict.right_flagged + verdict.right_passed for verdict in kept):
        raise NotEnoughLabels("ONE_CLASS_ONLY: no labelled item is right; label more items")
