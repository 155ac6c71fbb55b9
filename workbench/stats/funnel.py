"""The stages as a funnel: how much of what enters each one survives, and what to mend first.

Rates are conditional: a stage answers only for what reached it. Their product is the share that
comes out right; a what-if replaces some rates and multiplies again, which assumes that mending one
stage leaves the others' rates as they are.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod, sqrt

from workbench.errors import NotEnoughLabels
from workbench.stats.bias import exact_mcnemar
from workbench.stats.interval import Estimate, proportion


@dataclass(frozen=True, slots=True)
class StageRate:
    """How many traces entered a stage and survived it; no rate where none entered."""

    stage: str
    entered: int
    survived: int
    rate: Estimate | None


LEAST_NAMED = 0.0005
"""A stage that loses less of all traces is no runner-up: printed, its share would be 0."""


@dataclass(frozen=True, slots=True)
class NextProject:
    """The stage that loses most, whether that is clear, and a warning about another proposal.

    `runner_up` is the second largest, if it lost any; `too_close` says the labels do not settle
    which of the stages loses most.
    """

    stage: str | None
    share_of_failures: float
    runner_up: str | None
    too_close: bool
    warning: str | None


@dataclass(frozen=True, slots=True)
class StageFlow:
    """Traces that entered a stage, and those that left it with the answer still within reach."""

    stage: str
    entered: int
    survived: int


def stage_rates(flows: Sequence[StageFlow], confidence: float = 0.95) -> tuple[StageRate, ...]:
    """Gives each stage's conditional survival with Wilson's interval.

    Parameters
    ----------
    flows : sequence of StageFlow
        Counts of each stage, in order.
    confidence : float
        Level of each interval.

    Returns
    -------
    tuple of StageRate
        Fractions; None for a stage that nothing entered.

    Raises
    ------
    ValueError
        If survived lies outside [0, entered].
    """
    return tuple(
        StageRate(
            flow.stage,
            flow.entered,
            flow.survived,
            proportion(flow.survived, flow.entered, confidence) if flow.entered else None,
        )
        for flow in flows
    )


def end_to_end(rates: Mapping[str, float], changed: Mapping[str, float] | None = None) -> float:
    """Gives the share that comes through all stages, some rates replaced where asked.

    Parameters
    ----------
    rates : mapping of str to float
        Conditional survival of each stage, fractions in [0, 1].
    changed : mapping of str to float, optional
        What-if: rates that replace those of the same name.

    Returns
    -------
    float
        Product of all rates, in [0, 1].

    Raises
    ------
    ValueError
        If a rate lies outside [0, 1] or a changed stage is not among the rates.
    """
    changed = changed or {}
    unknown = sorted(set(changed) - set(rates))
    if unknown:
        raise ValueError(f"changed must name stages of the funnel, got {unknown}")
    merged = {**rates, **changed}
    for stage, rate in merged.items():
        if not 0 <= rate <= 1:
            raise ValueError(f"rate of {stage} must lie in [0, 1], got {rate}")
    return prod(merged.values())


def next_project(
    failures: Mapping[str, int], proposal: str | None = None, confidence: float = 0.95
) -> NextProject:
    """Gives the stage that loses most, from counted failures.

    Parameters
    ----------
    failures : mapping of str to int
        Failures by stage.
    proposal : str, optional
        The stage somebody means to work on; a warning comes back if it is not the largest.
    confidence : float
        Two stages are too close to call if an exact test of their counts does not reach it.

    Returns
    -------
    NextProject
        The first of several equally large stages, marked `too_close`; no stage without failures.

    Raises
    ------
    ValueError
        If a count is below 0.

    Notes
    -----
    Exact two-sided test of the largest count against the second alone. Both were picked by looking,
    and that needs no correction: a runner-up is itself large by luck.

    References
    ----------
    Hung & Fithian 2019, Ann. Stat. 47, Rank verification for exponential families.
    """
    if min(failures.values(), default=0) < 0:
        raise ValueError(f"failures must hold counts of at least 0, got {dict(failures)}")
    ranked = sorted(failures, key=lambda stage: -failures[stage])
    n_failures = sum(failures.values())
    if n_failures == 0:
        return NextProject(None, 0.0, None, False, None)
    largest, n_largest = ranked[0], failures[ranked[0]]
    runner_up = ranked[1] if len(ranked) > 1 and failures[ranked[1]] else None
    n_second = failures[runner_up] if runner_up is not None else 0
    too_close = exact_mcnemar(n_largest, n_second) >= 1 - confidence
    shares = {stage: count / n_failures for stage, count in failures.items()}
    return NextProject(
        largest,
        n_largest / n_failures,
        runner_up,
        too_close,
        _warning(shares, largest, proposal),
    )


def next_project_from_shares(
    shares: Mapping[str, Estimate], proposal: str | None = None
) -> NextProject:
    """Gives the stage that loses most, from corrected shares with intervals.

    Parameters
    ----------
    shares : mapping of str to Estimate
        Corrected share of each failing stage, all at one level.
    proposal : str, optional
        The stage somebody means to work on.

    Returns
    -------
    NextProject
        `too_close` if the interval of the difference to the second largest includes 0.

    Raises
    ------
    NotEnoughLabels
        If no stage has a share.

    Notes
    -----
    Shares of one table push each other down; the interval of their difference is square-and-add
    with the correlation of two multinomial shares, -sqrt(a b / ((1-a)(1-b))).

    References
    ----------
    Zou & Donner 2008, Stat. Med. 27, 1693-1702, for correlated estimates.
    """
    if not shares:
        raise NotEnoughLabels("no stage has a corrected share")
    points = {stage: share.estimate for stage, share in shares.items()}
    total = sum(points.values())
    if total <= 0:
        return NextProject(None, 0.0, None, False, None)
    ranked = sorted(points, key=lambda stage: -points[stage])
    largest = ranked[0]
    second = ranked[1] if len(ranked) > 1 else None
    too_close = second is not None and _overtakes(shares[largest], shares[second])
    runner_up = second if second is not None and points[second] >= LEAST_NAMED else None
    relative = {stage: point / total for stage, point in points.items()}
    return NextProject(
        largest, relative[largest], runner_up, too_close, _warning(relative, largest, proposal)
    )


def _overtakes(first: Estimate, second: Estimate) -> bool:
    odds = (
        first.estimate * second.estimate / max((1 - first.estimate) * (1 - second.estimate), 1e-12)
    )
    correlation = -min(1.0, sqrt(odds))
    down, up = first.estimate - first.low, second.high - second.estimate
    reach = sqrt(max(0.0, down**2 + up**2 - 2 * correlation * down * up))
    return first.estimate - second.estimate - reach <= 0


def _warning(shares: Mapping[str, float], largest: str, proposal: str | None) -> str | None:
    if proposal is None or proposal == largest or shares.get(proposal, 0.0) >= shares[largest]:
        return None
    return (
        f"a change to {proposal} can mend at most {shares.get(proposal, 0.0):.0%} of the failures; "
        f"{largest} loses {shares[largest]:.0%}"
    )
