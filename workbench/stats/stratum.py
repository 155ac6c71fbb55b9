"""One stratum's counts: how many items it has, how many are labelled, how many of those are wrong.

It stands alone because prevalence, buckets and planning all start from it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum
from typing import Protocol

from workbench.stats.interval import Interval, jeffreys_interval
from workbench.stats.mover import ShareInterval


@dataclass(frozen=True, slots=True)
class Stratum:
    """Items of the target set that share a verdict (or stage and verdict), and their labels.

    `n_target` items exist, `n_labelled` of them are labelled, `n_failed` of those are wrong.
    `n_failed` need not be whole: a weighted rate times `n_labelled` serves for unequal
    probabilities. `n_effective` replaces `n_labelled` in the interval where labels are clustered
    or weighted. `name` is what a message calls the stratum.
    """

    n_target: int
    n_labelled: int
    n_failed: float
    n_effective: float | None = None
    name: str = ""

    def __post_init__(self) -> None:
        """Refuses counts that contradict each other."""
        if not 0 <= self.n_labelled <= self.n_target:
            raise ValueError(
                f"n_labelled must lie in [0, n_target], got {self.n_labelled} "
                f"with n_target={self.n_target}"
            )
        if not 0 <= self.n_failed <= self.n_labelled:
            raise ValueError(
                f"n_failed must lie in [0, n_labelled], got {self.n_failed} "
                f"with n_labelled={self.n_labelled}"
            )
        if self.n_effective is not None and not self.n_effective >= 0:
            raise ValueError(f"n_effective must be at least 0, got {self.n_effective}")

    @property
    def rate(self) -> float:
        """Gives the wrong share among the labelled items, 0 where none is labelled."""
        return self.n_failed / self.n_labelled if self.n_labelled else 0.0

    def limits(self, confidence: float, base: ShareInterval = jeffreys_interval) -> Interval:
        """Gives the interval of the wrong share, (0, 1) where nothing is labelled."""
        if self.n_labelled == 0:
            return Interval(0.0, 1.0)
        if self.n_effective is None:
            return base(self.n_failed, self.n_labelled, confidence)
        return base(
            min(self.rate * self.n_effective, self.n_effective), self.n_effective, confidence
        )


class Labelled(Protocol):
    """Labels of one stratum, and what they are worth where that is less."""

    @property
    def n_labelled(self) -> int:
        """Gives the number of labelled items."""
        ...

    @property
    def n_effective(self) -> float | None:
        """Gives the effective number of labels, None where each counts in full."""
        ...


def effective_labels(strata: Sequence[Labelled]) -> float | None:
    """Gives the independent, equal labels the strata are worth, None where each counts in full."""
    if all(stratum.n_effective is None for stratum in strata):
        return None
    return fsum(
        stratum.n_labelled if stratum.n_effective is None else stratum.n_effective
        for stratum in strata
    )
