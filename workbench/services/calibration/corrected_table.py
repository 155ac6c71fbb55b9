"""The corrected table as it is shown: counts, shares, rows, the sentence and the warnings."""

from collections.abc import Iterable

from workbench.domain.refusals import Code, Refusal, Warning_
from workbench.domain.vocabulary import Design, Evidence
from workbench.report.counted import counted_as
from workbench.services.calibration.correct_counts import correction_sentence
from workbench.services.calibration.corrected_rows import Corrected, corrected_rows
from workbench.services.calibration.label_design import Origins
from workbench.services.calibration.read_labels_of import LabelsOf
from workbench.services.results import CorrectedTable, LeftOut
from workbench.services.triage.observe_run import (
    Target,
    bucket_counts,
    count_human,
    count_observed,
    outside_counts,
    window_warnings,
)
from workbench.stats.interval import Estimate, proportion


def refused(refusal: Refusal) -> Corrected:
    """Give the place of a corrected total that there is none of, with the reason."""
    fallback = Warning_(
        Code.HUMAN_LABELS_ONLY,
        "No corrected table: the human-labelled counts alone are shown",
        refusal.next_step,
    )
    return Corrected(refusal, {}, {}, (fallback,))


def refused_table(found: Target, why: Refusal, seed: int) -> CorrectedTable:
    """Give the table of a target set that no label speaks of: what was observed, and the reason."""
    nothing = LabelsOf(
        labels=(),
        unresolved=(),
        design=Design.UNKNOWN,
        is_by_stage=False,
        is_weighted=False,
        left_out=LeftOut(),
        n_unblinded=0,
        n_tuned_on=0,
        copies=(),
        origins=Origins(found.judge_id, {}, {}, {}, {}),
    )
    return corrected_table(found, nothing, nothing, refused(why), None, "system", seed, ())


def corrected_table(
    found: Target,
    own: LabelsOf,
    labels: LabelsOf,
    corrected: Corrected,
    calibrated_on: str | None,
    target: str,
    seed: int,
    warnings: Iterable[Warning_],
) -> CorrectedTable:
    """Give the table: observed beside corrected, what it rests on, and what to say of it.

    `own` are labels on these traces, which name stages and take cases out; `labels` those that
    corrected the share, which may be the same.
    """
    observed = count_observed(found.cells, own.labels, own.unresolved)
    human = count_human(labels.labels, labels.unresolved)
    share = proportion(found.n_flagged, found.n_judged) if found.n_judged else None
    total = corrected.total
    is_estimate = isinstance(total, Estimate)
    of_labels = labels.warnings(calibrated_on or found.runs[0])
    # Of an unknown draw the labels say it all; the refusal would say it again.
    said = {warning.code for warning in of_labels} & {Code.DESIGN_UNKNOWN}
    sentence = (
        correction_sentence(found.n_flagged, found.n_judged, total)
        if found.n_judged
        else str(total)
    )
    return CorrectedTable(
        run=found.runs[0] if len(found.runs) == 1 else None,
        judge=found.judge,
        calibrated_on=calibrated_on,
        design=labels.design,
        target=target,
        n=found.n_judged,
        n_flagged=found.n_flagged,
        observed=None if share is None else share.estimate,
        observed_interval=None if share is None else share.interval,
        corrected=total,
        buckets=corrected_rows(observed, human, corrected),
        human_buckets=bucket_counts(human),
        outside=outside_counts(observed),
        counts=labels.counts(),
        method=total.method if isinstance(total, Estimate) else "",
        assumption="; ".join(
            part
            for part in (
                total.assumption if isinstance(total, Estimate) else "",
                corrected.assumption,
            )
            if part and is_estimate
        ),
        sentence=sentence,
        seed=seed,
        warnings=(
            *of_labels,
            *(warning for warning in warnings if warning.code not in said),
            *window_warnings(found),
            *_outside_warnings(found),
        ),
    )


def _outside_warnings(found: Target) -> Iterable[Warning_]:
    n_elsewhere = sum(cell.n for cell in found.cells if cell.evidence is Evidence.NOT_COMPARABLE)
    if n_elsewhere:
        yield Warning_(
            Code.NOT_COMPARABLE,
            f"{counted_as(n_elsewhere, 'trace has', 'traces have')} "
            "gold ids that are not from their index; ids decide no "
            "stage there",
            "Import the index's corpus, or gold with its ids.",
        )
