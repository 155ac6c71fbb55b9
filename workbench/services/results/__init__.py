"""What the services of triage, judge and correction give: frozen records, named as in `--json`.

A field is an `Estimate` or, in its place, a `Refusal`. Shares are fractions in [0, 1]; counts
stand beside them, so that totals never come from rounded shares.
"""

from workbench.domain.refusals import Refusal, Warning_
from workbench.services.results.corrected_results import CorrectedBucket, CorrectedTable
from workbench.services.results.estimate_or_refusal import EstimateOrRefusal
from workbench.services.results.judge_results import (
    AgreementCard,
    BiasCard,
    Disagreement,
    GroupRow,
    GroupTable,
    JudgeCard,
    JudgeCounts,
    LeftOut,
    WordCount,
)
from workbench.services.results.triage_results import (
    BucketCount,
    FunnelStage,
    NextProjectCard,
    OutsideCounts,
    RankWarning,
    TriageResult,
)
from workbench.stats.interval import Estimate

__all__ = [
    "AgreementCard",
    "BiasCard",
    "BucketCount",
    "CorrectedBucket",
    "CorrectedTable",
    "Disagreement",
    "Estimate",
    "EstimateOrRefusal",
    "FunnelStage",
    "GroupRow",
    "GroupTable",
    "JudgeCard",
    "JudgeCounts",
    "LeftOut",
    "NextProjectCard",
    "OutsideCounts",
    "RankWarning",
    "Refusal",
    "TriageResult",
    "Warning_",
    "WordCount",
]
