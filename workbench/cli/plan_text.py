"""Plans as a person reads them: the sentence first, then the counts."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from workbench.cli.printing import print_table, print_warnings, remark, say
from workbench.domain.refusals import Refusal
from workbench.report.counted import counted
from workbench.report.percent import percent, points

if TYPE_CHECKING:
    from workbench.services.planning.plan_results import (
        BeforeAfterPlan,
        LabelPlanResult,
        PlannedStratum,
        TellPlan,
    )


def print_plan(result: "LabelPlanResult") -> None:
    """Print how many more labels are needed, and of what."""
    say(result.text)
    if result.half_width_now is None and result.reason and result.n_more is not None:
        say(f"Why there is none yet: {result.reason}.")
    if result.per_stratum:
        say()
        _print_strata(result.per_stratum)
    if result.half_width_expected is not None and result.n_more:
        say(f"Expected then: ± {points(result.half_width_expected)}. Method: {result.method}.")
    if result.tell is not None:
        say()
        _print_tell(result.tell)
    if result.before_after is not None:
        say()
        _print_before_after(result.before_after, result.run)
    if result.next_step:
        remark(result.next_step)
    print_warnings(result.warnings)


def _print_strata(strata: "Sequence[PlannedStratum]") -> None:
    print_table(
        ("labels are drawn where", "traces", "labelled", "more"),
        [
            (
                stratum.name,
                str(stratum.n_target),
                str(stratum.n_labelled),
                "" if stratum.n_more is None else str(stratum.n_more),
            )
            for stratum in strata
        ],
    )


def _print_tell(tell: "TellPlan | Refusal") -> None:
    if isinstance(tell, Refusal):
        say(f"To tell two buckets apart: no plan. {tell}")
        return
    larger, smaller = (
        (tell.first, tell.second)
        if tell.first_share >= tell.second_share
        else (tell.second, tell.first)
    )
    shares = sorted((tell.first_share, tell.second_share), reverse=True)
    named = f"{larger} (about {percent(shares[0])}) from {smaller} (about {percent(shares[1])})"
    if not tell.n_more:
        say(f"To tell {named}: 0 more labels, they are told apart already.")
        return
    say(f"To tell {named}: about {counted(tell.n_more, 'more label')}.")
    _print_strata([stratum for stratum in tell.per_stratum if stratum.n_more])
    say(f"Method: {tell.method}.")


def _print_before_after(plan: "BeforeAfterPlan | Refusal", run: str) -> None:
    if isinstance(plan, Refusal):
        say(f"To find a change: no plan. {plan}")
        return
    say(
        f"To find a change of {points(plan.difference)} between {run} and {plan.run_b} in "
        f"{percent(plan.power_wanted)} of cases: about {plan.n_pairs_wanted} of {plan.n_pairs} "
        f"questions labelled in both runs, {plan.n_more} more than now."
    )
    print_table(
        ("judge, before", "judge, after", "questions", "labelled", "more"),
        [
            (
                pair.verdict_a,
                pair.verdict_b,
                str(pair.n_target),
                str(pair.n_labelled),
                str(pair.n_more),
            )
            for pair in plan.per_pair
        ],
    )
    if plan.power_now is not None:
        say(f"With the labels so far: {percent(plan.power_now)} of cases.")
    say(f"Method: {plan.method}. Assumption: {plan.assumption}.")
    if plan.next_step is not None:
        remark(plan.next_step)
