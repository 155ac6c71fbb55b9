"""Of the traces whose evidence reached the prompt, the share truly answered right.

The funnel's last stage is the judge's word, and a judge that is too strict makes generation look
like the stage that caps everything. The same labels that correct the shares correct it, inside the
traces that reached generation: post-stratified by verdict, never pooled with other stages.
"""

from dataclasses import replace

from workbench.domain.refusals import Code, Refusal
from workbench.domain.vocabulary import Evidence
from workbench.services.calibration.label_strata import as_stratum, stratum_parts
from workbench.services.calibration.read_labels_of import SAME_ITEMS, LabelsOf
from workbench.services.results import EstimateOrRefusal
from workbench.services.triage.observe_run import Target
from workbench.stats.interval import Interval
from workbench.stats.prevalence import post_stratified

ASSUMPTION = "labels drawn at random within each verdict, of traces whose gold reached the prompt"


def corrected_generation(found: Target, labels: LabelsOf) -> EstimateOrRefusal | None:
    """Give the share of right answers among the traces whose evidence reached the prompt.

    None where the judge has no verdict on such a trace, or nobody labelled any trace of the run.
    A refusal says what to label.
    """
    parts = [
        part
        for part in stratum_parts(
            found.cells, labels.labels, labels.is_by_stage, labels.is_weighted
        )
        if part.evidence == Evidence.REACHED and part.verdict is not None
    ]
    if not parts or not labels.labels:
        return None
    if labels.design not in SAME_ITEMS:
        return Refusal(
            Code.DESIGN_UNKNOWN,
            "Generation is not corrected: the labels are not known to be drawn from these traces "
            "alike, or by the judge's verdict",
            "Say how they were drawn, or label a queue drawn here.",
        )
    empty = [part.name for part in parts if not part.labels]
    if empty:
        return Refusal(
            Code.STRATUM_UNLABELLED,
            f"Generation is not corrected: no label in {'; '.join(empty)}",
            "Label traces of that stratum.",
        )
    wrong = post_stratified([as_stratum(part) for part in parts])
    return replace(
        wrong,
        estimate=1.0 - wrong.estimate,
        interval=Interval(1.0 - wrong.high, 1.0 - wrong.low),
        assumption=ASSUMPTION,
    )
