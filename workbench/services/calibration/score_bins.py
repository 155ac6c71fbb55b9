"""The corrected share from the judge's scores instead of its verdicts alone.

A verdict throws away how sure the judge was. Chosen: bins of scores inside each verdict as
strata, five at most, merged until each holds ten labels; labels drawn by verdict stay a random
sample within each bin. Measured with 50 labels of each verdict: it covers .94 to .98, and is
narrower where scores tell failures apart, wider where failures are rare and bins stay clean; the
sentence says which. Rejected: bins across the threshold, whose labels have unequal chances.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from workbench.domain.refusals import Code, Refusal
from workbench.domain.vocabulary import Design, JudgeVerdict
from workbench.errors import StatisticsError
from workbench.report.percent import points
from workbench.services.calibration.judge_scores import JudgeScores
from workbench.services.calibration.label_design import SAME_ITEMS
from workbench.services.calibration.label_weights import label_weights, weighted_stratum
from workbench.services.calibration.read_labels_of import Label, LabelsOf
from workbench.services.refuse import refusal_of
from workbench.services.triage.observe_run import Target
from workbench.stats.interval import Estimate
from workbench.stats.prevalence import post_stratified
from workbench.stats.stratum import Stratum

MOST_BINS = 5
LABELS_IN_BIN = 10
VERDICTS = (JudgeVerdict.FAIL, JudgeVerdict.PASS)


@dataclass(frozen=True, slots=True)
class ScoreBin:
    """One stratum: scores from `lowest` to `highest` under one verdict, with its labels.

    Both ends are None where the stratum holds only verdicts without a score.
    """

    verdict: JudgeVerdict
    lowest: float | None
    highest: float | None
    n_target: int
    n_labelled: int
    n_failed: int
    share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class ScoreBins:
    """The failing share by bins of scores beside the one by verdict alone, same labels both."""

    by_score_bins: Estimate
    by_verdict: Estimate
    bins: tuple[ScoreBin, ...]
    sentence: str


@dataclass(slots=True)
class _Bin:
    """A bin while bins are merged."""

    scores: list[float]
    n_target: int
    labels: list[Label]


def score_bins(target: Target, found: LabelsOf, scores: JudgeScores) -> ScoreBins | Refusal:
    """Give the corrected share by score bins, or why there is none."""
    if found.design is Design.BY_TRUTH:
        return Refusal(
            Code.DESIGN_UNKNOWN,
            "Labels chosen by their true class say nothing of how often each score is wrong",
            "Label a random part of the judged items.",
        )
    if found.design not in SAME_ITEMS:
        return found.origins.why_unknown(target.runs[0] if target.runs else None)
    weights = label_weights(target, found)
    judged = [label for label in found.labels if label.verdict is not None]
    merged = {
        verdict: _merged(_bins(verdict, scores, target.n_with(verdict), judged))
        for verdict in VERDICTS
    }
    try:
        by_verdict = post_stratified(
            [_whole(verdict, merged[verdict], weights) for verdict in VERDICTS]
        )
        strata = [
            (verdict, part, weighted_stratum(part.n_target, part.labels, weights, _name(part)))
            for verdict in VERDICTS
            for part in merged[verdict]
        ]
        by_bins = post_stratified([stratum for _, _, stratum in strata])
    except StatisticsError as error:
        return refusal_of(error)
    return ScoreBins(
        by_bins,
        by_verdict,
        tuple(_shown(verdict, part, stratum) for verdict, part, stratum in strata),
        _sentence(by_bins, by_verdict),
    )


def _bins(
    verdict: JudgeVerdict, scores: JudgeScores, n_target: int, judged: Sequence[Label]
) -> list[_Bin]:
    """Bins of about equally many items, in order of score; those without a score last."""
    sizes: dict[float, int] = defaultdict(int)
    for row in scores.rows:
        if row.verdict is verdict and row.score is not None:
            sizes[row.score] += row.n
    values = sorted(sizes)
    counts = np.array([sizes[value] for value in values], np.int64)
    n_scored = int(counts.sum())
    bins: list[_Bin] = []
    # A value belongs where the middle of its items lies.
    places = ((np.cumsum(counts) - counts / 2) / max(n_scored, 1) * MOST_BINS).astype(int)
    for place in sorted(set(places.tolist())):
        inside = [value for value, at in zip(values, places.tolist(), strict=True) if at == place]
        bins.append(_Bin(inside, sum(sizes[value] for value in inside), []))
    unscored = _Bin([], n_target - n_scored, [])
    starts = [part.scores[0] for part in bins]
    for label in judged:
        if label.verdict is not verdict:
            continue
        given = scores.labelled.get(label.trace_id)
        place = -1 if given is None or given.score is None else bisect_right(starts, given.score)
        (bins[place - 1] if place > 0 else unscored).labels.append(label)
    return [*bins, unscored] if unscored.n_target > 0 else bins


def _merged(bins: list[_Bin]) -> list[_Bin]:
    """Neighbours joined, thinnest first, until each holds enough labels."""
    bins = list(bins)
    while len(bins) > 1:
        thinnest = min(range(len(bins)), key=lambda place: len(bins[place].labels))
        if len(bins[thinnest].labels) >= LABELS_IN_BIN:
            break
        beside = [place for place in (thinnest - 1, thinnest + 1) if 0 <= place < len(bins)]
        other = min(beside, key=lambda place: len(bins[place].labels))
        first, second = sorted((thinnest, other))
        bins[first] = _Bin(
            bins[first].scores + bins[second].scores,
            bins[first].n_target + bins[second].n_target,
            bins[first].labels + bins[second].labels,
        )
        del bins[second]
    return bins


def _whole(verdict: JudgeVerdict, bins: Sequence[_Bin], weights: Mapping[int, float]) -> Stratum:
    labels = [label for part in bins for label in part.labels]
    n_target = sum(part.n_target for part in bins)
    return weighted_stratum(n_target, labels, weights, f"judge says {verdict}")


def _name(part: _Bin) -> str:
    if not part.scores:
        return "without a score"
    return f"scores {part.scores[0]:g} to {part.scores[-1]:g}"


def _shown(verdict: JudgeVerdict, part: _Bin, stratum: Stratum) -> ScoreBin:
    low, high = stratum.limits(0.95)
    return ScoreBin(
        verdict,
        part.scores[0] if part.scores else None,
        part.scores[-1] if part.scores else None,
        part.n_target,
        stratum.n_labelled,
        sum(label.is_failing is True for label in part.labels),
        stratum.rate,
        low,
        high,
    )


def _sentence(by_bins: Estimate, by_verdict: Estimate) -> str:
    bins, verdict = ((one.high - one.low) / 2 for one in (by_bins, by_verdict))
    said = f"By score bins ± {points(bins)}, by verdict alone ± {points(verdict)}: "
    if bins < 0.95 * verdict:
        return f"{said}the scores narrow the interval."
    if bins > 1.05 * verdict:
        return f"{said}the labels are too few for the bins, keep to the verdict."
    return f"{said}the scores add nothing here that the verdict does not say."
