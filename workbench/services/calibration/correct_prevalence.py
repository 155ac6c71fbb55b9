"""The share that truly fails and its split into buckets, the judge's errors taken out.

Which formula is used follows from how the labels were drawn, never from a wish: labels of the
items reported are post-stratified; labels of another run, or chosen by truth, go through
Rogan-Gladen with its assumption said; labels of unknown origin correct nothing.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Literal

import numpy as np

from workbench.domain.refusals import Code, Refusal, Warning_
from workbench.domain.remedies import FAILING_BUCKETS
from workbench.domain.vocabulary import (
    Design,
)
from workbench.errors import InputError, NotEnoughLabels, StatisticsError
from workbench.services.calibration.correct_counts import estimate_warnings
from workbench.services.calibration.correct_same_items import (
    CONSERVATIVE,
    ITEMS,
    SYSTEM,
    correct_same_items,
)
from workbench.services.calibration.corrected_rows import Corrected
from workbench.services.calibration.corrected_table import corrected_table, refused
from workbench.services.calibration.judge_rates import equal_labels
from workbench.services.calibration.label_strata import UNNAMED
from workbench.services.calibration.label_weights import failure_mix
from workbench.services.calibration.labels_within_reach import within_reach
from workbench.services.calibration.not_calibrated import not_calibrated
from workbench.services.calibration.read_labels_of import LabelsOf, read_labels_of
from workbench.services.open_store import Store
from workbench.services.refuse import refusal_of
from workbench.services.results import CorrectedTable
from workbench.services.triage.observe_run import (
    Target,
    changed_judge_warning,
    read_target,
)
from workbench.stats.buckets_transported import bucket_shares_transported
from workbench.stats.counts import ConfusionCounts
from workbench.stats.rogan_gladen import rogan_gladen
from workbench.stats.rogan_gladen_by_verdict import rogan_gladen_by_verdict

SEED = 20_250_303
"""Where draws start when nobody names a seed; stored with every result."""

Wanted = Literal["system", "items"]


def correct_prevalence(
    store: Store,
    run: str,
    judge: str,
    calibrated_on: str | None = None,
    target: Wanted = "system",
    where: Mapping[str, str] | None = None,
    is_conservative: bool = False,
    seed: int = SEED,
) -> CorrectedTable:
    """Give observed and corrected shares of a run.

    Parameters
    ----------
    run, judge
        The target set, and the judge as NAME@VERSION.
    calibrated_on
        Another run whose labels measured the judge; None uses the run's own labels.
    target
        `system` speaks of the system behind the traces, `items` of exactly these traces.
    where
        Field values that choose traces of the run.
    is_conservative
        Intervals that never cover less than promised, about 17 % wider.

    Raises
    ------
    InputError
        Unknown run or judge. What labels cannot support is a refusal in the result.
    """
    if target not in ("system", "items"):
        raise InputError(f"target is system or items, got {target!r}.")
    found = read_target(store, run, judge, where or {})
    own = _labels(store, found)
    if calibrated_on is None or calibrated_on == run:
        table = correct_target(found, own, target, is_conservative, seed)
    else:
        source = read_target(store, calibrated_on, judge, {})
        table = correct_elsewhere(found, own, source, _labels(store, source), seed)
    if table.counts.n:
        return table
    return replace(table, warnings=(*table.warnings, *changed_judge_warning(store, found)))


def observed_only(store: Store, run: str, where: Mapping[str, str]) -> CorrectedTable:
    """Give the table of a run that no judge gave verdicts on: labels and nothing corrected."""
    found = read_target(store, run, None, where)
    return correct_target(found, _labels(store, found), "system", False, SEED)


def correct_target(
    found: Target, labels: LabelsOf, target: Wanted, is_conservative: bool, seed: int
) -> CorrectedTable:
    """Give the table of a target set that was read already, from its own labels."""
    rng = np.random.default_rng(seed)
    design = labels.design
    if found.n_judged == 0:
        corrected = refused(_nothing_judged(found))
    elif not any(label.verdict is not None for label in labels.labels):
        corrected = refused(not_calibrated(found))
    elif design is Design.UNKNOWN or design is Design.TRANSPORTED:
        why = labels.origins.why_unknown(found.runs[0])
        reason = f"{why.reason}: no share is corrected from labels that may have been picked"
        corrected = refused(replace(why, reason=reason))
    elif design is Design.BY_TRUTH:
        corrected = _by_rates(found, found, labels, rng)
    else:
        method = SYSTEM if target == "system" else ITEMS
        method = CONSERVATIVE if is_conservative and target == "system" else method
        same = correct_same_items(
            found.cells, labels.labels, labels.is_by_stage, labels.is_weighted, method, rng
        )
        corrected = Corrected(same.total, same.rows, same.rows_jointly, same.warnings)
    warnings = _without_thin_twice((*corrected.warnings, *estimate_warnings(corrected.total)))
    return corrected_table(found, labels, labels, corrected, None, target, seed, warnings)


def correct_elsewhere(
    found: Target, own: LabelsOf | None, source: Target, labels: LabelsOf, seed: int
) -> CorrectedTable:
    """Give the table of a target set from the labels of another; `own` are its own, if any."""
    if own is None:
        own = replace(labels, labels=(), unresolved=(), findings=())
    if found.n_judged == 0:
        corrected = refused(_nothing_judged(found))
    elif not any(label.verdict is not None for label in labels.labels):
        corrected = refused(not_calibrated(source if source.n_judged else found))
    elif labels.design is Design.UNKNOWN or labels.design is Design.TRANSPORTED:
        why = labels.origins.why_unknown(source.runs[0])
        corrected = refused(replace(why, reason=f"Labels of run {source.runs[0]}: {why.reason}"))
    else:
        corrected = _by_rates(found, source, labels, np.random.default_rng(seed))
    warnings = (*corrected.warnings, *estimate_warnings(corrected.total))
    moved = replace(labels, design=Design.TRANSPORTED)
    return corrected_table(found, own, moved, corrected, source.runs[0], "system", seed, warnings)


def _by_rates(
    found: Target, source: Target, labels: LabelsOf, rng: np.random.Generator
) -> Corrected:
    """Rogan-Gladen on the total, and the stage mix of the labelled failures on the rows."""
    four = labels.counts()
    counts = ConfusionCounts(four.tp, four.fn, four.fp, four.tn)
    if labels.is_by_stage or labels.is_weighted:
        counts = equal_labels(labels, source)
    try:
        if labels.design in (Design.UNIFORM, Design.BY_TRUTH):
            total = rogan_gladen(found.n_flagged, found.n_judged, counts)
        else:
            total = rogan_gladen_by_verdict(
                found.n_flagged,
                found.n_judged,
                source.n_flagged,
                source.n_passed,
                counts,
                rng,
            )
    except StatisticsError as error:
        return refused(within_reach(refusal_of(error), source, four))
    failures = failure_mix(source, labels)
    mix: dict[str, float] = {bucket: failures.get(bucket, 0.0) for bucket in FAILING_BUCKETS}
    if UNNAMED in failures:
        mix[UNNAMED] = failures[UNNAMED]
    try:
        table = bucket_shares_transported(total, mix)
    except NotEnoughLabels as error:
        refusal = refusal_of(error)
        return Corrected(
            total, {}, {}, (Warning_(refusal.code, refusal.reason, refusal.next_step),)
        )
    rows = {row.bucket: row for row in table.rows}
    return Corrected(total, rows, {}, (), table.assumption)


def _nothing_judged(found: Target) -> Refusal:
    return Refusal(
        Code.NOTHING_JUDGED,
        f"No trace of {', '.join(found.runs)} has a usable verdict of {found.judge or 'a judge'}",
        "Import its verdicts: workbench import verdicts FILE --run RUN.",
    )


def _without_thin_twice(warnings: Iterable[Warning_]) -> tuple[Warning_, ...]:
    kept: dict[str, Warning_] = {}
    for warning in warnings:
        kept.setdefault(
            warning.code if warning.code == Code.STRATUM_THIN else str(warning), warning
        )
    return tuple(kept.values())


def _labels(store: Store, found: Target) -> LabelsOf:
    return read_labels_of(store, found.run_ids, found.judge_id, found.n_judged, found.where)
