"""How many more labels until two corrected buckets are told apart."""

from collections.abc import Sequence

from workbench.domain.refusals import Code, Refusal
from workbench.domain.remedies import FAILING_BUCKETS, TABLE_ORDER
from workbench.domain.vocabulary import Bucket
from workbench.errors import InputError, StatisticsError
from workbench.services.calibration.label_strata import StratumPart
from workbench.services.planning.plan_results import TellPlan
from workbench.services.planning.plan_strata import counted_cell, planned
from workbench.services.refuse import refusal_of
from workbench.services.results import CorrectedTable
from workbench.stats.bucket_planning import labels_to_tell_buckets

LARGEST = "largest"
TELL_METHOD = (
    "search on the corrected rows (MOVER-Jeffreys) at projected counts, until the interval of "
    "their difference excludes 0"
)


def plan_buckets(
    finest: Sequence[StratumPart],
    strata: Sequence[StratumPart],
    table: CorrectedTable,
    tell: tuple[str, ...],
) -> TellPlan | Refusal:
    """Give the labels until two corrected buckets are told apart, or why that cannot be said."""
    if isinstance(table.corrected, Refusal):
        return table.corrected
    names = _two_buckets(table, tell)
    if isinstance(names, Refusal):
        return names
    groups = [_group_of(part, strata) for part in finest]
    cells = [counted_cell(part) for part in finest]
    seen = {name for cell in cells for name in cell.counts}
    rows = [*TABLE_ORDER, *sorted(seen - set(TABLE_ORDER))]
    try:
        plan = labels_to_tell_buckets(cells, groups, *names, rows)
    except StatisticsError as error:
        return refusal_of(error)
    return TellPlan(
        *names,
        plan.first_share,
        plan.second_share,
        sum(plan.n_more),
        tuple(planned(stratum, n) for stratum, n in zip(strata, plan.n_more, strict=True)),
        TELL_METHOD,
    )


def _two_buckets(table: CorrectedTable, tell: tuple[str, ...]) -> tuple[str, str] | Refusal:
    if tell != (LARGEST,):
        return tell[0], tell[1]
    shares = {
        row.bucket: row.corrected_share
        for row in table.buckets
        if row.bucket in FAILING_BUCKETS and row.corrected_share
    }
    ranked = sorted(shares, key=lambda name: -(shares[name] or 0.0))
    if len(ranked) < 2:
        return Refusal(
            Code.NOT_ENOUGH_LABELS,
            f"{len(ranked)} buckets of failures have a corrected share above 0, two are needed",
            "Label more, or name two buckets.",
        )
    return ranked[0], ranked[1]


def _group_of(part: StratumPart, strata: Sequence[StratumPart]) -> int:
    return next(
        place
        for place, stratum in enumerate(strata)
        if stratum.verdict is part.verdict and stratum.evidence in ("", part.evidence)
    )


def check_buckets(tell: tuple[str, ...] | None) -> None:
    """Raise InputError unless the names are two different buckets, or `largest`."""
    if tell is None or tell == (LARGEST,):
        return
    known = {str(bucket) for bucket in Bucket}
    if len(tell) != 2 or len(set(tell)) != 2 or not set(tell) <= known:
        raise InputError(
            f"Give two different buckets, or {LARGEST}, got {','.join(tell) or 'nothing'}. "
            f"Known: {', '.join(TABLE_ORDER)}."
        )
