"""The funnel's product with its interval, what caps it, and what a better stage would expose."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from workbench.domain.vocabulary import Stage
from workbench.errors import InputError
from workbench.report.counted import counted
from workbench.report.percent import percent
from workbench.services.results import EstimateOrRefusal, FunnelStage
from workbench.stats.interval import Estimate, Interval
from workbench.stats.what_if import Ceiling, cap_of, ceilings, exact_rate, product_of_rates

CERTAIN = "given"


@dataclass(frozen=True, slots=True)
class WhatIf:
    """What comes out right now and with some stages changed, and what then limits it.

    `caps` lets least through as things are, `then_caps` with the changes; `exposes` is a
    sentence where mending one stage makes another the largest loss.
    """

    now: Estimate
    then: Estimate
    changed: Mapping[str, float]
    ceilings: tuple[Ceiling, ...]
    caps: str
    then_caps: str
    sentence: str
    cap_sentence: str
    ceiling_sentence: str
    exposes: str


def what_if_stages(
    funnel: Sequence[FunnelStage],
    changed: Mapping[str, float] | None = None,
    generation: EstimateOrRefusal | None = None,
) -> WhatIf | None:
    """Give what the stages let through together if some had these rates; None without a rate.

    `generation` is that stage's corrected rate; where it is none, the judge's word stands, and
    the sentence says so.

    Raises
    ------
    InputError
        A changed stage is not in the funnel, or its rate lies outside [0, 1].
    """
    counted = {stage.stage: stage for stage in funnel if stage.entered}
    if not counted:
        return None
    changed = dict(changed or {})
    unknown = [stage for stage in changed if stage not in counted]
    if unknown:
        raise InputError(
            f"The funnel has no stage {', '.join(unknown)}. Stages are: {', '.join(counted)}."
        )
    outside = [stage for stage, rate in changed.items() if not 0 <= rate <= 1]
    if outside:
        raise InputError(f"A rate lies in 0 to 1; {outside[0]} got {changed[outside[0]]}.")
    estimates = {name: exact_rate(stage.survived, stage.entered) for name, stage in counted.items()}
    if isinstance(generation, Estimate) and Stage.GENERATION in estimates:
        estimates[Stage.GENERATION] = generation
    new = estimates | {stage: _given(rate) for stage, rate in changed.items()}
    now_rates = {stage: rate.estimate for stage, rate in estimates.items()}
    then_rates = {stage: rate.estimate for stage, rate in new.items()}
    now, then = product_of_rates(list(estimates.values())), _product(new, estimates)
    found = ceilings(then_rates)
    cap, then_cap = cap_of(now_rates), cap_of(then_rates)
    last = found[-1]
    return WhatIf(
        now=now,
        then=then,
        changed=changed,
        ceilings=found,
        caps=cap.stage,
        then_caps=then_cap.stage,
        sentence=_sentence(now, then, changed, last.stage) + _basis(estimates, generation),
        cap_sentence=(
            f"{_name(then_cap.stage)} lets least through ({percent(then_cap.rate)}): whatever "
            f"else is done, no more than that comes out."
        ),
        ceiling_sentence=(
            f"{_name(last.stage)} cannot do better than {percent(last.reached)}: that is the share "
            "of traces whose evidence reaches it."
            if len(found) > 1
            else ""
        ),
        exposes=(
            f"With this, {_name(then_cap.stage).lower()} becomes the largest loss: it caps what "
            f"comes out at {percent(then_cap.rate)}."
            if changed and then_cap.stage != cap.stage
            else ""
        ),
    )


def _given(rate: float) -> Estimate:
    return Estimate(rate, Interval(rate, rate), CERTAIN, 0)


def _product(rates: Mapping[str, Estimate], measured: Mapping[str, Estimate]) -> Estimate:
    product = product_of_rates(list(rates.values()))
    n = min(rate.n for rate in measured.values())
    return Estimate(product.estimate, product.interval, product.method, n, product.assumption)


def _sentence(now: Estimate, then: Estimate, changed: Mapping[str, float], last: str) -> str:
    # Without verdicts nobody knows what generation made of the evidence that reached it.
    of_what, outcome = (
        ("answers", "come out right")
        if last == Stage.GENERATION
        else ("traces", f"still hold their evidence after {_name(last).lower()}")
    )
    if not changed:
        return (
            f"The stages multiply to {percent(now.estimate)} that {outcome} "
            f"(95 % interval {percent(now.low)} to {percent(now.high)})."
        )
    said = " and ".join(f"{_name(stage).lower()} {rate:.2f}" for stage, rate in changed.items())
    return (
        f"With {said}, {then.estimate:.2f} of the {of_what} {outcome} ({then.low:.2f} to "
        f"{then.high:.2f}); now {now.estimate:.2f}."
    )


def _basis(rates: Mapping[str, Estimate], generation: EstimateOrRefusal | None) -> str:
    if Stage.GENERATION not in rates:
        return " What generation makes of it is not known: no judge's verdict counts here."
    if isinstance(generation, Estimate):
        return (
            f" Generation is corrected for the judge's errors, by {counted(generation.n, 'label')}."
        )
    return " Generation is what the judge says, its errors included."


def _name(stage: str) -> str:
    return str(stage).capitalize()
