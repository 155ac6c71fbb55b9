"""The four counts of labelled items by human and judge, from which everything else follows.

They stand alone because judge accuracy, prevalence, bias and agreement all start from them.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ConfusionCounts:
    """Labelled items by human and judge; positive means a failure was found.

    `tp` both find it, `fn` only the person, `fp` only the judge, `tn` neither.
    """

    tp: int
    fn: int
    fp: int
    tn: int

    def __post_init__(self) -> None:
        """Refuses counts below zero."""
        for name in ("tp", "fn", "fp", "tn"):
            if getattr(self, name) < 0:
                raise ValueError(f"{name} must be at least 0, got {getattr(self, name)}")

    @property
    def n(self) -> int:
        """Gives the number of labelled items."""
        return self.tp + self.fn + self.fp + self.tn

    @property
    def n_failed(self) -> int:
        """Gives how many a person found wrong."""
        return self.tp + self.fn

    @property
    def n_passed(self) -> int:
        """Gives how many a person found right."""
        return self.fp + self.tn

    @property
    def n_flagged(self) -> int:
        """Gives how many the judge flagged."""
        return self.tp + self.fp

    @property
    def n_unflagged(self) -> int:
        """Gives how many the judge let pass."""
        return self.fn + self.tn
