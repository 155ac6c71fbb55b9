"""The share that truly fails from counts alone, without a store."""

from typing import Literal

from workbench.services.results import CorrectedTable
from workbench.stats.counts import ConfusionCounts

LabelsFrom = Literal["elsewhere", "these-items"]


def correct_counts(
    flagged: int,
    judged: int,
    counts: ConfusionCounts,
    labels_from: LabelsFrom = "elsewhere",
) -> CorrectedTable:
    """Give observed and corrected share of `judged` items of which the judge flags `flagged`."""
    raise NotImplementedError
