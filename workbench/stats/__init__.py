"""Statistics of judge and human verdicts: counts in, named results out.

May import numpy, scipy and `workbench.errors`. Never a trace, a frame, a file or a clock.
The names below are public: `from workbench import stats`, then `stats.post_stratified(...)`.
"""

from workbench.stats.agreement import (
    Agreement,
    agreement_weighted,
    krippendorff_alpha_nominal,
)
from workbench.stats.agreement import agreement as agreement_uniform
from workbench.stats.bias import (
    BiasResult,
    bonett_price_difference,
    exact_mcnemar,
    judge_bias_uniform,
    judge_bias_weighted,
)
from workbench.stats.buckets import (
    BucketRow,
    BucketStratum,
    BucketTable,
    VerdictGroup,
    bucket_shares,
    bucket_shares_by_verdict,
    bucket_shares_by_verdict_jointly,
    bucket_shares_jointly,
    bucket_shares_transported,
)
from workbench.stats.family_wise import holm
from workbench.stats.funnel import end_to_end, next_project, stage_rates
from workbench.stats.human_error import (
    corrected_for_human_error,
    human_error_band,
    symmetric_error_from_overlap,
)
from workbench.stats.interval import (
    Estimate,
    Interval,
    clopper_pearson_interval,
    difference_of_proportions,
    jeffreys_interval,
    proportion,
    wilson_interval,
)
from workbench.stats.judge_accuracy import (
    ConfusionCounts,
    JudgeAccuracy,
    accuracy_uniform,
    begg_greenes,
    begg_greenes_false_positive_rate,
    begg_greenes_sensitivity,
    false_positive_rate_uniform,
    sensitivity_uniform,
    youden_interval,
)
from workbench.stats.kendall import kendall_tau, ranking_agreement
from workbench.stats.label_need import JudgedShares, labels_needed
from workbench.stats.multinomial import goodman_intervals
from workbench.stats.paired import (
    PairStratum,
    paired_poststratified_difference,
    paired_poststratified_p_value,
)
from workbench.stats.planning import LabelPlan, half_width_now, labels_for_half_width
from workbench.stats.prevalence import (
    Stratum,
    post_stratified,
    post_stratified_bounds,
    post_stratified_clopper,
    post_stratified_guarded,
    post_stratified_items,
    rogan_gladen,
    rogan_gladen_by_verdict,
)
from workbench.stats.rate_changes import (
    VersionStrata,
    false_positive_rate_change,
    sensitivity_change,
)
from workbench.stats.sampling import draw_stratified
from workbench.stats.threshold_rates import SideCounts, false_positive_rate_at, sensitivity_at
from workbench.stats.weighting import HajekRate, clustered_n, hajek_rate

__all__ = [
    "Agreement",
    "BiasResult",
    "BucketRow",
    "BucketStratum",
    "BucketTable",
    "ConfusionCounts",
    "Estimate",
    "HajekRate",
    "Interval",
    "JudgeAccuracy",
    "JudgedShares",
    "LabelPlan",
    "PairStratum",
    "SideCounts",
    "Stratum",
    "VerdictGroup",
    "VersionStrata",
    "accuracy_uniform",
    "agreement_uniform",
    "agreement_weighted",
    "begg_greenes",
    "begg_greenes_false_positive_rate",
    "begg_greenes_sensitivity",
    "bonett_price_difference",
    "bucket_shares",
    "bucket_shares_by_verdict",
    "bucket_shares_by_verdict_jointly",
    "bucket_shares_jointly",
    "bucket_shares_transported",
    "clopper_pearson_interval",
    "clustered_n",
    "corrected_for_human_error",
    "difference_of_proportions",
    "draw_stratified",
    "end_to_end",
    "exact_mcnemar",
    "false_positive_rate_at",
    "false_positive_rate_change",
    "false_positive_rate_uniform",
    "goodman_intervals",
    "hajek_rate",
    "half_width_now",
    "holm",
    "human_error_band",
    "jeffreys_interval",
    "judge_bias_uniform",
    "judge_bias_weighted",
    "kendall_tau",
    "krippendorff_alpha_nominal",
    "labels_for_half_width",
    "labels_needed",
    "next_project",
    "paired_poststratified_difference",
    "paired_poststratified_p_value",
    "post_stratified",
    "post_stratified_bounds",
    "post_stratified_clopper",
    "post_stratified_guarded",
    "post_stratified_items",
    "proportion",
    "ranking_agreement",
    "rogan_gladen",
    "rogan_gladen_by_verdict",
    "sensitivity_at",
    "sensitivity_change",
    "sensitivity_uniform",
    "stage_rates",
    "symmetric_error_from_overlap",
    "wilson_interval",
    "youden_interval",
]
