"""A judge's error rates, bias and agreement, by the formulas that its labels' design allows."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import floor

import numpy as np

from workbench.domain.refusals import Code, Refusal
from workbench.domain.vocabulary import Design, JudgeVerdict
from workbench.errors import StatisticsError
from workbench.report.percent import off_zero
from workbench.services.calibration.label_weights import label_weights, worth_of
from workbench.services.calibration.not_calibrated import not_calibrated
from workbench.services.calibration.read_labels_of import LabelsOf
from workbench.services.refuse import refusal_of
from workbench.services.results import (
    AgreementCard,
    BiasCard,
    EstimateOrRefusal,
)
from workbench.services.triage.observe_run import Target
from workbench.stats import agreement as agreement_of
from workbench.stats.bias import BiasResult, judge_bias_uniform, judge_bias_weighted
from workbench.stats.counts import ConfusionCounts
from workbench.stats.interval import Estimate, Interval, proportion
from workbench.stats.judge_accuracy import (
    begg_greenes,
    begg_greenes_false_positive_rate,
    begg_greenes_sensitivity,
    false_positive_rate_uniform,
    sensitivity_uniform,
    youden_interval,
)
from workbench.stats.weighting import hajek_rate

LEAST_CHANCE = 0.001
"""Below it, what a uniform draw left out was left out by the way it was drawn."""
WEIGHTED = frozenset({Design.BY_VERDICT, Design.QUEUE})
READING_WORDS = {
    "too_pessimistic": "too pessimistic",
    "too_lenient": "too lenient",
    "no_clear_bias": "no clear bias",
}


@dataclass(frozen=True, slots=True)
class JudgeRates:
    """Everything of the judge card that follows from the four counts and the design."""

    sensitivity: EstimateOrRefusal
    false_positive_rate: EstimateOrRefusal
    wrong_if_flagged: EstimateOrRefusal
    wrong_if_passed: EstimateOrRefusal
    bias: BiasCard | Refusal
    agreement: AgreementCard | Refusal
    youden: Interval | None


def judge_rates(target: Target, labels: LabelsOf, rng: np.random.Generator) -> JudgeRates:
    """Give the rates of a judge from its labels, each one or the reason why there is none."""
    four = labels.counts()
    counts = ConfusionCounts(four.tp, four.fn, four.fp, four.tn)
    if counts.n == 0:
        nothing = not_calibrated(target)
        return JudgeRates(nothing, nothing, nothing, nothing, nothing, nothing, None)
    flagged = _wrong_share(labels, JudgeVerdict.FAIL, target)
    passed = _wrong_share(labels, JudgeVerdict.PASS, target)
    missing = _unlabelled_verdict(target, counts, labels.design)
    if missing is not None:
        return JudgeRates(missing, missing, flagged, passed, missing, missing, None)
    if labels.design in WEIGHTED:
        return _weighted(target, labels, counts, flagged, passed, rng)
    by_truth = Refusal(
        Code.DESIGN_UNKNOWN,
        "Labels chosen by their true class say nothing about how often the judge is wrong overall",
        "Label a random part of the judged items.",
    )
    is_by_truth = labels.design is Design.BY_TRUTH
    return JudgeRates(
        _or_refusal(lambda: sensitivity_uniform(counts), Code.ONE_CLASS_ONLY),
        _or_refusal(lambda: false_positive_rate_uniform(counts), Code.ONE_CLASS_ONLY),
        by_truth if is_by_truth else flagged,
        by_truth if is_by_truth else passed,
        by_truth if is_by_truth else _bias(lambda: judge_bias_uniform(counts)),
        by_truth if is_by_truth else _agreement(lambda: agreement_of.agreement(counts, rng)),
        _youden(lambda: youden_interval(counts)),
    )


def _weighted(
    target: Target,
    labels: LabelsOf,
    counts: ConfusionCounts,
    flagged: EstimateOrRefusal,
    passed: EstimateOrRefusal,
    rng: np.random.Generator,
) -> JudgeRates:
    n_labels = counts.n
    if labels.is_by_stage or labels.is_weighted:
        counts = equal_labels(labels, target)
    sizes = (target.n_flagged, target.n_passed)
    sensitivity, false_positive_rate, youden = _both_rates(sizes, counts, rng)
    return JudgeRates(
        _counted(sensitivity, n_labels),
        _counted(false_positive_rate, n_labels),
        flagged,
        passed,
        _bias(lambda: replace(judge_bias_weighted(*sizes, counts, rng), n=n_labels)),
        _agreement(lambda: agreement_of.agreement_weighted(*sizes, counts, rng)),
        youden,
    )


def _both_rates(
    sizes: tuple[int, int], counts: ConfusionCounts, rng: np.random.Generator
) -> tuple[EstimateOrRefusal, EstimateOrRefusal, Interval | None]:
    """Both rates and their difference from the same draws; one alone where the other is open."""
    try:
        both = begg_greenes(*sizes, counts, rng)
    except StatisticsError:
        return (
            _or_refusal(lambda: begg_greenes_sensitivity(*sizes, counts, rng), Code.ONE_CLASS_ONLY),
            _or_refusal(
                lambda: begg_greenes_false_positive_rate(*sizes, counts, rng), Code.ONE_CLASS_ONLY
            ),
            None,
        )
    return both.sensitivity, both.false_positive_rate, both.youden


def _unlabelled_verdict(target: Target, counts: ConfusionCounts, design: Design) -> Refusal | None:
    """A verdict without any label leaves both error rates open, unless chance left it out.

    A uniform sample may miss a rare verdict; one that misses a common one was drawn otherwise.
    """
    if design is Design.BY_TRUTH:
        return None
    for word, n_target, n_labelled in (
        ("passed", target.n_passed, counts.n_unflagged),
        ("failed", target.n_flagged, counts.n_flagged),
    ):
        by_chance = design is Design.UNIFORM and _may_be_missed(n_target, target, counts.n)
        if n_target and not n_labelled and not by_chance:
            return Refusal(
                Code.STRATUM_UNLABELLED,
                f"None of the {n_target} items that the judge {word} is labelled, so its misses "
                "and false alarms cannot be told apart from its habits"
                if word == "failed"
                else f"None of the {n_target} items that the judge {word} is labelled, so nobody "
                "knows what it misses",
                f"Label a random part of the items that the judge {word}.",
            )
    return None


def _may_be_missed(n_target: int, target: Target, n_labels: int) -> bool:
    return (1 - n_target / target.n_judged) ** n_labels >= LEAST_CHANCE


def _wrong_share(labels: LabelsOf, verdict: JudgeVerdict, target: Target) -> EstimateOrRefusal:
    of_verdict = [label for label in labels.labels if label.verdict is verdict]
    word = "failed" if verdict is JudgeVerdict.FAIL else "passed"
    if not of_verdict:
        return Refusal(
            Code.STRATUM_UNLABELLED,
            f"No item that the judge {word} is labelled",
            f"Label a random part of the items that the judge {word}.",
        )
    values = [label.is_failing is True for label in of_verdict]
    if labels.is_by_stage or labels.is_weighted:
        weights = label_weights(target, labels)
        return hajek_rate(values, [weights[label.trace_id] for label in of_verdict]).rate
    return proportion(sum(values), len(values))


def _counted(estimate: EstimateOrRefusal, n_labels: int) -> EstimateOrRefusal:
    """The estimate beside the labels there are, not the equal ones they are worth."""
    return replace(estimate, n=n_labels) if isinstance(estimate, Estimate) else estimate


def equal_labels(labels: LabelsOf, target: Target) -> ConfusionCounts:
    """Counts of equal labels that know as much as these, drawn by stage or by another judge."""
    weights = label_weights(target, labels)
    worths = [
        worth_of([label for label in labels.labels if label.verdict is verdict], weights)
        for verdict in (JudgeVerdict.FAIL, JudgeVerdict.PASS)
    ]
    (tp, fp), (fn, tn) = [(worth.rate * worth.n, (1 - worth.rate) * worth.n) for worth in worths]
    # The formulas take shares and sizes; nothing in them needs whole numbers.
    return ConfusionCounts(tp, fn, fp, tn)  # type: ignore[arg-type]


def _or_refusal(estimate: Callable[[], Estimate], code: str) -> EstimateOrRefusal:
    try:
        return estimate()
    except StatisticsError as error:
        return refusal_of(error, code)


def _youden(interval: Callable[[], Interval]) -> Interval | None:
    try:
        return interval()
    except StatisticsError:
        return None


def _bias(result: Callable[[], BiasResult]) -> BiasCard | Refusal:
    try:
        found = result()
    except StatisticsError as error:
        return refusal_of(error)
    return BiasCard(
        reading=found.reading,
        difference=found.difference,
        low=found.interval.low,
        high=found.interval.high,
        p_value=found.p_value,
        method=found.method,
        n=found.n,
        sentence=bias_sentence(found),
    )


def bias_sentence(found: BiasResult) -> str:
    """Give the bias in one sentence, in answers of 100."""
    low, high = found.interval
    is_more = found.difference >= 0
    size = abs(found.difference)
    limits = (low, high) if is_more else (-high, -low)
    digits = _digits(limits)
    count = _hundredths(size, digits)
    first, last = (_hundredths(limit, digits) for limit in limits)
    if limits[0] > 0 or limits[1] < 0:
        first, last = off_zero(limits[0], first), off_zero(limits[1], last)
    word = "more" if is_more else "fewer"
    says = f"{count} {word} of 100 answers" if float(count) else "as many of 100 answers"
    than = "than people do" if float(count) else "as people do"
    return (
        f"The judge calls {says} wrong {than}: {READING_WORDS[found.reading]}, "
        f"95 % interval {first} to {last}."
    )


def _digits(limits: tuple[float, float]) -> int:
    """Whole answers, unless a limit that excludes 0 would be printed as 0; three at most.

    Where three are not enough it is said in words, and whole answers are enough again.
    """
    low, high = limits
    nearest = min(abs(low), abs(high)) * 100
    if low <= 0 <= high or nearest < 0.0005:
        return 0
    return next((digits for digits in range(3) if nearest >= 10**-digits), 3)


def _hundredths(share: float, digits: int) -> str:
    scale = 10**digits
    rounded = floor(abs(share) * 100 * scale + 0.5) / scale
    sign = "−" if share < 0 and rounded else ""
    return f"{sign}{rounded:.{digits}f}"


def _agreement(result: Callable[[], agreement_of.Agreement]) -> AgreementCard | Refusal:
    try:
        found = result()
    except StatisticsError as error:
        return refusal_of(error)
    estimates = {
        "observed": found.observed,
        "kappa": found.kappa,
        "ac1": found.ac1,
        "alpha": found.alpha,
    }
    reason = found.reason
    if found.alpha is None and reason is None:
        reason = "ONE_CLASS_ONLY: alpha is not defined, both raters used one class only"
    return AgreementCard(
        observed=found.observed.estimate,
        kappa=None if found.kappa is None else found.kappa.estimate,
        ac1=found.ac1.estimate,
        alpha=None if found.alpha is None else found.alpha.estimate,
        intervals={
            name: estimate.interval for name, estimate in estimates.items() if estimate is not None
        },
        human_prevalence=found.human_prevalence,
        judge_prevalence=found.judge_prevalence,
        prevalence_index=found.prevalence_index,
        bias_index=found.bias_index,
        reason=reason,
    )
