"""How many questions to label in two runs before a change of a given size would show."""

from shlex import quote

import numpy as np

from workbench.domain.refusals import Code, Refusal
from workbench.errors import StatisticsError
from workbench.report.percent import percent
from workbench.services.comparing.pair_strata import VERDICT_PAIRS, read_run_pair
from workbench.services.open_store import Store
from workbench.services.planning.plan_results import BeforeAfterPlan, PlannedPair
from workbench.services.refuse import refusal_of
from workbench.stats.paired_planning import (
    ASSUMED_CHANGED_ALIKE,
    ASSUMED_CHANGED_DIFFERENT,
    pairs_for_difference,
)

POWER = 0.8
METHOD = (
    "simulated labels, read with the paired post-stratified difference (95 % interval excludes 0); "
    "half the labels on pairs whose verdicts differ"
)


def plan_pairs(
    store: Store, run_a: str, run_b: str, judge: str, difference: float, seed: int
) -> BeforeAfterPlan | Refusal:
    """Give the pairs to label for a change of this size, or why that cannot be said.

    Raises
    ------
    InputError
        Unknown run or judge.
    """
    both = read_run_pair(store, run_a, run_b, judge)
    strata = both.counted_strata()
    n_pairs = sum(stratum.n_target for stratum in strata)
    if not n_pairs:
        return Refusal(
            Code.NOTHING_JUDGED,
            f"No question has one trace with a usable verdict of {judge} in {run_a} and in {run_b}",
            "Import both runs with the same question_id, and the judge's verdicts on both.",
        )
    are_different = [first is not second for first, second in VERDICT_PAIRS]
    if not both.is_design_known() and both.compared:
        # Labels of unknown origin say nothing of the shares; the plan starts from none.
        strata = tuple(type(one)(one.n_target, 0, 0, 0) for one in strata)
    try:
        plan = pairs_for_difference(
            strata, are_different, difference, np.random.default_rng(seed), POWER
        )
    except StatisticsError as error:
        return refusal_of(error)
    n_labelled = sum(stratum.n_labelled for stratum in strata)
    return BeforeAfterPlan(
        run_b=run_b,
        difference=difference,
        n_pairs=n_pairs,
        n_pairs_labelled=n_labelled,
        n_pairs_wanted=plan.n_total,
        n_more=sum(plan.n_more),
        power_wanted=POWER,
        power_expected=plan.power_expected,
        power_now=plan.power_now,
        per_pair=tuple(
            PlannedPair(str(first), str(second), stratum.n_target, stratum.n_labelled, more)
            for (first, second), stratum, more in zip(
                VERDICT_PAIRS, strata, plan.n_more, strict=True
            )
        ),
        method=METHOD,
        assumption=_assumption(
            [
                is_different
                for stratum, is_different in zip(strata, are_different, strict=True)
                if stratum.n_target and not stratum.n_labelled
            ]
        ),
        next_step=(
            f"Draw them: workbench queue build --run {quote(run_a)} --also-run {quote(run_b)} "
            f"--judge {quote(judge)} --size {sum(plan.n_more)}"
        )
        if sum(plan.n_more)
        else None,
    )


def _assumption(unlabelled: list[bool]) -> str:
    if not unlabelled:
        return "the labelled pairs change as often as those still to be labelled"
    named = []
    if True in unlabelled:
        named.append(f"{percent(ASSUMED_CHANGED_DIFFERENT)} of pairs with different verdicts")
    if False in unlabelled:
        named.append(f"{percent(ASSUMED_CHANGED_ALIKE)} of pairs with equal verdicts")
    return (
        f"where no pair is labelled yet, {' and '.join(named)} truly changed; label some and "
        "plan again"
    )
