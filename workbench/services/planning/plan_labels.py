"""How many more labels, and of which stratum, until a number is as precise as wanted.

Chosen: the half-width now is that of the corrected share as every report shows it; labels are
projected on the strata a draw can aim at. Where the two differ (finer strata, several labels of one
question), the wanted half-width is scaled by their ratio, so that "not yet" and "0 more" never
stand side by side.
"""

from collections.abc import Mapping, Sequence
from shlex import quote

from workbench.domain.records import JudgeId
from workbench.domain.refusals import Code, Refusal, Warning_
from workbench.domain.vocabulary import STAGE_OF_EVIDENCE, Design
from workbench.errors import InputError, NotEnoughLabels, StatisticsError
from workbench.report.percent import points
from workbench.services.calibration.correct_prevalence import SEED, correct_target
from workbench.services.calibration.label_strata import StratumPart
from workbench.services.calibration.read_labels_of import (
    SAME_ITEMS,
    LabelsOf,
    declare_line,
    read_labels_of,
)
from workbench.services.open_store import Store
from workbench.services.planning.plan_buckets import check_buckets, plan_buckets
from workbench.services.planning.plan_pairs import plan_pairs
from workbench.services.planning.plan_results import LabelPlanResult, PlannedStratum
from workbench.services.planning.plan_strata import (
    counted,
    drawable_strata,
    finest_strata,
    planned,
)
from workbench.services.refuse import refusal_of
from workbench.services.results import CorrectedTable, EstimateOrRefusal
from workbench.services.triage.observe_run import read_target
from workbench.stats.interval import Estimate
from workbench.stats.planning import (
    LABEL_FLOOR,
    LabelPlan,
    half_width_now,
    labels_for_half_width,
)

N_NAMED = 3
METHOD = (
    "search on the post-stratified interval (MOVER-Jeffreys) at counts projected from the labels "
    "so far"
)


def plan_labels(
    store: Store,
    run: str,
    judge: str,
    half_width: float = 0.05,
    tell: tuple[str, ...] | None = None,
    compare_with: str | None = None,
    difference: float = 0.10,
    where: Mapping[str, str] | None = None,
    is_by_stage: bool = False,
    seed: int = SEED,
) -> LabelPlanResult:
    """Give the labelling plan for the corrected share of a run.

    Parameters
    ----------
    run, judge
        The target set, and the judge as NAME@VERSION.
    half_width
        Wanted half-width of the 95 % interval, a fraction between 0 and 0.5.
    tell
        Two buckets to be told apart, or ("largest",) for the two largest corrected ones.
    compare_with, difference
        Another run of the same questions, and the change of the failing share to be found in it.
    where
        Field values that choose traces of the run.
    is_by_stage
        Plan a draw by verdict and stage, with labels in every stratum, instead of by verdict.

    Raises
    ------
    InputError
        Unknown run, judge or bucket, or a width that cannot be. What labels cannot support is a
        refusal in the result.
    """
    if not 0 < half_width < 0.5:
        raise InputError(f"half-width must lie between 0 and 0.5, got {half_width}.")
    if not 0 < difference < 1:
        raise InputError(f"difference must lie between 0 and 1, got {difference}.")
    check_buckets(tell)
    target = read_target(store, run, judge, where or {})
    labels = read_labels_of(store, target.run_ids, target.judge_id, target.n_judged, target.where)
    table = correct_target(target, labels, "system", False, seed)
    finest = finest_strata(target, labels)
    strata = drawable_strata(finest, is_by_stage)
    now = _half_width(table.corrected)
    plan = _plan(strata, labels, table, half_width, now)
    tell_plan = None if tell is None else plan_buckets(finest, strata, table, tell)
    pairs = None
    if compare_with is not None:
        pairs = plan_pairs(store, run, compare_with, judge, difference, seed)
    refused = next((one for one in (table.corrected, plan) if isinstance(one, Refusal)), None)
    found = plan if isinstance(plan, LabelPlan) else None
    rows = tuple(
        planned(stratum, None if found is None else found.n_more[place])
        for place, stratum in enumerate(strata)
    )
    n_by_stage = None
    if found is not None and any(found.n_more) and not is_by_stage and _has_stages(finest):
        finer = _plan(finest, labels, table, half_width, now)
        n_by_stage = sum(finer.n_more) if isinstance(finer, LabelPlan) else None
    n_now = sum(len(stratum.labels) for stratum in strata)
    dominant = None if found is None or not found.n_total else rows[found.widest].name
    return LabelPlanResult(
        run=run,
        judge=target.judge or JudgeId(judge),
        half_width_now=now,
        half_width_wanted=half_width,
        half_width_expected=_expected(found, strata, now),
        n_now=n_now,
        n_more=None if found is None else sum(found.n_more),
        n_more_by_stage=n_by_stage,
        per_stratum=rows,
        dominant=dominant,
        text=_text(now, half_width, n_now, plan, rows, dominant, n_by_stage, len(finest)),
        reason=None if refused is None else refused.reason,
        next_step=_next_step(run, judge, plan, refused, is_by_stage),
        tell=tell_plan,
        before_after=pairs,
        method=METHOD,
        seed=seed,
        warnings=(*labels.warnings(run), *_warnings(table.corrected, plan, n_now)),
    )


def _half_width(corrected: EstimateOrRefusal) -> float | None:
    if isinstance(corrected, Refusal):
        return None
    return (corrected.high - corrected.low) / 2


def _plan(
    strata: Sequence[StratumPart],
    labels: LabelsOf,
    table: CorrectedTable,
    half_width: float,
    now: float | None,
) -> LabelPlan | Refusal:
    corrected = table.corrected
    is_nothing_judged = isinstance(corrected, Refusal) and corrected.code == Code.NOTHING_JUDGED
    if is_nothing_judged and isinstance(corrected, Refusal):
        return corrected
    if labels.labels and labels.design not in SAME_ITEMS:
        return _no_sample(labels, table)
    counts = [counted(stratum) for stratum in strata]
    if now is not None and now <= half_width:
        enough = tuple(stratum.n_labelled for stratum in counts)
        widest = max(
            range(len(counts)),
            key=lambda place: (
                counts[place].n_target ** 2
                * counts[place].rate
                * (1 - counts[place].rate)
                / max(1, counts[place].n_labelled)
            ),
        )
        return LabelPlan(sum(enough), enough, (0,) * len(enough), now, widest)
    try:
        return labels_for_half_width(counts, half_width * _scale(strata, now))
    except StatisticsError as error:
        return refusal_of(error, Code.NOT_ENOUGH_LABELS)


def _has_stages(finest: Sequence[StratumPart]) -> bool:
    return len({part.evidence for part in finest if part.evidence in STAGE_OF_EVIDENCE}) > 1


def _scale(strata: Sequence[StratumPart], now: float | None) -> float:
    """Half-width on the strata of the plan over the one that is reported."""
    if not now:
        return 1.0
    try:
        return half_width_now([counted(stratum) for stratum in strata]) / now
    except NotEnoughLabels:
        return 1.0


def _expected(
    plan: LabelPlan | None, strata: Sequence[StratumPart], now: float | None
) -> float | None:
    if plan is None:
        return None
    return (
        plan.half_width_expected
        if not sum(plan.n_more)
        else (plan.half_width_expected / _scale(strata, now))
    )


def _no_sample(labels: LabelsOf, table: CorrectedTable) -> Refusal:
    run = table.run or "RUN"
    if labels.design is Design.BY_TRUTH:
        return Refusal(
            Code.DESIGN_UNKNOWN,
            "The labels were chosen by their true class, and more of them cannot be planned for "
            "from the run itself",
            "Draw a queue and plan again from its labels.",
        )
    return Refusal(
        Code.DESIGN_UNKNOWN,
        "Nobody said how the labels so far were drawn, so nothing can be projected from them",
        declare_line(run),
    )


def _text(
    now: float | None,
    wanted: float,
    n_now: int,
    plan: LabelPlan | Refusal,
    rows: Sequence[PlannedStratum],
    dominant: str | None,
    n_by_stage: int | None,
    n_finest: int,
) -> str:
    labels = f"{n_now} {'label' if n_now == 1 else 'labels'}"
    if now is None:
        said = f"With {labels} there is no corrected share yet."
    else:
        said = f"With {labels} the share that truly fails is known to ± {points(now)}."
    if isinstance(plan, Refusal):
        return f"{said} No plan: {plan}"
    n_more = sum(plan.n_more)
    if not n_more:
        said += f" That is as precise as wanted (± {points(wanted)}): 0 more."
    else:
        said += f" About {n_more} more for ± {points(wanted)}"
        adding = [stratum for stratum in rows if stratum.n_more]
        if len(adding) <= N_NAMED:
            said += ": " + ", ".join(f"{one.n_more} where {one.name}" for one in adding)
        said += "."
    if dominant is not None:
        said += f" Most of the width that remains comes from: {dominant}."
    if n_by_stage is not None:
        said += (
            f" Drawn by stage too it would be about {n_by_stage}, since each of the {n_finest} "
            f"strata then gets {LABEL_FLOOR} labels at least; every row of the bucket table rests "
            "on labels of its own then."
        )
    return said


def _next_step(
    run: str,
    judge: str,
    plan: LabelPlan | Refusal,
    refused: Refusal | None,
    is_by_stage: bool,
) -> str | None:
    if isinstance(plan, Refusal):
        return plan.next_step
    if not sum(plan.n_more):
        return None if refused is None else refused.next_step
    by = " --by verdict,stage" if is_by_stage else ""
    return (
        "Draw them: workbench queue build "
        f"--run {quote(run)} --judge {quote(judge)} --size {sum(plan.n_more)}{by}"
    )


def _warnings(
    corrected: EstimateOrRefusal, plan: LabelPlan | Refusal, n_now: int
) -> tuple[Warning_, ...]:
    if isinstance(plan, Refusal):
        return ()
    if not n_now:
        return (
            Warning_(
                Code.NOT_CALIBRATED,
                "Nothing is labelled yet, so half of every stratum is taken to be wrong: more "
                "labels than will be needed",
                "Label about 50 and plan again.",
            ),
        )
    if sum(plan.n_more) and isinstance(corrected, Estimate):
        return (
            Warning_(
                Code.STOPPED_WHEN_NARROW,
                "A plan made from the labels so far is a forecast. Labelling on until an interval "
                "looks good makes it too narrow: decide the number, then label that many",
            ),
        )
    return ()
