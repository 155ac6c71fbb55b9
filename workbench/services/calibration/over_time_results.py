"""What is known of a judge's versions and of systems it ranks: frozen records, as in `--json`."""

from dataclasses import dataclass

from workbench.domain.refusals import Refusal, Warning_
from workbench.services.results import EstimateOrRefusal


@dataclass(frozen=True, slots=True)
class JudgeVersion:
    """One version of a judge on a run; without labels of items it judged it is not calibrated."""

    judge: str
    n_judged: int
    n_labels: int
    is_calibrated: bool
    status: str
    observed_prevalence: EstimateOrRefusal
    sensitivity: EstimateOrRefusal
    false_positive_rate: EstimateOrRefusal
    corrected_prevalence: EstimateOrRefusal


@dataclass(frozen=True, slots=True)
class VersionChange:
    """Two versions in a row on their anchors, the traces with a usable verdict of both.

    `n_only_before` were failed by the earlier version alone, `n_only_after` by the later alone.
    `sensitivity` and `false_positive_rate` are the later version's minus the earlier one's.
    """

    before: str
    after: str
    n_anchors: int
    n_labelled: int
    n_only_before: int
    n_only_after: int
    flip_rate: EstimateOrRefusal
    p_value: float | None
    sensitivity: EstimateOrRefusal
    false_positive_rate: EstimateOrRefusal
    flips_sentence: str
    sentence: str


@dataclass(frozen=True, slots=True)
class JudgeHistory:
    """The versions of one judge on one run in the order they arrived, and their changes."""

    name: str
    run: str
    versions: tuple[JudgeVersion, ...]
    changes: tuple[VersionChange, ...]
    sentence: str
    seed: int
    warnings: tuple[Warning_, ...]


@dataclass(frozen=True, slots=True)
class RankedSystem:
    """One run as a system: the judge's share and the corrected one, and its place by each.

    Place 1 fails least; None where the run has no corrected share.
    """

    run: str
    n_judged: int
    n_labels: int
    observed: EstimateOrRefusal
    corrected: EstimateOrRefusal
    place_by_judge: int | None
    place_corrected: int | None


@dataclass(frozen=True, slots=True)
class SystemRanking:
    """Systems by one judge's share and by the corrected share, and how far the two orders agree.

    `tau` is Kendall's tau-b over the `n_ranked` systems with both shares.
    """

    judge: str
    systems: tuple[RankedSystem, ...]
    n_ranked: int
    tau: EstimateOrRefusal
    sentence: str
    seed: int
    refusals: tuple[Refusal, ...]
