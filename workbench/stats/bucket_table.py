"""The rows that every correction of the triage table gives, whatever its method.

They stand alone because three methods fill them: by stage and verdict, by verdict only, and
transported from labels elsewhere.
"""

from dataclasses import dataclass

from workbench.stats.interval import Interval

CORRECT = "correct"
EVALUATION_ERROR = "evaluation_error"
FAILING = "failing"


@dataclass(frozen=True, slots=True)
class BucketRow:
    """One bucket's corrected share; no estimate but limits and a reason where it is refused.

    `n_labels` counts the labels the row rests on, `n_effective` how many independent, equal ones
    they are worth, None where each counts in full.
    """

    bucket: str
    estimate: float | None
    interval: Interval
    n_labels: int
    reason: str | None = None
    n_effective: float | None = None

    @property
    def design_effect(self) -> float:
        """Gives how many labels count as one, 1 where each counts in full."""
        return self.n_labels / self.n_effective if self.n_effective else 1.0


@dataclass(frozen=True, slots=True)
class BucketTable:
    """All rows, which add up to 1 where none is refused, and the failing share they sum to.

    `total` is the row `failing`: everything but `correct` and `evaluation_error`, always at the
    asked confidence by itself. `joint` says whether the rows' intervals hold all at once.
    """

    rows: tuple[BucketRow, ...]
    total: BucketRow
    method: str
    joint: bool
    assumption: str = ""


def row_confidence(n_rows: int, confidence: float) -> float:
    """Gives the level each of `n_rows` intervals needs so that all hold at once (Bonferroni)."""
    return 1 - (1 - confidence) / max(n_rows, 1)
