"""What to mend first: the stage that loses most, who owns it, and what mending it costs."""

from collections.abc import Mapping

from workbench.domain.remedies import FAILING_BUCKETS, REMEDIES
from workbench.domain.vocabulary import BUCKET_OF_STAGE, STAGE_OF_BUCKET, Bucket, Outside, Stage
from workbench.errors import InputError
from workbench.services.results import CorrectedTable, NextProjectCard
from workbench.stats.funnel import NextProject, next_project, next_project_from_shares
from workbench.stats.interval import Estimate, Interval, wilson_interval


def next_project_card(
    observed: Mapping[Bucket | Outside, int],
    corrected: CorrectedTable | None,
    proposal: Stage | None,
) -> NextProjectCard | None:
    """Give the bucket that loses most, by corrected shares where every failing one has its own."""
    shares = {} if corrected is None else _corrected_shares(corrected)
    if len(shares) == len(FAILING_BUCKETS):
        return _card(next_project_from_shares(shares, proposal), "corrected", proposal, shares)
    counts = {str(STAGE_OF_BUCKET[bucket]): observed.get(bucket, 0) for bucket in FAILING_BUCKETS}
    n = sum(observed.get(bucket, 0) for bucket in Bucket)
    seen = {
        stage: Estimate(count / n, wilson_interval(count, n), "Wilson", n)
        for stage, count in counts.items()
        if n
    }
    return _card(next_project(counts, proposal), "observed", proposal, seen)


def _corrected_shares(corrected: CorrectedTable) -> dict[str, Estimate]:
    return {
        str(STAGE_OF_BUCKET[Bucket(row.bucket)]): Estimate(
            row.corrected_share, Interval(row.low, row.high), corrected.method, row.n_labels
        )
        for row in corrected.buckets
        if row.bucket in FAILING_BUCKETS
        and row.corrected_share is not None
        and row.low is not None
        and row.high is not None
    }


def _card(
    found: NextProject, basis: str, proposal: Stage | None, shares: Mapping[str, Estimate]
) -> NextProjectCard | None:
    if found.stage is None:
        return None
    bucket = BUCKET_OF_STAGE[Stage(found.stage)]
    remedy = REMEDIES[bucket]
    return NextProjectCard(
        bucket=bucket,
        stage=STAGE_OF_BUCKET[bucket],
        share_of_failures=found.share_of_failures,
        runner_up=None if found.runner_up is None else BUCKET_OF_STAGE[Stage(found.runner_up)],
        is_too_close=found.too_close,
        basis=basis,
        owner=remedy.owner,
        fixes=tuple(fix.action for fix in remedy.fixes),
        side_effects=tuple(fix.side_effect for fix in remedy.fixes),
        failure_point=remedy.failure_point,
        proposal=proposal,
        warning=found.warning,
        share=shares.get(found.stage),
    )


def stage_named(proposal: str | None) -> Stage | None:
    """Give the stage of that name, or of the failing bucket of that name."""
    if proposal is None:
        return None
    if proposal in set(FAILING_BUCKETS):
        return STAGE_OF_BUCKET[Bucket(proposal)]
    if proposal in set(Stage):
        return Stage(proposal)
    raise InputError(f"{proposal!r} is no stage. Give one of: {', '.join(Stage)}.")
