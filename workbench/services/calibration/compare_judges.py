"""Several judges side by side on the same traces: how each errs, and what each would cost.

A judge is worth what it saves in labels. Chosen: for each judge the labels that ± 5 points would
take if one began anew, from its own error rates; the labels there are were drawn for one of them.
No judge is called best: a difference that the labels do not carry is not a finding.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from db import read_queues, read_triage
from workbench.domain.refusals import Code, Refusal, Warning_
from workbench.domain.vocabulary import Design
from workbench.errors import InputError, StatisticsError
from workbench.report.percent import percent
from workbench.services.calibration.calibrate_judge import calibrate_judge
from workbench.services.calibration.correct_prevalence import SEED
from workbench.services.find_judge import judge_names
from workbench.services.open_store import Store
from workbench.services.refuse import refusal_of
from workbench.services.results import BiasCard, EstimateOrRefusal, JudgeCard, JudgeCounts
from workbench.services.triage.observe_run import Target, read_target
from workbench.stats.interval import Estimate
from workbench.stats.label_need import JudgedShares, labels_needed

HALF_WIDTH = 0.05
CLEARLY_FEWER = 0.8
WORTH_SAYING = 20
OF_THE_JUDGE = frozenset(
    {Code.STRATUM_UNLABELLED, Code.JUDGE_UNINFORMATIVE, Code.STRATUM_THIN, Code.ONE_CLASS_ONLY}
)


@dataclass(frozen=True, slots=True)
class ComparedJudge:
    """One judge's line: its rates, its bias, the corrected share, and what it would cost.

    `half_width` is that of the corrected share now; `labels_needed` are those for the wanted one.
    """

    judge: str
    n_judged: int
    counts: JudgeCounts
    design: Design
    sensitivity: EstimateOrRefusal
    false_positive_rate: EstimateOrRefusal
    bias: BiasCard | Refusal
    observed_prevalence: EstimateOrRefusal
    corrected_prevalence: EstimateOrRefusal
    half_width: float | None
    labels_needed: int | Refusal
    warnings: tuple[Warning_, ...]


@dataclass(frozen=True, slots=True)
class JudgeComparison:
    """The judges of one run, in order of their names; `half_width_wanted` is a fraction."""

    run: str
    where: Mapping[str, str]
    half_width_wanted: float
    judges: tuple[ComparedJudge, ...]
    sentence: str
    seed: int
    warnings: tuple[Warning_, ...]


def compare_judges(
    store: Store,
    run: str,
    where: Mapping[str, str] | None = None,
    half_width: float = HALF_WIDTH,
    seed: int = SEED,
) -> JudgeComparison:
    """Give every judge of a run beside the others.

    Parameters
    ----------
    run
        The run whose judges are compared, on its own labels.
    where
        Field values that choose traces of the run.
    half_width
        The precision that `labels_needed` is counted for, a fraction above 0.

    Raises
    ------
    InputError
        Unknown run. What labels cannot support is a refusal in a judge's line.
    """
    if not 0 < half_width < 0.5:
        raise InputError(f"The half-width must lie between 0 and 0.5, got {half_width}.")
    where = where or {}
    target = read_target(store, run, None, where)
    with store.reading() as connection:
        known = read_queues.read_judges(connection)
        used = {key for key, _, _ in read_triage.read_judges_of_runs(connection, target.run_ids)}
    names = [
        name for row, name in zip(known, judge_names(known), strict=True) if row.judge_id in used
    ]
    rows = tuple(_compared(store, name, run, where, half_width, seed) for name in sorted(names))
    return JudgeComparison(
        run=run,
        where=dict(where),
        half_width_wanted=half_width,
        judges=rows,
        sentence=_sentence(rows, half_width),
        seed=seed,
        warnings=_common_warnings(rows),
    )


def _compared(
    store: Store, judge: str, run: str, where: Mapping[str, str], half_width: float, seed: int
) -> ComparedJudge:
    card = calibrate_judge(store, judge, run, where, seed=seed)
    share = card.corrected_prevalence
    target = read_target(store, run, judge, where)
    return ComparedJudge(
        judge=judge,
        n_judged=target.n_judged,
        counts=card.counts,
        design=card.design,
        sensitivity=card.sensitivity,
        false_positive_rate=card.false_positive_rate,
        bias=card.bias,
        observed_prevalence=card.observed_prevalence,
        corrected_prevalence=share,
        half_width=(share.high - share.low) / 2 if isinstance(share, Estimate) else None,
        labels_needed=_needed(target, card, half_width),
        warnings=card.warnings,
    )


def _needed(target: Target, card: JudgeCard, half_width: float) -> int | Refusal:
    flagged, passed = card.wrong_if_flagged, card.wrong_if_passed
    if isinstance(flagged, Refusal):
        return flagged
    if isinstance(passed, Refusal):
        return passed
    shares = JudgedShares(target.n_flagged, target.n_passed, _smoothed(flagged), _smoothed(passed))
    try:
        return labels_needed(shares, half_width)
    except StatisticsError as error:
        return refusal_of(error)


def _smoothed(share: Estimate) -> float:
    """The share a plan counts on: a clean stratum is not taken for a perfect one."""
    return (share.estimate * share.n + 0.5) / (share.n + 1)


def _sentence(rows: Sequence[ComparedJudge], half_width: float) -> str:
    if len(rows) < 2:
        return "One judge gave verdicts on this run; there is nothing to compare."
    counted = sorted(
        (row.labels_needed, row.judge) for row in rows if isinstance(row.labels_needed, int)
    )
    if len(counted) < 2:
        return "The labels do not say what each judge would cost."
    (fewest, first), (next_fewest, second) = counted[:2]
    wanted = f"± {percent(half_width).removesuffix(' %')} points"
    is_clear = fewest <= CLEARLY_FEWER * next_fewest and next_fewest - fewest >= WORTH_SAYING
    if is_clear:
        return (
            f"For {wanted}, {first} needs about {fewest} labels where {second} needs "
            f"{next_fewest}, if both go on erring as they do here."
        )
    return (
        f"For {wanted}, {first} and {second} need about as many labels ({fewest} and "
        f"{next_fewest})."
    )


def _common_warnings(rows: Sequence[ComparedJudge]) -> tuple[Warning_, ...]:
    """What is said of the labels themselves, once."""
    seen: dict[str, Warning_] = {}
    for row in rows:
        for warning in row.warnings:
            if warning.code not in OF_THE_JUDGE:
                seen.setdefault(warning.code, warning)
    return tuple(seen.values())
