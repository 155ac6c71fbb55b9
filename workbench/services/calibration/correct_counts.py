"""The share that truly fails from counts alone, without a store.

Kept apart from the store's services, so that the command answers at once.
"""

from typing import Literal

from workbench.domain.refusals import Code, Refusal, Warning_
from workbench.domain.vocabulary import Design
from workbench.errors import InputError, StatisticsError
from workbench.report.percent import percent, percent_range
from workbench.services.refuse import refusal_of
from workbench.services.results import (
    CorrectedTable,
    EstimateOrRefusal,
    JudgeCounts,
    OutsideCounts,
)
from workbench.stats.counts import ConfusionCounts
from workbench.stats.interval import Estimate, proportion
from workbench.stats.prevalence import Stratum, post_stratified
from workbench.stats.rogan_gladen import rogan_gladen

LabelsFrom = Literal["elsewhere", "these-items"]


def correct_counts(
    flagged: int,
    judged: int,
    counts: ConfusionCounts,
    labels_from: LabelsFrom = "elsewhere",
) -> CorrectedTable:
    """Give observed and corrected share of `judged` items of which the judge flags `flagged`.

    `elsewhere` assumes that the judge errs as often here as where the labels came from
    (Rogan-Gladen); `these-items` post-stratifies labels drawn from the judged items themselves.

    Raises
    ------
    InputError
        Counts that contradict each other.
    """
    _check(flagged, judged, counts, labels_from)
    corrected: EstimateOrRefusal
    is_elsewhere = labels_from == "elsewhere"
    try:
        if is_elsewhere:
            corrected = rogan_gladen(flagged, judged, counts)
        else:
            passed = judged - flagged
            strata = [
                Stratum(flagged, counts.n_flagged, counts.tp, name="judge says fail"),
                Stratum(passed, counts.n_unflagged, counts.fn, name="judge says pass"),
            ]
            corrected = post_stratified(strata)
    except StatisticsError as error:
        corrected = refusal_of(error)
    observed = proportion(flagged, judged)
    return CorrectedTable(
        run=None,
        judge=None,
        calibrated_on=None,
        design=Design.TRANSPORTED if is_elsewhere else Design.BY_VERDICT,
        target="system",
        n=judged,
        n_flagged=flagged,
        observed=observed.estimate,
        observed_interval=observed.interval,
        corrected=corrected,
        buckets=(),
        human_buckets=(),
        outside=OutsideCounts(),
        counts=JudgeCounts(counts.tp, counts.fn, counts.fp, counts.tn, 0),
        method=corrected.method if isinstance(corrected, Estimate) else "",
        assumption=corrected.assumption if isinstance(corrected, Estimate) else "",
        sentence=correction_sentence(flagged, judged, corrected),
        seed=0,
        warnings=estimate_warnings(corrected),
    )


def correction_sentence(flagged: int, judged: int, corrected: EstimateOrRefusal) -> str:
    """Give observed and corrected share in one sentence."""
    observed = f"The judge flags {flagged} of {judged} ({percent(flagged / judged)})"
    if isinstance(corrected, Refusal):
        return f"{observed}; corrected share not available: {corrected.reason}."
    shown = (
        f"{observed}; corrected for its errors {percent(corrected.estimate)} truly fail, "
        f"95 % interval {percent_range(corrected.low, corrected.high)}."
    )
    if corrected.unclipped is not None and corrected.unclipped < 0:
        shown += " The estimate is below 0, shown as 0: false alarms alone would explain the share."
    if corrected.unclipped is not None and corrected.unclipped > 1:
        shown += " The estimate is above 100 %, shown as 100 %: it flags more than it can find."
    return shown


def estimate_warnings(corrected: EstimateOrRefusal) -> tuple[Warning_, ...]:
    """Give what the method itself flags about a corrected share."""
    if isinstance(corrected, Refusal):
        return (Warning_(corrected.code, corrected.reason, corrected.next_step),)
    warnings = []
    if Code.OBSERVED_OUTSIDE_RANGE in corrected.flags:
        warnings.append(
            Warning_(
                Code.OBSERVED_OUTSIDE_RANGE,
                "The flagged share lies outside what the measured error rates allow: false alarms "
                "alone would explain it"
                if (corrected.unclipped or 0) < 0
                else "The flagged share is above the judge's sensitivity",
                "Read the interval, not the point; label items of this set.",
            )
        )
    if Code.STRATUM_THIN in corrected.flags:
        warnings.append(
            Warning_(
                Code.STRATUM_THIN,
                "Fewer than 10 labels in a stratum that holds more than 5 % of the items",
                "Label more of it.",
            )
        )
    if corrected.assumption.startswith("assumes"):
        warnings.append(
            Warning_(
                Code.POPULATION_MISMATCH,
                f"The correction {corrected.assumption}",
                "Label items of this set to do without the assumption.",
            )
        )
    return tuple(warnings)


def _check(flagged: int, judged: int, counts: ConfusionCounts, labels_from: str) -> None:
    if labels_from not in ("elsewhere", "these-items"):
        raise InputError(f"labels-from is elsewhere or these-items, got {labels_from!r}.")
    if judged < 1 or not 0 <= flagged <= judged:
        raise InputError(
            f"flagged must lie between 0 and judged, and judged be at least 1: got {flagged} "
            f"of {judged}."
        )
    if labels_from == "these-items":
        passed = judged - flagged
        for name, n_labels, n_items in (
            ("flagged", counts.n_flagged, flagged),
            ("passed", counts.n_unflagged, passed),
        ):
            if n_labels > n_items:
                raise InputError(
                    f"{n_labels} labels on {name} items, but only {n_items} items are {name}: "
                    "labels of these items cannot outnumber them. Use --labels-from elsewhere."
                )
