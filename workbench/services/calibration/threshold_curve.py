"""What another threshold would do: sensitivity and false-positive rate over a judge's scores.

Uniform labels give both rates by counting at every threshold. Labels drawn by the verdicts do
not: there each verdict's labels are weighted up to its size, as in the judge card. A threshold
is listed where it puts five labels or more on either side.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from workbench.domain.records import JudgeId
from workbench.domain.refusals import Refusal, Warning_
from workbench.domain.vocabulary import Design, JudgeVerdict
from workbench.errors import StatisticsError
from workbench.report.percent import percent
from workbench.services.calibration.correct_prevalence import SEED
from workbench.services.calibration.judge_rates import WEIGHTED
from workbench.services.calibration.judge_scores import JudgeScores, read_judge_scores
from workbench.services.calibration.label_weights import label_weights, worth_of
from workbench.services.calibration.not_calibrated import not_calibrated
from workbench.services.calibration.read_labels_of import Label, LabelsOf, read_labels_of
from workbench.services.calibration.score_bins import VERDICTS, ScoreBins, score_bins
from workbench.services.open_store import Store
from workbench.services.refuse import refusal_of
from workbench.services.results import EstimateOrRefusal, JudgeCounts
from workbench.services.triage.observe_run import Target, read_labelled_target, read_target
from workbench.stats.counts import ConfusionCounts
from workbench.stats.interval import Estimate
from workbench.stats.judge_accuracy import false_positive_rate_uniform, sensitivity_uniform
from workbench.stats.threshold_rates import SideCounts, false_positive_rate_at, sensitivity_at

STEPS = 15
LABELS_ON_SIDE = 5
CAUTION = "A threshold chosen on these labels is tuned to them: measure it on others."
"""To be said wherever the thresholds are shown."""
AS_ON_THE_CARD = (
    "At the threshold in use the rates are those of the card; the limits come from other random "
    "draws, so that their last digit may differ."
)
"""To be said where the labels were drawn by verdict, whose limits are drawn at random."""

Part = tuple[JudgeVerdict, bool]
"""A verdict, and whether a threshold flags."""


@dataclass(frozen=True, slots=True)
class ThresholdPoint:
    """One threshold: what it would flag of all scored traces, and how it would err."""

    threshold: float
    is_current: bool
    n_flagged: int
    flagged_share: float
    counts: JudgeCounts
    sensitivity: EstimateOrRefusal
    false_positive_rate: EstimateOrRefusal


@dataclass(frozen=True, slots=True)
class ThresholdCurve:
    """A judge's error rates over its thresholds; `points` is a refusal where there are none.

    `current` is the threshold most verdicts rest on, `rule` the side of it that fails.
    """

    judge: JudgeId
    runs: tuple[str, ...]
    design: Design
    rule: str | None
    current: float | None
    n_scored: int
    n_labels: int
    points: tuple[ThresholdPoint, ...] | Refusal
    corrected: ScoreBins | Refusal
    sentence: str
    seed: int
    warnings: tuple[Warning_, ...]

    @property
    def caution(self) -> str:
        """Gives what must be said beside the rates."""
        return f"{AS_ON_THE_CARD} {CAUTION}" if self.design in WEIGHTED else CAUTION


def threshold_curve(
    store: Store,
    judge: str,
    run: str | None = None,
    where: Mapping[str, str] | None = None,
    seed: int = SEED,
) -> ThresholdCurve:
    """Give the error rates of a judge over its thresholds, and the share by score bins.

    Parameters and refusals of input as `calibrate_judge`.
    """
    where = where or {}
    target = (
        read_labelled_target(store, judge, where)
        if run is None
        else read_target(store, run, judge, where)
    )
    found = read_labels_of(store, target.run_ids, target.judge_id, target.n_judged, where)
    scores = read_judge_scores(store, target)
    if isinstance(scores, Refusal):
        return _refused(target, judge, found, None, scores, seed)
    labels = [
        label
        for label in found.labels
        if label.trace_id in scores.labelled
        and scores.labelled[label.trace_id].score is not None
        and label.verdict is not None
    ]
    if not labels:
        return _refused(target, judge, found, scores, not_calibrated(target), seed)
    rng = np.random.default_rng(seed)
    points = tuple(
        _point(threshold, target, found, labels, scores, rng)
        for threshold in _thresholds(labels, scores)
    )
    return ThresholdCurve(
        judge=target.judge or JudgeId(judge),
        runs=target.runs,
        design=found.design,
        rule=scores.direction.words,
        current=scores.current,
        n_scored=scores.n,
        n_labels=len(labels),
        points=points,
        corrected=score_bins(target, found, scores),
        sentence=_sentence(points),
        seed=seed,
        warnings=(*found.warnings(target.runs[0] if target.runs else None), *scores.warnings),
    )


def _refused(
    target: Target,
    judge: str,
    found: LabelsOf,
    scores: JudgeScores | None,
    refusal: Refusal,
    seed: int,
) -> ThresholdCurve:
    return ThresholdCurve(
        judge=target.judge or JudgeId(judge),
        runs=target.runs,
        design=found.design,
        rule=None if scores is None else scores.direction.words,
        current=None if scores is None else scores.current,
        n_scored=0 if scores is None else scores.n,
        n_labels=0,
        points=refusal,
        corrected=refusal,
        sentence=str(refusal),
        seed=seed,
        warnings=() if scores is None else scores.warnings,
    )


def _sides(
    threshold: float, labels: Sequence[Label], scores: JudgeScores
) -> dict[Part, list[Label]]:
    """Labels by verdict and by the side that a threshold puts them on."""
    sides: dict[Part, list[Label]] = defaultdict(list)
    for label in labels:
        score = scores.labelled[label.trace_id].score
        if score is not None and label.verdict is not None:
            sides[label.verdict, scores.direction.flags(score, threshold)].append(label)
    return sides


def _thresholds(labels: Sequence[Label], scores: JudgeScores) -> list[float]:
    """Thresholds at equal steps of the scores, where the labels carry them, and the one in use."""
    chosen = {scores.current}
    for threshold in scores.steps(STEPS):
        n_flagged = sum(
            len(some) for (_, side), some in _sides(threshold, labels, scores).items() if side
        )
        if LABELS_ON_SIDE <= n_flagged <= len(labels) - LABELS_ON_SIDE:
            chosen.add(threshold)
    return sorted(chosen)


def _point(
    threshold: float,
    target: Target,
    found: LabelsOf,
    labels: Sequence[Label],
    scores: JudgeScores,
    rng: np.random.Generator,
) -> ThresholdPoint:
    sides = _sides(threshold, labels, scores)
    n_flagged = sum(scores.n_flagged(verdict, threshold) for verdict in JudgeVerdict)
    cells = {
        (is_failing, is_flagged): sum(
            (label.is_failing is True) == is_failing
            for (_, side), some in sides.items()
            if side == is_flagged
            for label in some
        )
        for is_failing in (True, False)
        for is_flagged in (True, False)
    }
    counts = JudgeCounts(
        cells[True, True], cells[True, False], cells[False, True], cells[False, False], 0
    )
    sensitivity: Callable[[], Estimate]
    false_positive_rate: Callable[[], Estimate]
    if found.design in WEIGHTED:
        weights = label_weights(target, found)
        verdicts = [
            _side_counts(verdict, threshold, sides, weights, scores) for verdict in VERDICTS
        ]
        sensitivity = partial(sensitivity_at, verdicts, rng)
        false_positive_rate = partial(false_positive_rate_at, verdicts, rng)
    else:
        four = ConfusionCounts(counts.tp, counts.fn, counts.fp, counts.tn)
        sensitivity = partial(sensitivity_uniform, four)
        false_positive_rate = partial(false_positive_rate_uniform, four)
    return ThresholdPoint(
        threshold=threshold,
        is_current=threshold == scores.current,
        n_flagged=n_flagged,
        flagged_share=n_flagged / scores.n,
        counts=counts,
        sensitivity=_or_refusal(sensitivity, found, len(labels)),
        false_positive_rate=_or_refusal(false_positive_rate, found, len(labels)),
    )


def _side_counts(
    verdict: JudgeVerdict,
    threshold: float,
    sides: Mapping[Part, Sequence[Label]],
    weights: Mapping[int, float],
    scores: JudgeScores,
) -> SideCounts:
    """One verdict's labels by side, scaled to the equal labels they are worth."""
    n_target, n_flagged = scores.n_of(verdict), scores.n_flagged(verdict, threshold)
    flagged, passed = (sides.get((verdict, side), ()) for side in (True, False))
    everything = [*flagged, *passed]
    total = sum(weights[label.trace_id] for label in everything)
    scale = worth_of(everything, weights).n / total if total else 0.0

    def worth(some: Sequence[Label], is_failing: bool) -> float:
        chosen = (label for label in some if (label.is_failing is True) == is_failing)
        return scale * sum(weights[label.trace_id] for label in chosen)

    return SideCounts(
        n_target,
        worth(flagged, True),
        worth(passed, True),
        worth(flagged, False),
        worth(passed, False),
        can_flag=n_flagged > 0,
        can_pass=n_flagged < n_target,
    )


def _or_refusal(
    estimate: Callable[[], Estimate], found: LabelsOf, n_labels: int
) -> EstimateOrRefusal:
    try:
        given = estimate()
    except StatisticsError as error:
        return refusal_of(error)
    # Weighted labels count beside the estimate as the labels they are, not as what they are worth.
    return replace(given, n=n_labels) if found.design in WEIGHTED else given


def _sentence(points: Sequence[ThresholdPoint]) -> str:
    current = next(point for point in points if point.is_current)
    found, alarms = current.sensitivity, current.false_positive_rate
    if isinstance(found, Estimate) and isinstance(alarms, Estimate):
        return (
            f"At {current.threshold:g}, the threshold in use, the judge flags "
            f"{percent(found.estimate)} of the wrong answers and {percent(alarms.estimate)} of "
            "the right ones."
        )
    return f"At {current.threshold:g}, the threshold in use, a rate cannot be given."
