"""What changed from one version of a judge to the next, on the traces that both judged.

Anchors are the traces with verdicts of both. How often verdicts changed on them needs no label;
whether the later version errs otherwise does. Chosen: labels of the anchors, weighted to the pairs
of the two verdicts, so that labels drawn for the earlier version serve for the later one too.
Rejected: the difference of two judge cards, whose labels are mostly the same traces.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from db import read_judge_pairs
from workbench.domain.refusals import Code, Refusal
from workbench.domain.vocabulary import Design, JudgeVerdict
from workbench.errors import StatisticsError
from workbench.services.calibration.label_weights import label_weights, weighted_stratum
from workbench.services.calibration.over_time_results import VersionChange
from workbench.services.calibration.over_time_words import change_sentence, flips_sentence
from workbench.services.calibration.read_labels_of import SAME_ITEMS, Label, LabelsOf
from workbench.services.open_store import Store
from workbench.services.refuse import refusal_of
from workbench.services.results import Estimate, EstimateOrRefusal
from workbench.services.triage.observe_run import Target
from workbench.stats.bias import bonett_price_difference, exact_mcnemar
from workbench.stats.interval import proportion
from workbench.stats.rate_changes import (
    VersionStrata,
    false_positive_rate_change,
    sensitivity_change,
)

FAIL, PASS = JudgeVerdict.FAIL, JudgeVerdict.PASS
PAIRS = ((FAIL, FAIL), (FAIL, PASS), (PASS, FAIL), (PASS, PASS))
WORDS = {FAIL: "fail", PASS: "pass"}

Verdicts = tuple[JudgeVerdict, JudgeVerdict]


@dataclass(frozen=True, slots=True)
class Version:
    """One version of a judge on a run: its name, its target set and the labels of it."""

    name: str
    target: Target
    labels: LabelsOf


def version_change(store: Store, before: Version, after: Version, seed: int) -> VersionChange:
    """Give the flips on the anchors, and the change of both error rates with its limits."""
    with store.reading() as connection:
        sizes = read_judge_pairs.count_verdict_pairs(
            connection,
            before.target.run_ids,
            before.target.judge_id or 0,
            after.target.judge_id or 0,
        )
    n_anchors = sum(sizes.values())
    only_before, only_after = sizes.get((FAIL, PASS), 0), sizes.get((PASS, FAIL), 0)
    base = _labels_to_use(before, after)
    verdicts = _both_verdicts(before.labels, after.labels)
    labels = [one for one in base.labels.labels if one.trace_id in verdicts]
    if n_anchors:
        flip_rate: EstimateOrRefusal = proportion(only_before + only_after, n_anchors)
        sensitivity, false_alarms = _rate_changes(
            before, after, base, labels, sizes, verdicts, seed
        )
    else:
        flip_rate = sensitivity = false_alarms = Refusal(
            Code.NOT_COMPARABLE,
            f"{before.name} and {after.name} judged no trace of run {before.target.runs[0]} both",
            f"Let {after.name} judge the labelled traces too: they are the anchors.",
        )
    return VersionChange(
        before=before.name,
        after=after.name,
        n_anchors=n_anchors,
        n_labelled=len(labels),
        n_only_before=only_before,
        n_only_after=only_after,
        flip_rate=flip_rate,
        p_value=exact_mcnemar(only_after, only_before) if n_anchors else None,
        sensitivity=sensitivity,
        false_positive_rate=false_alarms,
        flips_sentence=flips_sentence(
            before.name, after.name, n_anchors, only_before, only_after, flip_rate
        ),
        sentence=change_sentence(after.name, before.name, sensitivity, false_alarms),
    )


def _both_verdicts(before: LabelsOf, after: LabelsOf) -> dict[int, Verdicts]:
    """The two verdicts on each labelled trace that both versions judged."""
    first, second = (
        {one.trace_id: one.verdict for one in (*labels.labels, *labels.findings)}
        for labels in (before, after)
    )
    found = {}
    for trace_id, earlier in first.items():
        later = second.get(trace_id)
        if earlier is not None and later is not None:
            found[trace_id] = (earlier, later)
    return found


def _rate_changes(
    before: Version,
    after: Version,
    base: Version,
    labels: Sequence[Label],
    sizes: Mapping[Verdicts, int],
    verdicts: Mapping[int, Verdicts],
    seed: int,
) -> tuple[EstimateOrRefusal, EstimateOrRefusal]:
    if not labels:
        nothing = Refusal(
            Code.NOT_CALIBRATED,
            f"No trace that both versions judged is labelled: {after.name} is not calibrated",
            f"Label traces that {after.name} judged, or let it judge those that are labelled.",
        )
        return nothing, nothing
    if base.labels.design is Design.BY_TRUTH:
        return _by_truth(labels, verdicts, True), _by_truth(labels, verdicts, False)
    if base.labels.design not in SAME_ITEMS:
        unknown = base.labels.origins.why_unknown(base.target.runs[0])
        return unknown, unknown
    weights = label_weights(base.target, base.labels)
    strata = VersionStrata(
        *(
            weighted_stratum(
                sizes.get(pair, 0),
                [one for one in labels if verdicts[one.trace_id] == pair],
                weights,
                f"{before.name} says {WORDS[pair[0]]} and {after.name} {WORDS[pair[1]]}",
            )
            for pair in PAIRS
        )
    )
    return (
        _or_refusal(lambda: sensitivity_change(strata, np.random.default_rng(seed))),
        _or_refusal(lambda: false_positive_rate_change(strata, np.random.default_rng(seed))),
    )


def _labels_to_use(before: Version, after: Version) -> Version:
    """The version whose draw needs no weights, else one whose draw is known."""

    def unease(side: Version) -> tuple[bool, bool]:
        labels = side.labels
        return labels.design not in SAME_ITEMS, labels.is_by_stage or labels.is_weighted

    return min((before, after), key=unease)


def _by_truth(
    labels: Sequence[Label], verdicts: Mapping[int, Verdicts], is_failing: bool
) -> EstimateOrRefusal:
    """The change among the labels of one class, where that class was drawn by itself."""
    pairs = [verdicts[one.trace_id] for one in labels if one.is_failing is is_failing]
    if not pairs:
        word = "wrong" if is_failing else "right"
        return Refusal(
            Code.ONE_CLASS_ONLY,
            f"No trace that both versions judged is labelled {word}",
            "Label more of them.",
        )
    counts = [pairs.count(pair) for pair in PAIRS]
    both, only_before, only_after, neither = counts
    return bonett_price_difference(both, only_after, only_before, neither)


def _or_refusal(estimate: Callable[[], Estimate]) -> EstimateOrRefusal:
    try:
        return estimate()
    except StatisticsError as error:
        return refusal_of(error, Code.ONE_CLASS_ONLY)
